/**
 * A payment that the shop has not heard of yet is reported in every order: by the return page, a webhook, the same webhook again,
 * a late one, and the reconcile job. All of them end in the same order: paid once, one stock movement, one email of each kind.
 */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyPaymentEvent, reconcilePayments } from '../../src/shop/checkout/payment-jobs.ts'
import { stockMovements } from '../../src/shop/inventory/stock.table.ts'
import { findOrder } from '../../src/shop/orders/orders.store.ts'
import { orders } from '../../src/shop/orders/orders.table.ts'
import { payments } from '../../src/shop/payments/payments.table.ts'
import { createStripeProvider } from '../../src/shop/payments/stripe.ts'
import { emails } from '../../src/things/messages/emails.table.ts'
import { type Buyer, completeAuthentication, newBuyer } from '../running/buyer.ts'
import { startFaultyProvider } from '../support/faulty-provider.ts'
import { providerEvents } from '../support/provider-events.ts'
import { openShop } from '../support/shop.ts'
import { openProviderLedger } from './provider-ledger.ts'
import { addProduct } from './stock.ts'

const opened = await openShop({ settings: { termsPage: null } })
const { app, shop, db, provider } = opened
const { stripe, send } = providerEvents(opened)
const line = await startFaultyProvider(provider.url)
line.injectFault(/\/confirm/, { kind: 'disconnect-after' })
afterAll(() => line.stop())
/** Without circuit breaker: so many lost answers at once would pause the calls. */
const unanswered = createStripeProvider({ ...provider, name: 'sandbox', apiOrigin: line.url })
const { payments: answering } = shop
const ledger = openProviderLedger(provider.url, provider.secretKey)

let tin: number
beforeAll(async () => {
  tin = await addProduct(db, 10_000)
})

type Sale = { buyer: Buyer; orderId: number; orderKey: string; intentId: string; redirect: string }
type Event = Parameters<typeof send>[0]
type StepName = 'return page' | 'webhook' | 'repeated webhook' | 'late webhook' | 'reconcile'
type Step = (sale: Sale) => Promise<unknown>

const PAYMENT = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/checkout/payment'

/** Buys one tin. */
async function buy(card: string): Promise<Sale> {
  const buyer = newBuyer(async (path, init) => app.request(path, init))
  await buyer.add(tin)
  const page = await buyer.openCheckout()
  const answer = await buyer.checkout(page, { payment_method: 'stripe_cc', stripe_cc_token_key: card })
  const order = await findOrder(db, answer.order_id ?? 0)
  const [payment] = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, order?.id ?? 0))
  return {
    buyer,
    orderId: order?.id ?? 0,
    orderKey: order?.orderKey ?? '',
    intentId: payment?.intentId ?? '',
    redirect: answer.redirect ?? '',
  }
}

/** The cards are charged, and the shop gets no answer. */
async function buyUnanswered(card: string, count: number): Promise<Sale[]> {
  Object.assign(shop, { payments: { ...answering, provider: unanswered } })
  const sales = await times(count, () => buy(card))
  Object.assign(shop, { payments: answering })
  return sales
}

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work))

async function receive(events: readonly Event[]): Promise<void> {
  for (const event of events) {
    if ((await send(event)) !== 200) throw new Error('The shop did not take an event')
    await applyPaymentEvent(shop, event.id)
  }
}
/** Oldest first; those of one payment are always among the newest. */
async function eventsOf({ intentId }: Sale): Promise<Event[]> {
  const data = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 400 })
  const isAbout = ({ data: { object } }: Event) => object.id === intentId || object.payment_intent === intentId
  return (data as unknown as Event[]).filter(isAbout).toReversed()
}

/** What tells the shop of the payment. */
const steps: Readonly<Record<Exclude<StepName, 'reconcile'>, Step>> = {
  async 'return page'({ buyer, orderId, orderKey }) {
    const page = await buyer.send(`/checkout/order-received/${orderId}/?key=${orderKey}`)
    expect(page.status).toBe(200)
  },
  webhook: async (sale) => receive(await eventsOf(sale)),
  'repeated webhook': async (sale) => receive((await eventsOf(sale)).toReversed()),
  // What was said first arrives last, when it is long untrue.
  'late webhook': async (sale) => receive((await eventsOf(sale)).slice(0, 1)),
}

/** Each way in which money is taken while the shop knows nothing of it. A method that is added gets a row. */
const kinds: Readonly<Record<string, (count: number) => Promise<Sale[]>>> = {
  'a card whose answer was lost': (count) => buyUnanswered('pm_card_visa', count),
  'a card that was authenticated': (count) => times(count, buyAuthenticated),
  async 'an authorized card, captured at the provider'(count) {
    const sales = await buyUnanswered('pm_card_authorized', count)
    for (const { intentId } of sales) await stripe.paymentIntents.capture(intentId)
    return sales
  },
}

async function buyAuthenticated(): Promise<Sale> {
  const sale = await buy('pm_card_authenticationRequired')
  await completeAuthentication({ providerUrl: provider.url, publishableKey: provider.publishableKey }, sale.redirect)
  const { buyer } = sale
  return {
    ...sale,
    buyer: {
      ...buyer,
      // The page of the checkout finishes by a call before it shows the order.
      async send(path, init) {
        await buyer.post(PAYMENT, { order_id: String(sale.orderId), order_key: sale.orderKey })
        return buyer.send(path, init)
      },
    },
  }
}

const orderings = (names: readonly StepName[]): StepName[][] =>
  names.length === 0
    ? [[]]
    : names.flatMap((name) => orderings(names.filter((other) => other !== name)).map((rest) => [name, ...rest]))

/** What there is of an order, wherever it is kept. */
async function endOf({ orderId, intentId }: Sale) {
  const [order, movements, mails, [payment], charges] = await Promise.all([
    findOrder(db, orderId),
    db.select().from(stockMovements).where(eq(stockMovements.orderId, orderId)),
    db.select({ template: emails.template }).from(emails).where(eq(emails.orderId, orderId)),
    db.select().from(payments).where(eq(payments.intentId, intentId)),
    stripe.charges.list({ payment_intent: intentId }),
  ])
  return {
    status: order?.status,
    isPaid: order?.paidAt !== null,
    isNumbered: order?.number !== null,
    stock: movements.map(({ delta }) => delta),
    mails: mails.map(({ template }) => template).toSorted(),
    captured: payment?.capturedCents === order?.totalCents,
    payment: payment?.status,
    charges: charges.data.map(({ amount_captured }) => amount_captured === order?.totalCents),
  }
}

const paidOnce = {
  status: 'processing',
  isPaid: true,
  isNumbered: true,
  stock: [-1],
  mails: ['new-order', 'order-confirmation'],
  captured: true,
  payment: 'succeeded',
  charges: [true],
}

const all = orderings([...(Object.keys(steps) as (keyof typeof steps)[]), 'reconcile'])
/** The job is for all payments, so orderings with the same place for it run side by side. */
const groups = all[0]?.map((_, place) => all.filter((ordering) => ordering[place] === 'reconcile')) ?? []

describe.each(Object.entries(kinds))('%s', (_, prepare) => {
  test.each(groups.map((group, place) => ({ group, place })))(
    '[PAY-18 any order] [CHK-18] every ordering with reconciliation at place $place ends in one paid order',
    { timeout: 120_000 },
    async ({ group, place }) => {
      expect(group).toHaveLength(24)
      const sales = await prepare(group.length)
      for (const sale of sales) expect((await findOrder(db, sale.orderId))?.paidAt).toBe(null)
      for (let at = 0; at < 5; at += 1) {
        if (at === place) await reconcilePayments(shop)
        else await Promise.all(sales.map((sale, index) => stepOf(group[index]?.[at])(sale)))
      }
      for (const [index, sale] of sales.entries())
        expect({ ordering: group[index], ...(await endOf(sale)) }).toEqual({ ordering: group[index], ...paidOnce })
    },
  )

  test('[PAY-18 any order] all of them at the same moment, too', { timeout: 60_000 }, async () => {
    const sales = await prepare(4)
    await Promise.all([
      reconcilePayments(shop),
      ...sales.flatMap((sale) => Object.values(steps).map((step) => step(sale))),
    ])
    for (const sale of sales) expect(await endOf(sale)).toEqual(paidOnce)
  })
})

const stepOf = (name: StepName | undefined): Step => {
  if (name === undefined || name === 'reconcile') throw new Error('Reconciliation is a step of all at once')
  return steps[name]
}

test('the provider’s books and the orders agree', async () => {
  const paid = await db.select({ orderId: orders.id, amountCents: orders.totalCents }).from(orders)
  const charges = (await ledger.charges()).map(({ orderId, amountCents }) => ({ orderId, amountCents }))
  expect(charges).toHaveLength(3 * (120 + 4))
  expect(charges.toSorted(byOrder)).toEqual(paid.toSorted(byOrder))
})

const byOrder = (a: { orderId: number }, b: { orderId: number }) => a.orderId - b.orderId
