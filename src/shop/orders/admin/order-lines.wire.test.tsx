import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ada, teapots, writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { coupons } from '../../pricing/coupons.table.ts'
import type { NewOrder } from '../orders.store.ts'
import type { OrderJson } from '../rest/order-json.ts'
import { OrderLines } from './order-lines.tsx'

const { app, db, shop } = await openShop()
const { headers } = await createSignedInUser(shop, 'administrator')

/** The words of the items and totals of an order. */
async function linesOf(changes: Partial<NewOrder>): Promise<string> {
  const { id } = await writeOrder(db, changes)
  const order = (await (await app.request(`/wp-json/wc/v3/orders/${id}`, { headers })).json()) as OrderJson
  return renderToStaticMarkup(<OrderLines order={order} />).replaceAll(/(<[^>]+>)+/g, ' ')
}
const used = (code: string, couponId: number | null, discountCents = 0) => ({
  coupons: [{ code, couponId, discountCents, discountTaxCents: 0, usedBy: ada.email }],
})

test('the price of an item times its quantity is its amount, also with a coupon', async () => {
  const lines = [{ ...teapots, totalCents: 10985 }]
  expect(await linesOf({ ...used('ten', null, 1221), itemsTotalCents: 10985, totalCents: 13696, lines })).toContain(
    '$61.03 × 2 $122.06',
  )
})

test('only a coupon that grants free shipping is called so', async () => {
  const [nothing, free] = await db
    .insert(coupons)
    .values([
      { code: 'nothing', discountType: 'percent', amount: 0 },
      { code: 'free', discountType: 'percent', amount: 0, freeShipping: true },
    ])
    .returning()
  expect(await linesOf(used('nothing', nothing?.id ?? 0))).toContain('Coupon: nothing $0.00')
  expect(await linesOf(used('free', free?.id ?? 0))).toContain('Coupon: free Free shipping')
  expect(await linesOf(used('gone', null))).toContain('Coupon: gone $0.00')
  expect(await linesOf({ ...used('gone', null), shippingCents: 0, totalCents: 13922 })).toContain(
    'Coupon: gone Free shipping',
  )
})
