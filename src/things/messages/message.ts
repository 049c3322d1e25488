import type { ReactNode } from 'react'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { SiteSettings } from '../settings/site-settings.ts'
import type { NewEmail } from './emails.store.ts'
import type { Email } from './emails.table.ts'
import { type MessageSecrets, sealPayload } from './sealed-payload.ts'
import { type MessageSettings, messageSettingsOf } from './settings.ts'

export type Message = {
  /** Preview text that mail clients show beside the subject. */
  readonly preview: string
  readonly title: string
  readonly blocks: readonly MessageBlock[]
  readonly replyTo?: string
}

export type MessageBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'button'; readonly label: string; readonly href: string }
  | { readonly kind: 'links'; readonly links: readonly { readonly label: string; readonly href: string }[] }
  | { readonly kind: 'rows'; readonly title: string; readonly rows: readonly (readonly [string, string])[] }
  /** Content in a room's own layout, such as the items of an order: once as HTML and once as text. */
  | { readonly kind: 'own'; readonly html: ReactNode; readonly text: string }

/** A text block may be given as its text. `preview` defaults to the first block, if it is given so. */
export type MessageContent = Omit<Message, 'preview' | 'blocks'> & {
  readonly preview?: string
  readonly blocks: readonly (string | MessageBlock)[]
}

function messageOf({ preview, blocks, ...content }: MessageContent): Message {
  const [intro] = blocks
  return {
    ...content,
    preview: preview ?? (typeof intro === 'string' ? intro : ''),
    blocks: blocks.map((block) => (typeof block === 'string' ? text(block) : block)),
  }
}

export const text = (content: string): MessageBlock => ({ kind: 'text', text: content })
export const button = (label: string, href: string): MessageBlock => ({ kind: 'button', label, href })
export const link = (label: string, href: string): MessageBlock => ({ kind: 'links', links: [{ label, href }] })

export type MessageContext<Settings = SiteSettings & MessageSettings> = {
  /** Public URL without a trailing slash. */
  readonly url: string
  /** Signs links to forms; without it emails contain no such links. */
  readonly secret?: string
  readonly settings: Settings
}

export type NewMessage<Subject, Payload> = {
  readonly recipient?: string
  readonly subject: Subject
  readonly payload: Payload
  /** Identifies the event: each type of message is sent once for it. */
  readonly key: string
  readonly orderId?: number
}

export type MessageInfo = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly to: 'customer' | 'shop'
  readonly isOffByDefault?: boolean
  /** Label on the page of email preferences; such emails have an unsubscribe link. */
  readonly optional?: { readonly label: string }
}

type Definition<Payload, Data extends Subject, Subject, Context> = MessageInfo & {
  readonly subject: (data: Subject, settings: SiteSettings) => string
  /** Values for `{name}` in the owner's subject; `{site_title}` is always available. */
  readonly placeholders?: Readonly<Record<string, (data: Subject) => string>>
  /** Links and codes in the payload: encrypted while the email waits, deleted once it is sent or they expire. */
  readonly secrets?: MessageSecrets<NoInfer<keyof Payload & string>>
  /** Loads the data when the email is sent. Null if its subject was deleted. */
  readonly load: (db: Db | Tx, email: StoredMessage<Payload>) => Promise<Data | null>
  readonly render: (data: Data, context: Context) => MessageContent
  readonly orderIdOf?: (data: Data) => number
  readonly sample: (db: Db, now: Date) => Promise<Data> | Data
}

type StoredMessage<Payload> = { readonly payload: Payload; readonly orderId: number | null }

type MessagePreview = { readonly message: Message; readonly subject: string; readonly orderId: number }

export type MessageType<Subject = never, Payload = never, Context = never> = MessageInfo & {
  /** Placeholders that the owner may use in the subject. */
  readonly subjectWords: readonly string[]
  readonly secrets?: MessageSecrets
  readonly compose: (message: NewMessage<Subject, Payload>, shop: Composer) => NewEmail | null
  readonly content: (db: Db | Tx, email: Email, payload: object, context: Context) => Promise<Message>
  readonly preview: (db: Db, now: Date, context: Context) => Promise<MessagePreview>
}

type SubjectSettings = SiteSettings & MessageSettings

export type Composer = Pick<Platform, 'now' | 'secret'> & WithSettings<SubjectSettings>

/** Declares a type of message. Add it to `messageTypes` in `src/messages.ts`, and send it with `sendMessage`. */
export function defineMessage<
  Payload extends object,
  Data extends Subject,
  Subject,
  Context extends MessageContext<SubjectSettings>,
>(definition: Definition<Payload, Data, Subject, Context>): MessageType<Subject, Payload, Context> {
  const { load, render, sample, orderIdOf, placeholders = {}, subject, ...info } = definition
  const subjectOf = (data: Subject, settings: SubjectSettings): string => {
    const customSubject = messageSettingsOf(settings, info).subject
    if (customSubject === '') return subject(data, settings)
    return customSubject.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      if (name === 'site_title') return settings.siteTitle
      return Object.hasOwn(placeholders, name) ? (placeholders[name]?.(data) ?? whole) : whole
    })
  }
  return {
    ...info,
    subjectWords: ['site_title', ...Object.keys(placeholders)],
    compose({ recipient = '', key, orderId, payload, subject: subjectData }, shop) {
      const settings = shop.settings()
      const { enabled, recipients } = messageSettingsOf(settings, info)
      const to = info.to === 'customer' ? recipient : recipients.join(', ') || settings.ownerEmail
      if (!enabled || to === '') return null
      const addressed = { template: info.id, recipient: to }
      return {
        key,
        ...addressed,
        ...sealPayload(shop, addressed, payload, info.secrets),
        orderId: orderId ?? null,
        subject: subjectOf(subjectData, settings),
      }
    },
    async content(db, { id, orderId }, payload, context) {
      const loaded = await load(db, { payload: payload as Payload, orderId })
      if (loaded === null) throw new Error(`What mail ${id} is about is gone`)
      return messageOf(render(loaded, context))
    },
    async preview(db, now, context) {
      const data = await sample(db, now)
      const message = messageOf(render(data, context))
      return { message, subject: subjectOf(data, context.settings), orderId: orderIdOf?.(data) ?? 0 }
    },
  }
}

type AccountEmail<Payload> = Pick<MessageInfo, 'id' | 'title' | 'description'> & {
  readonly subject: (siteTitle: string) => string
  readonly secrets?: MessageSecrets<NoInfer<keyof Payload & string>>
  readonly render: (payload: Payload, context: MessageContext) => MessageContent
  readonly sample: (now: Date) => Payload
}

export const defineAccountEmail = <Payload extends object>({ subject, sample, ...info }: AccountEmail<Payload>) =>
  defineMessage({
    ...info,
    to: 'customer',
    subject: (_account: object, { siteTitle }) => subject(siteTitle),
    load: async (_db, { payload }: { readonly payload: Payload }) => payload,
    sample: (_db, now) => sample(now),
  })

type PersonalEmail<Payload> = Omit<AccountEmail<Payload>, 'render'> & {
  readonly preview?: (payload: Payload) => string
  /** The title without the name. */
  readonly heading: string
  readonly blocks: (payload: Payload, context: MessageContext) => MessageContent['blocks']
}

/** An email to the owner of an account with their name in its title. */
export const definePersonalEmail = <Payload extends { readonly name: string }>(email: PersonalEmail<Payload>) => {
  const { preview, heading, blocks, ...account } = email
  return defineAccountEmail<Payload>({
    ...account,
    render: (payload, context) => ({
      ...(preview && { preview: preview(payload) }),
      title: titleWithName(heading, payload.name),
      blocks: blocks(payload, context),
    }),
  })
}

/** A title with the reader's name, if known: 'Goodbye, Maya.' */
export const titleWithName = (title: string, name: string): string =>
  name === '' ? title : `${title.slice(0, -1)}, ${name}${title.slice(-1)}`
