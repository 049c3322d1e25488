import type { EmailData } from '../../../things/messages/emails.table.ts'
import { orderName } from '../order-status.ts'
import type { OrderStatus } from '../orders.table.ts'
import { type CustomerEmail, customerEmails } from './customer-emails.ts'
import type { SubjectOrder } from './message.ts'
import { shopEmails } from './shop-emails.ts'

/** Every email about orders. */
export const emailTemplates = { ...customerEmails, ...shopEmails }

export type EmailTemplate = keyof typeof emailTemplates

export const emailTemplateIds = Object.keys(emailTemplates) as EmailTemplate[]

export const isEmailTemplate = (text: string): text is EmailTemplate => Object.hasOwn(emailTemplates, text)

export const isForCustomer = (template: EmailTemplate): template is CustomerEmail =>
  Object.hasOwn(customerEmails, template)

/** The subject of an email. Rendered when the email is queued, so that the outbox shows it before sending. */
export function emailSubject(template: EmailTemplate, order: SubjectOrder, data: EmailData, shopTitle: string): string {
  const customersName = order.number === null ? `Your ${shopTitle} order` : `Your ${shopTitle} order #${order.number}`
  const shopsName = `[${shopTitle}] ${orderName(order, `Unpaid order (id ${order.id})`)}`
  const name = isForCustomer(template) ? customersName : shopsName
  return emailTemplates[template].subject({ order, data, shopTitle, orderName: name })
}

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
