/** The settings of the provider’s plugin on the pages that take payments. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { restNonceOf } from '../../src/people/identity/rest-nonce.ts'
import { hrefs } from '../../src/platform/web/routes.ts'
import { redirectRoutes, stripeRoutesConfig } from '../../src/shop/checkout/page-config/stripe-params.ts'
import { stripeCalls } from '../../src/shop/checkout/stripe-calls/stripe-calls.ts'
import { paymentMessages } from '../../src/shop/gateways/payment-errors.ts'
import { coupons } from '../../src/shop/pricing/coupons.table.ts'
import { writeOrder } from '../support/orders.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { everyWallet } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'
import { type Config, globalsOf, openConfiguredShop } from './configured-shop.ts'

const { app, buyer, checkout, current, db, original, provider, shop } = await openConfiguredShop()

test('[PAY-07 base path] routes in the settings are those of the calls', () => {
  const prefix = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/'
  const { base_path, ...routes } = stripeRoutesConfig
  expect(base_path).toBe('/?wc-ajax=wc_stripe_frontend_request&path=/%s')
  const known = stripeCalls.map(({ route }) => prefix + route)
  // The settings name another URL for `delete_order_source` than the URL of its call (stripe-plugin sheet §2).
  const { delete_order_source, update_source } = redirectRoutes
  expect(delete_order_source).toBe(`${prefix}order/source`)
  const ofSources = [update_source, `${prefix}source/order/source`]
  expect([...Object.values(routes), ...ofSources].toSorted()).toEqual(known.toSorted())
})

test('the product page has the provider’s settings, and neither a visitor’s nonce nor their number', async () => {
  const { nonce, cookie } = await createSignedInUser(shop, 'customer')
  const response = await app.request('/product/tea-1/', { headers: { cookie } })
  const html = await response.text()
  const globals = globalsOf(html)
  expect(globals.wc_stripe_params_v3).toMatchObject({
    api_key: provider.publishableKey,
    page: 'product',
    mode: 'test',
    version: '3.3.94',
    stripeParams: { apiVersion: '2022-08-01', betas: expect.arrayContaining(['multibanco_pm_beta_1']) },
  })
  expect(globals.wc_stripe_messages).toEqual(paymentMessages)
  expect(html).not.toContain(nonce)
})

test('a checkout with nothing to pay prepares the card’s form to take a card only; once there is something, its fragments say so', async () => {
  current.settings = { ...original, gateways: everyWallet }
  await db.insert(coupons).values({ code: 'all', discountType: 'percent', amount: 10_000, freeShipping: false })
  const shopper = buyer()
  await shopper.add(referenceIds.simple, 1)
  const page = async () => (await shopper.send('/checkout/')).text()
  const call = async (name: string, nonce: string, fields: Record<string, string>) => {
    const security = String(globalsOf(await page()).wc_checkout_params?.[nonce])
    const body = new URLSearchParams({ security, ...fields })
    return shopper.send(`/?wc-ajax=${name}`, { method: 'POST', body })
  }
  const review = async () => {
    const pickup = { country: 'CA', state: 'ON', 'shipping_method[0]': 'local_pickup:3' }
    const answer = await call('update_order_review', 'update_order_review_nonce', pickup)
    return ((await answer.json()) as { fragments: Record<string, unknown> }).fragments
  }
  const optionsIn = (fragments: Record<string, unknown>) => {
    const text = decodeURIComponent(String(fragments['.wc-stripe-element-options']))
    return JSON.parse(Buffer.from(text, 'base64').toString()) as Config
  }
  await call('apply_coupon', 'apply_coupon_nonce', { coupon_code: 'all' })
  const free = await review()
  expect(optionsIn(free)).toEqual({ mode: 'setup', paymentMethodCreation: 'manual' })
  expect(Object.keys(free).filter((name) => name.startsWith('stripe_'))).toEqual([])
  expect(globalsOf(await page()).wc_stripe_credit_card_params?.elementOptions).toEqual({
    locale: 'en-CA',
    mode: 'setup',
    paymentMethodCreation: 'manual',
    paymentMethodTypes: ['card'],
  })

  await db.delete(coupons).where(eq(coupons.code, 'all'))
  const paid = await review()
  expect(optionsIn(paid)).toEqual({ mode: 'payment', paymentMethodCreation: 'manual' })
  const html = await page()
  for (const id of ['stripe_applepay', 'stripe_payment_request']) {
    const [, printed = ''] = new RegExp(`woocommerce_${id}_gateway_data[^>]*data-gateway="([^"]*)"`).exec(html) ?? []
    expect(paid[id], id).toEqual(JSON.parse(printed.replaceAll('&quot;', '"')))
  }
})

test('the checkout has the settings of the card, its fields with what was entered, and the messages', async () => {
  const globals = await checkout()
  expect(globals.wc_stripe_messages).toEqual(paymentMessages)
  expect(globals.wc_stripe_form_handler_params).toEqual({ no_results: paymentMessages.no_results })
  expect(globals.wc_stripe_checkout_fields).toMatchObject({
    billing_first_name: { label: 'First name', required: true, priority: 10, type: 'text', value: null },
    billing_country: { type: 'country', required: true, priority: 40 },
    billing_state: { label: 'Province', validate: ['state'] },
    shipping_postcode: { label: 'Postal code', validate: ['postcode'], required: true },
  })
  expect(globals.wc_stripe_checkout_fields).not.toHaveProperty('shipping_email')
  expect(globals.wc_stripe_credit_card_params).toMatchObject({
    postal_regex: { CA: expect.stringContaining('[ABCEGHJ-NPRSTVXY]'), US: '^\\d{5}(-\\d{4})?$' },
    page: 'checkout',
    gateway_id: 'stripe_cc',
    user_id: '0',
    banner_enabled: '',
    custom_form: '',
    currency: 'CAD',
    country_code: 'CA',
    total_label: 'Total',
    rest_nonce: restNonceOf(shop, null),
    saved_method_selector: '[name="stripe_cc_saved_method_key"]',
    token_selector: '[name="stripe_cc_token_key"]',
    elementOptions: { locale: 'en-CA', mode: 'payment', amount: 8020, currency: 'cad' },
    confirmParams: {
      return_url: expect.stringContaining('/wc-api/stripe_add_payment_method/?nonce='),
      mandate_data: { customer_acceptance: { type: 'online' } },
    },
  })
  expect(globals.wc_stripe_local_payment_params).toMatchObject({ api_key: provider.publishableKey, gateways: {} })
  const { id, cookie, nonce } = await createSignedInUser(shop, 'customer')
  expect((await checkout(cookie)).wc_stripe_credit_card_params).toMatchObject({
    user_id: String(id),
    rest_nonce: nonce,
  })
})

test('an order’s payment page and the page to add a card have theirs; other pages have none', async () => {
  const order = await writeOrder(db, { paymentMethod: 'stripe_cc' })
  const html = await (await app.request(hrefs.orderPay(order.id, order.orderKey))).text()
  expect(globalsOf(html).wc_stripe_credit_card_params).toMatchObject({
    page: 'order_pay',
    order_id: String(order.id),
    order_key: order.orderKey,
  })
  const { cookie, nonce } = await createSignedInUser(shop, 'customer')
  const addPage = await (await app.request('/my-account/add-payment-method/', { headers: { cookie } })).text()
  expect(globalsOf(addPage).wc_stripe_credit_card_params).toMatchObject({
    page: 'add_payment_method',
    rest_nonce: nonce,
    elementOptions: { mode: 'setup' },
  })
  for (const path of ['/', '/shop/', '/my-account/', '/cart/'])
    expect(await (await app.request(path)).text()).not.toContain('wc_stripe_credit_card_params')
})
