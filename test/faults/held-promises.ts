/** What must be true of a shop's orders, its shelf and its provider's books after people have bought, whatever happened meanwhile. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { connect } from '../../src/database/connect.ts'
import { keptSecret } from '../../src/database/secret.ts'
import { sandboxKeys } from '../../src/payments/sandbox/keys.ts'
import type { ShopProcess } from '../running/shop-process.ts'
import { openBooks } from './provider-books.ts'
import type { Purchase } from './purchase.ts'
import { onHand, sumOfMovements } from './shelf.ts'

export type Bought = {
  readonly shop: Pick<ShopProcess, 'sandboxUrl' | 'dataDir'>
  readonly databaseUrl: string
  readonly tins: readonly number[]
  /** How many of each tin there were at first. */
  readonly start: readonly number[]
}

/** Every order that was confirmed is there and paid, once; money, goods and mails agree with the orders. */
export async function expectNothingLostOrDoubled(world: Bought, confirmed: readonly Purchase[]): Promise<void> {
  await untilReconciled(world)
  await expectConfirmedArePaidOnce(world, confirmed)
  await expectBooksAgree(world)
  await expectShelfAddsUp(world)
  await expectMailsOnce(world)
}

export async function reading<T>(
  url: string,
  work: (connection: ReturnType<typeof connect>) => Promise<T>,
): Promise<T> {
  const connection = connect(url, { poolSize: 1 })
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

const rows = <T extends object>(world: Bought, query: string): Promise<T[]> =>
  reading(world.databaseUrl, async ({ pool }) => (await pool.query<T>(query)).rows)

const booksOf = async ({ shop }: Bought) =>
  openBooks(shop.sandboxUrl, sandboxKeys(await keptSecret(shop.dataDir, 'shop')).secretKey)

/** The shop asks the provider about every open payment right after it starts, or its database returns; this waits until it has. */
async function untilReconciled(world: Bought): Promise<void> {
  const books = await booksOf(world)
  const giveUpAt = Date.now() + 30_000
  for (;;) {
    const takenFor = new Set((await books.taken()).map((charge) => charge.orderId))
    const pending = await rows<{ id: number }>(world, `select id from orders where status = 'pending'`)
    if (!pending.some((order) => takenFor.has(order.id))) return
    if (Date.now() > giveUpAt) throw new Error('An order whose money was taken still waits for it')
    await pause(200)
  }
}

async function expectConfirmedArePaidOnce(world: Bought, confirmed: readonly Purchase[]): Promise<void> {
  const orders = await rows<{ id: number; order_key: string; status: string; is_paid: boolean; quantity: number }>(
    world,
    `select o.id, o.order_key, o.status, o.paid_at is not null as is_paid, sum(l.quantity)::int as quantity
       from orders o join order_lines l on l.order_id = o.id group by o.id`,
  )
  const byId = new Map(orders.map((order) => [order.id, order]))
  const seen = new Set<number>()
  for (const purchase of confirmed) {
    const told = purchase.told()
    expect(seen.has(told.orderId)).toBe(false)
    seen.add(told.orderId)
    expect(byId.get(told.orderId)).toMatchObject({
      order_key: told.orderKey,
      status: 'processing',
      is_paid: true,
      quantity: purchase.quantity,
    })
  }
  const twice = await rows(
    world,
    `select cart_id from orders where status <> 'cancelled' group by cart_id having count(*) > 1`,
  )
  expect(twice).toEqual([])
}

/** One charge for each paid order and none besides; both sides name the same amounts. */
async function expectBooksAgree(world: Bought): Promise<void> {
  const taken = await (await booksOf(world)).taken()
  const paid = await rows<{ id: number; total_cents: number }>(
    world,
    `select id, total_cents from orders where paid_at is not null`,
  )
  const byOrder = (a: { orderId: number }, b: { orderId: number }) => a.orderId - b.orderId
  expect(taken.map(({ orderId, amountCents }) => ({ orderId, amountCents })).toSorted(byOrder)).toEqual(
    paid.map((order) => ({ orderId: order.id, amountCents: order.total_cents })).toSorted(byOrder),
  )
}

async function expectShelfAddsUp(world: Bought): Promise<void> {
  for (const [index, tin] of world.tins.entries()) {
    const standing = await rows<{ sum: number }>(
      world,
      `select coalesce(sum(l.quantity), 0)::int as sum from order_lines l join orders o on o.id = l.order_id
        where l.product_id = ${tin} and o.status <> 'cancelled'`,
    )
    await reading(world.databaseUrl, async ({ db }) => {
      expect(await onHand(db, tin)).toBe((world.start[index] ?? 0) - (standing[0]?.sum ?? Number.NaN))
      expect(await sumOfMovements(db, tin)).toBe(await onHand(db, tin))
    })
  }
}

async function expectMailsOnce(world: Bought): Promise<void> {
  const twice = await rows(
    world,
    `select order_id from mails group by order_id, transition, template having count(*) > 1`,
  )
  expect(twice).toEqual([])
  const wrong = await rows(
    world,
    `select o.id from orders o left join mails m on m.order_id = o.id and m.template = 'order-confirmation'
      group by o.id having count(m.id) <> case when o.paid_at is null then 0 else 1 end`,
  )
  expect(wrong).toEqual([])
}
