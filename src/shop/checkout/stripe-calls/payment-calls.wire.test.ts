/** The calls that place and pay orders from a wallet's sheet, and the calls about payment intents. */
import { beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, completeAuthentication, newBuyer, ontario } from '../../../../test/running/buyer.ts'
import { writeOrder } from '../../../../test/support/orders.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import { consents } from '../../../people/identity/consents/consents.table.ts'
import { defaultSettings } from '../../../settings.ts'
import { orders } from '../../orders/orders.table.ts'
import { payments } from '../../orders/payments/payments.table.ts'

const { app, db, pool, provider, shop } = await openShop({
  settings: { ...recordedSettings, gateways: defaultSettings.gateways, termsPage: 'terms' },
  poolSize: 20,
})

beforeEach(async () => {
  await pool.query('truncate orders, payments, carts, consents, stock_movements, rate_limits cascade')
})

type Json = Record<string, unknown> & { code?: string; result?: string; redirect?: string; messages?: string }

const shopper = (): Buyer => newBuyer(async (path, init) => app.request(path, init))
async function call(buyer: Buyer, route: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const path = `/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/${route}`
  const response = await buyer.send(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  return { status: response.status, json: (await response.json()) as Json }
}

const tea = {
  product_id: String(referenceIds.simple),
  qty: '1',
  payment_method: 'stripe_googlepay',
  page_id: 'product',
}
const paying = { ...ontario, payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa', currency: 'CAD' }
const fromProduct: Record<string, string> = { ...paying, page_id: 'product' }

/** Amounts and metadata of the provider's intents for this test's orders. */
async function intents() {
  const response = await fetch(`${provider.url}/v1/payment_intents?limit=100`, {
    headers: { authorization: `Bearer ${provider.secretKey}` },
  })
  type Stored = { id: string; client_secret: string; status: string; amount: number; metadata: { order_key?: string } }
  const { data } = (await response.json()) as { data: Stored[] }
  const keys = new Set((await db.select().from(orders)).map(({ orderKey }) => orderKey))
  return data.filter(({ metadata }) => keys.has(metadata.order_key ?? ''))
}

describe('checkout', () => {
  test('[PAY-06 checkout] [PAY-07 checkout] orders the express cart and is paid at once, at the shop’s own price', async () => {
    const buyer = shopper()
    await call(buyer, 'cart/add-to-cart', tea)
    const lies = { total: '0.01', amount: '1', totalCents: '1', shipping_total: '0', line_total: '0' }
    const { status, json } = await call(buyer, 'checkout', { ...fromProduct, ...lies })
    expect([status, json]).toMatchObject([200, { result: 'success', reload: false, messages: '' }])
    const [order] = await db.select().from(orders)
    expect(json.redirect).toBe(`http://shop.test/checkout/order-received/${order?.id}/?key=${order?.orderKey}`)
    expect(order).toMatchObject({ totalCents: 8020, status: 'processing', customerId: null })
    expect(await intents()).toMatchObject([{ amount: 8020, status: 'succeeded' }])
  })

  test('[PAY-06 checkout] on other pages it orders the session’s cart, which is then empty', async () => {
    const buyer = shopper()
    await buyer.add(referenceIds.simple, 2)
    const { json } = await call(buyer, 'checkout', { ...paying, page_id: 'cart' })
    expect(json.result).toBe('success')
    expect((await db.select().from(orders))[0]).toMatchObject({ itemsSubtotalCents: 12206, status: 'processing' })
    expect(await (await buyer.send('/cart/')).text()).toContain('cart-empty')
  })

  test('[PAY-06 checkout] the same request ten times at once orders and charges once', async () => {
    const buyer = shopper()
    await call(buyer, 'cart/add-to-cart', tea)
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(buyer, 'checkout', fromProduct)))
    expect(new Set(answers.map(({ json }) => json.redirect)).size).toBe(1)
    expect(await db.$count(orders)).toBe(1)
    expect(await intents()).toHaveLength(1)
  })

  test('[SCA-01 checkout] [PAY-05 name] [PAY-05 email] [PAY-05 phone] [PAY-05 address] the bank’s authentication has what the browser needs', async () => {
    const buyer = shopper()
    await call(buyer, 'cart/add-to-cart', tea)
    const { json } = await call(buyer, 'checkout', {
      ...fromProduct,
      stripe_cc_token_key: 'pm_card_authenticationRequired',
    })
    const [, hash = ''] = /#response=(.+)$/.exec(json.redirect ?? '') ?? []
    const [order] = await db.select().from(orders)
    const [intent] = await intents()
    const query = `key=${order?.orderKey}&order_id=${order?.id}&_stripe_payment_method=stripe_cc`
    const returnUrl = `http://shop.test/checkout/?${query}`
    expect(JSON.parse(Buffer.from(decodeURIComponent(hash), 'base64').toString())).toMatchObject({
      type: 'payment_intent',
      client_secret: intent?.client_secret,
      status: 'requires_action',
      pm: expect.stringMatching(/^pm_/),
      gateway_id: 'stripe_cc',
      order_id: order?.id,
      order_key: order?.orderKey,
      save_method: false,
      entropy: expect.any(Number),
      return_url: returnUrl,
      confirmation_args: { return_url: returnUrl },
      billing_details: {
        name: 'Ada Leaf',
        email: 'ada@shop.test',
        phone: expect.stringMatching(/416/),
        address: {
          line1: '1 Kettle Lane',
          line2: null,
          city: 'Toronto',
          state: 'ON',
          postal_code: 'M5V 2T6',
          country: 'CA',
        },
      },
    })
  })

  test('[PAY-06 checkout_payment] [PAY-07 checkout/payment] finishes the payment after the bank’s authentication, and not before', async () => {
    const buyer = shopper()
    await call(buyer, 'cart/add-to-cart', tea)
    const asked = await call(buyer, 'checkout', {
      ...fromProduct,
      stripe_cc_token_key: 'pm_card_authenticationRequired',
    })
    const [order] = await db.select().from(orders)
    const own = { order_id: String(order?.id), order_key: order?.orderKey ?? '' }
    const finish = async (fields: Record<string, string>) => (await call(buyer, 'checkout/payment', fields)).json
    const refused = {
      result: 'failure',
      messages: expect.stringContaining('<ul class="woocommerce-error'),
      reload: false,
    }
    for (const fields of [own, { ...own, order_key: 'wc_order_forged' }, { ...own, order_id: '0' }])
      expect(await finish(fields)).toMatchObject(refused)
    expect((await db.select().from(orders)).map(({ status }) => status)).toEqual(['pending'])

    const sandbox = { providerUrl: provider.url, publishableKey: provider.publishableKey }
    await completeAuthentication(sandbox, asked.json.redirect ?? '', 'complete')
    for (let times = 0; times < 2; times += 1)
      expect(await finish(own)).toEqual({
        result: 'success',
        messages: '',
        reload: false,
        redirect: `http://shop.test/checkout/order-received/${order?.id}/?key=${order?.orderKey}`,
      })
    expect((await db.select().from(orders)).map(({ status }) => status)).toEqual(['processing'])
  })

  test('[PAY-06 checkout] refusals have messages, and nothing is ordered', async () => {
    const buyer = shopper()
    const before = await digestShop(db)
    const noSession = await call(buyer, 'checkout', fromProduct)
    expect([noSession.status, noSession.json.result]).toEqual([200, 'failure'])
    expect(await digestShop(db)).toEqual(before)
    await call(buyer, 'cart/add-to-cart', tea)
    const filled = await digestShop(db)
    const mistakes: Record<string, string>[] = [
      { billing_email: '' },
      { billing_country: 'XX' },
      { payment_method: 'stripe_googlepay' },
      { payment_method: '' },
      { stripe_cc_token_key: '' },
      { page_id: 'cart' },
      { shipping_country: 'DE', shipping_city: 'Bremen' },
    ]
    for (const wrong of mistakes) {
      const { status, json } = await call(buyer, 'checkout', { ...fromProduct, ...wrong })
      expect([wrong, status, json.result, json.reload]).toEqual([wrong, 200, 'failure', false])
      expect(json.messages).toContain('woocommerce-error')
    }
    expect(await digestShop(db)).toEqual(filled)
    expect(await intents()).toEqual([])
  })

  test('[PAY-06 checkout] a declined card can be tried again, for the same order', async () => {
    const buyer = shopper()
    await call(buyer, 'cart/add-to-cart', tea)
    const declined = await call(buyer, 'checkout', { ...fromProduct, stripe_cc_token_key: 'pm_card_chargeDeclined' })
    expect([declined.json.result, declined.json.messages]).toMatchObject([
      'failure',
      expect.stringContaining('declined'),
    ])
    await call(buyer, 'cart/add-to-cart', tea)
    expect((await call(buyer, 'checkout', fromProduct)).json.result).toBe('success')
    expect(await db.$count(orders)).toBe(1)
  })

  test('[PAY-06 checkout] it is shipped to the sheet’s address; terms that were not shown are not recorded as agreed to', async () => {
    const buyer = shopper()
    await call(buyer, 'cart/add-to-cart', tea)
    const shipping = {
      shipping_first_name: 'Bela',
      shipping_last_name: 'Leaf',
      shipping_address_1: '2 Cup Street',
      shipping_city: 'Victoria',
      shipping_state: 'British Columbia',
      shipping_postcode: 'v8w1p6',
      shipping_country: 'CA',
    }
    const { terms: _, ...withoutTerms } = fromProduct
    const place = { 'address[country]': 'CA', 'address[state]': 'BC', 'address[postcode]': 'V8W' }
    await call(buyer, 'googlepay/shipping-data', { ...tea, ...place })
    expect((await call(buyer, 'checkout', { ...withoutTerms, ...shipping })).json.result).toBe('success')
    const [order] = await db.select().from(orders)
    expect(order?.shipping).toMatchObject({ firstName: 'Bela', state: 'BC', postcode: 'V8W 1P6' })
    expect(order?.billing).toMatchObject({ firstName: 'Ada', state: 'ON' })
    expect(order?.totalCents).toBe(7949)
    expect(await db.$count(consents)).toBe(0)
    const other = shopper()
    await call(other, 'cart/add-to-cart', tea)
    expect((await call(other, 'checkout', fromProduct)).json.result).toBe('success')
    expect(await db.$count(consents)).toBe(1)
  })

  test('[PAY-11] a customer’s order is theirs with the nonce of their page, and a guest’s without', async () => {
    const { id, cookie, nonce } = await createSignedInUser(shop, 'customer')
    for (const [headers, customerId] of [
      [{ 'x-wp-nonce': nonce }, id],
      [{}, null],
    ] as [Record<string, string>, number | null][]) {
      const buyer = shopper()
      for (const pair of cookie.split('; '))
        buyer.cookies.set(pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1))
      await call(buyer, 'cart/add-to-cart', tea, headers)
      expect((await call(buyer, 'checkout', fromProduct, headers)).json.result).toBe('success')
      expect((await db.select().from(orders).orderBy(orders.id)).at(-1)?.customerId).toBe(customerId)
    }
  })
})

test('the errors of every call that pays have the mark by which the plugin’s scripts know a refusal', async () => {
  const buyer = shopper()
  await buyer.add(referenceIds.simple, 1)
  const order = await writeOrder(db, { paymentMethod: 'stripe_cc', status: 'pending' })
  const ofOrder = { order_id: String(order.id), order_key: order.orderKey }
  const declined = { ...paying, stripe_cc_token_key: 'pm_card_chargeDeclined' }
  const { checkoutNonce } = await buyer.openCheckout()
  const form = new URLSearchParams({ ...declined, 'woocommerce-process-checkout-nonce': checkoutNonce })
  const submitted = await buyer.send('/?wc-ajax=checkout', { method: 'POST', body: form })
  const refused: [string, unknown][] = [
    ['the form', ((await submitted.json()) as Json).messages],
    ['checkout', (await call(buyer, 'checkout', { ...declined, page_id: 'cart' })).json.messages],
    ['checkout/payment', (await call(buyer, 'checkout/payment', { ...ofOrder, order_key: 'wrong' })).json.messages],
    ['order-pay', (await call(buyer, 'order-pay', { ...declined, ...ofOrder })).json.message],
  ]
  const marked =
    /^<ul class="woocommerce-error .*<\/ul><input type="hidden" id="wc_stripe_checkout_error" value="true"\/>$/
  for (const [route, messages] of refused) expect(messages, route).toMatch(marked)
})

describe('payment intents', () => {
  const card = { payment_method: 'stripe_cc', payment_method_id: 'pm_card_visa' }

  test('[PAY-07 payment-intent] [PAY-07 order/payment-intent] describe the payment without instalments, and make none', async () => {
    const buyer = shopper()
    await buyer.add(referenceIds.simple, 1)
    const order = await writeOrder(db, { paymentMethod: 'stripe_cc' })
    const ofOrder = { ...card, order_id: String(order.id), order_key: order.orderKey }
    for (const [route, fields, amount] of [
      ['payment-intent', card, 8020],
      ['order/payment-intent', ofOrder, 14917],
    ] as const) {
      const { status, json } = await call(buyer, route, { ...fields, amount: '1' })
      expect([status, json]).toMatchObject([
        200,
        { payment_intent: { amount, currency: 'cad' }, installments_html: '', installments: [] },
      ])
    }
    expect(await db.$count(payments)).toBe(0)
    const wrong: [string, Record<string, string>][] = [
      ['payment-intent', { ...card, payment_method: 'bacs' }],
      ['payment-intent', { ...card, payment_method_id: 'ch_1' }],
      ['order/payment-intent', { ...ofOrder, order_key: 'wc_order_forged' }],
      ['order/payment-intent', { ...ofOrder, order_id: String(order.id + 1) }],
    ]
    for (const [route, fields] of wrong)
      expect((await call(buyer, route, fields)).json).toMatchObject({
        code: 'payment-intent-error',
        data: { status: 200 },
      })
    expect((await call(shopper(), 'payment-intent', card)).json.code).toBe('payment-intent-error')
  })

  /** An order that waits for the bank, and its intent. */
  async function waiting() {
    const buyer = shopper()
    await call(buyer, 'cart/add-to-cart', tea)
    await call(buyer, 'checkout', { ...fromProduct, stripe_cc_token_key: 'pm_card_authenticationRequired' })
    const order = (await db.select().from(orders).orderBy(orders.id)).at(-1)
    const intent = (await intents()).find(({ metadata }) => metadata.order_key === order?.orderKey)
    return { buyer, order_id: String(order?.id), client_secret: intent?.client_secret ?? '' }
  }

  test('[PAY-06 sync_intent] [PAY-07 sync-payment-intent] the intent’s secret renews it; nobody else’s does', async () => {
    const [one, other] = [await waiting(), await waiting()]
    const { buyer, ...own } = one
    expect((await call(shopper(), 'sync-payment-intent', own)).json).toEqual({ success: true })
    const before = await digestShop(db)
    for (const client_secret of ['', 'x', other.client_secret, own.client_secret.slice(0, -1), 'pi_x_secret_y'])
      expect((await call(buyer, 'sync-payment-intent', { ...own, client_secret })).json).toMatchObject({
        code: 'payment-intent-error',
      })
    for (const order_id of ['0', '-1', '1e9', 'abc', '99999999999', other.order_id])
      expect((await call(buyer, 'sync-payment-intent', { ...own, order_id })).json.code).toBe('payment-intent-error')
    expect(await digestShop(db)).toEqual(before)
    expect((await db.select().from(orders)).map(({ status }) => status)).toEqual(['pending', 'pending'])
  })
})
