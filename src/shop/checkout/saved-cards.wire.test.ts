/** Cards saved at the checkout, and orders paid with them. */

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProduct } from '../../../test/faults/stock.ts'
import { cards, completeAuthentication, newBuyer } from '../../../test/running/buyer.ts'
import { cardCustomer, providerApi } from '../../../test/support/card-customer.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { openShop } from '../../../test/support/shop.ts'
import { ada } from '../../../test/support/store-client.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { defaultSettings } from '../../settings.ts'
import { providerCustomerOf } from '../gateways/cards/provider-customer.ts'
import { detachCards, saveCard } from '../gateways/cards/save-card.ts'
import { readCards } from '../gateways/cards/saved-cards.store.ts'
import { cardDetachments, paymentCustomers, savedCards } from '../gateways/cards/saved-cards.table.ts'
import { findOrder, latestOrder } from '../orders/orders.store.ts'
import { payments } from '../orders/payments/payments.table.ts'
import { saveCardOfPayment } from '../payments/apply-card-event.ts'
import { noFraudRules } from '../risk/settings.ts'
import { orderPayNonce } from './order-pay/submit-order-pay.ts'

const testShop = await openShop({
  settings: {
    termsPage: null,
    gateways: defaultSettings.gateways,
    checkout: { ...defaultSettings.checkout, accountCreation: 'link' },
  },
  poolSize: 20,
})
const { app, db, shop, provider, enqueuedJobs } = testShop
const api = providerApi(testShop)
const events = providerEvents(testShop)

let tin: number
beforeAll(async () => {
  tin = await addProduct(db, 10_000)
})

const cardsOf = (userId: number) => readCards(db, { customerId: userId, provider: 'sandbox' })
const saving = (token: string) => ({
  stripe_cc_token_key: token,
  stripe_cc_payment_type_key: 'new',
  stripe_cc_save_source_key: 'yes',
})
const withSaved = (card: string) => ({ stripe_cc_payment_type_key: 'saved', stripe_cc_saved_method_key: card })

async function intentOf(orderId = 0): Promise<string> {
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, orderId))
  return payment?.intentId ?? ''
}

/** Runs the jobs that save cards. */
async function runSaveJobs(): Promise<void> {
  for (const { name, data } of enqueuedJobs.splice(0))
    if (name === 'save-card') await saveCardOfPayment(shop, (data as { intentId: string }).intentId)
}

/** A customer with a saved card. */
async function customerWithCard(number: string = cards.good) {
  const customer = await cardCustomer(testShop)
  const { user } = customer
  const account = await providerCustomerOf(shop, user.id)
  if (!account.ok) throw new Error('no customer')
  const paymentMethodId = await customer.token(number)
  await api.post(`payment_methods/${paymentMethodId}/attach`, { customer: account.customerId })
  const saved = await saveCard(shop, user.id, paymentMethodId)
  if (!('card' in saved)) throw new Error(saved.kind)
  return { ...customer, card: saved.card, account: account.customerId }
}

describe('saving a card at the checkout', () => {
  test('[PAY-12 save at checkout] the card of a paid order is saved when the shopper wants it', async () => {
    const { user, token, order } = await cardCustomer(testShop)
    const paid = await order(tin, saving(await token()))
    expect(paid.result).toBe('success')
    await runSaveJobs()
    const [card] = await cardsOf(user.id)
    expect(card).toMatchObject({ brand: 'visa', last4: '4242', isDefault: true, provider: 'sandbox' })
    const method = await api.get(`payment_methods/${card?.paymentMethodId}`)
    const intent = await api.get(`payment_intents/${await intentOf(paid.order_id)}`)
    expect(intent).toMatchObject({ setup_future_usage: 'off_session', customer: method.customer })
    expect(method.customer).toMatch(/^cus_/)
  })

  test('[PAY-12] without the wish nothing is saved, and no customer is created at the provider', async () => {
    const { user, token, order } = await cardCustomer(testShop)
    const paid = await order(tin, { stripe_cc_token_key: await token() })
    expect(paid.result).toBe('success')
    await runSaveJobs()
    expect(await cardsOf(user.id)).toEqual([])
    const intent = await api.get(`payment_intents/${await intentOf(paid.order_id)}`)
    expect(intent).toMatchObject({ setup_future_usage: null, customer: null })
  })

  test('[PAY-12] a declined card is not saved, and the wish of the attempt that succeeds counts', async () => {
    const { user, token, order } = await cardCustomer(testShop)
    expect((await order(tin, saving(await token(cards.declined)))).result).toBe('failure')
    const paid = await order(tin, { stripe_cc_token_key: await token() })
    expect(paid.result).toBe('success')
    await runSaveJobs()
    expect(await cardsOf(user.id)).toEqual([])
  })

  test('[PAY-12] after the bank’s authentication the card is saved by the webhook alone', async () => {
    const { user, token, order } = await cardCustomer(testShop)
    const asked = await order(tin, saving(await token(cards.requiresAuthentication)))
    expect(asked.redirect).toMatch(/^#response=/)
    await completeAuthentication(
      { providerUrl: provider.url, publishableKey: provider.publishableKey },
      asked.redirect ?? '',
    )
    await events.deliver(await events.about(await intentOf(asked.order_id)))
    await runSaveJobs()
    expect(await cardsOf(user.id)).toMatchObject([{ last4: '3155' }])
  })

  test('[CHK-16 with create account] a guest who asks for an account finds the card in it', async () => {
    const buyer = newBuyer(async (path, init) => app.request(path, init))
    await buyer.add(tin)
    const page = await buyer.openCheckout()
    const { token } = await cardCustomer(testShop)
    const fields = { createaccount: '1', billing_email: 'fresh@shop.test', ...saving(await token()) }
    const paid = await buyer.checkout(page, fields)
    expect(paid.result).toBe('success')
    await runSaveJobs()
    const order = await findOrder(db, paid.order_id ?? 0)
    expect(await cardsOf(order?.customerId ?? 0)).toMatchObject([{ last4: '4242' }])
  })

  test('a guest without an account saves nothing, whatever the form says', async () => {
    const buyer = newBuyer(async (path, init) => app.request(path, init))
    await buyer.add(tin)
    const { token } = await cardCustomer(testShop)
    const before = await db.$count(savedCards)
    const paid = await buyer.checkout(await buyer.openCheckout(), saving(await token()))
    expect(paid.result).toBe('success')
    await runSaveJobs()
    expect(await db.$count(savedCards)).toBe(before)
  })

  test('twenty adds of one card at once leave one row, and the others are detached', async () => {
    const { user, token } = await cardCustomer(testShop)
    const tokens = await Promise.all(Array.from({ length: 20 }, () => token()))
    await Promise.all(tokens.map((one) => saveCard(shop, user.id, one)))
    const saved = await cardsOf(user.id)
    expect(saved).toHaveLength(1)
    expect(await db.$count(cardDetachments)).toBeGreaterThanOrEqual(19)
    await detachCards(shop)
    const methods = await Promise.all(tokens.map((one) => api.get(`payment_methods/${one}`)))
    expect(methods.filter((method) => method.customer !== null).map((method) => method.id)).toEqual([
      saved[0]?.paymentMethodId,
    ])
    const customers = (await api.get('customers?limit=100')).data as { metadata: { user_id: string } }[]
    expect(customers.filter((one) => one.metadata.user_id === String(user.id))).toHaveLength(1)
    // A late event does not restore a card that was removed.
    await Promise.all(tokens.map((one) => saveCard(shop, user.id, one)))
    expect(await cardsOf(user.id)).toEqual(saved)
  })
})

describe('paying with a saved card', () => {
  test('[PAY-01 saved card] a saved card pays, once and again', async () => {
    const { card, order, account } = await customerWithCard()
    for (const key of [card.paymentMethodId, String(card.id)]) {
      const paid = await order(tin, withSaved(key))
      expect(paid).toMatchObject({ result: 'success' })
      const intent = await api.get(`payment_intents/${await intentOf(paid.order_id)}`)
      expect(intent).toMatchObject({ status: 'succeeded', customer: account, payment_method: card.paymentMethodId })
    }
  })

  test('a saved card whose authentication has failed can be tried again', async () => {
    const { card, buyer, user } = await customerWithCard('4000002760003184')
    await buyer.add(tin)
    const page = await buyer.openCheckout()
    const pay = () => buyer.checkout(page, { billing_email: user.email, ...withSaved(card.paymentMethodId) })
    const sandbox = { providerUrl: provider.url, publishableKey: provider.publishableKey }
    for (const outcome of ['fail', 'fail', 'complete'] as const) {
      const asked = await pay()
      expect(asked.redirect).toMatch(/^#response=/)
      await completeAuthentication(sandbox, asked.redirect ?? '', outcome)
    }
    const finished = await pay()
    expect(finished.redirect).toContain('/checkout/order-received/')
  })

  test('a customer deleted at the provider: the saved card is refused and gone, a new one pays and is saved', async () => {
    const { user, card, order, account } = await customerWithCard()
    await api.delete(`customers/${account}`)
    const refused = await order(tin, withSaved(card.paymentMethodId))
    expect(refused.messages).toContain('This card is no longer saved in your account. Nothing was charged.')
    expect(await cardsOf(user.id)).toEqual([])
    const { order_id: orderId, result } = await order(tin, saving('pm_card_mastercard'))
    expect(result).toBe('success')
    await runSaveJobs()
    expect(await cardsOf(user.id)).toMatchObject([{ brand: 'mastercard', isDefault: true }])
    const { customer } = await api.get(`payment_intents/${await intentOf(orderId)}`)
    expect([customer === account, typeof customer]).toEqual([false, 'string'])
  })

  test('a customer deleted at the provider: a new card is saved for a new customer at once, without the old ones', async () => {
    const { user, card, order, account } = await customerWithCard()
    await api.delete(`customers/${account}`)
    expect(await order(tin, saving('pm_card_mastercard'))).toMatchObject({ result: 'success' })
    await runSaveJobs()
    expect(await cardsOf(user.id)).toMatchObject([{ brand: 'mastercard' }])
    await detachCards(shop)
    const isGone = eq(cardDetachments.paymentMethodId, card.paymentMethodId)
    expect(await db.select().from(cardDetachments).where(isGone)).toMatchObject([{ detachedAt: expect.any(Date) }])
  })

  test('the provider tells that it has deleted a customer', async () => {
    const { user, account } = await customerWithCard()
    await api.delete(`customers/${account}`)
    const all = await events.stripe.events.list({ type: 'customer.deleted', limit: 1 })
    await events.deliver(all.data as unknown as Parameters<typeof events.deliver>[0])
    expect(await cardsOf(user.id)).toEqual([])
    expect((await providerCustomerOf(shop, user.id)).ok).toBe(true)
  })

  describe.each([
    ['without fraud rules', noFraudRules],
    ['with fraud rules', defaultSettings.fraudRules],
  ])('after the keys changed to another account of the provider, %s', (_, fraudRules) => {
    beforeAll(() => Object.assign(shop.settings(), { fraudRules }))
    afterAll(() => Object.assign(shop.settings(), { fraudRules: noFraudRules }))

    /** A customer whose saved card and customer are of another account, which has the same mode. */
    async function customerOfOtherAccount() {
      const customer = await customerWithCard()
      const id = customer.user.id
      const [account, method] = [`cus_other${id}`, `pm_other${id}`]
      await db.update(paymentCustomers).set({ providerCustomerId: account }).where(eq(paymentCustomers.customerId, id))
      await db.update(savedCards).set({ paymentMethodId: method }).where(eq(savedCards.customerId, id))
      return { ...customer, method }
    }

    test('a new card pays and is saved, and the old one is forgotten', async () => {
      const { user, token, order } = await customerOfOtherAccount()
      expect(await order(tin, saving(await token('5555555555554444')))).toMatchObject({ result: 'success' })
      await runSaveJobs()
      expect(await cardsOf(user.id)).toMatchObject([{ brand: 'mastercard' }])
    })

    test('the old card is refused with the reason and forgotten, and a new one pays', async () => {
      const { user, token, order, method } = await customerOfOtherAccount()
      const refused = await order(tin, withSaved(method))
      expect(refused.messages).toContain('This card is no longer saved in your account. Nothing was charged.')
      expect(await cardsOf(user.id)).toEqual([])
      expect(await order(tin, saving(await token()))).toMatchObject({ result: 'success' })
    })
  })

  test('[PAY-01] the Store API pays with a saved card under the names of the block checkout', async () => {
    const { card, buyer, user, account } = await customerWithCard()
    const thief = await customerWithCard()
    const pay = async (who: typeof buyer, nonce: string, token: string) => {
      await who.add(tin)
      const cart = await who.send('/wp-json/wc/store/v1/cart', { headers: { 'x-wp-nonce': nonce } })
      const body = {
        billing_address: { ...ada, email: 'ada@shop.test' },
        payment_method: 'stripe_cc',
        payment_data: [{ key: 'wc-stripe_cc-payment-token', value: token }],
      }
      const headers = { 'content-type': 'application/json', nonce: cart.headers.get('nonce') ?? '' }
      const init = { method: 'POST', headers: { ...headers, 'x-wp-nonce': nonce }, body: JSON.stringify(body) }
      return (await who.send('/wp-json/wc/store/v1/checkout', init)).json() as Promise<Record<string, unknown>>
    }
    expect(await pay(thief.buyer, thief.user.nonce, String(card.id))).toMatchObject({
      message: expect.stringContaining('no longer saved in your account'),
    })
    const paid = await pay(buyer, user.nonce, String(card.id))
    expect(paid).toMatchObject({ status: 'processing', payment_result: { payment_status: 'success' } })
    const intent = await api.get(`payment_intents/${await intentOf(Number(paid.order_id))}`)
    expect(intent).toMatchObject({ customer: account, payment_method: card.paymentMethodId })
  })

  test.each([
    ['as a saved card', (id: string) => withSaved(id)],
    ['as a new card', (id: string) => ({ stripe_cc_token_key: id })],
    ['as a token of the block checkout', (id: string) => ({ 'wc-stripe_cc-payment-token': id })],
  ])('[PAY-01] another’s card is refused before the provider hears of it: %s', async (_name, fields) => {
    const owner = await customerWithCard()
    const thief = await customerWithCard(cards.requiresAuthentication)
    const before = await db.$count(payments)
    for (const key of [owner.card.paymentMethodId, String(owner.card.id)]) {
      if (key === String(owner.card.id) && 'stripe_cc_token_key' in fields('')) continue
      const refused = await thief.order(tin, fields(key))
      expect(refused).toMatchObject({ result: 'failure' })
      expect(refused.messages).toContain('no longer saved in your account')
    }
    expect(await db.$count(payments)).toBe(before)
  })

  test('a guest with the link of an order cannot pay it with its customer’s card', async () => {
    const owner = await customerWithCard()
    const declined = await owner.order(tin, { stripe_cc_token_key: await owner.token(cards.declined) })
    expect(declined.result).toBe('failure')
    const order = await latestOrder(db)
    if (!order) throw new Error('no order')
    const fields = {
      order_id: String(order.id),
      order_key: order.orderKey,
      payment_method: 'stripe_cc',
      'woocommerce-pay-nonce': orderPayNonce(shop, order),
    }
    const call = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay'
    for (const data of [withSaved(owner.card.paymentMethodId), { stripe_cc_token_key: owner.card.paymentMethodId }]) {
      const response = await app.request(call, { method: 'POST', body: new URLSearchParams({ ...fields, ...data }) })
      expect(await response.json()).toMatchObject({ code: 'order-pay-error' })
    }
    const own = { ...fields, ...withSaved(owner.card.paymentMethodId), _wpnonce: owner.user.nonce }
    const answer = await owner.buyer.post(call, own)
    expect(await answer.json()).toMatchObject({ success: true })
  })

  test('a card of other keys of the provider, a deleted one and an expired one are refused', async () => {
    const live = await customerWithCard()
    await db.update(savedCards).set({ provider: 'stripe_live' }).where(eq(savedCards.id, live.card.id))
    const deleted = await customerWithCard()
    await db.delete(savedCards).where(eq(savedCards.id, deleted.card.id))
    const expired = await customerWithCard()
    await db.update(savedCards).set({ expYear: 2020 }).where(eq(savedCards.id, expired.card.id))
    for (const [customer, text] of [
      [live, 'no longer saved'],
      [deleted, 'no longer saved'],
      [expired, 'has expired'],
    ] as const) {
      const refused = await customer.order(tin, withSaved(customer.card.paymentMethodId))
      expect(refused.messages).toContain(text)
    }
    const page = await (await live.buyer.send('/checkout/')).text()
    expect(page).not.toContain(live.card.paymentMethodId)
  })

  test('[PAY-03 token_key, payment_intent_key, payment_type_key, save_source_key, use_new] the checkout offers saved cards under the plugin’s names', async () => {
    const { card, buyer } = await customerWithCard()
    await buyer.add(tin)
    const html = await (await buyer.send('/checkout/')).text()
    for (const part of [
      'id="stripe_cc_use_saved"',
      'id="stripe_cc_use_new"',
      'name="stripe_cc_payment_type_key"',
      'name="stripe_cc_saved_method_key"',
      'name="stripe_cc_token_key"',
      'name="stripe_cc_payment_intent_key"',
      'name="stripe_cc_save_source_key"',
      `value="${card.paymentMethodId}"`,
      'Visa ending in 4242, expires 12/',
    ])
      expect(html).toContain(part)
    const other = await createSignedInUser(shop, 'customer')
    const others = await (await app.request('/checkout/', { headers: { cookie: other.cookie } })).text()
    expect(others).not.toContain(card.paymentMethodId)
  })
})
