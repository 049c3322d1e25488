/** The settings of both payment plugins on the pages that take payments. */
import { createDecipheriv, createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { restNonceOf } from '../../src/people/identity/rest-nonce.ts'
import { CURRENCY_COOKIE } from '../../src/platform/web/currency.ts'
import { hrefs } from '../../src/platform/web/routes.ts'
import { defaultSettings, type Settings } from '../../src/settings.ts'
import { redirectRoutes, stripeRoutesConfig } from '../../src/shop/checkout/page-config/stripe-params.ts'
import { stripeCalls } from '../../src/shop/checkout/stripe-calls/stripe-calls.ts'
import { paymentMessages } from '../../src/shop/gateways/payment-errors.ts'
import { coupons } from '../../src/shop/pricing/coupons.table.ts'
import type { CurrencySetting } from '../../src/shop/pricing/settings.ts'
import { viewedProducts } from '../../src/shop/tracking/product-views.store.ts'
import { newBuyer } from '../running/buyer.ts'
import { currencySetting } from '../support/currencies.ts'
import { writeOrder } from '../support/orders.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { everyWallet, openShop, recordedSettings } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'

/** Currencies in addition to Canadian dollars. */
const currencies: CurrencySetting[] = []
const { app, db, pool, shop, provider } = await openShop({
  settings: { ...recordedSettings, currencies, gateways: defaultSettings.gateways },
})
const current: { settings: Settings } = { settings: shop.settings() }
Object.assign(shop, { settings: () => current.settings })
const original = current.settings

beforeEach(async () => {
  current.settings = original
  currencies.length = 0
  await pool.query('truncate orders, payments, carts, rate_limits cascade')
})

type Config = Record<string, unknown>

/** The global variables that a page sets. */
function globalsOf(html: string): Record<string, Config> {
  const script = [...html.matchAll(/<script>(var .*?)<\/script>/gs)].map(([, text]) => text).join(';')
  const names = [...script.matchAll(/(?:^|;)var (\w+)=/g)].map(([, name]) => name)
  return new Function(`${script};return {${names.join(',')}}`)() as Record<string, Config>
}
const buyer = () => newBuyer(async (path, init) => app.request(path, init))
const product = async (headers: Record<string, string> = {}) =>
  globalsOf(await (await app.request('/product/tea-1/', { headers })).text())
async function checkout(cookie = '') {
  const shopper = buyer()
  for (const pair of cookie === '' ? [] : cookie.split('; '))
    shopper.cookies.set(pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1))
  await shopper.add(referenceIds.simple, 1)
  return globalsOf(await (await shopper.send('/checkout/')).text())
}

const FLAGS_FALSE = [
  'forceNetworkSavedCards',
  'isPreview',
  'cartContainsSubscription',
  'isWooPayEnabled',
  'isWoopayExpressCheckoutEnabled',
  'isWoopayFirstPartyAuthEnabled',
  'isWooPayDirectCheckoutEnabled',
  'isWooPayGlobalThemeSupportEnabled',
  'isCheckout',
  'upeAppearance',
  'wcBlocksUPEAppearance',
]

test('[PAY-16 keys] [PAY-16 endpoints] [PAY-16 nonces] the product page has the keys, addresses and nonces of the second plugin', async () => {
  const { wcpayConfig = {} } = await product()
  expect(wcpayConfig).toMatchObject({
    publishableKey: provider.publishableKey,
    testMode: true,
    accountId: '',
    gatewayId: 'woocommerce_payments',
    accountDescriptor: expect.stringMatching(/\w/),
    woopayMerchantId: expect.any(Number),
    locale: 'en',
    wcpayVersionNumber: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    ajaxUrl: 'http://shop.test/wp-admin/admin-ajax.php',
    wcAjaxUrl: '/?wc-ajax=%%endpoint%%',
    storeApiURL: 'http://shop.test/wp-json/wc/store',
    addPaymentReturnURL: 'http://shop.test/my-account/payment-methods/',
  })
  const nonces = Object.entries(wcpayConfig).filter(([name]) => name.endsWith('Nonce'))
  expect(nonces.map(([name]) => name).toSorted()).toEqual([
    ...['createSetupIntentNonce', 'initWooPayNonce', 'platformTrackerNonce', 'saveUPEAppearanceNonce'],
    ...['woopaySessionNonce', 'woopaySignatureNonce'],
  ])
  for (const [, nonce] of nonces) expect(nonce).toMatch(/^[0-9a-f]{10}$/)
  expect(new Set(nonces.map(([, nonce]) => nonce)).size).toBe(nonces.length)
})

test('[PAY-16 settings] [PAY-16 flags] [PAY-16 card configuration] [PAY-16 billing fields] its settings keep their types', async () => {
  const { wcpayConfig = {} } = await product()
  expect(wcpayConfig).toMatchObject({
    genericErrorMessage: expect.stringContaining('There was a problem processing the payment.'),
    features: ['products', 'refunds', 'tokenization', 'add_payment_method'],
    currency: 'CAD',
    cartTotal: 0,
    storeCountry: 'CA',
    isSavedCardsEnabled: true,
    isPaymentRequestEnabled: true,
    isWooPayEmailInputEnabled: true,
    ...Object.fromEntries(FLAGS_FALSE.map((name) => [name, false])),
  })
  expect((wcpayConfig.paymentMethodsConfig as { card: Config }).card).toMatchObject({
    isReusable: true,
    isBnpl: false,
    title: 'Card',
    showSaveOption: true,
    countries: [],
    icon: expect.stringMatching(/^http/),
    darkIcon: expect.stringMatching(/^http/),
    gatewayId: 'woocommerce_payments',
    testingInstructions: expect.stringContaining('4242'),
  })
  const required = ['first_name', 'last_name', 'country', 'address_1', 'city', 'state', 'postcode', 'phone', 'email']
  expect(wcpayConfig.enabledBillingFields).toEqual(
    Object.fromEntries([
      ...required.map((name) => [`billing_${name}`, { required: true }]),
      ...['company', 'address_2'].map((name) => [`billing_${name}`, { required: false }]),
    ]),
  )
})

test('[PAY-16 flags] [PAY-14 charge currency] with further currencies it says so, and what the visitor pays in', async () => {
  currencies.push(currencySetting('USD', '0.72'), currencySetting('EUR', '0.62'))
  shop.pages.clear()
  const first = await product()
  expect(first.wcpayConfig).toMatchObject({ isMultiCurrencyEnabled: true, currency: 'CAD' })
  const inDollars = await product({ cookie: `${CURRENCY_COOKIE}=USD` })
  expect(inDollars.wcpayConfig).toMatchObject({ isMultiCurrencyEnabled: true, currency: 'USD' })
})

test('[PAY-14 CAD by default] a shop that sells in Canadian dollars alone has no word of currencies', async () => {
  const page = await (await app.request('/product/tea-1/')).text()
  // "only present, and true, when multi-currency is on" (woopayments-config sheet, "Flags")
  expect(globalsOf(page).wcpayConfig).toMatchObject({ currency: 'CAD' })
  expect(page).not.toMatch(/isMultiCurrencyEnabled|name="currency"/)
})

test('[PAY-16 settings] its session data are encrypted and signed, and say nothing about a visitor', async () => {
  const { wcpayConfig = {} } = await product()
  type Session = { blog_id: number; data: { session: string; iv: string; hash: string } }
  const { blog_id, data } = wcpayConfig.woopayMinimumSessionData as Session
  expect(blog_id).toBe(wcpayConfig.woopayMerchantId)
  const key = (purpose: string) => createHmac('sha256', shop.secret).update(`woopay|${purpose}`).digest()
  const [session, iv] = [Buffer.from(data.session, 'base64'), Buffer.from(data.iv, 'base64')]
  expect(createHmac('sha256', key('hash')).update(session).digest('base64')).toBe(data.hash)
  const decipher = createDecipheriv('aes-256-cbc', key('session'), iv)
  const text = Buffer.concat([decipher.update(session), decipher.final()]).toString()
  expect(JSON.parse(text)).toMatchObject({ blog_id, blog_checkout_url: 'http://shop.test/checkout/' })
})

test('[PAY-15 configuration] the fraud-detection service is in the configuration, per visit at the checkout', async () => {
  current.settings = { ...original, fraudDetection: { beaconKey: 'beacon-1' } }
  const onProduct = await product({ cookie: (await createSignedInUser(shop, 'customer')).cookie })
  expect(onProduct.wcpayConfig?.fraudServices).toEqual({
    sift: { beacon_key: 'beacon-1', user_id: '', session_id: '' },
  })
  const sift = async (cookie = '') => {
    const { wcpay_upe_config: config = {} } = await checkout(cookie)
    return (config.fraudServices as { sift: Record<string, string> }).sift
  }
  const [guest, other] = [await sift(), await sift()]
  expect(guest).toEqual({ beacon_key: 'beacon-1', user_id: '', session_id: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(other.session_id).not.toBe(guest.session_id)
  const customer = await createSignedInUser(shop, 'customer')
  expect((await sift(customer.cookie)).user_id).toBe(String(customer.id))
  current.settings = { ...original, fraudDetection: { beaconKey: '' } }
  expect((await checkout()).wcpay_upe_config?.fraudServices).toEqual({ stripe: {} })
})

test('[PAY-16 flags] the checkout’s is printed the platform’s way: plain values at the top are text', async () => {
  const { wcpay_upe_config: config = {} } = await checkout()
  expect(config).toMatchObject({
    isCheckout: '1',
    isPreview: '',
    cartTotal: '8020',
    testMode: '1',
    paymentMethodsConfig: { card: { isReusable: true } },
  })
})

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

test('[ATTR-04 call] an event of a page is taken with the nonce of its page, and with no other', async () => {
  const { wcpayConfig = {} } = await product()
  const post = async (fields: Record<string, string>) => {
    const body = new FormData()
    const event = { action: 'platform_tracks', tracksEventName: 'product_page_view', tracksEventProp: '{}' }
    const sent = { ...event, tracksNonce: String(wcpayConfig.platformTrackerNonce), ...fields }
    for (const [name, value] of Object.entries(sent)) body.set(name, value)
    const response = await app.request('/wp-admin/admin-ajax.php', { method: 'POST', body })
    return [response.status, await response.json()]
  }
  const properties = {
    theme_type: 'short_code',
    record_event_data: { is_admin_event: false, track_on_all_stores: true },
  }
  expect(await post({ tracksEventProp: JSON.stringify(properties) })).toEqual([200, { success: true }])
  for (const tracksEventProp of ['', 'no JSON', '[]', 'null', '{"a":{"b":[]}}', 'x'.repeat(100_000)])
    expect(await post({ tracksEventProp })).toEqual([200, { success: true }])
  const mistakes: Record<string, string>[] = [
    ...['', 'x'].map((tracksNonce) => ({ tracksNonce })),
    ...['', '<b>'].map((tracksEventName) => ({ tracksEventName })),
  ]
  for (const wrong of mistakes) expect(await post(wrong)).toEqual([403, { success: false, data: expect.any(String) }])
  expect((await app.request('/wp-admin/admin-ajax.php?action=platform_tracks')).status).toBe(400)
})

test('[ATTR-04 call] a product page queues the event, and each report counts for its product', async () => {
  const { wcPayFrontendTracks, wcpayConfig = {} } = await product()
  const queue = wcPayFrontendTracks as unknown as { event: string; properties: Record<string, unknown> }[]
  expect(queue).toEqual([
    {
      event: 'product_page_view',
      properties: {
        theme_type: 'short_code',
        record_event_data: { is_admin_event: false, track_on_all_stores: true },
        product_id: expect.any(Number),
      },
    },
  ])
  const report = async (properties: object) => {
    const event = { action: 'platform_tracks', tracksEventName: 'product_page_view' }
    const body = new URLSearchParams({
      ...event,
      tracksEventProp: JSON.stringify(properties),
      tracksNonce: String(wcpayConfig.platformTrackerNonce),
    })
    expect((await app.request('/wp-admin/admin-ajax.php', { method: 'POST', body })).status).toBe(200)
  }
  const properties = queue[0]?.properties ?? {}
  await report(properties)
  await report(properties)
  for (const product_id of [99_999_999, -1, 1.5, '1; drop table', null, 1e99])
    await report({ ...properties, product_id })
  const ever = { after: '2000-01-01', before: '2099-12-31' }
  expect(await viewedProducts(db, ever, 10)).toMatchObject([{ id: properties.product_id, views: 2 }])
})

const route = (name: string): string => `/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/${name}`

test('[XW-14 settings] a product page has every setting of each wallet, as those of a guest', async () => {
  current.settings = { ...original, siteTitle: 'Samovar', gateways: everyWallet }
  const globals = await product({ 'user-agent': 'A phone' })
  const common = (id: string) => ({
    page: 'product',
    gateway_id: id,
    api_key: provider.publishableKey,
    banner_enabled: '1',
    user_id: '0',
    saved_method_selector: `[name="${id}_saved_method_key"]`,
    token_selector: `[name="${id}_token_key"]`,
    messages: expect.objectContaining({
      terms: 'Please read and accept the terms and conditions to proceed with your order.',
      required_field: '%s is a required field.',
    }),
    routes: expect.objectContaining({
      payment_data: route('googlepay/shipping-data'),
      add_to_cart: route('cart/add-to-cart'),
      cart_calculation: route('cart/cart-calculation'),
      checkout: route('checkout'),
    }),
    rest_nonce: restNonceOf(shop, null),
    currency: 'CAD',
    total_label: 'Total',
    country_code: 'CA',
    total_price_label: 'Total',
    elementOptions: { locale: 'en-CA' },
    confirmParams: {
      return_url: expect.stringContaining(`payment_method=${id}&context=product`),
      mandate_data: { customer_acceptance: { type: 'online', online: { ip_address: '', user_agent: '' } } },
    },
    paymentElementOptions: {},
  })
  expect(globals.wc_stripe_googlepay_product_params).toEqual({
    ...common('stripe_googlepay'),
    description: 'Pay with a card of your Google account.',
    messages: expect.objectContaining({
      invalid_amount: 'Please update you product quantity before using Google Pay',
    }),
    environment: 'TEST',
    merchant_id: '',
    merchant_name: 'Samovar',
    processing_country: 'CA',
    button_color: 'black',
    button_style: 'buy',
    button_size_mode: 'fill',
    button_locale: 'en',
    button_shape: 'rect',
    button_radius: '4',
  })
  const amounts = {
    currency: 'CAD',
    total_cents: '6103',
    needs_shipping: '1',
    shipping_options: [],
    items: [{ label: 'Golden Needle Green Tea No. 1', pending: false, amount: 6103 }],
    product: { id: referenceIds.simple, price: 61.03, price_cents: 6103, variation: false, is_in_stock: true },
  }
  expect(globals.wc_stripe_applepay_product_params).toEqual({
    ...common('stripe_applepay'),
    ...amounts,
    description: expect.stringContaining('Wallet'),
    button: expect.stringMatching(/^<button [^>]*style="[^"]*height:48px/),
    display_rule: 'auto',
    button_options: { height: '48px', radius: '4px', theme: 'black', type: 'buy' },
    button_height: '48px',
    button_radius: '4px',
  })
  expect(globals.wc_stripe_payment_request_product_params).toEqual({
    ...common('stripe_payment_request'),
    ...amounts,
    description: expect.stringContaining('browser'),
    button: { type: 'buy', theme: 'dark', height: '48' },
    button_radius: '4px',
    icons: { chrome: '' },
  })
  // The only name that older versions of the plugin's script use.
  expect(globals.wc_stripe_payment_request_params).toEqual(globals.wc_stripe_payment_request_product_params)
})

test('the page is kept for everybody: a customer’s settings are not in it', async () => {
  current.settings = { ...original, gateways: everyWallet }
  const { cookie } = await createSignedInUser(shop, 'customer')
  const google = 'wc_stripe_googlepay_product_params'
  expect((await product({ cookie }))[google]).toEqual((await product())[google])
  expect((await product({ cookie }))[google]).toMatchObject({ user_id: '0', rest_nonce: restNonceOf(shop, null) })
})

type Answer = Record<string, unknown> & { readonly sift: { user_id: string; session_id: string } | null }
const asksForVisitor = () => ({ method: 'POST', body: new URLSearchParams({ action: 'payment_visitor' }) })

test('[XW-14 settings] [PAY-16 settings] the cached page asks whose settings they are, and each visitor is told their own', async () => {
  const ask = async (headers: Record<string, string> = {}) => {
    const from = { 'user-agent': 'A phone', 'x-forwarded-for': '203.0.113.7' }
    const response = await app.request('/wp-admin/admin-ajax.php', {
      ...asksForVisitor(),
      headers: { ...from, ...headers },
    })
    expect(response.headers.get('cache-control')).toContain('no-store')
    return (await response.json()) as Answer
  }
  const session_id = expect.stringMatching(/^[0-9a-f]{32}$/)
  const { id, cookie, nonce } = await createSignedInUser(shop, 'customer')
  const device = { user_agent: 'A phone', ip_address: '203.0.113.7' }
  expect(await ask({ cookie })).toEqual({
    user_id: String(id),
    rest_nonce: nonce,
    ...device,
    sift: { user_id: String(id), session_id },
  })
  expect(await ask()).toEqual({ user_id: '0', rest_nonce: '', ...device, sift: { user_id: '', session_id } })
})

test('[PAY-16 settings] a visit has one number for the fraud-detection service, before there is a cart and at the checkout', async () => {
  const ask = async (shopper: ReturnType<typeof buyer>) =>
    (await (await shopper.send('/wp-admin/admin-ajax.php', asksForVisitor())).json()) as Answer
  const atCheckout = async (shopper: ReturnType<typeof buyer>) => {
    await shopper.add(referenceIds.simple, 1)
    const { wcpay_upe_config: config = {} } = globalsOf(await (await shopper.send('/checkout/')).text())
    return (config.fraudServices as { sift: { session_id: string } }).sift.session_id
  }
  const [early, late, forger] = [buyer(), buyer(), buyer()]
  const visit = (await ask(early)).sift?.session_id ?? ''
  expect(visit).toMatch(/^[0-9a-f]{32}$/)
  expect((await ask(early)).sift?.session_id).toBe(visit)
  expect(await atCheckout(early)).toBe(visit)
  expect((await ask(early)).sift?.session_id).toBe(visit)
  // A shopper who already has a cart is identified by it.
  const ofCart = await atCheckout(late)
  expect(ofCart).not.toBe(visit)
  expect((await ask(late)).sift?.session_id).toBe(ofCart)
  // Knowing the number of a visit is not enough to continue it.
  for (const [name, value] of early.cookies) if (value !== visit) forger.cookies.set(name, visit)
  expect((await ask(forger)).sift?.session_id).not.toBe(visit)

  current.settings = { ...original, fraudDetection: { beaconKey: '' } }
  const [other, before] = [buyer(), early.cookies.size]
  expect((await ask(other)).sift).toBeNull()
  expect(other.cookies.size).toBe(0)
  expect(early.cookies.size).toBe(before)
})

test('[XW-14 settings] they are the owner’s, and a wallet that does not stand there has none', async () => {
  const { stripe_googlepay: google, stripe_applepay: apple } = everyWallet
  current.settings = {
    ...original,
    gateways: {
      ...everyWallet,
      stripe_googlepay: {
        ...google,
        sections: ['product'],
        locale: '',
        button: { color: 'white', style: 'order', radius: 12 },
      },
      stripe_applepay: { ...apple, sections: ['cart'] },
      stripe_payment_request: { ...everyWallet.stripe_payment_request, enabled: false },
    },
  }
  const globals = await product()
  expect(globals.wc_stripe_googlepay_product_params).toMatchObject({
    button_color: 'white',
    button_style: 'order',
    button_radius: '12',
    button_locale: null,
    banner_enabled: '',
  })
  expect(Object.keys(globals).filter((name) => /applepay|payment_request/.test(name))).toEqual([])
})

test('[XW-14 TEST without merchant id] the merchant’s number goes with live keys only', async () => {
  const google = { ...everyWallet.stripe_googlepay, merchant: { id: 'BCR2DN4T', name: 'Samovar Tea' } }
  current.settings = { ...original, gateways: { ...everyWallet, stripe_googlepay: google } }
  const inTest = { environment: 'TEST', merchant_id: '', merchant_name: 'Samovar Tea' }
  expect((await product()).wc_stripe_googlepay_product_params).toMatchObject(inTest)
  const { payments } = shop
  try {
    Object.assign(shop, { payments: { ...payments, mode: 'live' } })
    const live = { environment: 'PRODUCTION', merchant_id: 'BCR2DN4T', merchant_name: 'Samovar Tea' }
    shop.pages.clear()
    expect((await product()).wc_stripe_googlepay_product_params).toMatchObject(live)
  } finally {
    Object.assign(shop, { payments })
  }
})
