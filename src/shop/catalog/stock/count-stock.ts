import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/connect.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import type { InventorySettings } from '../../inventory/settings.ts'
import { lockStock, setStock } from '../../inventory/stock.store.ts'
import { invalidatePages } from '../invalidate-pages.ts'
import { sendStockMessages } from '../messages/stock-messages.ts'

/** A count, compared with the `expected` quantity, or a delivery. `since`: id of the newest stock change shown. */
export type StockCount = { readonly id: number; readonly since: number } & (
  | { readonly counted: number; readonly expected: number }
  | { readonly received: number }
)

type Level = { readonly id: number; readonly onHand: number; readonly since: number; readonly isChanged: boolean }

export type CountOutcome =
  | { readonly kind: 'saved'; readonly id: number; readonly before: number; readonly after: number }
  | { readonly kind: 'not-counted'; readonly id: number }
  | ({ readonly kind: 'out-of-range' | 'changed-meanwhile' } & Omit<Level, 'isChanged'>)

type Shop = Pick<Platform, 'db' | 'jobs' | 'now' | 'secret'> &
  WithSettings<InventorySettings & MessageSettings & SiteSettings>

const differenceOf = (count: StockCount): number =>
  'received' in count ? count.received : count.counted - count.expected

/**
 * Adds each difference to the current quantity, so that sales during the count are kept. Refuses a product that a
 * person has changed since it was read: a count sent twice, or by two people, is added once.
 */
export async function countStock(shop: Shop, counts: readonly StockCount[]): Promise<CountOutcome[]> {
  const now = shop.now()
  return shop.db.transaction(async (tx) => {
    const levels = await lockedLevels(tx, counts)
    const outcomes = counts.map((count) => outcomeOf(count, levels.get(count.id)))
    const change = (reason: 'adjusted' | 'count') => {
      const updates = outcomes.flatMap((outcome, index) =>
        outcome.kind === 'saved' && 'received' in (counts[index] ?? {}) === (reason === 'adjusted')
          ? [{ productId: outcome.id, onHand: outcome.after }]
          : [],
      )
      return setStock(tx, updates, reason, now)
    }
    const changes = [...(await change('count')), ...(await change('adjusted'))]
    await sendStockMessages(shop, tx, changes, `count:${now.toISOString()}`)
    await invalidatePages(shop, tx, changes, now)
    return outcomes
  })
}

function outcomeOf(count: StockCount, level: Level | undefined): CountOutcome {
  if (!level) return { kind: 'not-counted', id: count.id }
  const { isChanged, ...now } = level
  if (isChanged) return { kind: 'changed-meanwhile', ...now }
  const after = level.onHand + differenceOf(count)
  if (after < 0 || after > MAX_ID) return { kind: 'out-of-range', ...now }
  return { kind: 'saved', id: count.id, before: level.onHand, after }
}

async function lockedLevels(tx: Tx, counts: readonly StockCount[]): Promise<ReadonlyMap<number, Level>> {
  const items = counts.map(({ id }) => ({ productId: id, quantity: 0 }))
  await lockStock(tx, [], items)
  const ids = sql`${sql.param(counts.map(({ id }) => id))}::int[]`
  const { rows } = await tx.execute<Level>(sql`
    select level.product_id as id, level.on_hand as "onHand", coalesce(max(moved.id), 0) as since,
      coalesce(bool_or(moved.id > asked.since and moved.reason in ('count', 'adjusted', 'import')), false) as "isChanged"
    from unnest(${ids}, ${sql.param(counts.map(({ since }) => since))}::int[]) asked (id, since)
    join stock_levels level on level.product_id = asked.id and level.tracks_inventory
    join products on products.id = level.product_id and products.type in ('simple', 'variation')
    left join stock_movements moved on moved.product_id = level.product_id
    group by level.product_id`)
  return new Map(rows.map((row) => [row.id, row]))
}
