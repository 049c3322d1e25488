/** Numbers of orders, and what happens to those that are not paid or are refunded. */
export type OrderSettings = {
  /** The first order is called this. Raised later, numbers go on from there. */
  readonly firstOrderNumber: number
  /** How long goods are kept for somebody who is paying by card; 0: for as long as it takes. */
  readonly holdStockMinutes: number
  /** Whether goods go back on the shelf when all the money of their order went back: only those not sent yet, all, or none. */
  readonly restockRefunded: 'unsent' | 'always' | 'never'
  /** Days after which an order that waits for a transfer or a cheque is cancelled; 0: never. */
  readonly onHoldDays: number
  /** What one buyer may have kept without a payment (`checkout/unpaid-hold.ts`); 0: as much as they like. */
  readonly unpaidHold: {
    readonly maxPieces: number
    /** Different products and sizes. */
    readonly maxProducts: number
    /** Value of the goods. */
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
