/** The settings of the wallets, which the cached page asks for each visitor. */

import { expect, test } from 'vitest'
import { restNonceOf } from '../../src/people/identity/rest-nonce.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { everyWallet } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'
import { globalsOf, openConfiguredShop } from './configured-shop.ts'

const { app, buyer, current, original, product, provider, shop } = await openConfiguredShop()

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
