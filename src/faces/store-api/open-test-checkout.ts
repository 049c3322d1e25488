import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { type StoreClient, storeClientWithToken } from '../../../test/support/store-client.ts'
import { defaultSettings } from '../../settings.ts'
import { stockLevels } from '../../shop/inventory/stock.table.ts'
import { orders } from '../../shop/orders/orders.table.ts'

/** A shop that takes cards, cash, transfers and cheques; before each test without orders. */
export async function openTestCheckout() {
  const { cod, bacs, cheque } = recordedSettings.gateways ?? defaultSettings.gateways
  const { app, shop, db, pool } = await openShop({
    settings: { ...recordedSettings, gateways: { ...defaultSettings.gateways, cod, bacs, cheque } },
    poolSize: 20,
  })
  const { simple, threeLeft } = referenceIds

  const ada = {
    first_name: 'Ada',
    last_name: 'Leaf',
    company: '',
    address_1: '1 Kettle Lane',
    address_2: '',
    city: 'Toronto',
    state: 'ON',
    postcode: 'M5V 2T6',
    country: 'CA',
    phone: '4165550100',
  }
  const addresses = { billing_address: { ...ada, email: 'ada@shop.test' }, shipping_address: ada }
  const byCard = (card: string, more: object = {}) => ({
    ...addresses,
    payment_method: 'stripe_cc',
    payment_data: [{ key: 'stripe_cc_token_key', value: card }],
    ...more,
  })
  const byCash = { ...addresses, payment_method: 'cod' }

  async function withTea(id: number = simple, quantity = 1): Promise<StoreClient> {
    const client = await storeClientWithToken(app)
    const added = await client.post('/cart/add-item', { id, quantity })
    expect(added.status).toBe(201)
    return client
  }
  const allOrders = () => db.select().from(orders).orderBy(asc(orders.id))
  const onHand = async (id: number) =>
    (await db.select({ onHand: stockLevels.onHand }).from(stockLevels).where(eq(stockLevels.productId, id)))[0]?.onHand

  beforeEach(async () => {
    await pool.query('truncate orders, emails, stock_movements cascade')
    await db.update(stockLevels).set({ onHand: 3 }).where(eq(stockLevels.productId, threeLeft))
  })

  return { ada, addresses, byCard, byCash, allOrders, onHand, withTea, app, shop, db, pool, simple, threeLeft }
}
