import type { OrderStatus } from '../orders.table.ts'

/** Every email about orders: recipient and trigger. */
export const emailTemplates = {
  'order-confirmation': {
    to: 'customer',
    title: 'Order confirmation',
    when: 'An order is accepted: paid by card, or placed to be paid another way.',
  },
  'payment-received': {
    to: 'customer',
    title: 'Payment received',
    when: 'The payment for an on-hold order has arrived.',
  },
  'order-sent': {
    to: 'customer',
    title: 'Order on its way',
    when: 'An order is completed. To who picks it up it says that it is ready, or, when it is paid at pickup, that it was picked up.',
  },
  'payment-request': { to: 'customer', title: 'Payment request', when: 'You request payment for an open order.' },
  'payment-failed': { to: 'customer', title: 'Payment failed', when: 'The payment for an order has failed.' },
  'payment-reminder': {
    to: 'customer',
    title: 'Payment reminder',
    when: 'An order waiting for a transfer or a cheque will soon be cancelled.',
  },
  'order-cancelled': {
    to: 'customer',
    title: 'Order cancelled',
    when: 'An accepted order is cancelled. No email is sent for orders abandoned before payment.',
  },
  'order-refunded': { to: 'customer', title: 'Refund', when: 'An order is refunded, in full or in part.' },
  'customer-note': {
    to: 'customer',
    title: 'Note to the customer',
    when: 'You add a note for the customer.',
  },
  'order-link': {
    to: 'customer',
    title: 'Link to an order',
    when: 'Someone asks for a link to their order.',
  },
  'new-account': {
    to: 'customer',
    title: 'New account',
    when: 'Someone creates an account while buying. It contains the link to choose a password.',
  },
  'new-order': { to: 'shop', title: 'New order', when: 'An order is accepted.' },
  'shop-payment-received': {
    to: 'shop',
    title: 'Payment received',
    when: 'The payment for an on-hold order has arrived.',
  },
  'shop-payment-failed': { to: 'shop', title: 'Payment failed', when: 'The payment for an order has failed.' },
  'shop-order-cancelled': { to: 'shop', title: 'Order cancelled', when: 'An accepted order is cancelled.' },
  'shop-order-refunded': { to: 'shop', title: 'Refund', when: 'An order is refunded.' },
  'shop-refund-failed': {
    to: 'shop',
    title: 'Refund failed',
    when: 'Money that was given back could not be taken by the customer’s bank.',
  },
  'shop-dispute-opened': {
    to: 'shop',
    title: 'Payment disputed',
    when: 'A cardholder asks their bank for the money back. It says until when you can answer.',
  },
  'shop-dispute-closed': { to: 'shop', title: 'Dispute closed', when: 'The bank has decided about a dispute.' },
} as const satisfies Record<string, { to: 'customer' | 'shop'; title: string; when: string }>

export type EmailTemplate = keyof typeof emailTemplates

export const emailTemplateIds = Object.keys(emailTemplates) as EmailTemplate[]

export const isEmailTemplate = (text: string): text is EmailTemplate => Object.hasOwn(emailTemplates, text)

/** Owner's settings of one email type. Default: enabled, and shop emails go to the owner's address. */
export type EmailTemplateSettings = { readonly enabled: boolean; readonly recipients: readonly string[] }
export type EmailSettings = Readonly<Partial<Record<EmailTemplate, EmailTemplateSettings>>>

/** The owner marks offline payments as paid, so an email about it is useful only for shops with more staff. */
const disabledByDefault: ReadonlySet<EmailTemplate> = new Set(['shop-payment-received'])

export const emailTemplateSettings = (settings: EmailSettings, template: EmailTemplate): EmailTemplateSettings =>
  settings[template] ?? { enabled: !disabledByDefault.has(template), recipients: [] }

type StatusTransition = {
  readonly from: OrderStatus
  readonly to: OrderStatus
  /** The order had a number before the transition, so customer and shop know of it. */
  readonly wasAccepted: boolean
  readonly isPaid: boolean
}

/** The emails that a status transition triggers. */
export function emailsForTransition({ from, to, wasAccepted, isPaid }: StatusTransition): readonly EmailTemplate[] {
  switch (to) {
    case 'processing':
    case 'on-hold':
      if (!wasAccepted && (from === 'pending' || from === 'failed')) return ['order-confirmation', 'new-order']
      return from === 'on-hold' && isPaid ? ['payment-received', 'shop-payment-received'] : []
    case 'completed':
      return wasAccepted ? ['order-sent'] : ['order-confirmation', 'new-order']
    case 'failed':
      return ['payment-failed', 'shop-payment-failed']
    case 'cancelled':
      return wasAccepted ? ['order-cancelled', 'shop-order-cancelled'] : []
    case 'refunded':
      return ['order-refunded', 'shop-order-refunded']
    case 'pending':
      return []
  }
}
