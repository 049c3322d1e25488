import { z } from 'zod'
import { defineCall } from '../../platform/rest/call.ts'
import { pageFields, search, whole, windowOf } from '../../platform/rest/fields.ts'
import { conflict, type RestError } from '../../platform/rest/response.ts'
import { paths } from '../../platform/web/routes.ts'
import { paymentSettingsWrite } from '../../things/settings/capabilities.ts'
import type { ProviderList, ProviderPage } from '../gateways/provider.ts'
import { providerUnreachable } from '../gateways/rest-errors.ts'
import type { PaymentProvider } from '../gateways/stripe/stripe.ts'
import { ordersRead, ordersWrite } from '../orders/capabilities.ts'
import { readEvents, readPayments } from '../orders/payments/order-payments.store.ts'
import { comparisonJson, eventJson, movementJson, paymentJson, payoutJson } from '../payments/rest/payment-json.ts'
import type { OrderingContext } from '../risk/context.ts'
import { comparePayments, refreshPayment, replayEvent } from './compare-payments.ts'

const reading = { capability: ordersRead, action: 'list' } as const
const writing = { capability: ordersWrite, action: 'edit', method: 'POST' } as const

export const paymentCalls = [
  defineCall({
    ...reading,
    summary: 'Lists payments of the payment provider, and how they differ from their orders',
    method: 'GET',
    path: paths.restPayments,
    query: z.object({
      ...pageFields,
      search,
      status: z.enum(['any', 'unsettled', 'differs']).default('any'),
      order: whole,
    }),
    async handler(shop: OrderingContext, { query: { page, per_page, search: text, status, order } }) {
      const filter = { state: status, search: text, orderId: order }
      const { items, total } = await readPayments(shop.db, filter, windowOf({ page, per_page }))
      return { items: items.map(paymentJson), page, per_page, total }
    },
  }),
  defineCall({
    ...writing,
    summary: 'Refreshes a payment from the payment provider and settles its order',
    path: '/wp-json/samovar/v1/payments/:payment{[0-9]+}/refresh',
    async handler(shop: OrderingContext, { id }) {
      const payment = await refreshPayment(shop, id)
      if (payment === 'unreachable') return unreachable
      return payment ? { json: paymentJson(payment) } : paymentNotFound
    },
  }),
  defineCall({
    ...writing,
    summary: 'Compares the latest payments at the payment provider with their orders, and settles orders that differ',
    path: paths.restPaymentComparison,
    async handler(shop: OrderingContext) {
      const comparison = await comparePayments(shop)
      return comparison ? { json: comparisonJson(comparison) } : unreachable
    },
  }),
  defineCall({
    ...reading,
    summary: 'Lists events from the payment provider',
    method: 'GET',
    path: paths.restPaymentEvents,
    query: z.object({ ...pageFields, search, status: z.enum(['any', 'waiting', 'failed']).default('any') }),
    async handler(shop: OrderingContext, { query: { page, per_page, search: text, status } }) {
      const filter = { state: status, search: text }
      const { items, total } = await readEvents(shop.db, filter, windowOf({ page, per_page }))
      return { items: items.map(eventJson), page, per_page, total }
    },
  }),
  defineCall({
    ...writing,
    summary: 'Replays an event from the payment provider',
    path: '/wp-json/samovar/v1/payments/events/:event{[0-9]+}/replay',
    async handler(shop: OrderingContext, { id }) {
      const outcome = await replayEvent(shop, id)
      if (outcome === 'unknown') return eventNotFound
      return outcome === 'applied' ? { json: { id, applied: true } } : notApplied
    },
  }),
]

const accountPage = z.object({
  per_page: z.int().min(1).max(100).default(20),
  after: z.string().max(100).optional().meta({ description: 'ID of the last item of the previous page.' }),
})
type AccountPage = { readonly query: z.output<typeof accountPage> }
type List<Item> = (page: ProviderPage, signal: AbortSignal) => Promise<ProviderList<Item>>

const listOf =
  <Item>(list: (provider: PaymentProvider) => List<Item>, json: (item: Item) => object) =>
  async ({ payments }: OrderingContext, { query: { per_page: limit, after } }: AccountPage) => {
    const signal = AbortSignal.timeout(payments.shopperTimeoutMs)
    const page = await list(payments.provider)({ limit, after }, signal)
    if (page.ok) return { json: { items: page.items.map(json), has_more: page.hasMore } }
    if (page.problem.kind === 'unreachable') return unreachable
    return after === undefined ? conflict('payment_provider_refused', page.problem.error.message) : unknownPage
  }

const account = { method: 'GET', capability: paymentSettingsWrite, action: 'list', query: accountPage } as const

export const providerAccountCalls = [
  defineCall({
    ...account,
    summary: 'Lists the balance transactions at the payment provider, with fees',
    path: paths.restPaymentBalance,
    handler: listOf((provider) => provider.listBalance, movementJson),
  }),
  defineCall({
    ...account,
    summary: 'Lists the payouts of the payment provider to the bank account of the shop',
    path: paths.restPaymentPayouts,
    handler: listOf((provider) => provider.listPayouts, payoutJson),
  }),
]

const notFound = (code: string, message: string): RestError => ({ status: 404, code, message })
const paymentNotFound = notFound('samovar_payment_not_found', 'There is no such payment.')
const eventNotFound = notFound('samovar_payment_event_not_found', 'There is no such event.')
const unknownPage: RestError = {
  status: 400,
  code: 'samovar_unknown_page',
  message: 'The payment provider does not know where this page begins. Load the first one.',
}
const unreachable = providerUnreachable('The payment provider did not answer. Please try again in a minute.')
const notApplied = conflict(
  'payment_event_not_applied',
  'The event could not be applied: the payment provider did not answer, or its answer was not understood. It is tried again by itself.',
)
