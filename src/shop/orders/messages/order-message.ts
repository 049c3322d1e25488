import type { MessageBlock, MessageContext } from '../../../things/messages/message.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import type { PaymentMethodSettings } from '../../payment-methods/settings.ts'
import type { Order } from '../orders.store.ts'
import type { Shipment } from '../shipment.ts'

/** What an email about an order is written from besides the order, stored with the email. */
export type OrderMessageData = {
  readonly note?: string
  readonly refundCents?: number
  /** The money was given back without the payment provider. */
  readonly isRefundedByHand?: boolean
  readonly reason?: string
  readonly dispute?: {
    readonly amountCents: number
    /** As a clause of a sentence. */
    readonly reason: string
    readonly isInquiry: boolean
    readonly isLost: boolean
    /** The deadline for a response, as text. */
    readonly respondBy?: string
  }
  /** The parcels, read when the email is sent. */
  readonly shipments?: readonly Shipment[]
  /** When an unpaid order expires, ISO 8601. */
  readonly until?: string
}

export type OrderMessageContext = MessageContext<SiteSettings & MessageSettings & PaymentMethodSettings>

/** What a subject is written from. The completed-order email also mentions the delivery. */
export type SubjectOrder = Pick<Order, 'id' | 'orderKey' | 'totalCents' | 'currency'> &
  Partial<Pick<Order, 'paymentMethod' | 'shippingLines'>>

export type OrderSubject = { readonly order: SubjectOrder; readonly data: OrderMessageData }

type SubjectParts = OrderSubject & {
  readonly shopTitle: string
  /** 'Your Samovar order #1042' to the customer, '[Samovar] Order #1042' to the shop. */
  readonly orderName: string
}

/** An email about orders; `Parts` is what its content is written from. */
export type OrderMessage<Parts> = {
  readonly title: string
  /** When it is sent. */
  readonly when: string
  readonly subject: (parts: SubjectParts) => string
  readonly content: (parts: Parts) => readonly [title: string, intro: string, ...blocks: MessageBlock[]]
}

/** Whether the order was refunded in full; true without an amount. */
export const isFullRefund = (order: { readonly totalCents: number }, data: OrderMessageData): boolean =>
  data.refundCents === undefined || data.refundCents >= order.totalCents
