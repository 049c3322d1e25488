/** Invalid input to the cart and checkout calls gets the recorded or a clear error, and changes nothing. */

import { describe, expect, test } from 'vitest'
import { linesOf, newBuyer, ontario } from '../running/buyer.ts'
import { openCheckingShopper, type Sent } from './checking-shopper.ts'

const { ask, few, key, nothingChanged, page, post, raw, remember, shopper, tin, tinUrl } = await openCheckingShopper()

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
    await remember()
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
