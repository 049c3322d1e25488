/** Settings of order numbers, unpaid orders and refunds. */
import type { EmailSettings } from './emails/email-templates.ts'

export type OrderSettings = {
  /** The number of the first order. If raised later, numbering continues from there. */
  readonly firstOrderNumber: number
  /** WooCommerce's "Hold stock (minutes)" for card payments in progress; 0: no limit. */
  readonly holdStockMinutes: number
  /** Which fully refunded orders are restocked: unsent ones only, all, or none. */
  readonly restockRefunded: 'unsent' | 'always' | 'never'
  /** Days after which an order waiting for a transfer or a cheque is cancelled; 0: never. */
  readonly onHoldDays: number
  /** Maximum stock reserved by one buyer's unpaid orders (`checkout/unpaid-reservations.ts`); 0: no limit. */
  readonly unpaidHold: {
    readonly maxPieces: number
    /** Distinct products and variations. */
    readonly maxProducts: number
    /** Value of the items. */
    readonly maxCents: number
  }
}

export const orderDefaults: OrderSettings = {
  firstOrderNumber: 1001,
  holdStockMinutes: 60,
  restockRefunded: 'unsent',
  onHoldDays: 10,
  unpaidHold: { maxPieces: 200, maxProducts: 40, maxCents: 300_000 },
}

/** Which emails about orders are sent, and to whom. */
export type OrderEmailSettings = {
  /** Which email types are enabled, and who receives the shop's own. */
  readonly emails: EmailSettings
}

export const orderEmailDefaults: OrderEmailSettings = {
  emails: {},
}
