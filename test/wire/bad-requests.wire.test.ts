/** Invalid URLs, bodies and headers get a clear error, and change nothing. */

import { describe, expect, test } from 'vitest'
import { openCheckingShopper } from './checking-shopper.ts'

const { ask, few, key, nothingChanged, post, raw, shopper } = await openCheckingShopper()

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
