import { eq, sql } from 'drizzle-orm'
import { ERASED_EMAIL, type PersonalData } from '../../platform/privacy/personal-data.ts'
import { coupons, orderCoupons } from './coupons.table.ts'

const ADDRESSES = sql`jsonb_array_elements_text(${coupons.emailRestrictions})`

/** Personal data in coupons: restrictions to an email address, and uses (which stay, as they count against limits). */
export const couponData: PersonalData = {
  id: 'coupons',
  title: 'Coupons',
  tables: ['coupons', 'order_coupons'],
  async read(db, { email }) {
    if (email === null) return []
    const restrictedCoupons = await db
      .select({ code: coupons.code })
      .from(coupons)
      .where(sql`exists (select from ${ADDRESSES} address where lower(address) = ${email})`)
    const used = await db
      .select({ code: orderCoupons.code, orderId: orderCoupons.orderId })
      .from(orderCoupons)
      .where(eq(orderCoupons.usedBy, email))
    return [
      ...restrictedCoupons.map(({ code }) => ({ code, kind: 'for your address' })),
      ...used.map(({ code, orderId }) => ({ code, kind: `used in order ${orderId}` })),
    ]
  },
  async erase(tx, { email }) {
    if (email === null) return 0
    // Replaced, not removed: with an empty list anybody could use the coupon.
    const restricted = await tx
      .update(coupons)
      .set({
        emailRestrictions: sql`(select jsonb_agg(case when lower(address) = ${email} then ${ERASED_EMAIL} else address end)
          from ${ADDRESSES} address)`,
      })
      .where(sql`exists (select from ${ADDRESSES} address where lower(address) = ${email})`)
      .returning({ id: coupons.id })
    const used = await tx
      .update(orderCoupons)
      .set({ usedBy: ERASED_EMAIL, usedByCanonical: ERASED_EMAIL })
      .where(eq(orderCoupons.usedBy, email))
      .returning({ code: orderCoupons.code })
    return restricted.length + used.length
  },
}
