import { newId, unixSeconds } from './api-objects.ts'
import { type ApiResult, type Call, findOrThrow, success } from './call.ts'
import { integer, rejectUnknown, text } from './form.ts'
import { insertObject, listObjects } from './sandbox.store.ts'

/** A movement of the account's balance. `net` is the amount without the provider's fee. */
export type BalanceTransaction = {
  id: string
  object: 'balance_transaction'
  amount: number
  available_on: number
  balance_type: 'payments'
  created: number
  currency: string
  description: string | null
  exchange_rate: null
  fee: number
  fee_details: { amount: number; application: null; currency: string; description: string; type: 'stripe_fee' }[]
  net: number
  reporting_category: string
  source: string
  status: 'available' | 'pending'
  type: 'adjustment' | 'charge' | 'refund' | 'refund_failure'
}

type Movement = Pick<BalanceTransaction, 'amount' | 'type' | 'source' | 'currency'> & { fee?: number }

/** Money is paid out two days after it was received. */
const payoutDelaySeconds = 2 * 24 * 60 * 60
export const disputeFee = 1500

/** The provider's price of a card payment in Canada. */
export const chargeFee = (amount: number): number => Math.round(amount * 0.029) + 30

/** Records a movement of the balance. Returns its id. */
export async function recordBalance(call: Call, { fee = 0, ...movement }: Movement): Promise<string> {
  const created = unixSeconds(call.now)
  const { currency } = movement
  const transaction: BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    ...movement,
    available_on: created + payoutDelaySeconds,
    balance_type: 'payments',
    created,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency, description: 'Processing fees', type: 'stripe_fee' }],
    net: movement.amount - fee,
    reporting_category: movement.type === 'adjustment' ? 'dispute' : movement.type,
    status: 'pending',
  }
  await insertObject(call.tx, call.account, 'balance_transaction', { data: transaction }, call.now)
  return transaction.id
}

const atTime = (call: Call, transaction: BalanceTransaction): BalanceTransaction => ({
  ...transaction,
  status: transaction.available_on <= unixSeconds(call.now) ? 'available' : 'pending',
})

export async function retrieveBalanceTransaction(call: Call, id: string): Promise<ApiResult> {
  return success(atTime(call, await findOrThrow<BalanceTransaction>(call, 'balance_transaction', id)))
}

export async function listBalanceTransactions(call: Call): Promise<ApiResult> {
  rejectUnknown(call.params, ['limit', 'starting_after', 'type', 'source', 'expand'])
  const page = await listObjects(call.tx, call.account, {
    kind: 'balance_transaction',
    where: filters(call, ['type', 'source']),
    limit: limitOf(call),
    startingAfter: text(call.params, 'starting_after'),
  })
  const data = page.data.map((transaction) => atTime(call, transaction as unknown as BalanceTransaction))
  return success({ object: 'list', data, has_more: page.hasMore, url: '/v1/balance_transactions' })
}

type PaidDay = { readonly day: string; readonly amount: number; readonly currency: string; readonly arrives: number }

export type Payout = ReturnType<typeof payoutOf>

const payoutOf = ({ day, amount, currency, arrives }: PaidDay, now: number) => ({
  id: `po_${day}${currency}`,
  object: 'payout' as const,
  amount,
  currency,
  created: arrives - payoutDelaySeconds,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: arrives,
  automatic: true,
  balance_transaction: null,
  description: null,
  destination: 'ba_sandbox',
  livemode: false,
  metadata: {},
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'completed' as const,
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  type: 'bank_account' as const,
  status: arrives <= now ? 'paid' : 'in_transit',
  trace_id: { status: arrives <= now ? 'unsupported' : 'pending', value: null },
})

/** Payouts are computed from the balance on request: one per day, of the money that became available on that day. */
export async function listPayouts(call: Call): Promise<ApiResult> {
  rejectUnknown(call.params, ['limit', 'starting_after', 'expand'])
  const after = text(call.params, 'starting_after')
  const limit = limitOf(call)
  const { rows } = await call.tx.query<PaidDay>(
    `select to_char(to_timestamp((data->>'available_on')::bigint) at time zone 'UTC', 'YYYYMMDD') as day,
       sum((data->>'net')::int)::int as amount, data->>'currency' as currency,
       extract(epoch from date_trunc('day', to_timestamp(max((data->>'available_on')::bigint)) at time zone 'UTC') at time zone 'UTC')::int as arrives
     from provider_sandbox.objects where account = $1 and kind = 'balance_transaction'
     group by 1, 3
     having $2::text is null or 'po_' || to_char(to_timestamp(min((data->>'available_on')::bigint)) at time zone 'UTC', 'YYYYMMDD') || (data->>'currency') < $2
     order by 1 desc, 3 desc limit $3`,
    [call.account, after, limit + 1],
  )
  const now = unixSeconds(call.now)
  const data = rows.slice(0, limit).map((row) => payoutOf(row, now))
  return success({ object: 'list', data, has_more: rows.length > limit, url: '/v1/payouts' })
}

const limitOf = (call: Call): number => Math.min(Math.max(integer(call.params, 'limit') ?? 10, 1), 100)

const filters = (call: Call, names: readonly ('type' | 'source')[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = text(call.params, name)
      return value === null ? [] : [[name, value]]
    }),
  )
