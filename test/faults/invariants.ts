/**
 * Invariants of a shop's orders, its stock and its provider's ledger after people have bought, whatever happened
 * meanwhile.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { sandboxKeys } from '../../sandbox/keys.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { loadOrCreateSecret } from '../../src/platform/database/secret.ts'
import type { ShopProcess } from '../running/shop-process.ts'
import { openProviderLedger } from './provider-ledger.ts'
import type { Purchase } from './purchase.ts'
import { stockOnHand, sumOfMovements } from './stock.ts'

export type RunState = {
  readonly shop: Pick<ShopProcess, 'sandboxUrl' | 'dataDir'>
  readonly databaseUrl: string
  readonly productIds: readonly number[]
  /** Initial stock of each tin. */
  readonly initialStock: readonly number[]
}

/** Every confirmed order exists and is paid once; money, stock and emails match the orders. */
export async function expectConsistentOrders(state: RunState, confirmed: readonly Purchase[]): Promise<void> {
  await waitUntilReconciled(state)
  await expectConfirmedPaidOnce(state, confirmed)
  await expectLedgersMatch(state)
  await expectStockMatches(state)
  await expectEmailsSentOnce(state)
}

export async function withConnection<T>(
  url: string,
  callback: (connection: ReturnType<typeof connect>) => Promise<T>,
): Promise<T> {
  const connection = connect(url, { poolSize: 1 })
  try {
    return await callback(connection)
  } finally {
    await connection.close()
  }
}

const rows = <T extends object>(state: RunState, query: string): Promise<T[]> =>
  withConnection(state.databaseUrl, async ({ pool }) => (await pool.query<T>(query)).rows)

const ledgerOf = async ({ shop }: RunState) =>
  openProviderLedger(shop.sandboxUrl, sandboxKeys(await loadOrCreateSecret(shop.dataDir, 'shop')).secretKey)

/**
 * Waits until the shop has reconciled every open payment, which it does when it starts and when the database is
 * available again.
 */
async function waitUntilReconciled(state: RunState): Promise<void> {
  const ledger = await ledgerOf(state)
  const deadline = Date.now() + 30_000
  for (;;) {
    const chargedOrderIds = new Set((await ledger.charges()).map((charge) => charge.orderId))
    const pending = await rows<{ id: number }>(state, `select id from orders where status = 'pending'`)
    if (!pending.some((order) => chargedOrderIds.has(order.id))) return
    if (Date.now() > deadline) throw new Error('An order whose money was taken still waits for it')
    await pause(200)
  }
}

async function expectConfirmedPaidOnce(state: RunState, confirmed: readonly Purchase[]): Promise<void> {
  const orders = await rows<{ id: number; order_key: string; status: string; is_paid: boolean; quantity: number }>(
    state,
    `select o.id, o.order_key, o.status, o.paid_at is not null as is_paid, sum(l.quantity)::int as quantity
       from orders o join order_lines l on l.order_id = o.id group by o.id`,
  )
  const byId = new Map(orders.map((order) => [order.id, order]))
  const seenOrderIds = new Set<number>()
  for (const purchase of confirmed) {
    const confirmation = purchase.confirmation()
    expect(seenOrderIds.has(confirmation.orderId)).toBe(false)
    seenOrderIds.add(confirmation.orderId)
    expect(byId.get(confirmation.orderId)).toMatchObject({
      order_key: confirmation.orderKey,
      status: 'processing',
      is_paid: true,
      quantity: purchase.quantity,
    })
  }
  const duplicates = await rows(
    state,
    `select cart_id from orders where status <> 'cancelled' group by cart_id having count(*) > 1`,
  )
  expect(duplicates).toEqual([])
}

/** There is one charge for each paid order and no other charge, and both sides have the same amounts. */
async function expectLedgersMatch(state: RunState): Promise<void> {
  const charges = await (await ledgerOf(state)).charges()
  const paid = await rows<{ id: number; total_cents: number }>(
    state,
    `select id, total_cents from orders where paid_at is not null`,
  )
  const byOrder = (a: { orderId: number }, b: { orderId: number }) => a.orderId - b.orderId
  expect(charges.map(({ orderId, amountCents }) => ({ orderId, amountCents })).toSorted(byOrder)).toEqual(
    paid.map((order) => ({ orderId: order.id, amountCents: order.total_cents })).toSorted(byOrder),
  )
}

async function expectStockMatches(state: RunState): Promise<void> {
  for (const [index, productId] of state.productIds.entries()) {
    const sold = await rows<{ sum: number }>(
      state,
      `select coalesce(sum(l.quantity), 0)::int as sum from order_lines l join orders o on o.id = l.order_id
        where l.product_id = ${productId} and o.status <> 'cancelled'`,
    )
    await withConnection(state.databaseUrl, async ({ db }) => {
      expect(await stockOnHand(db, productId)).toBe((state.initialStock[index] ?? 0) - (sold[0]?.sum ?? Number.NaN))
      expect(await sumOfMovements(db, productId)).toBe(await stockOnHand(db, productId))
    })
  }
}

async function expectEmailsSentOnce(state: RunState): Promise<void> {
  const duplicates = await rows(
    state,
    `select order_id from emails group by order_id, key, template having count(*) > 1`,
  )
  expect(duplicates).toEqual([])
  const mismatches = await rows(
    state,
    `select o.id from orders o left join emails m on m.order_id = o.id and m.template = 'order-confirmation'
      group by o.id having count(m.id) <> case when o.paid_at is null then 0 else 1 end`,
  )
  expect(mismatches).toEqual([])
}
