/** What has become of a refund: its money is on the way, back, or still with the shop. */
export type RefundOutcome = 'pending' | 'succeeded' | 'failed'

/** Metadata keys of a refund: what WooCommerce has no field for. */
export const refundMeta = {
  outcome: '_samovar_refund_status',
  author: '_samovar_refund_author',
  problem: '_samovar_refund_problem',
  /** Of a failed refund that was tried again: the id of the refund in its place. */
  retry: '_samovar_refund_retry',
  id: '_refund_id',
  item: '_refunded_item_id',
} as const

export const refundExcessMeta = '_samovar_refund_excess'
