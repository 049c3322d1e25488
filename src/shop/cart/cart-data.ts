import { eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Person, PersonalData } from '../../platform/privacy/personal-data.ts'
import type { RetentionRule } from '../../platform/privacy/retention-rule.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { cartLines, carts } from './cart.table.ts'
import { expressKeyOf } from './cart.ts'

const ownedBy = ({ userId, email }: Person): SQL =>
  or(
    userId === null ? sql`false` : eq(carts.customerId, userId),
    userId === null ? sql`false` : eq(carts.sessionKey, expressKeyOf(String(userId))),
    email === null ? sql`false` : sql`lower(${carts.billing} ->> 'email') = ${email}`,
  ) ?? sql`false`

export const cartData: PersonalData = {
  id: 'carts',
  title: 'Carts',
  tables: ['carts', 'cart_lines'],
  detach: 'erase',
  async read(db, person) {
    const ownedCarts = await db.select().from(carts).where(ownedBy(person)).orderBy(carts.id)
    const lines = await db
      .select({ cartId: cartLines.cartId, name: entries.title, quantity: cartLines.quantity })
      .from(cartLines)
      .innerJoin(entries, eq(entries.id, cartLines.productId))
      .where(
        inArray(
          cartLines.cartId,
          ownedCarts.map(({ id }) => id),
        ),
      )
      .orderBy(cartLines.position)
    return ownedCarts.map((cart) => ({
      changed: cart.updatedAt,
      billing: cart.billing,
      shipping: cart.shipping,
      note: cart.customerNote,
      coupons: cart.couponCodes,
      items: lines.filter(({ cartId }) => cartId === cart.id).map(({ name, quantity }) => `${quantity} × ${name}`),
    }))
  },
  erase: async (tx, person) => (await tx.delete(carts).where(ownedBy(person)).returning({ id: carts.id })).length,
}

export const cartRetention: RetentionRule = {
  id: 'carts',
  title: 'Abandoned carts',
  description:
    'Carts of customers that nobody has changed since are deleted. Guests’ carts already end with their cookie.',
  minimumDays: 7,
  count: (db, cutoff) => db.$count(carts, lt(carts.updatedAt, cutoff)),
  async apply(tx, cutoff, limit) {
    const batch = tx
      .select({ id: carts.id })
      .from(carts)
      .where(lt(carts.updatedAt, cutoff))
      .orderBy(carts.id)
      .limit(limit)
    return (await tx.delete(carts).where(inArray(carts.id, batch)).returning({ id: carts.id })).length
  },
}
