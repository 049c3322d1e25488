import type { Db, Tx } from '../../platform/database/connect.ts'
import { escapeHtml } from '../../platform/web/plain-text.ts'
import type { EmailContent } from './emails.store.ts'

export type EmailAttachment = { readonly filename: string; readonly content: Buffer }

/** An email with its own text or HTML instead of the letterhead. Addresses are lists as in a header, '' for none. */
export type CustomEmail = {
  readonly text: string
  /** Null: plain text alone. */
  readonly html: string | null
  /** Its name is shown as the sender's name; its address, unless it is the shop's, becomes Reply-To. */
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

/** Why an email is not sent now. Final: it is of no use to try again. */
export type SendBlock = { readonly reason: string; readonly isFinal: boolean }

/** A type of emails with their own settings elsewhere, such as a form's: the email settings do not list it. */
export type CustomEmailType<Payload extends object = object> = {
  readonly id: string
  /** Null if what it is about is gone. */
  load(db: Db | Tx, payload: Payload): Promise<LoadedEmail | null>
  sendBlock(db: Db | Tx, payload: Payload): Promise<SendBlock | null>
}

/** As people of the shop read it. */
export const customContent = ({ html, text, replyTo }: Omit<CustomEmail, 'attachments'>): EmailContent => ({
  html: html ?? `<!doctype html><meta charset="utf-8"><pre style="white-space:pre-wrap">${escapeHtml(text)}</pre>`,
  text,
  ...(replyTo === '' ? {} : { replyTo }),
})
