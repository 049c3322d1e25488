import Stripe from 'stripe'
import type { ProviderFailure, ProviderPage } from '../provider.ts'
import { callProvider } from './stripe-call.ts'
import { versionOptions as options } from './stripe-client.ts'
import { idOf, isRelease, parseError, parseIntent } from './stripe-objects.ts'

const pageParams = ({ after, limit }: ProviderPage) => ({ limit, ...(after ? { starting_after: after } : {}) })

const timeOf = (seconds: number): Date => new Date(seconds * 1000)

export const accountLists = (stripe: Stripe) => ({
  /** Balance transactions of the account with the provider's fees, newest first. */
  listBalance: (page: ProviderPage, signal?: AbortSignal) =>
    callProvider(async () => {
      const params = { ...pageParams(page), expand: ['data.source'] }
      const { data, has_more } = await stripe.balanceTransactions.list(params, options)
      return { ok: true, items: data.map(parseMovement), hasMore: has_more }
    }, signal).catch(refusalOf),
  listPayouts: (page: ProviderPage, signal?: AbortSignal) =>
    callProvider(async () => {
      const { data, has_more } = await stripe.payouts.list(pageParams(page), options)
      return { ok: true, items: data.map(parsePayout), hasMore: has_more }
    }, signal).catch(refusalOf),
  /** Payments at the provider, newest first, whoever made them. */
  listIntents: (page: ProviderPage, signal?: AbortSignal) =>
    callProvider(async () => {
      const { data, has_more } = await stripe.paymentIntents.list(pageParams(page), options)
      return { ok: true, items: data.map(parseIntent), hasMore: has_more }
    }, signal),
  listReversals: (since: Date, signal?: AbortSignal) =>
    callProvider(async () => {
      const params = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 }
      const items: ListedReversal[] = []
      for await (const refund of stripe.refunds.list(params, options))
        if (!isRelease(refund)) items.push(...toListedReversals('refund', refund))
      for await (const dispute of stripe.disputes.list(params, options))
        items.push(...toListedReversals('dispute', dispute))
      return { ok: true, items }
    }, signal),
})

/** A restricted key may lack the permission for these lists, which no payment needs. */
function refusalOf(error: unknown): ProviderFailure {
  if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
  return { ok: false, problem: { kind: 'refused', error: parseError(error), intent: null } }
}

export type ListedReversal = ReturnType<typeof toListedReversals>[number]

/** Empty for a charge without an intent, because the shop makes none. */
function toListedReversals(kind: 'refund' | 'dispute', item: Stripe.Refund | Stripe.Dispute) {
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

export type Payout = ReturnType<typeof parsePayout>

const parsePayout = ({ id, amount, currency, status, arrival_date }: Stripe.Payout) => ({
  id,
  amountCents: amount,
  currency: currency.toUpperCase(),
  status,
  arrivesAt: timeOf(arrival_date),
})

export type BalanceMovement = ReturnType<typeof parseMovement>

/** Amounts are integer cents; money that leaves the account is negative. */
function parseMovement(movement: Stripe.BalanceTransaction) {
  const source = movement.source as { payment_intent?: string | { id: string } | null } | string | null
  const intent = typeof source === 'object' ? source?.payment_intent : null
  return {
    id: movement.id,
    type: movement.type as string,
    currency: movement.currency.toUpperCase(),
    amountCents: movement.amount,
    feeCents: movement.fee,
    netCents: movement.net,
    createdAt: timeOf(movement.created),
    availableAt: timeOf(movement.available_on),
    intentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
  }
}
