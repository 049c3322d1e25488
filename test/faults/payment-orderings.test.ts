/**
 * The shop is told in every order of a payment that it does not know yet: by the return page, a webhook, the same
 * webhook again, a late webhook, and the reconcile job. Every ordering ends in the same state: paid once, one stock
 * movement, one email of each kind.
 */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultSettings } from '../../src/settings.ts'
import { providerCustomerOf } from '../../src/shop/gateways/cards/provider-customer.ts'
import { saveCard } from '../../src/shop/gateways/cards/save-card.ts'
import { createStripeProvider } from '../../src/shop/gateways/stripe/stripe.ts'
import { stockMovements } from '../../src/shop/inventory/stock.table.ts'
import { findOrder } from '../../src/shop/orders/orders.store.ts'
import { orders } from '../../src/shop/orders/orders.table.ts'
import { payments } from '../../src/shop/orders/payments/payments.table.ts'
import { applyPaymentEvent, reconcilePayments } from '../../src/shop/reconciliation/payment-jobs.ts'
import { emails } from '../../src/things/messages/emails.table.ts'
import { type Buyer, completeAuthentication, type Fields, newBuyer } from '../running/buyer.ts'
import { isLongRun } from '../running/long-run.ts'
import { cardCustomer } from '../support/card-customer.ts'
import { startFaultyProvider } from '../support/faulty-provider.ts'
import { providerEvents } from '../support/provider-events.ts'
import { openShop } from '../support/shop.ts'
import { openProviderLedger } from './provider-ledger.ts'
import { addProduct } from './stock.ts'

const { gateways } = defaultSettings
const opened = await openShop({
  settings: {
    termsPage: null,
    gateways: { ...gateways, stripe_afterpay: { ...gateways.stripe_afterpay, enabled: true } },
  },
  poolSize: 20,
})
const { app, shop, db, provider } = opened
const { stripe, send } = providerEvents(opened)
const line = await startFaultyProvider(provider.url)
line.injectFault(/\/confirm/, { kind: 'disconnect-after' })
afterAll(() => line.stop())
/** A provider without circuit breaker: so many lost responses at the same time would pause the calls. */
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

/** Buys one tin with a new card. */
const buy = (card: string): Promise<Sale> =>
  buyWith(
    newBuyer(async (path, init) => app.request(path, init)),
    { stripe_cc_token_key: card },
  )

async function buyWith(buyer: Buyer, fields: Fields): Promise<Sale> {
  await buyer.add(tin)
  const page = await buyer.openCheckout()
  const answer = await buyer.checkout(page, { payment_method: 'stripe_cc', ...fields })
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

/** The provider charges the cards, and its responses are lost. */
async function unheard(sell: () => Promise<Sale[]>): Promise<Sale[]> {
  Object.assign(shop, { payments: { ...answering, provider: unanswered } })
  const sales = await sell()
  Object.assign(shop, { payments: answering })
  return sales
}
const buyUnanswered = (card: string, count: number) => unheard(() => times(count, () => buy(card)))

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work))

async function receive(events: readonly Event[]): Promise<void> {
  for (const event of events) {
    if ((await send(event)) !== 200) throw new Error('The shop did not take an event')
    await applyPaymentEvent(shop, event.id)
  }
}
/** The provider's events, oldest first; none are added once the payments have succeeded. */
let newestEvents: readonly Event[] = []
async function loadEvents(): Promise<void> {
  const data = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 400 })
  newestEvents = (data as unknown as Event[]).toReversed()
}
const eventsOf = ({ intentId }: Sale): Event[] =>
  newestEvents.filter(({ data: { object } }) => object.id === intentId || object.payment_intent === intentId)

/** The ways in which the shop learns of the payment. */
const steps: Readonly<Record<Exclude<StepName, 'reconcile'>, Step>> = {
  async 'return page'({ buyer, orderId, orderKey }) {
    const page = await buyer.send(`/checkout/order-received/${orderId}/?key=${orderKey}`)
    expect(page.status).toBe(200)
  },
  webhook: async (sale) => receive(eventsOf(sale)),
  'repeated webhook': async (sale) => receive(eventsOf(sale).toReversed()),
  // The oldest event arrives last, when it is no longer true.
  'late webhook': async (sale) => receive(eventsOf(sale).slice(0, 1)),
}

/** Each way in which a payment succeeds while the shop does not know. A new payment method needs an entry. */
const kinds: Readonly<Record<string, (count: number) => Promise<Sale[]>>> = {
  'a card whose answer was lost': (count) => buyUnanswered('pm_card_visa', count),
  'a card that was authenticated': (count) => times(count, buyAuthenticated),
  async 'an authorized card, captured at the provider'(count) {
    const sales = await buyUnanswered('pm_card_authorized', count)
    for (const { intentId } of sales) await stripe.paymentIntents.capture(intentId)
    return sales
  },
  'a saved card whose answer was lost': async (count) =>
    unheard(async () => {
      const owners = (await customers()).slice(0, count)
      return Promise.all(
        owners.map(({ buyer, user, cardId }) =>
          buyWith(buyer, {
            billing_email: user.email,
            stripe_cc_payment_type_key: 'saved',
            stripe_cc_saved_method_key: cardId,
          }),
        ),
      )
    }),
  'a payment later that was agreed to': (count) => times(count, buyPayLater),
}

/** Customers with a saved card each, who buy again in every ordering. */
let owners: Promise<Awaited<ReturnType<typeof customerWithCard>>[]> | undefined
const customers = () => (owners ??= times(24, customerWithCard))

async function customerWithCard() {
  const { user, buyer, token } = await cardCustomer(opened)
  const account = await providerCustomerOf({ ...shop, payments: answering }, user.id)
  if (!account.ok) throw new Error('There is no customer at the provider')
  const cardId = await token()
  await stripe.paymentMethods.attach(cardId, { customer: account.customerId })
  const saved = await saveCard({ ...shop, payments: answering }, user.id, cardId)
  if (!('card' in saved)) throw new Error(`The card was not saved: ${saved.kind}`)
  return { user, buyer, cardId }
}

/** The shopper accepts on the provider's page, and the browser is redirected back. */
async function buyPayLater(): Promise<Sale> {
  const sale = await buyWith(
    newBuyer(async (path, init) => app.request(path, init)),
    { payment_method: 'stripe_afterpay' },
  )
  const agreed = await fetch(sale.redirect, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome: 'accept' }),
  })
  const { pathname, search } = new URL(agreed.headers.get('location') ?? '')
  const { buyer } = sale
  return {
    ...sale,
    buyer: {
      ...buyer,
      async send(path, init) {
        expect((await buyer.send(pathname + search)).status).toBe(303)
        return buyer.send(path, init)
      },
    },
  }
}

async function buyAuthenticated(): Promise<Sale> {
  const sale = await buy('pm_card_authenticationRequired')
  await completeAuthentication({ providerUrl: provider.url, publishableKey: provider.publishableKey }, sale.redirect)
  const { buyer } = sale
  return {
    ...sale,
    buyer: {
      ...buyer,
      // The checkout page finishes the payment with this call before it shows the order.
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

/** Everything recorded about an order, wherever it is stored. */
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
    isNumbered: order?.invoiceNumber !== null,
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
const kindNames = Object.keys(kinds)
/**
 * Each kind is tested with a different fifth of the orderings, so that a run covers all of them once; a long run tests
 * all orderings for each kind.
 */
const orderingsOf = (kind: string) =>
  all.filter((_, index) => isLongRun || index % kindNames.length === kindNames.indexOf(kind))
/** The reconcile job handles all payments, so orderings that have it at the same position run together. */
const groupsOf = (kind: string) =>
  all[0]?.map((_, place) => orderingsOf(kind).filter((ordering) => ordering[place] === 'reconcile')) ?? []

describe.each(Object.entries(kinds))('%s', (kind, prepare) => {
  test.each(groupsOf(kind).map((group, place) => ({ group, place })))(
    '[PAY-18 any order] [CHK-18] orderings with reconciliation at place $place end in one paid order',
    { timeout: 120_000 },
    async ({ group, place }) => {
      const sales = await prepare(group.length)
      for (const sale of sales) expect((await findOrder(db, sale.orderId))?.paidAt).toBe(null)
      await loadEvents()
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
    await loadEvents()
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
  expect(all).toHaveLength(120)
  expect(charges).toHaveLength(all.length * (isLongRun ? kindNames.length : 1) + kindNames.length * 4)
  expect(charges.toSorted(byOrder)).toEqual(paid.toSorted(byOrder))
})

const byOrder = (a: { orderId: number }, b: { orderId: number }) => a.orderId - b.orderId
