import type { EmailData } from '../../../things/messages/emails.table.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import type { PaymentMethodSettings } from '../../payments/settings.ts'
import type { WithOrderNumber } from '../order-status.ts'
import type { Order } from '../orders.store.ts'

/** The content of an email, from which both HTML and plain text are rendered. */
export type Message = {
  /** Preview text that mail clients show beside the subject. */
  readonly preview: string
  readonly title: string
  readonly blocks: readonly MessageBlock[]
}

export type MessageBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'button'; readonly label: string; readonly href: string }
  | { readonly kind: 'links'; readonly links: readonly { readonly label: string; readonly href: string }[] }
  | { readonly kind: 'rows'; readonly title: string; readonly rows: readonly (readonly [string, string])[] }
  /** Items and totals. */
  | { readonly kind: 'order' }
  | { readonly kind: 'addresses' }

export type MessageContext = {
  /** Public URL without a trailing slash. */
  readonly url: string
  /** Signs the links to review forms; without it emails contain no such links. */
  readonly secret?: string
  readonly settings: Omit<SiteSettings, 'tagline'> & PaymentMethodSettings
}

/** What a subject is written from. The completed-order email also mentions the delivery. */
export type SubjectOrder = WithOrderNumber &
  Pick<Order, 'id' | 'totalCents'> &
  Partial<Pick<Order, 'paymentMethod' | 'shippingLines'>>

type SubjectParts = {
  readonly order: SubjectOrder
  readonly data: EmailData
  readonly shopTitle: string
  /** 'Your Samovar order #1042' to the customer, '[Samovar] Order #1042' to the shop. */
  readonly orderName: string
}

/** An email about orders; `Parts` is what its content is written from. */
export type EmailType<Parts> = {
  readonly title: string
  /** When it is sent. */
  readonly when: string
  readonly subject: (parts: SubjectParts) => string
  readonly content: (parts: Parts) => readonly [title: string, intro: string, ...blocks: MessageBlock[]]
}

export const text = (content: string): MessageBlock => ({ kind: 'text', text: content })

/** Whether the order was refunded in full; true without an amount. */
export const isFullRefund = (order: { readonly totalCents: number }, data: EmailData): boolean =>
  data.refundCents === undefined || data.refundCents >= order.totalCents
