/** Random input causes no server error, and changes nothing that it may not. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf, newBuyer, ontario } from '../running/buyer.ts'
import { repetitions } from '../running/long-run.ts'
import { openCheckingShopper, type Sent } from './checking-shopper.ts'

const { ask, key, nothingChanged, page, shopper, tin } = await openCheckingShopper()

/** Any value that a form can send: words, numbers, punctuation, bytes, and very long values. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.double().map(String),
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc.constantFrom('', '0', '\0', '\u{1f375}', 'true', '[]', '{}', "'", '"><script>', '%', '__proto__', 'null', 'NaN'),
  fc.integer({ min: 1, max: 3 }).map((power) => 'x'.repeat(10 ** (power + 2))),
)
const names = [
  ...Object.keys(ontario),
  ...Object.keys(ontario).map((name) => name.replace('billing_', 'shipping_')),
  'product_id',
  'add-to-cart',
  'quantity',
  'variation_id',
  'attribute_pa_size',
  'attribute___proto__',
  'cart_item_key',
  'shipping_method[0]',
  'ship_to_different_address',
  'stripe_cc_token_key',
  'post_data',
  'country',
  'state',
  'postcode',
  's_country',
  'wc_order_attribution_utm_source',
  'log',
  'pwd',
  '__proto__',
  'constructor',
]
const anyForm = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 20 })), anyText, {
  maxKeys: 12,
})
const anyEndpoint = fc.constantFrom(
  '/?wc-ajax=add_to_cart',
  '/?wc-ajax=remove_from_cart',
  '/?wc-ajax=get_refreshed_fragments',
  '/?wc-ajax=get_cart_totals',
  '/?wc-ajax=update_order_review',
  '/?wc-ajax=checkout',
  '/cart/',
  '/checkout/',
  '/product/tin-1/',
)

test('[API-02] random input to the cart and checkout calls causes no server error', async () => {
  await fc.assert(
    fc.asyncProperty(anyEndpoint, anyForm, fc.boolean(), async (endpoint, form, isKnown) => {
      const fields = {
        ...form,
        ...(isKnown
          ? {
              security: page.reviewNonce,
              'woocommerce-process-checkout-nonce': page.checkoutNonce,
              product_id: form.product_id ?? String(tin),
            }
          : {}),
      }
      const response = await shopper.post(endpoint, fields)
      expect(response.status).toBeLessThan(500)
      await response.arrayBuffer()
    }),
    { numRuns: repetitions(250) },
  )
})

const guarded = [
  '/?wc-ajax=apply_coupon',
  '/?wc-ajax=remove_coupon',
  '/?wc-ajax=update_shipping_method',
  '/cart/',
] as const
const cartNames = [
  'coupon_code',
  'coupon',
  'apply_coupon',
  'update_cart',
  'mend',
  'calc_shipping',
  'calc_shipping_country',
  'calc_shipping_state',
  'calc_shipping_city',
  'calc_shipping_postcode',
  'update_shipping',
  'shipping_method[0]',
  'request_id',
]
const anyCartForm = fc.dictionary(fc.constantFrom(...cartNames), anyText, { maxKeys: 6 })

test("[MINI-05] random input to the cart page's calls without nonces changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...guarded), anyCartForm, anyText, async (endpoint, form, nonce) => {
      const fields = { ...form, security: nonce, 'woocommerce-cart-nonce': nonce, [`cart[${key}][qty]`]: '7' }
      const response = await shopper.post(endpoint, fields)
      expect(response.status).toBeLessThan(500)
      await response.arrayBuffer()
    }),
    { numRuns: repetitions(120) },
  )
  await nothingChanged()
})

test('[MINI-05] with nonces it causes no server error, and the cart still has a total', async () => {
  const visitor = newBuyer(ask)
  const own = linesOf(await visitor.add(tin, 2))[0]?.key ?? ''
  const html = await (await visitor.send('/cart/')).text()
  const nonceIn = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
  const nonces: Sent = {
    '/?wc-ajax=apply_coupon': nonceIn(/"apply_coupon_nonce":"([0-9a-f]+)"/),
    '/?wc-ajax=remove_coupon': nonceIn(/"remove_coupon_nonce":"([0-9a-f]+)"/),
    '/?wc-ajax=update_shipping_method': nonceIn(/"update_shipping_method_nonce":"([0-9a-f]+)"/),
    '/cart/': nonceIn(/name="woocommerce-cart-nonce" value="([^"]+)"/),
  }
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...guarded), anyCartForm, anyText, async (door, form, quantity) => {
      const nonce = nonces[door] ?? ''
      const fields = { ...form, security: nonce, 'woocommerce-cart-nonce': nonce, [`cart[${own}][qty]`]: quantity }
      const response = await visitor.post(door, fields)
      expect(response.status).toBeLessThan(500)
      await response.arrayBuffer()
      const lines = linesOf(await (await visitor.send('/?wc-ajax=get_refreshed_fragments')).json())
      for (const line of lines) expect(line.quantity).toSatisfy((count: number) => count >= 1 && count <= 100)
    }),
    { numRuns: repetitions(120) },
  )
})

test('[API-02] random URLs cause no server error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        '/shop/',
        '/product/',
        '/product-category/',
        '/blog/',
        '/cart/',
        '/my-account/',
        '/wp-json/wc/store/v1/products/',
        '/',
      ),
      anyText,
      fc.dictionary(
        fc.constantFrom(
          's',
          'orderby',
          'paged',
          'page',
          'add-to-cart',
          'remove_item',
          'per_page',
          'attribute_pa_size',
          'wc-ajax',
          'key',
        ),
        anyText,
        { maxKeys: 4 },
      ),
      async (folder, last, query) => {
        const path = `${folder}${last ? `${encodeURIComponent(last)}/` : ''}?${new URLSearchParams(query)}`
        const response = await ask(path)
        expect(response.status, path).toBeLessThan(500)
        await response.arrayBuffer()
      },
    ),
    { numRuns: repetitions(250) },
  )
})
