import { and, asc, count, desc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import { coupons, orderCoupons } from './coupons.table.ts'

/** A coupon with its usage, for the owner. */
export type CouponRecord = typeof coupons.$inferSelect & {
  readonly usedCount: number
  /** Email addresses of counted orders, without duplicates. */
  readonly usedBy: readonly string[]
}

export type CouponChange = Partial<Omit<typeof coupons.$inferInsert, 'id' | 'createdAt'>>

export type CouponFilter = {
  /** Part of the code or description. */
  readonly search: string
  readonly code: string
  readonly isActive: boolean | null
  readonly include: readonly number[]
  readonly exclude: readonly number[]
}

export type CouponSorting = { readonly by: 'date' | 'id' | 'code'; readonly direction: 'asc' | 'desc' }

function filterCondition(filter: CouponFilter): SQL | undefined {
  const search = filter.search.trim().toLowerCase()
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return and(
    filter.code === '' ? undefined : eq(coupons.code, filter.code),
    search === '' ? undefined : sql`(${coupons.code} like ${pattern} or lower(${coupons.description}) like ${pattern})`,
    filter.isActive === null ? undefined : eq(coupons.isActive, filter.isActive),
    filter.include.length > 0 ? inArray(coupons.id, [...filter.include]) : undefined,
    filter.exclude.length > 0 ? notInArray(coupons.id, [...filter.exclude]) : undefined,
  )
}

/** One page of coupons, and the total count. */
export async function readCoupons(
  db: Db,
  filter: CouponFilter,
  sorting: CouponSorting,
  page: { readonly number: number; readonly size: number },
): Promise<{ readonly total: number; readonly coupons: readonly CouponRecord[] }> {
  const where = filterCondition(filter)
  const direction = sorting.direction === 'asc' ? asc : desc
  const column = { date: coupons.createdAt, id: coupons.id, code: coupons.code }[sorting.by]
  const [totalRow] = await db.select({ total: count() }).from(coupons).where(where)
  const rows = await db
    .select()
    .from(coupons)
    .where(where)
    .orderBy(direction(column), direction(coupons.id))
    .limit(page.size)
    .offset((page.number - 1) * page.size)
  return { total: totalRow?.total ?? 0, coupons: await withUses(db, rows) }
}

export async function readCoupon(db: Db, id: number): Promise<CouponRecord | null> {
  const [record] = await withUses(db, await db.select().from(coupons).where(eq(coupons.id, id)))
  return record ?? null
}

async function withUses(db: Db, rows: readonly (typeof coupons.$inferSelect)[]): Promise<CouponRecord[]> {
  if (rows.length === 0) return []
  const uses = await db
    .select({ couponId: orderCoupons.couponId, usedBy: orderCoupons.usedBy, times: count() })
    .from(orderCoupons)
    .where(
      and(
        eq(orderCoupons.isCounted, true),
        inArray(
          orderCoupons.couponId,
          rows.map((row) => row.id),
        ),
      ),
    )
    .groupBy(orderCoupons.couponId, orderCoupons.usedBy)
    .orderBy(asc(orderCoupons.usedBy))
  return rows.map((row) => {
    const couponUses = uses.filter((use) => use.couponId === row.id)
    return {
      ...row,
      usedCount: couponUses.reduce((sum, use) => sum + use.times, 0),
      usedBy: couponUses.map((use) => use.usedBy),
    }
  })
}

export type CouponWriteResult =
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly problem: 'code-taken' | 'not-found' }

/** A unique index rejects a code that already exists, even with concurrent inserts. */
export async function insertCoupon(db: Db, coupon: typeof coupons.$inferInsert): Promise<CouponWriteResult> {
  const [inserted] = await db
    .insert(coupons)
    .values(coupon)
    .onConflictDoNothing({ target: coupons.code })
    .returning({ id: coupons.id })
  return inserted ? { ok: true, id: inserted.id } : { ok: false, problem: 'code-taken' }
}

export async function updateCoupon(db: Db, id: number, change: CouponChange): Promise<CouponWriteResult> {
  return db.transaction(async (tx) => {
    const [existing] = await tx.select({ id: coupons.id }).from(coupons).where(eq(coupons.id, id)).for('update')
    if (!existing) return { ok: false, problem: 'not-found' }
    if (Object.keys(change).length === 0) return { ok: true, id }
    // A savepoint, so that a duplicate code does not abort the transaction.
    const isUpdated = await tx
      .transaction((inner) => inner.update(coupons).set(change).where(eq(coupons.id, id)))
      .then(() => true)
      .catch((error: unknown) => {
        if (isCodeTaken(error)) return false
        throw error
      })
    return isUpdated ? { ok: true, id } : { ok: false, problem: 'code-taken' }
  })
}

const isCodeTaken = (error: unknown): boolean => {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return typeof cause === 'object' && cause !== null && 'constraint' in cause && cause.constraint === 'coupons_code'
}

/** Deletes a coupon permanently. Existing orders retain their discount; carts with it show a notice. */
export async function deleteCoupon(db: Db, id: number): Promise<boolean> {
  const deleted = await db.delete(coupons).where(eq(coupons.id, id)).returning({ id: coupons.id })
  return deleted.length > 0
}
