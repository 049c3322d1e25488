/**
 * Every call of a payment is tested with every fault of the provider: the shopper gets a correct answer in time, and
 * afterwards the provider's records and the orders agree.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { openPaymentService } from '../../src/shop/gateways/open-payment-service.ts'
import { orders } from '../../src/shop/orders/orders.table.ts'
import { reconcilePayments } from '../../src/shop/reconciliation/payment-jobs.ts'
import { newBuyer } from '../running/buyer.ts'
import { type Fault, startFaultyProvider } from '../support/faulty-provider.ts'
import { openShop } from '../support/shop.ts'
import { openProviderLedger } from './provider-ledger.ts'
import { addProduct } from './stock.ts'

let later = 0
const { app, shop, db, provider } = await openShop({
  settings: { termsPage: null },
  now: () => new Date(Date.now() + later),
})
const line = await startFaultyProvider(provider.url)
afterAll(() => line.stop())
const gone = await startFaultyProvider(provider.url)
await gone.stop()
const ledger = openProviderLedger(provider.url, provider.secretKey)
const tin = await addProduct(db, 1000)
const { payments: answering } = shop

const calls = {
  creation: /^\/v1\/payment_intents$/,
  confirmation: /\/confirm/,
  retrieval: /^\/v1\/payment_intents\/\w+(\?|$)/,
}
const faults: readonly (Fault | { kind: 'gone' })[] = [
  { kind: 'late-response', ms: 1500 },
  { kind: 'server-error' },
  { kind: 'disconnect-before' },
  { kind: 'disconnect-after' },
  { kind: 'not-json' },
  { kind: 'empty' },
  { kind: 'gone' },
]

describe.each(faults)('$kind', (fault) => {
  test.each(Object.keys(calls) as (keyof typeof calls)[])('[CHK-18] [PAY-06 checkout] at the %s', async (call) => {
    later = 0
    const buyer = newBuyer(async (path, init) => app.request(path, init))
    await buyer.add(tin)
    const page = await buyer.openCheckout()
    if (fault.kind !== 'gone') line.injectFault(calls[call], fault)
    const sandboxOrigin = fault.kind === 'gone' ? gone.url : line.url
    Object.assign(shop, { payments: openPaymentService({ keys: provider, sandboxOrigin, shopperTimeoutMs: 1000 }) })
    const start = performance.now()
    const answer = await buyer.checkout(page, { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' })
    expect(performance.now() - start).toBeLessThan(25_000)
    line.clearFaults()
    Object.assign(shop, { payments: answering })
    // Either nothing was charged, and the message says so, or the order's page shows the state of the payment.
    if (answer.result === 'failure') expect(answer.messages).toContain('Nothing was charged.')
    else expect(answer.redirect).toContain('/order-received/')

    later = 130_000
    await reconcilePayments(shop)
    const charges = (await ledger.charges()).map(({ orderId, amountCents }) => ({ orderId, amountCents }))
    const all = await db.select().from(orders)
    const paid = all.filter(({ paidAt }) => paidAt !== null)
    expect(charges.toSorted(byOrder)).toEqual(
      paid.map(({ id, totalCents }) => ({ orderId: id, amountCents: totalCents })).toSorted(byOrder),
    )
    if (answer.result === 'failure')
      expect(paid.some(({ id }) => id === Math.max(...all.map((one) => one.id)))).toBe(false)
  })
})

const byOrder = (a: { orderId: number }, b: { orderId: number }) => a.orderId - b.orderId
