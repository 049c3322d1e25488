import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx, violates } from '../../platform/database/connect.ts'
import { among, containsText, listOrder, notAmong, readPage } from '../../platform/database/list-query.ts'
import { sumOf } from '../../platform/money/money.ts'
import type { datesOf, windowOf } from '../../platform/rest/fields.ts'
import { canonicalEmail } from './canonical-email.ts'
import { type CartCoupon, formatCouponCode } from './coupon.ts'
import { coupons, orderCoupons } from './coupons.table.ts'

export type Shopper = { readonly cartId: number | null; readonly email: string; readonly customerId: number | null }

/**
 * Counted uses, except by the unpaid order of the same cart, so that an order does not block its own payment. An order
 * that was accepted has left its cart, and can still be paid.
 */
const usesExceptByCart = (cartId: number | null) => sql`
  from order_coupons used join orders o on o.id = used.order_id
 where used.coupon_id = coupons.id and used.is_counted
   and not (o.cart_id is not null and o.cart_id is not distinct from ${cartId}::int and o.status in ('pending', 'failed')
     and o.invoice_number is null)`

const productIdsIn = (column: 'category_ids' | 'excluded_category_ids') => sql<number[] | null>`(
  with recursive branch as (
    select value::int as id from jsonb_array_elements_text(coupons.${sql.raw(column)})
    union select t.id from terms t join branch on t.parent_id = branch.id
  ) select array_agg(distinct et.entry_id) from entry_terms et join branch on branch.id = et.term_id)`

export async function loadCoupons(db: Db | Tx, codes: readonly string[], shopper: Shopper): Promise<CartCoupon[]> {
  if (codes.length === 0) return []
  const { cartId, customerId } = shopper
  const email = canonicalEmail(shopper.email)
  const isSameCustomer = sql`((used.used_by_canonical = ${email} and ${email} <> '') or o.customer_id = ${customerId}::int)`
  const rows = await db
    .select({
      coupon: coupons,
      usedCount: sql<number>`case when coupons.usage_limit is null then 0
        else (select count(*)::int ${usesExceptByCart(cartId)}) end`,
      usedByCustomerCount: sql<number>`case when coupons.usage_limit_per_customer is null then 0
        else (select count(*)::int ${usesExceptByCart(cartId)} and ${isSameCustomer}) end`,
      categoryProductIds: productIdsIn('category_ids'),
      excludedCategoryProductIds: productIdsIn('excluded_category_ids'),
    })
    .from(coupons)
    .where(inArray(coupons.code, [...codes]))
  return rows.map(({ coupon, usedCount, usedByCustomerCount, categoryProductIds, excludedCategoryProductIds }) => ({
    ...coupon,
    usedCount,
    usedByCustomerCount,
    categoryProductIds: coupon.categoryIds.length === 0 ? null : new Set(categoryProductIds ?? []),
    excludedCategoryProductIds: new Set(excludedCategoryProductIds ?? []),
  }))
}

export const couponExists = async (db: Db | Tx, code: string): Promise<boolean> =>
  (await db.$count(coupons, eq(coupons.code, code))) > 0

/** Locks coupons with limits, so that the last use is granted once. In id order, and before any stock is locked. */
export async function lockLimitedCoupons(tx: Tx, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  await tx
    .select({ id: coupons.id })
    .from(coupons)
    .where(
      and(
        inArray(coupons.code, [...codes]),
        or(isNotNull(coupons.usageLimit), isNotNull(coupons.usageLimitPerCustomer)),
      ),
    )
    .orderBy(asc(coupons.id))
    .for('update')
}

export type CouponUse = Omit<typeof orderCoupons.$inferInsert, 'orderId' | 'usedByCanonical'>

/** A coupon that is deleted at this moment has gone from the order too, which keeps its code and the discount. */
export async function insertCouponUses(tx: Tx, orderId: number, uses: readonly CouponUse[]): Promise<void> {
  if (uses.length === 0) return
  await tx.insert(orderCoupons).values(
    uses.map(({ couponId, ...use }) => ({
      ...use,
      orderId,
      couponId: sql`(select id from coupons where id = ${couponId ?? null}::int for key share)`,
      usedByCanonical: canonicalEmail(use.usedBy),
    })),
  )
}

export async function releaseCouponUses(tx: Tx, orderId: number): Promise<void> {
  await tx
    .update(orderCoupons)
    .set({ isCounted: false })
    .where(and(eq(orderCoupons.orderId, orderId), eq(orderCoupons.isCounted, true)))
}

export type CouponRecord = typeof coupons.$inferSelect & {
  readonly usedCount: number
  readonly usedBy: readonly string[]
}

export type CouponChange = Partial<Omit<typeof coupons.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>>

type CouponQuery = Partial<ReturnType<typeof datesOf>> &
  ReturnType<typeof windowOf> & {
    readonly search: string
    readonly code: string
    readonly status: 'any' | 'publish' | 'draft' | 'trash'
    readonly include: readonly number[]
    readonly exclude: readonly number[]
    readonly orderby: 'date' | 'modified' | 'id' | 'include' | 'title' | 'slug'
    readonly order: 'asc' | 'desc'
  }

export async function readCoupons(db: Db, { status, include, exclude, ...query }: CouponQuery) {
  const code = formatCouponCode(query.code)
  const where = and(
    code === '' ? undefined : eq(coupons.code, code),
    containsText(query.search, [coupons.code, coupons.description]),
    status === 'trash' ? isNotNull(coupons.trashedAt) : isNull(coupons.trashedAt),
    status === 'publish' || status === 'draft' ? eq(coupons.isActive, status === 'publish') : undefined,
    among(coupons.id, include),
    notAmong(coupons.id, exclude),
    query.after && gte(coupons.createdAt, query.after),
    query.before && lt(coupons.createdAt, query.before),
    query.modifiedAfter && gte(coupons.updatedAt, query.modifiedAfter),
    query.modifiedBefore && lt(coupons.updatedAt, query.modifiedBefore),
  )
  const columns = {
    date: coupons.createdAt,
    modified: coupons.updatedAt,
    id: coupons.id,
    title: coupons.code,
    slug: coupons.code,
  }
  const order = listOrder(columns, coupons.id, { ...query, include })
  const page = { where, order, limit: query.limit, offset: query.offset }
  const { items, total } = await readPage(db, db.select().from(coupons).$dynamic(), coupons, page)
  return { total, coupons: await withUses(db, items) }
}

export const readCoupon = async (db: Db, id: number): Promise<CouponRecord | null> =>
  withUses(db, await db.select().from(coupons).where(eq(coupons.id, id))).then(firstOf)

async function withUses(db: Db, rows: readonly (typeof coupons.$inferSelect)[]): Promise<CouponRecord[]> {
  const ids = rows.map((row) => row.id)
  const uses = await db
    .select({ couponId: orderCoupons.couponId, usedBy: orderCoupons.usedBy, times: count() })
    .from(orderCoupons)
    .where(and(eq(orderCoupons.isCounted, true), inArray(orderCoupons.couponId, ids)))
    .groupBy(orderCoupons.couponId, orderCoupons.usedBy)
    .orderBy(asc(orderCoupons.usedBy))
  return rows.map((row) => {
    const couponUses = uses.filter((use) => use.couponId === row.id)
    return {
      ...row,
      usedCount: sumOf(couponUses, (use) => use.times),
      usedBy: couponUses.map((use) => use.usedBy),
    }
  })
}

/** Inserts a coupon. Null when its code exists: a unique index rejects it, even with concurrent inserts. */
export async function insertCoupon(db: Db, coupon: typeof coupons.$inferInsert): Promise<number | null> {
  const inserted = db.insert(coupons).values(coupon).onConflictDoNothing({ target: coupons.code }).returning()
  return (await inserted.then(firstOf))?.id ?? null
}

export async function updateCoupon(db: Db, id: number, change: CouponChange, now: Date): Promise<boolean> {
  if (Object.keys(change).length === 0) return true
  try {
    await db
      .update(coupons)
      .set({ ...change, updatedAt: now })
      .where(eq(coupons.id, id))
    return true
  } catch (error) {
    if (violates(error, 'coupons_code')) return false
    throw error
  }
}

/** Deletes a coupon permanently. Existing orders retain their discount; carts with it show a notice. */
export async function deleteCoupon(db: Db, id: number): Promise<boolean> {
  const deleted = await db.delete(coupons).where(eq(coupons.id, id)).returning({ id: coupons.id })
  return deleted.length > 0
}
