/** Invalid requests get the recorded or a clear error, and change nothing. */
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addProduct } from '../faults/stock.ts'
import { type Buyer, type CheckoutPage, linesOf, newBuyer, ontario, type SendRequest } from '../running/buyer.ts'
import { repetitions } from '../running/long-run.ts'
import { openShop } from '../support/shop.ts'
import { type Digest, digestShop } from './shop-digest.ts'

const { app, db } = await openShop()
const ask: SendRequest = async (path, init) => app.request(path, init)

let tin: number
let few: number
let shopper: Buyer
let page: CheckoutPage
let key: string
let before: Digest

beforeAll(async () => {
  tin = await addProduct(db, 100)
  few = await addProduct(db, 3)
  shopper = newBuyer(ask)
  key = linesOf(await shopper.add(tin, 2))[0]?.key ?? ''
  page = await shopper.openCheckout()
})

beforeEach(async () => {
  before = await digestShop(db)
})

const nothingChanged = async () => expect(await digestShop(db)).toEqual(before)

type Sent = Readonly<Record<string, string>>
const post = (path: string, fields: Sent) => shopper.post(path, fields)
const raw = (path: string, body: BodyInit, type: string, method = 'POST') =>
  shopper.send(path, { method, body, headers: { 'content-type': type } })

const tinUrl = () => expect.stringMatching(/\/product\/tin-\d+\/$/)

describe('add_to_cart', () => {
  const refused: readonly [name: string, fields: () => Sent, answer: () => unknown][] = [
    ['an unknown product', () => ({ product_id: '999999' }), () => ({ error: true, product_url: false })],
    ['a product number that is text', () => ({ product_id: 'abc' }), () => ({ error: true, product_url: false })],
    ['a product number below zero', () => ({ product_id: '-5' }), () => ({ error: true, product_url: false })],
    ['a product number with a point', () => ({ product_id: '1.5' }), () => ({ error: true, product_url: false })],
    ['a huge product number', () => ({ product_id: '9'.repeat(30) }), () => ({ error: true, product_url: false })],
    ['SQL', () => ({ product_id: `${tin}; drop table orders` }), () => ({ error: true, product_url: false })],
    ['quantity -1', () => ({ product_id: `${tin}`, quantity: '-1' }), () => ({ error: true, product_url: tinUrl() })],
    ['quantity abc', () => ({ product_id: `${tin}`, quantity: 'abc' }), () => ({ error: true, product_url: tinUrl() })],
    ['quantity 1e9', () => ({ product_id: `${tin}`, quantity: '1e9' }), () => ({ error: true, product_url: tinUrl() })],
    [
      'quantity 1000000000',
      () => ({ product_id: `${tin}`, quantity: '1000000000' }),
      () => ({ error: true, product_url: tinUrl() }),
    ],
    ['quantity NaN', () => ({ product_id: `${tin}`, quantity: 'NaN' }), () => ({ error: true, product_url: tinUrl() })],
    [
      'quantity of 40 digits',
      () => ({ product_id: `${tin}`, quantity: '7'.repeat(40) }),
      () => ({ error: true, product_url: tinUrl() }),
    ],
    [
      'more than is there',
      () => ({ product_id: `${few}`, quantity: '4' }),
      () => ({ error: true, product_url: tinUrl() }),
    ],
  ]
  test.each(refused)(
    '[ATC-01 error and product_url] %s is refused in the recorded shape',
    async (_, fields, answer) => {
      const response = await post('/?wc-ajax=add_to_cart', fields())
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual(answer())
      await nothingChanged()
    },
  )

  test('[ATC-01] a visitor whose add is refused gets no session', async () => {
    const visitor = newBuyer(ask)
    await visitor.add(999_999)
    await visitor.add(few, 4)
    // The reason is kept in a cookie for the product's page; nothing else is stored for a visitor.
    expect([...visitor.cookies.keys()]).toEqual(['samovar_flash'])
    await nothingChanged()
  })

  test('[ATC-01 product_id required] without a product id the response is empty, also to GET', async () => {
    for (const response of [
      await post('/?wc-ajax=add_to_cart', { quantity: '1' }),
      await shopper.send(`/?wc-ajax=add_to_cart&product_id=${tin}`),
      await post('/?wc-ajax=add_to_cart', { product_id: `${tin}\0` }),
      await raw('/?wc-ajax=add_to_cart', '{"product_id":', 'application/json'),
      await raw('/?wc-ajax=add_to_cart', 'product_id=1', 'text/plain'),
      await raw('/?wc-ajax=add_to_cart', '--x', 'multipart/form-data'),
      await raw('/?wc-ajax=add_to_cart', '--x\r\nnonsense', 'multipart/form-data; boundary=x'),
    ]) {
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('')
    }
    await nothingChanged()
  })

  test('[ATC-01] quantity 0 and 1.5 count as 1, as recorded', async () => {
    const visitor = newBuyer(ask)
    for (const quantity of ['0', '1.5', '']) {
      await visitor.post('/?wc-ajax=add_to_cart', { product_id: String(tin), quantity })
    }
    const answer = await (await visitor.post('/?wc-ajax=get_refreshed_fragments', {})).json()
    expect(linesOf(answer as Parameters<typeof linesOf>[0])).toMatchObject([{ productId: tin, quantity: 3 }])
  })
})

describe('remove_from_cart', () => {
  const refused: readonly [name: string, fields: Sent][] = [
    ['a forged key', { cart_item_key: 'f'.repeat(32) }],
    ['no key', {}],
    ['a key with a null byte', { cart_item_key: '\0' }],
    ['a key of 100 kB', { cart_item_key: 'a'.repeat(100_000) }],
  ]
  test.each(refused)('[MINI-01] %s is refused in the recorded shape', async (_, fields) => {
    const response = await post('/?wc-ajax=remove_from_cart', fields)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ success: false })
    await nothingChanged()
  })

  test('[MINI-01] the right key in another session removes nothing', async () => {
    const stranger = newBuyer(ask)
    await stranger.add(few)
    before = await digestShop(db)
    expect(await stranger.remove(key)).toEqual({ success: false })
    await nothingChanged()
  })
})

describe('sessions', () => {
  const forged: readonly [name: string, change: (value: string) => string][] = [
    ['another id', (value) => `t_${'0'.repeat(30)}${value.slice(value.indexOf('%7C'))}`],
    ['another signature', (value) => `${value.slice(0, -4)}0000`],
    ['a later end', (value) => value.replace(/%7C\d+%7C/, '%7C9999999999%7C')],
    ['broken encoding', () => '%E0%A4%A'],
    ['nothing but bars', () => '|||'],
    ['100 kB', () => 'x'.repeat(100_000)],
  ]
  test.each(forged)('[MINI-06] a session cookie with %s opens no cart', async (_, change) => {
    const forger = newBuyer(ask)
    for (const [name, value] of shopper.cookies) {
      forger.cookies.set(name, name.startsWith('wp_woocommerce_session_') ? change(value) : value)
    }
    const fragments = (await (await forger.send('/?wc-ajax=get_refreshed_fragments')).json()) as Parameters<
      typeof linesOf
    >[0]
    expect(linesOf(fragments)).toEqual([])
    expect(await forger.remove(key)).toEqual({ success: false })
    expect((await forger.checkout(page, { stripe_cc_token_key: 'pm_1' })).result).toBe('failure')
    await nothingChanged()
  })
})

describe('checkout', () => {
  const refused: readonly [name: string, fields: Sent, says: RegExp][] = [
    ['no fields at all', {}, /We were unable to process your order, please try again\./],
    ['a forged nonce', { ...ontario, 'woocommerce-process-checkout-nonce': '0123456789' }, /unable to process/],
  ]
  test.each(refused)('[CHK-13] %s: failure with a message', async (_, fields, says) => {
    const response = await post('/?wc-ajax=checkout', fields)
    expect(response.status).toBe(200)
    const answer = (await response.json()) as { result: string; messages: string }
    expect(answer.result).toBe('failure')
    expect(answer.messages).toMatch(says)
    await nothingChanged()
  })

  const wrong: readonly [name: string, changes: Sent, says: RegExp][] = [
    ['every field empty', Object.fromEntries(Object.keys(ontario).map((name) => [name, ''])), /Billing First name/],
    ['a country that is none', { billing_country: 'ZZ' }, /./],
    ['a country of 50 letters', { billing_country: 'C'.repeat(50) }, /./],
    ['a province that is none', { billing_state: 'XX' }, /Province/],
    ['an email address that is none', { billing_email: 'not an address' }, /email/i],
    ['a gateway that is none', { payment_method: '__proto__' }, /Invalid payment method/],
    ['no card', { stripe_cc_token_key: '' }, /card/],
    ['terms not agreed to', { terms: '' }, /terms and conditions/],
    ['a shipping rate that is none', { 'shipping_method[0]': 'flat_rate:999', stripe_cc_token_key: '' }, /card/],
  ]
  test.each(wrong)('[CHK-08] %s: failure with a message', async (_, changes, says) => {
    const answer = await shopper.checkout(page, { stripe_cc_token_key: 'pm_1', ...changes })
    expect(answer.result).toBe('failure')
    expect(answer.messages).toMatch(says)
    await nothingChanged()
  })

  test('[CHK-13] a review with a forged nonce is 403 and -1, as recorded', async () => {
    const response = await shopper.review({ ...page, reviewNonce: 'badnonce00' })
    expect(response.status).toBe(403)
    expect(await response.text()).toBe('-1')
    await nothingChanged()
  })

  test('[CHK-04] null characters in a review are ignored', async () => {
    const posted = {
      billing_company: '\0',
      billing_city: 'Tor\0onto',
      order_comments: '\0',
      'shipping_method[0]': '\0',
    }
    const response = await shopper.review(page, posted)
    expect(await response.json()).toMatchObject({ result: 'success' })
  })

  test("[SCA-01] resuming another shopper's order is refused", async () => {
    for (const order of ['1', '0', '-1', 'abc', '99999999999', '1e400', '\0']) {
      const response = await post('/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/checkout/payment', {
        order_id: order,
        order_key: 'wc_order_forged',
      })
      const isMissing = order === '\0'
      expect(response.status).toBe(isMissing ? 400 : 200)
      expect(await response.json()).toMatchObject(
        isMissing ? { code: 'rest_missing_callback_param' } : { result: 'failure' },
      )
    }
    await nothingChanged()
  })
})

describe('URLs', () => {
  const wrong: readonly [path: string, status: number][] = [
    ['/?wc-ajax=__proto__', 200],
    ['/?wc-ajax=constructor', 200],
    ['/?wc-ajax=', 200],
    ['/product/no-such-tea/', 404],
    ['/product/%E0%A4%A/', 404],
    ['/product/%00/', 400],
    ['/product-category/no-such-kind/', 404],
    ['/product-category/%00/', 400],
    ['/shop/page/0/', 200],
    ['/shop/page/999999/', 404],
    ['/shop/page/99999999999999999999/', 404],
    ['/shop/?orderby=%27;drop', 200],
    ['/shop/?s=%00&post_type=product', 400],
    [`/shop/?s=${'x'.repeat(5000)}&post_type=product`, 200],
    ['/blog/%00/', 400],
    ['/blog/no-such-post/', 404],
    ['/no-such-page/', 404],
    ['/%00/', 400],
    ['/checkout/order-received/999999999999/?key=x', 404],
    ['/checkout/order-received/1/?key=%00', 400],
    ['/checkout/order-pay/999999999999/?pay_for_order=true&key=x', 404],
    ['/checkout/order-pay/1/?key=%00', 400],
    ['/wp-content/uploads/../../secrets/shop', 404],
    ['/wp-content/uploads/%2e%2e%2f%2e%2e%2fsecrets%2fshop', 404],
    ['/assets/..%2f..%2fpackage.json', 404],
    ['/wp-json/wc/v3/orders/99999999999', 401],
    ['/cart/?remove_item=%00&_wpnonce=x', 400],
    ['/cart/?undo_item=forged&_wpnonce=x', 303],
    ['/cart/?remove_coupon=x&_wpnonce=x', 303],
    ['/my-account/?paged=abc', 200],
    ['/wp-login.php?redirect_to=//evil.example/', 200],
  ]
  test.each(wrong)('[SITE-08] %s answers %i', async (path, status) => {
    const response = await shopper.send(path)
    expect(response.status).toBe(status)
    await nothingChanged()
  })

  test('[MINI-03] adding an invalid product without script shows an error on a page', async () => {
    for (const query of ['add-to-cart=999999', 'add-to-cart=abc', `add-to-cart=${few}&quantity=4`]) {
      const response = await shopper.send(`/cart/?${query}`)
      expect(response.status).toBe(303)
      const next = await shopper.send(response.headers.get('location') ?? '')
      expect(await next.text()).toContain('woocommerce-error')
    }
    await nothingChanged()
  })

  test('[MINI-05] invalid quantities are refused as a whole', async () => {
    const html = await (await shopper.send('/cart/')).text()
    const nonce =
      /name="woocommerce-cart-nonce"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="woocommerce-cart-nonce"/.exec(html)
    const fields = { update_cart: '1', 'woocommerce-cart-nonce': nonce?.[1] ?? nonce?.[2] ?? '' }
    for (const quantity of ['-1', '1.5', '1e9', 'abc', '', '9'.repeat(40)]) {
      const response = await post('/cart/', { ...fields, [`cart[${key}][qty]`]: quantity })
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('woocommerce-error')
    }
    await nothingChanged()
  })

  test('[MINI-05] a forged key or nonce changes no quantity', async () => {
    await post('/cart/', { 'woocommerce-cart-nonce': 'forged', [`cart[${key}][qty]`]: '9' })
    await nothingChanged()
  })
})

describe('bodies', () => {
  const endpoints = [
    '/?wc-ajax=add_to_cart',
    '/?wc-ajax=remove_from_cart',
    '/?wc-ajax=apply_coupon',
    '/?wc-ajax=update_shipping_method',
    '/?wc-ajax=update_order_review',
    '/?wc-ajax=checkout',
    '/checkout/',
    '/cart/',
    '/wp-login.php',
    '/wp-json/wc/store/v1/cart/add-item',
    '/wp-json/wc/store/v1/checkout',
    '/wp-json/wc/v3/orders',
    '/wp-json/wc-stripe/v1/webhook',
    '/wp-json/wc-stripe/v1/order-pay',
    '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/checkout/payment',
  ]
  test.each(endpoints)('[API-02] 10 MB to %s are refused without reading them', async (path) => {
    const response = await raw(path, 'a'.repeat(10 * 1024 * 1024), 'application/x-www-form-urlencoded')
    expect(response.status).toBe(413)
    await nothingChanged()
  })

  test.each(endpoints)('[API-02] a body that is neither form nor JSON causes no server error at %s', async (path) => {
    for (const [body, type] of [
      ['{"id":', 'application/json'],
      ['[[[[', 'application/json'],
      ['null', 'application/json'],
      ['<xml/>', 'text/xml'],
      ['\0\0\0', 'application/octet-stream'],
      ['a=%', 'application/x-www-form-urlencoded'],
      ['%00=%00&%FF=%FF', 'application/x-www-form-urlencoded'],
      [
        '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nc\r\n--x--',
        'multipart/form-data; boundary=x',
      ],
      ['x', ''],
    ] as const) {
      const response = await raw(path, body, type)
      expect(response.status, `${type} ${body}`).toBeLessThan(500)
    }
    await nothingChanged()
  })

  test('[API-02] header values of 100 kB cause no server error', async () => {
    const long = 'x'.repeat(100_000)
    for (const name of [
      'user-agent',
      'cookie',
      'referer',
      'accept-language',
      'x-forwarded-for',
      'cart-token',
      'nonce',
    ]) {
      const response = await ask('/cart/', { headers: { [name]: long } })
      expect(response.status, name).toBe(200)
    }
    await nothingChanged()
  })
})

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
    fc.asyncProperty(anyEndpoint, anyForm, fc.boolean(), async (door, form, isKnown) => {
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
      const response = await shopper.post(door, fields)
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
    fc.asyncProperty(fc.constantFrom(...guarded), anyCartForm, anyText, async (door, form, nonce) => {
      const fields = { ...form, security: nonce, 'woocommerce-cart-nonce': nonce, [`cart[${key}][qty]`]: '7' }
      const response = await shopper.post(door, fields)
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
