import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { completeAuthentication, newBuyer } from '../../../../test/running/buyer.ts'
import { ada } from '../../../../test/support/orders.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import { consents } from '../../../people/identity/consents/consents.table.ts'
import { personOf } from '../../../people/privacy/personal-data.ts'
import { consentData } from '../../../people/privacy/privacy-log.ts'
import { entries, oldSlugs } from '../../../things/entries/entries.table.ts'
import { orders } from '../../orders/orders.table.ts'
import { openTestOrderPay } from './open-test-order-pay.ts'
import { orderPayNonce } from './submit-order-pay.ts'

const {
  current,
  original,
  DECLINED,
  createUnpaidOrder,
  pageOf,
  post,
  call,
  received,
  statusOf,
  charged,
  app,
  db,
  shop,
  provider,
} = await openTestOrderPay()

describe('refusals', () => {
  test('[OPAY-01] a nonce that does not belong to this order', async () => {
    const order = await createUnpaidOrder()
    const other = await createUnpaidOrder()
    const before = await digestShop(db)
    for (const nonce of ['', 'x', '0000000000', orderPayNonce(shop, other)]) {
      const posted = await post(order, { 'woocommerce-pay-nonce': nonce })
      expect([posted.status, (await posted.text()).includes('We were unable to process your order')]).toEqual([
        200,
        true,
      ])
      expect((await call(order, { 'woocommerce-pay-nonce': nonce })).json).toMatchObject({ code: 'order-pay-error' })
    }
    expect(await digestShop(db)).toEqual(before)
  })

  test('[OPAY-01] an order whose total was changed while its page was open: script is told to reload the page', async () => {
    const order = await createUnpaidOrder()
    const nonce = orderPayNonce(shop, order)
    await db
      .update(orders)
      .set({ shippingCents: order.shippingCents + 500, totalCents: order.totalCents + 500 })
      .where(eq(orders.id, order.id))
    const { json } = await call(order, { 'woocommerce-pay-nonce': nonce })
    expect(json.code).toBe('order-pay-error')
    expect(json.message).toContain('Please reload it, look at the total, and pay again.')
    expect(await charged()).toEqual([])
  })

  test('[CHK-08] missing consent to the terms, where the shop has any', async () => {
    current.settings = { ...original, termsPage: 'terms' }
    const order = await createUnpaidOrder()
    const before = await digestShop(db)
    const termsField = { 'terms-field': '1' }
    const posted = await post(order, { payment_method: 'bacs', ...termsField })
    const html = await posted.text()
    expect(html).toContain('Please read and accept the terms and conditions to proceed with your order.')
    expect(html).toMatch(/id="payment_method_bacs"[^>]*checked/)
    expect((await call(order, termsField)).json).toMatchObject({ code: 'order-pay-error' })
    expect(await digestShop(db)).toEqual(before)
    expect((await call(order, { ...termsField, terms: '1' })).json).toEqual({
      success: true,
      needs_confirmation: false,
    })
  })

  test('[CHK-07] terms and privacy policy are named without a link while nobody can open their pages', async () => {
    current.settings = { ...original, termsPage: 'house-rules' }
    const buyer = newBuyer(async (path, init) => app.request(path, init))
    await buyer.add(referenceIds.simple)
    const order = await createUnpaidOrder()
    const links = () =>
      Promise.all(
        ['/checkout/', pageOf(order)].map(async (path) => {
          const html = await (await buyer.send(path)).text()
          expect(html).toMatch(/name="terms"/)
          expect(html).toMatch(/terms and conditions.*privacy policy/s)
          return [...html.matchAll(/<a href="([^"]*)" class="woocommerce-[a-z-]+-link"/g)].map(([, href]) => href)
        }),
      )
    const both = (...hrefs: string[]) => [hrefs, hrefs]
    const write = (status: 'publish' | 'draft' | 'trash', slug = 'house-rules') =>
      db
        .insert(entries)
        .values({ id: 9990, kind: 'page', slug, title: 'Rules', status })
        .onConflictDoUpdate({ target: entries.id, set: { slug, status } })
    expect(await links()).toEqual(both())
    for (const status of ['draft', 'trash'] as const) {
      await write(status)
      expect(await links()).toEqual(both())
    }
    await write('publish')
    await db.insert(entries).values({ kind: 'page', slug: 'privacy-policy', title: 'Privacy' })
    expect(await links()).toEqual(both('/house-rules/', '/privacy-policy/'))
    // A former address redirects.
    await write('publish', 'rules')
    await db.insert(oldSlugs).values({ kind: 'page', slug: 'house-rules', entryId: 9990 })
    expect(await links()).toEqual(both('/house-rules/', '/privacy-policy/'))
    await write('draft', 'rules')
    expect(await links()).toEqual(both('/privacy-policy/'))
  })

  test('[CHK-08] a client whose form shows no terms needs no consent, and none is recorded', async () => {
    current.settings = { ...original, termsPage: 'terms' }
    expect((await call(await createUnpaidOrder())).json).toEqual({ success: true, needs_confirmation: false })
    expect(await db.$count(consents)).toBe(0)
  })

  test('[CHK-08] consent to the terms is kept once, however often the payment is tried, and downloaded', async () => {
    current.settings = { ...original, termsPage: 'terms' }
    const user = await createSignedInUser(shop, 'customer')
    const order = await createUnpaidOrder({ customerId: user.id })
    const agreed = { 'terms-field': '1', terms: 'on' }
    await post(order, { ...agreed, stripe_cc_token_key: DECLINED })
    await post(order, { 'terms-field': '1' })
    expect((await call(order, { ...agreed, stripe_cc_token_key: DECLINED })).json).toHaveProperty('code')
    const again = { ...agreed, stripe_cc_token_key: 'pm_card_visa' }
    await Promise.all([post(order, again), call(order, again)])
    expect(await statusOf(order)).toBe('processing')
    const expected = { to: 'I have read and agree to the terms and conditions', where: 'Order payment', about: 'terms' }
    const person = await personOf(db, user.id)
    expect(await consentData.read(db, person ?? { userId: null, email: null })).toMatchObject([
      { ...expected, agreed: true, order_id: order.id, email: 'ada@shop.test', when: expect.any(Date) },
    ])
  })

  test('[OPAY-01] [CHK-18] cards are counted by the order, also if it has neither a cart nor an email', async () => {
    current.settings = { ...original, orderLimits: { ...original.orderLimits, failedCards: 2 } }
    const order = await createUnpaidOrder({ billing: { ...ada, email: '' } })
    await call(order, { stripe_cc_token_key: DECLINED })
    await call(order, { stripe_cc_token_key: 'pm_card_chargeDeclinedExpiredCard' })
    expect((await call(order)).json.message).toContain('Too many payments have failed just now')
    expect(await charged()).toEqual([])
  })

  test('[OPAY-01] [CHK-18] too many cards are refused by the throttle, without a call to the provider', async () => {
    current.settings = { ...original, orderLimits: { ...original.orderLimits, failedCards: 2 } }
    const order = await createUnpaidOrder()
    await call(order, { stripe_cc_token_key: DECLINED })
    await post(order, { stripe_cc_token_key: 'pm_card_chargeDeclinedExpiredCard' })
    const { json } = await call(order)
    expect(json).toMatchObject({ code: 'order-pay-error' })
    expect(json.message).toContain('Too many payments have failed just now')
    expect(await statusOf(order)).toBe('pending')
    expect(await charged()).toEqual([])
    const byBank = await post(order, { payment_method: 'bacs' })
    expect([byBank.status, await statusOf(order)]).toEqual([303, 'on-hold'])
  })

  test('[OPAY-01] [SCA-01] a shopper who has authenticated has paid, even if throttled meanwhile', async () => {
    const order = await createUnpaidOrder()
    const card = { stripe_cc_token_key: 'pm_card_authenticationRequired' }
    const asked = await post(order, card)
    current.settings = { ...original, orderLimits: { ...original.orderLimits, failedCards: 0 } }
    expect(await (await post(order, card)).text()).toContain('Too many payments have failed just now')
    const keys = { providerUrl: provider.url, publishableKey: shop.payments.publishableKey }
    await completeAuthentication(keys, new URL(asked.headers.get('location') ?? '', 'http://shop.test').hash)
    const returned = await post(order, card)
    expect([returned.status, returned.headers.get('location')]).toEqual([303, received(order)])
    expect(await charged()).toEqual([order.totalCents])
  })

  test('[OPAY-01] malformed input of any kind gets a response and changes nothing', async () => {
    const order = await createUnpaidOrder()
    const before = await digestShop(db)
    const malformed = [
      '',
      ' ',
      '\0',
      '%00',
      '__proto__',
      'constructor',
      '-1',
      '1e400',
      '😀'.repeat(200),
      'x'.repeat(5000),
    ]
    for (const value of malformed) {
      for (const name of ['payment_method', 'woocommerce-pay-nonce', 'order_id', 'order_key']) {
        // A text with a null character counts as missing. The nonce is not a declared parameter, so it is never
        // reported as missing.
        const isMissing = value === '\0' && name !== 'woocommerce-pay-nonce'
        expect((await call(order, { [name]: value })).json, `${name}=${value}`).toMatchObject({
          code: isMissing ? 'rest_missing_callback_param' : 'order-pay-error',
        })
      }
      expect((await post(order, { payment_method: value })).status).toBe(200)
      const path = `/checkout/order-pay/${order.id}/?key=${encodeURIComponent(value)}`
      expect([400, 404]).toContain((await app.request(path)).status)
    }
    for (const id of ['0', '-1', 'abc', '99999999999999999999', '2147483648'])
      expect((await app.request(`/checkout/order-pay/${id}/?key=x`)).status).toBe(404)
    for (const body of ['{"a":1}', 'woocommerce_pay', ''])
      expect((await app.request(pageOf(order), { method: 'POST', body })).status).toBe(200)
    expect(await digestShop(db)).toEqual(before)
  })
})
