/** The settings of the second payment plugin, and what its calls take. */

import { createDecipheriv, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { CURRENCY_COOKIE } from '../../src/platform/web/currency.ts'
import { viewedProducts } from '../../src/shop/tracking/product-views.store.ts'
import { currencySetting } from '../support/currencies.ts'
import { createSignedInUser } from '../support/users.ts'
import { type Config, globalsOf, openConfiguredShop } from './configured-shop.ts'

const { app, checkout, currencies, current, db, original, product, provider, shop } = await openConfiguredShop()

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
