/** The only order of a shop, for tests that place one and follow its payment. */
import { eq } from 'drizzle-orm'
import { stockLevels } from '../../src/shop/inventory/stock.table.ts'
import { orders } from '../../src/shop/orders/orders.table.ts'
import { payments } from '../../src/shop/orders/payments/payments.table.ts'
import { emails } from '../../src/things/messages/emails.table.ts'
import { referenceIds } from './reference-shop.ts'
import type { openShop } from './shop.ts'
import { setStock } from './stock.ts'

/** The product that the order contains. */
export const orderedProductId = referenceIds.simple

export function onlyOrder({ db, pool }: Pick<Awaited<ReturnType<typeof openShop>>, 'db' | 'pool'>) {
  const payment = async () => (await db.select().from(payments))[0]
  return {
    /** Removes all orders, and sets the stock of the product. */
    async reset(stock: number): Promise<void> {
      await pool.query('truncate orders, payments, emails, stock_movements, rate_limits, carts cascade')
      await setStock(db, orderedProductId, stock)
    },
    async theOrder() {
      const [order] = await db.select().from(orders)
      if (!order) throw new Error('No order was placed')
      return order
    },
    payment,
    intentId: async () => (await payment())?.intentId ?? '',
    async onHand(): Promise<number> {
      const [level] = await db.select().from(stockLevels).where(eq(stockLevels.productId, orderedProductId))
      return level?.onHand ?? 0
    },
    /** Templates of the emails, oldest first. */
    templates: async () => (await db.select().from(emails).orderBy(emails.id)).map(({ template }) => template),
  }
}
