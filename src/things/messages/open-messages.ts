import type { Db, Tx } from '../../platform/database/connect.ts'
import type { EmailContent } from './emails.store.ts'
import type { Email } from './emails.table.ts'
import type { MessageType } from './message.ts'
import { type Letterhead, messageHtml } from './message-html.tsx'
import { messageText } from './message-text.ts'

/** Every type of message, and how emails of them are written. */
export type Messages = {
  readonly types: readonly Omit<MessageType, 'preview' | 'content' | 'compose'>[]
  /** The content of an email: stored if it was sent, otherwise rendered. Throws when rendering fails. */
  content(db: Db | Tx, email: Email): Promise<EmailContent>
  /** An email of this type with sample data; null if there is no such type. */
  preview(id: string): Promise<(EmailContent & { readonly subject: string; readonly orderId: number }) | null>
}

export type WithMessages = { readonly messages: Messages }

type Options<Context> = {
  readonly db: Db
  readonly now: () => Date
  readonly types: readonly MessageType<never, never, Context>[]
  /** With the settings of this moment. */
  readonly context: () => Promise<Context>
}

export function openMessages<Context extends Letterhead>({ db, now, types, context }: Options<Context>): Messages {
  const typeOf = new Map(types.map((type) => [type.id, type]))
  return {
    types,
    async content(readFrom, email) {
      const { html, text } = email
      if (html !== null && text !== null) return { html, text }
      const type = typeOf.get(email.template)
      if (!type) throw new Error(`Mail ${email.id} is of an unknown kind: ${email.template}`)
      const current = await context()
      const message = await type.content(readFrom, email, current)
      return { html: messageHtml(message, current), text: messageText(message, current) }
    },
    async preview(id) {
      const type = typeOf.get(id)
      if (!type) return null
      const current = await context()
      const { message, ...preview } = await type.preview(db, now(), current)
      return { ...preview, html: messageHtml(message, current), text: messageText(message, current) }
    },
  }
}
