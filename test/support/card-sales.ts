/** Orders that are already paid, for tests of what happens to their payments afterwards. */
import { eq } from 'drizzle-orm'
import { stockLevels } from '../../src/shop/inventory/stock.table.ts'
import { readOrder } from '../../src/shop/orders/orders-read.store.ts'
import { payments } from '../../src/shop/orders/payments/payments.table.ts'
import { referenceIds } from './reference-shop.ts'
import type { openShop } from './shop.ts'
import { setStock } from './stock.ts'
import { ada, storeClientWithToken } from './store-client.ts'

/** The product that every sale contains. */
export const soldProductId = referenceIds.simple

export type Sale = {
  readonly id: number
  readonly key: string
  readonly lineId: number
  readonly intentId: string
  readonly paymentId: number
  readonly totalCents: number
}

/** A shop with enough stock of the product for all sales; each sale is of `quantity` tins. */
export async function cardSales({ app, db }: Awaited<ReturnType<typeof openShop>>, quantity: number) {
  await setStock(db, soldProductId, 100_000)
  return {
    /** A guest buys by card, or by the payment method `method`. */
    async createSale(card = 'pm_card_visa', method = 'stripe_cc'): Promise<Sale> {
      const client = await storeClientWithToken(app)
      await client.post('/cart/add-item', { id: soldProductId, quantity })
      const { status, json } = await client.post('/checkout', {
        billing_address: { ...ada, email: 'ada@shop.test' },
        shipping_address: ada,
        payment_method: method,
        payment_data: method === 'stripe_cc' ? [{ key: 'stripe_cc_token_key', value: card }] : [],
      })
      const order = status === 200 && (await readOrder(db, json.order_id))
      if (!order) throw new Error(JSON.stringify(json))
      const { id, totalCents, lines } = order
      const [payment] = await db.select().from(payments).where(eq(payments.orderId, id))
      const { id: paymentId = 0, intentId } = payment ?? {}
      return { id, key: json.order_key, lineId: lines[0]?.id ?? 0, intentId: intentId ?? '', paymentId, totalCents }
    },
    async onHand(): Promise<number> {
      const [level] = await db.select().from(stockLevels).where(eq(stockLevels.productId, soldProductId))
      return level?.onHand ?? 0
    },
  }
}
