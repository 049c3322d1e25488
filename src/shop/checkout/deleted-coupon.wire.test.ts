/** Orders with a coupon that is deleted at the same moment: the order was first, and keeps the discount. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addProduct } from '../../../test/faults/stock.ts'
import { jsonClient } from '../../../test/support/json-client.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { ada, storeClientWithToken } from '../../../test/support/store-client.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { whileDeleting } from '../../../test/support/while-deleting.ts'
import { coupons, orderCoupons } from '../pricing/coupons.table.ts'

const { app, shop, db } = await openShop({ settings: recordedSettings })
const owner = await createSignedInUser(shop, 'administrator')
const call = jsonClient<{ id: number; discount_total: string }>(app, '/wp-json/wc/v3/orders', owner)
const tin = await addProduct(db, 20, 2450)
const billing_address = { ...ada, email: 'ada@shop.test' }

/** Starts `work` while the coupon of $1.00 with this code is deleted. */
const besideDeletion = <Done>(code: string, work: () => Promise<Done>) =>
  whileDeleting(db, (tx) => tx.delete(coupons).where(eq(coupons.code, code)), work)
const addCoupon = (code: string) => db.insert(coupons).values({ code, discountType: 'fixed_cart', amount: 100 })
const usesOf = (orderId: number) =>
  db
    .select({ code: orderCoupons.code, couponId: orderCoupons.couponId, discountCents: orderCoupons.discountCents })
    .from(orderCoupons)
    .where(eq(orderCoupons.orderId, orderId))
const keptUse = (code: string) => [{ code, couponId: null, discountCents: 100 }]
const items = { line_items: [{ product_id: tin, quantity: 1 }] }

test('[CHK-13] an order of the checkout', async () => {
  await addCoupon('leaving')
  const client = await storeClientWithToken(app)
  await client.post('/cart/add-item', { id: tin, quantity: 1 })
  await client.post('/cart/apply-coupon', { code: 'leaving' })
  const payment = { payment_method: 'bacs', billing_address, shipping_address: ada }
  const { status, json } = await besideDeletion('leaving', () => client.post('/checkout', payment))
  expect([status, await usesOf(json.order_id)]).toEqual([200, keptUse('leaving')])
})

test('[API-02] an order that is made by hand, and one that is changed', async () => {
  await addCoupon('made')
  const made = await besideDeletion('made', () => call('POST', '', { ...items, coupon_lines: [{ code: 'made' }] }))
  expect([made.status, made.json.discount_total, await usesOf(made.json.id)]).toEqual([201, '1.00', keptUse('made')])
  await addCoupon('changed')
  const { json } = await call('POST', '', items)
  const change = { coupon_lines: [{ code: 'changed' }] }
  const changed = await besideDeletion('changed', () => call('PUT', `/${json.id}`, change))
  expect([changed.status, changed.json.discount_total, await usesOf(json.id)]).toEqual([
    200,
    '1.00',
    keptUse('changed'),
  ])
})
