import type { Db, Tx } from '../../platform/database/connect.ts'
import { hrefs } from '../../platform/web/routes.ts'
import type { EmailContent } from './emails.store.ts'
import type { Email } from './emails.table.ts'
import type { Message, MessageType } from './message.ts'
import { type Letterhead, messageHtml, messageText } from './message-html.tsx'
import { unsubscribeKey } from './opt-outs.store.ts'
import { blankPayload, openPayload } from './sealed-payload.ts'

export type Messages = {
  readonly types: readonly Omit<MessageType, 'preview' | 'content' | 'compose'>[]
  /** The link that stops emails of this type to the recipient; null for those that always come. */
  unsubscribeUrl(email: Pick<Email, 'template' | 'recipient'>): string | null
  /** For people of the shop: as it was sent, otherwise rendered. Throws when rendering fails. */
  content(db: Db | Tx, email: Email): Promise<EmailContent>
  outgoing(db: Db | Tx, email: Email): Promise<OutgoingEmail>
  preview(id: string): Promise<(EmailContent & { readonly subject: string; readonly orderId: number }) | null>
}

/** An email as it is sent, and as it is kept: the same but for keys and digits. */
export type OutgoingEmail =
  | {
      readonly ok: true
      readonly sent: EmailContent
      readonly kept: EmailContent
      readonly secrets: readonly string[]
    }
  /** It cannot be sent, however often it is tried. */
  | { readonly ok: false; readonly reason: string }

export type WithMessages = { readonly messages: Messages }

type Options<Context> = {
  readonly db: Db
  readonly now: () => Date
  readonly url: string
  readonly secret: string
  readonly types: readonly MessageType<never, never, Context>[]
  /** With the settings of this moment. */
  readonly context: () => Promise<Context>
}

export function openMessages<Context extends Letterhead>({
  db,
  now,
  url,
  secret,
  types,
  context,
}: Options<Context>): Messages {
  const typeOf = new Map(types.map((type) => [type.id, type]))
  const unsubscribeUrl: Messages['unsubscribeUrl'] = ({ template, recipient }) =>
    typeOf.get(template)?.optional
      ? url + hrefs.unsubscribe(unsubscribeKey(secret, { email: recipient, template }))
      : null
  const render = async (readFrom: Db | Tx, email: Email, payload: object): Promise<EmailContent> => {
    const type = typeOf.get(email.template)
    if (!type) throw new Error(`Mail ${email.id} is of an unknown kind: ${email.template}`)
    const current = await context()
    const message = withUnsubscribeLink(await type.content(readFrom, email, payload, current), unsubscribeUrl(email))
    return withReplyTo(
      { html: messageHtml(message, current), text: messageText(message, current) },
      message.replyTo ?? null,
    )
  }
  const renderBlank = (readFrom: Db | Tx, email: Email) =>
    render(readFrom, email, blankPayload(email, typeOf.get(email.template)?.secrets))
  return {
    types,
    unsubscribeUrl,
    async content(readFrom, email) {
      const stored = storedContent(email)
      if (stored) return stored
      const opened = openPayload(secret, email, now())
      return opened.ok ? render(readFrom, email, opened.payload) : renderBlank(readFrom, email)
    },
    async outgoing(readFrom, email) {
      const stored = storedContent(email)
      if (stored) return { ok: true, sent: stored, kept: stored, secrets: [] }
      const opened = openPayload(secret, email, now())
      if (!opened.ok) return opened
      const sent = await render(readFrom, email, opened.payload)
      const { secrets } = opened
      return { ok: true, sent, kept: secrets.length === 0 ? sent : await renderBlank(readFrom, email), secrets }
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

const storedContent = ({ html, text, replyTo }: Email): EmailContent | null =>
  html !== null && text !== null ? withReplyTo({ html, text }, replyTo) : null

const withReplyTo = (content: EmailContent, replyTo: string | null): EmailContent =>
  replyTo === null ? content : { ...content, replyTo }

const withUnsubscribeLink = (message: Message, href: string | null): Message =>
  href === null
    ? message
    : { ...message, blocks: [...message.blocks, { kind: 'links', links: [{ label: 'Stop these emails', href }] }] }
