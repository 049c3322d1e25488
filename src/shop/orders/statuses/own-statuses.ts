import type { orders } from '../orders.table.ts'

/* Statuses of one's own: words for orders of one of the shop's statuses, from which follows what happens with them. */

export const behaviours = ['pending', 'on-hold', 'processing', 'completed'] as const

export type OwnStatus = {
  readonly slug: string
  readonly label: string
  readonly behaves_as: (typeof behaviours)[number]
}

export const MAX_OWN_STATUSES = 20
export const ownSlug = /^[a-z0-9]([a-z0-9-]{0,18}[a-z0-9])?$/

type Row = Pick<typeof orders.$inferSelect, 'status' | 'ownStatus'>

/** None if the settings have it no more, or as another. */
export const ownStatusOf = (order: Row, own: readonly OwnStatus[]): OwnStatus | undefined =>
  own.find(({ slug, behaves_as }) => slug === order.ownStatus && behaves_as === order.status)

/** Keys of the metadata that says what an order's own status is, and which ones it may be given. */
export const ownStatusMeta = '_samovar_own_status'
export const ownStatusesMeta = '_samovar_own_statuses'
