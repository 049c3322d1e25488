import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { canonicalEmail } from './canonical-email.ts'
import type { CartCoupon } from './coupon.ts'
import { coupons, orderCoupons } from './coupons.table.ts'

/** The owner of a cart, as far as known. */
export type Shopper = { readonly cartId: number | null; readonly email: string; readonly customerId: number | null }

/** Counted uses, except by the unpaid order of the same cart, so that it does not block its own payment. */
const usesExceptByCart = (cartId: number | null) => sql`
  from order_coupons used join orders o on o.id = used.order_id
 where used.coupon_id = coupons.id and used.is_counted
   and not (o.cart_id is not null and o.cart_id is not distinct from ${cartId}::int and o.status in ('pending', 'failed'))`

/** Products in these categories and their descendants. */
const productIdsIn = (column: 'category_ids' | 'excluded_category_ids') => sql<number[] | null>`(
  with recursive branch as (
    select value::int as id from jsonb_array_elements_text(coupons.${sql.raw(column)})
    union select t.id from terms t join branch on t.parent_id = branch.id
  ) select array_agg(distinct et.entry_id) from entry_terms et join branch on branch.id = et.term_id)`

/** The coupons with these codes and their usage. One query, none without codes. */
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

/** Whether the coupon exists, valid or not. */
export async function couponExists(db: Db | Tx, code: string): Promise<boolean> {
  const rows = await db.select({ id: coupons.id }).from(coupons).where(eq(coupons.code, code))
  return rows.length > 0
}

/**
 * Locks the coupons with usage limits until the transaction ends, so that the last use is granted once. In id order,
 * and before any stock is locked.
 */
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

/** Releases the coupon uses of a cancelled order. Idempotent. */
export async function releaseCouponUses(tx: Tx, orderId: number): Promise<void> {
  await tx
    .update(orderCoupons)
    .set({ isCounted: false })
    .where(and(eq(orderCoupons.orderId, orderId), eq(orderCoupons.isCounted, true)))
}
