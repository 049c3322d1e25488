/**
 * A saved card is declined, and its customer is deleted at the provider before the next attempt: the shop cancels the
 * unpaid intent, which refers to that customer, and another intent is paid. Whichever responses are lost, an order
 * never has two intents that can be paid.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { providerCustomerOf } from '../../src/shop/gateways/cards/provider-customer.ts'
import { saveCard } from '../../src/shop/gateways/cards/save-card.ts'
import { readCards } from '../../src/shop/gateways/cards/saved-cards.store.ts'
import { orders } from '../../src/shop/orders/orders.table.ts'
import { cardCustomer, providerApi } from '../support/card-customer.ts'
import { type Fault, impatientPayments, startFaultyProvider } from '../support/faulty-provider.ts'
import { providerEvents } from '../support/provider-events.ts'
import { openShop } from '../support/shop.ts'
import { openProviderLedger } from './provider-ledger.ts'
import { addProduct } from './stock.ts'

const opened = await openShop({ settings: { termsPage: null } })
const { shop, db, provider } = opened
const api = providerApi(opened)
const events = providerEvents(opened)
const line = await startFaultyProvider(provider.url)
afterAll(() => line.stop())
const ledger = openProviderLedger(provider.url, provider.secretKey)
const tin = await addProduct(db, 1000)
const { payments: answering } = shop

const payable = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action'])

/** A customer whose saved card was declined for an order that can still be paid. */
async function declinedCustomer() {
  const customer = await cardCustomer(opened)
  const account = await providerCustomerOf(shop, customer.user.id)
  if (!account.ok) throw new Error('There is no customer at the provider')
  const attached = await api.post('payment_methods/pm_card_chargeCustomerFail/attach', { customer: account.customerId })
  const saved = await saveCard(shop, customer.user.id, String(attached.id))
  if (!('card' in saved)) throw new Error(`The card was not saved: ${saved.kind}`)
  await customer.buyer.add(tin)
  const page = await customer.buyer.openCheckout()
  const pay = (fields: Readonly<Record<string, string>>) =>
    customer.buyer.checkout(page, { billing_email: customer.user.email, ...fields })
  const withSaved = {
    stripe_cc_payment_type_key: 'saved',
    stripe_cc_saved_method_key: saved.card.paymentMethodId,
  }
  expect(await pay(withSaved)).toMatchObject({ result: 'failure' })
  return { ...customer, account: account.customerId, pay, withSaved }
}

const newCard = (savesCard: boolean) => ({
  stripe_cc_token_key: 'pm_card_visa',
  stripe_cc_payment_type_key: 'new',
  ...(savesCard ? { stripe_cc_save_source_key: 'yes' } : {}),
})

async function hearDeletion(): Promise<void> {
  const all = await events.stripe.events.list({ type: 'customer.deleted', limit: 1 })
  await events.deliver(all.data as unknown as Parameters<typeof events.deliver>[0])
}

/** The payment intents of the newest order, as the provider has them. */
async function intentsOfOrder() {
  const orderId = Math.max(...(await db.select({ id: orders.id }).from(orders)).map(({ id }) => id))
  const all = await events.stripe.paymentIntents.list({ limit: 100 })
  return all.data.filter(({ metadata }) => metadata.order_id === String(orderId))
}

async function expectPaidOnce(account: string): Promise<void> {
  const intents = await intentsOfOrder()
  expect(intents.map(({ status }) => status).toSorted()).toEqual(['canceled', 'succeeded'])
  const orderId = Number(intents[0]?.metadata.order_id)
  expect((await ledger.charges()).filter((charge) => charge.orderId === orderId)).toHaveLength(1)
  expect(intents.find(({ status }) => status === 'succeeded')?.customer).not.toBe(account)
}

describe.each([
  ['before the shop hears of it', async () => {}],
  ['after the shop has heard of it', hearDeletion],
])('[PAY-12 save at checkout] %s', (_when, hear) => {
  test.each([
    ['one that is saved', true],
    ['one that is not saved', false],
  ])('the order is paid by another card: %s', async (_name, savesCard) => {
    const { account, pay } = await declinedCustomer()
    await api.delete(`customers/${account}`)
    await hear()
    expect(await pay(newCard(savesCard))).toMatchObject({ result: 'success' })
    await expectPaidOnce(account)
  })
})

test('the saved card itself is refused and forgotten, and another card pays', async () => {
  const { account, pay, user, withSaved } = await declinedCustomer()
  await api.delete(`customers/${account}`)
  const refused = await pay(withSaved)
  expect(refused.messages).toContain('This card is no longer saved in your account. Nothing was charged.')
  expect(await readCards(db, { customerId: user.id, provider: 'sandbox' })).toEqual([])
  expect(await pay(newCard(true))).toMatchObject({ result: 'success' })
  await expectPaidOnce(account)
})

const calls = { cancellation: /\/cancel/, creation: /^\/v1\/payment_intents$/, customer: /^\/v1\/customers$/ }
const faults: readonly Fault[] = [
  { kind: 'server-error' },
  { kind: 'disconnect-before' },
  { kind: 'disconnect-after' },
  { kind: 'not-json' },
]

describe.each(faults)('$kind', (fault) => {
  test.each(Object.keys(calls) as (keyof typeof calls)[])(
    '[CHK-18] at the %s: the order is paid once by the next attempt',
    async (call) => {
      const { account, pay } = await declinedCustomer()
      await api.delete(`customers/${account}`)
      line.injectFault(calls[call], fault)
      Object.assign(shop, {
        payments: impatientPayments(line, provider),
      })
      const cut = await pay(newCard(true))
      line.clearFaults()
      Object.assign(shop, { payments: answering })
      expect(cut.result === 'failure' || cut.redirect?.includes('/order-received/')).toBe(true)
      expect((await intentsOfOrder()).filter(({ status }) => payable.has(status)).length).toBeLessThan(2)
      expect(await pay(newCard(true))).toMatchObject({ result: 'success' })
      await expectPaidOnce(account)
    },
  )
})
