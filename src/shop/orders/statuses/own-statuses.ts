import type { orders } from '../orders.table.ts'

/* Custom order statuses: names for orders in a core status, which determines their behaviour. */

export const behaviours = ['pending', 'on-hold', 'processing', 'completed'] as const

export type OwnStatus = {
  readonly slug: string
  readonly label: string
  readonly behaves_as: (typeof behaviours)[number]
}

export const MAX_OWN_STATUSES = 20
export const ownSlug = /^[a-z0-9]([a-z0-9-]{0,18}[a-z0-9])?$/

type Row = Pick<typeof orders.$inferSelect, 'status' | 'ownStatus'>

/** Undefined if the settings no longer have it, or with another core status. */
export const ownStatusOf = (order: Row, ownStatuses: readonly OwnStatus[]): OwnStatus | undefined =>
  ownStatuses.find(({ slug, behaves_as }) => slug === order.ownStatus && behaves_as === order.status)

/** Metadata keys of an order's custom status, and of those it may be given. */
export const ownStatusMeta = '_samovar_own_status'
export const ownStatusesMeta = '_samovar_own_statuses'
