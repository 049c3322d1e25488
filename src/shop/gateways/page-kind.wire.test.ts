import { expect, test } from 'vitest'
import { writeOrder } from '../../../test/support/orders.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { pageKindOf } from './page-kind.ts'

const { app, db } = await openShop()
const order = await writeOrder(db)
const added = await app.request(`/cart/?add-to-cart=${referenceIds.simple}`)
const cookie = added.headers
  .getSetCookie()
  .map((one) => one.split(';')[0])
  .join('; ')

test.each([
  ['/product/tea-1/', 'product'],
  ['/cart/', 'cart'],
  ['/checkout/', 'checkout'],
  [`/checkout/order-pay/${order.id}/?pay_for_order=true&key=${order.orderKey}`, 'order_pay'],
  [
    `/checkout/order-pay/${order.id}/?pay_for_order=true&key=${order.orderKey}&change_payment_method=${order.id}`,
    'change_payment_method',
  ],
  [`/checkout/order-received/${order.id}/?key=${order.orderKey}`, null],
  ['/shop/', null],
  ['/my-account/', null],
])('[PLAT-05] the page at %s has the body classes that identify it as %s', async (address, kind) => {
  const response = await app.request(address, { headers: { cookie } })
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(pageKindOf(/<body class="([^"]*)"/.exec(html)?.[1] ?? '', new URL(address, 'http://shop.test').search)).toBe(
    kind,
  )
})
