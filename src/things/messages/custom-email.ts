import type { Db, Tx } from '../../platform/database/connect.ts'
import { escapeHtml } from '../../platform/web/plain-text.ts'
import type { EmailContent } from './emails.store.ts'

export type EmailAttachment = { readonly filename: string; readonly content: Buffer }

/** An email with its own text or HTML instead of the shop's layout. Addresses are lists as in a header, '' for none. */
export type CustomEmail = {
  readonly text: string
  /** Null: plain text only. */
  readonly html: string | null
  /** Its name becomes the sender's name; its address becomes Reply-To, unless it is the shop's. */
  readonly sender: string
  readonly replyTo: string
  readonly cc: string
  readonly bcc: string
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly EmailAttachment[]
}

type LoadedEmail = {
  readonly email: Omit<CustomEmail, 'attachments'>
  readAttachments(): Promise<EmailAttachment[]>
}

/** Why an email is not sent now. `isFinal`: retrying cannot succeed. */
export type SendBlock = { readonly reason: string; readonly isFinal: boolean }

/** A type of email whose settings are elsewhere, such as a form's, so that the email settings do not list it. */
export type CustomEmailType<Payload extends object = object> = {
  readonly id: string
  /** Null if the subject of the email was deleted. */
  load(db: Db | Tx, payload: Payload): Promise<LoadedEmail | null>
  sendBlock(db: Db | Tx, payload: Payload): Promise<SendBlock | null>
}

/** The content as shown to staff. */
export const customContent = ({ html, text, replyTo }: Omit<CustomEmail, 'attachments'>): EmailContent => ({
  html: html ?? `<!doctype html><meta charset="utf-8"><pre style="white-space:pre-wrap">${escapeHtml(text)}</pre>`,
  text,
  ...(replyTo === '' ? {} : { replyTo }),
})
