import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { type CustomEmail, type CustomEmailType, customContent, type SendBlock } from './custom-email.ts'
import type { EmailContent } from './emails.store.ts'
import type { Email } from './emails.table.ts'
import { link, type Message, type MessageType } from './message.ts'
import { type Letterhead, messageHtml, messageText } from './message-html.tsx'
import { unsubscribeKey } from './opt-outs.store.ts'
import { blankPayload, openPayload } from './sealed-payload.ts'

/** An email as sent, and as stored, with keys and codes blanked. Not ok: it cannot be sent now. */
export type OutgoingEmail =
  | {
      readonly ok: true
      readonly sent: EmailContent | CustomEmail
      readonly kept: EmailContent
      readonly secrets: readonly string[]
    }
  | ({ readonly ok: false } & SendBlock)

export type Messages = ReturnType<typeof openMessages>
export type WithMessages = { readonly messages: Messages }

type Options<Context> = Pick<Platform, 'db' | 'now' | 'url' | 'secret'> & {
  readonly types: readonly MessageType<never, never, Context>[]
  readonly customTypes?: readonly CustomEmailType[]
  readonly context: () => Promise<Context>
}

export function openMessages<Context extends Letterhead>(options: Options<Context>) {
  const { db, now, url, secret, types, customTypes = [], context } = options
  const typeOf = new Map(types.map((type) => [type.id, type]))
  const customTypeOf = new Map(customTypes.map((type) => [type.id, type]))
  const unsubscribeUrl = ({ template, recipient: email }: Pick<Email, 'template' | 'recipient'>): string | null =>
    typeOf.get(template)?.optional ? url + hrefs.unsubscribe(unsubscribeKey(secret, { email, template })) : null
  const render = async (readFrom: Db | Tx, email: Email, payload: object): Promise<EmailContent> => {
    const type = typeOf.get(email.template)
    if (!type) throw new Error(`Mail ${email.id} is of an unknown kind: ${email.template}`)
    const current = await context()
    const message = withUnsubscribeLink(await type.content(readFrom, email, payload, current), unsubscribeUrl(email))
    const { replyTo } = message
    return { html: messageHtml(message, current), text: messageText(message, current), replyTo }
  }
  const renderBlank = (readFrom: Db | Tx, email: Email) =>
    render(readFrom, email, blankPayload(email, typeOf.get(email.template)?.secrets))
  return {
    types: types as readonly Omit<MessageType, 'preview' | 'content' | 'compose'>[],
    unsubscribeUrl,
    /** For staff: the stored content, otherwise a rendering. Throws when rendering fails. */
    async content(readFrom: Db | Tx, email: Email): Promise<EmailContent> {
      const stored = storedContent(email)
      if (stored) return stored
      const custom = customTypeOf.get(email.template)
      if (custom) {
        const loaded = await custom.load(readFrom, email.data)
        if (!loaded) throw new Error(`What mail ${email.id} is about is gone`)
        return customContent(loaded.email)
      }
      const opened = openPayload(secret, email, now())
      return opened.ok ? render(readFrom, email, opened.payload) : renderBlank(readFrom, email)
    },
    async outgoing(readFrom: Db | Tx, email: Email): Promise<OutgoingEmail> {
      // Loaded again for a repeated email, because its attachments are not stored.
      const custom = customTypeOf.get(email.template)
      if (custom) {
        const loaded = await custom.load(readFrom, email.data)
        if (!loaded) return { ok: false, reason: 'What it is about is deleted.', isFinal: true }
        const sendBlock = await custom.sendBlock(readFrom, email.data)
        if (sendBlock) return { ok: false, ...sendBlock }
        const sent = { ...loaded.email, attachments: await loaded.readAttachments() }
        return { ok: true, sent, kept: customContent(sent), secrets: [] }
      }
      const stored = storedContent(email)
      if (stored) return { ok: true, sent: stored, kept: stored, secrets: [] }
      const opened = openPayload(secret, email, now())
      if (!opened.ok) return { ...opened, isFinal: true }
      const sent = await render(readFrom, email, opened.payload)
      const { secrets } = opened
      return { ok: true, sent, kept: secrets.length === 0 ? sent : await renderBlank(readFrom, email), secrets }
    },
    /** Renders sample data; null for an unknown type. */
    async preview(id: string) {
      const type = typeOf.get(id)
      if (!type) return null
      const current = await context()
      const { message, ...preview } = await type.preview(db, now(), current)
      return { ...preview, html: messageHtml(message, current), text: messageText(message, current) }
    },
  }
}

const storedContent = ({ html, text, replyTo }: Email): EmailContent | null =>
  html !== null && text !== null ? { html, text, replyTo: replyTo ?? undefined } : null

const withUnsubscribeLink = (message: Message, href: string | null): Message =>
  href === null ? message : { ...message, blocks: [...message.blocks, link('Stop these emails', href)] }
