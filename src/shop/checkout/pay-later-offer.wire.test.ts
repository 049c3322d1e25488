/** Affirm, Afterpay and Klarna: for which totals and payers they are offered, and beside which other methods. */
import { describe, expect, test } from 'vitest'
import { reconcilePayments } from '../reconciliation/payment-jobs.ts'
import { openTestPayLater } from './open-test-pay-later.ts'
import { orderPayNonce } from './order-pay/submit-order-pay.ts'

const {
  opened,
  productId,
  STOCK,
  buyer,
  allOrders,
  thePayments,
  onHand,
  charged,
  page,
  theOrder,
  shopperWithCart,
  place,
  answer,
  comeBack,
  affirm,
  shop,
  about,
  deliver,
} = await openTestPayLater()

describe('changing the payment method of an order', () => {
  const CALL = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay'
  type PayAnswer = { success?: boolean; needs_confirmation?: boolean; redirect?: string; message?: string }

  async function pay(method: string, card = ''): Promise<PayAnswer> {
    const order = await theOrder()
    const nonce = orderPayNonce(shop, order as Parameters<typeof orderPayNonce>[1])
    const fields = { payment_method: method, stripe_cc_token_key: card, 'woocommerce-pay-nonce': nonce }
    const response = await buyer().post(CALL, { ...fields, order_id: String(order.id), order_key: order.orderKey })
    return (await response.json()) as PayAnswer
  }
  const statuses = async () => (await thePayments()).map(({ methodType, status }) => `${methodType} ${status}`)

  test('from card to pay later and back: only one payment can ever be paid', async () => {
    const shopper = await shopperWithCart()
    await shopper.checkout(await shopper.openCheckout(), { stripe_cc_token_key: 'pm_card_chargeDeclined' })
    expect(await statuses()).toEqual(['card requires_payment_method'])

    const toKlarna = await pay('stripe_klarna')
    expect(toKlarna).toMatchObject({ success: true, needs_confirmation: false })
    expect(toKlarna.redirect).toMatch(/\/v3\/pay-later\//)
    expect(await statuses()).toEqual(['card canceled', 'klarna requires_action'])
    const toAfterpay = await pay('stripe_afterpay')
    expect(toAfterpay.redirect).not.toBe(toKlarna.redirect)
    expect(await statuses()).toEqual(['card canceled', 'klarna canceled', 'afterpay_clearpay requires_action'])
    // The page of the first attempt is still open in another tab.
    expect(await comeBack(shopper, await answer(toKlarna.redirect ?? '', 'accept'))).toContain('/order-pay/')
    expect((await theOrder()).status).toBe('pending')

    expect(await pay('stripe_cc', 'pm_card_visa')).toEqual({ success: true, needs_confirmation: false })
    expect((await statuses()).slice(2)).toEqual(['afterpay_clearpay canceled', 'card succeeded'])
    expect([(await theOrder()).status, await charged(), await onHand()]).toEqual(['processing', 1, STOCK - 2])
    await comeBack(shopper, await answer(toAfterpay.redirect ?? '', 'accept'))
    for (const { intentId: id } of await thePayments()) await deliver(await about(id ?? ''))
    await reconcilePayments(shop)
    expect([(await theOrder()).status, await charged()]).toEqual(['processing', 1])
  })

  test('a payment that was agreed to meanwhile is taken, not another one', async () => {
    await shopperWithCart()
      .then((shopper) => place(shopper))
      .then((url) => answer(url, 'accept'))
    expect(await pay('stripe_cc', 'pm_card_visa')).toEqual({ success: true, needs_confirmation: false })
    expect([(await theOrder()).status, await charged(), await statuses()]).toEqual([
      'processing',
      1,
      ['klarna succeeded'],
    ])
  })

  test('coming back to the order-pay page says what happened', async () => {
    const shopper = await shopperWithCart()
    await shopper.checkout(await shopper.openCheckout(), { stripe_cc_token_key: 'pm_card_chargeDeclined' })
    const { redirect = '' } = await pay('stripe_klarna')
    const back = await answer(redirect, 'decline')
    const { id, orderKey } = await theOrder()
    expect(back.pathname).toBe(`/checkout/order-pay/${id}/`)
    const next = await comeBack(shopper, back)
    expect(next).toBe(`/checkout/order-pay/${id}/?pay_for_order=true&key=${orderKey}`)
    expect(await page(shopper, next)).toContain('Klarna did not approve the payment.')
  })
})

test('product page and cart carry the settings of the messages, which name nobody', async () => {
  const shopper = await shopperWithCart()
  const paramsOf = (html: string, name: string) =>
    JSON.parse(new RegExp(`var ${name}=(.*?)[;<](?=var |/script)`).exec(html)?.[1] ?? 'null') as object
  const shortLink = await shopper.send(`/?p=${productId}`)
  const product = await page(shopper, shortLink.headers.get('location') ?? '')
  const common = { api_key: opened.provider.publishableKey, currency: 'CAD', country_code: 'CA' }
  const requirements = { CAD: ['CA', 1, 2000], USD: ['US', 1, 4000], GBP: ['GB', 1, 1200] }
  for (const [kind, html] of [
    ['product', product],
    ['cart', await page(shopper, '/cart/')],
  ] as const) {
    expect(paramsOf(html, `wc_stripe_afterpay_${kind}_params`)).toMatchObject({
      ...common,
      page: kind,
      gateway_id: 'stripe_afterpay',
      hide_ineligible: 'no',
      requirements,
      local_payment_type: 'afterpay_clearpay',
      payment_sections: ['product', 'cart'],
      user_id: '0',
      routes: {
        checkout: '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/checkout',
        delete_order_source: '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order/source',
        update_source: '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/source/update',
      },
      elementOptions: { mode: 'payment', currency: 'cad', paymentMethodTypes: ['afterpay_clearpay'] },
    })
    expect(paramsOf(html, `wc_stripe_klarna_${kind}_params`)).toMatchObject({
      messageOptions: { countryCode: 'CA', paymentMethodTypes: ['klarna'] },
    })
    expect(paramsOf(html, `wc_stripe_affirm_${kind}_params`)).toMatchObject({ supportedCurrencies: ['CAD', 'USD'] })
    expect(html).toContain(`id="wc-stripe-afterpay-${kind}-msg"`)
  }
})

describe('totals outside the limits', () => {
  test('are not offered, and refused by the server', async () => {
    const shopper = await shopperWithCart(1)
    const html = await page(shopper, '/checkout/')
    const total = Number(/data-total="">\$([\d.]+)/.exec(html)?.[1])
    expect(html.includes('payment_method_stripe_affirm')).toBe(total >= 50)
    const { stripe_affirm: settings } = shop.settings().gateways
    const limits = { CAD: { minCents: Math.round(total * 100) + 1, maxCents: null } }
    Object.assign(settings, { limits })
    expect(await page(shopper, '/checkout/')).not.toContain('payment_method_stripe_affirm')
    await expect(place(shopper, 'stripe_affirm')).rejects.toThrow('Invalid payment method.')
    expect(await allOrders()).toEqual([])
    Object.assign(settings, { limits: { CAD: { minCents: Math.round(total * 100), maxCents: null } } })
    expect(await page(shopper, '/checkout/')).toContain('payment_method_stripe_affirm')
    Object.assign(settings, { limits: affirm.limits })
  })

  test('are not offered to a payer in another country', async () => {
    const shopper = await shopperWithCart()
    const checkout = await shopper.openCheckout()
    await shopper.review(checkout, { billing_country: 'US', billing_state: 'NY', billing_postcode: '10001' })
    const html = await page(shopper, '/checkout/')
    expect(html).toContain('payment_method_stripe_afterpay')
    expect(html).not.toContain('payment_method_stripe_klarna')
    expect(html).not.toContain('payment_method_stripe_affirm')
  })
})
