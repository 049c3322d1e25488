import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { isOrderRequest } from '../risk/checkout-throttle.ts'

const app = new Hono()
app.all('/*', async (context) => context.text(String(await isOrderRequest(context))))

const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) })
const parts = (fields: Record<string, string>): RequestInit => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return { method: 'POST', body }
}
const json: RequestInit = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }

test.each<[string, RequestInit, boolean]>([
  ['/?wc-ajax=checkout', form({}), true],
  ['/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/checkout', form({}), true],
  ['/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/checkout/payment', form({}), true],
  ['/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay', form({}), true],
  ['/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/cart/cart-calculation', form({}), false],
  ['/wp-json/wc-stripe/v1/checkout', json, true],
  ['/wp-json/wc-stripe/v1/cart/add-to-cart', json, false],
  ['/checkout/', form({}), true],
  ['/checkout/order-pay/7/', form({}), true],
  ['/wp-json/wc/store/v1/checkout', json, true],
  ['/wp-json/wc/store/v1/checkout/7', json, true],
  ['/wp-admin/admin-ajax.php', form({ action: 'woocommerce_checkout' }), true],
  ['/wp-admin/admin-ajax.php', parts({ action: 'woocommerce_checkout' }), true],
  ['/wp-admin/admin-ajax.php?action=woocommerce_checkout', form({}), true],
  ['/wp-admin/admin-ajax.php?action=woocommerce_checkout', {}, false],
  ['/wp-admin/admin-ajax.php', form({ action: 'woocommerce_add_to_cart' }), false],
  ['/wp-admin/admin-ajax.php', form({ action: 'checkout' }), false],
  ['/?wc-ajax=add_to_cart', form({}), false],
  ['/cart/', form({ action: 'woocommerce_checkout' }), false],
  ['/checkout/', {}, false],
])('a request is recognized as placing an order: %s %j', async (path, init, expected) => {
  expect(await (await app.request(path, init)).text()).toBe(String(expected))
})
