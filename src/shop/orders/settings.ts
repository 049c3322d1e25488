/** Settings of invoice numbers, unpaid orders and refunds. */
export const orderDefaults = {
  /** The number of the first invoice. If raised later, numbering continues from there. */
  firstInvoiceNumber: 1001,
  /** WooCommerce's "Hold stock (minutes)" for card payments in progress; 0: no limit. */
  holdStockMinutes: 60,
  /** Which fully refunded orders are restocked: unsent ones only, all, or none. */
  restockRefunded: 'unsent' as 'unsent' | 'always' | 'never',
  /** Days after which an order waiting for a transfer or a cheque is cancelled; 0: never. */
  onHoldDays: 10,
  /**
   * Maximum stock reserved by one buyer's unpaid orders (`checkout/unpaid-reservations.ts`): pieces, distinct products
   * and variations, and the value of the items; 0: no limit.
   */
  unpaidHold: { maxPieces: 200, maxProducts: 40, maxCents: 300_000 },
}

export type OrderSettings = Readonly<typeof orderDefaults>
