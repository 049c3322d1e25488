import type Stripe from 'stripe'
import type { BalanceMovement, PaymentProvider, ProviderPage } from '../provider.ts'
import type { ListedReversal } from '../refunds-and-disputes.ts'
import { callProvider } from './stripe-call.ts'
import { versionOptions as options } from './stripe-client.ts'
import { idOf, isRelease, parseIntent } from './stripe-objects.ts'

const pageParams = ({ after, limit }: ProviderPage) => ({ limit, ...(after ? { starting_after: after } : {}) })

const timeOf = (seconds: number): Date => new Date(seconds * 1000)

export const accountLists = (
  stripe: Stripe,
): Pick<PaymentProvider, 'listBalance' | 'listPayouts' | 'listIntents' | 'listReversals'> => ({
  listBalance: (page, signal) =>
    callProvider(async () => {
      const params = { ...pageParams(page), expand: ['data.source'] }
      const { data, has_more } = await stripe.balanceTransactions.list(params, options)
      return { ok: true, items: data.map(parseMovement), hasMore: has_more }
    }, signal),
  listPayouts: (page, signal) =>
    callProvider(async () => {
      const { data, has_more } = await stripe.payouts.list(pageParams(page), options)
      const items = data.map(({ id, amount, currency, status, arrival_date }) => ({
        id,
        amountCents: amount,
        currency: currency.toUpperCase(),
        status,
        arrivesAt: timeOf(arrival_date),
      }))
      return { ok: true, items, hasMore: has_more }
    }, signal),
  listIntents: (page, signal) =>
    callProvider(async () => {
      const { data, has_more } = await stripe.paymentIntents.list(pageParams(page), options)
      return { ok: true, items: data.map(parseIntent), hasMore: has_more }
    }, signal),
  listReversals: (since, signal) =>
    callProvider(async () => {
      const params = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 }
      const items: ListedReversal[] = []
      for await (const refund of stripe.refunds.list(params, options))
        if (!isRelease(refund)) items.push(...listed('refund', refund))
      for await (const dispute of stripe.disputes.list(params, options)) items.push(...listed('dispute', dispute))
      return { ok: true, items }
    }, signal),
})

/** Nothing for a charge without an intent: the shop makes none. */
function listed(kind: ListedReversal['kind'], item: Stripe.Refund | Stripe.Dispute): ListedReversal[] {
  const intentId = idOf(item.payment_intent)
  if (intentId === null) return []
  const { id, amount: amountCents, currency, status, created } = item
  return [
    {
      id,
      kind,
      intentId,
      amountCents,
      currency: currency.toUpperCase(),
      status: status ?? 'pending',
      createdAt: timeOf(created),
    },
  ]
}

function parseMovement(movement: Stripe.BalanceTransaction): BalanceMovement {
  const source = movement.source as { payment_intent?: string | { id: string } | null } | string | null
  const intent = typeof source === 'object' ? source?.payment_intent : null
  return {
    id: movement.id,
    type: movement.type,
    currency: movement.currency.toUpperCase(),
    amountCents: movement.amount,
    feeCents: movement.fee,
    netCents: movement.net,
    createdAt: timeOf(movement.created),
    availableAt: timeOf(movement.available_on),
    intentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
  }
}
