import { and, eq, inArray, lte, ne, sql } from 'drizzle-orm'
import { users } from '../../people/identity/accounts.table.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Principal } from '../../platform/rest/call.ts'
import type { Platform } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { deleteProduct } from '../../shop/catalog/product-status.ts'
import type { ReassignShop } from '../../shop/customers/customers.store.ts'
import { orders } from '../../shop/orders/orders.table.ts'
import { coupons } from '../../shop/pricing/coupons.table.ts'
import { recordAdminEvent } from '../../things/admin-log/admin-log.store.ts'
import { viaOf } from '../../things/admin-log/admin-log.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { defaultsOf } from '../../things/settings/setting.ts'
import { loadStored, saveSettings } from '../../things/settings/settings.store.ts'
import { removeOrders, removePeople } from './remove-people.ts'
import { type DemoMark, type OnboardingSettings, onboardingSettings } from './settings.ts'

/** Counts of removed items. `kept` counts products, texts and coupons that somebody has edited. */
export type RemovedDemo = {
  readonly products: number
  readonly texts: number
  readonly people: number
  readonly orders: number
  readonly kept: number
}

export const readDemoMark = async (db: Db | Tx): Promise<DemoMark | null> =>
  (await loadStored(db, defaultsOf(onboardingSettings))).demo

/**
 * Removes what the seed wrote and nobody has edited since: products, posts and projects with their comments, people
 * with their sessions, the seed's orders, coupons and settings. Keeps the account of the caller, and pages, menus,
 * categories and pictures, which are easier to change than to make. Null if this shop has no demo.
 */
export const removeDemo = (
  shop: Pick<Platform, 'db'> & ReassignShop,
  principal: Principal,
): Promise<RemovedDemo | null> =>
  shop.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('samovar.seed'))`)
    const mark = await readDemoMark(tx)
    if (!mark) return null
    const soldOrders = await removeOrders(tx, eq(orders.createdVia, 'seed'))
    const isDemo = inArray(users.email, [...mark.people])
    const people = await removePeople(tx, shop, and(isDemo, ne(users.id, principal.user.id)))
    const { entryCounts, kept } = await removeEntries(tx, mark, shop.now())
    // Rows written by the seed's transaction have the same time.
    const seededAt = sql`(select updated_at from settings where name = 'demo')`
    const isDemoCoupon = lte(coupons.id, mark.lastCoupon)
    await tx.delete(coupons).where(and(isDemoCoupon, eq(coupons.updatedAt, seededAt)))
    const keptCoupons = await tx.$count(coupons, isDemoCoupon)
    // Without these settings the defaults apply, as in a new shop.
    await tx.execute(sql`delete from settings where updated_at = ${seededAt}`)
    // Demo passwords are public, so the caller's demo account is still marked for later removal.
    const remaining = await tx.select({ email: users.email }).from(users).where(isDemo)
    const demo = remaining.length > 0 ? { ...mark, people: remaining.map(({ email }) => email) } : null
    await saveSettings<OnboardingSettings>(tx, { demo })
    const removed = { ...entryCounts, people: people.length, orders: soldOrders, kept: kept + keptCoupons }
    await recordAdminEvent(tx, {
      by: { id: principal.user.id, name: principal.user.name },
      via: viaOf(principal),
      kind: 'other',
      summary: `Removed the demo: ${Object.entries(removed)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')}`,
      at: shop.now(),
    })
    await invalidatePageTags(tx, ['*'])
    return removed
  })

async function removeEntries(tx: Tx, { lastEntry }: DemoMark, now: Date) {
  const removable = ['product', 'post', 'project'] as const
  const demoEntries = await tx
    .select({
      id: entries.id,
      kind: entries.kind,
      // Every save increases the version, also a save of a variation.
      isEdited: sql<boolean>`${entries.version} > 1 or exists (
        select 1 from entries v where v.parent_id = ${entries.id} and v.version > 1)`,
    })
    .from(entries)
    .where(and(lte(entries.id, lastEntry), inArray(entries.kind, [...removable])))
    .orderBy(entries.id)
  const untouched = demoEntries.filter(({ isEdited }) => !isEdited)
  const products = untouched.filter(({ kind }) => kind === 'product')
  for (const { id } of products) await deleteProduct(tx, id, now)
  const texts = untouched.filter(({ kind }) => kind !== 'product').map(({ id }) => id)
  if (texts.length > 0) await tx.delete(entries).where(inArray(entries.id, texts))
  return {
    entryCounts: { products: products.length, texts: texts.length },
    kept: demoEntries.length - untouched.length,
  }
}
