/**
 * A real shop is killed at random moments while people buy. Whoever was told that the order is placed finds it placed and
 * paid, once; whoever was cut off and tries again ends up with one order and one charge.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../src/database/connect.ts'
import { openEmbedded } from '../../src/database/embedded.ts'
import { keptSecret } from '../../src/database/secret.ts'
import { sandboxKeys } from '../../src/payments/sandbox/keys.ts'
import { askOver } from '../running/buyer.ts'
import { freePorts } from '../running/free-ports.ts'
import {
  ensureBuilt,
  killDatabase,
  removeDataDir,
  type ShopProcess,
  startShop,
  temporaryDataDir,
} from '../running/shop-process.ts'
import { openBooks } from './provider-books.ts'
import { newPurchase, type Purchase } from './purchase.ts'
import { addTin, onHand, sumOfMovements } from './shelf.ts'

const kills = Number(process.env.SAMOVAR_KILLS ?? 20)
const seed = Number(process.env.SAMOVAR_SEED ?? Date.now() % 1_000_000)
const random = randomFrom(seed)
/** On the shelf at first: enough that nobody is refused, so that every purchase should end in an order. */
const start = [4000, 4000, 4000]

let shop: ShopProcess
let dataDir: string
let databaseUrl: string
let tins: number[]

beforeAll(async () => {
  ensureBuilt()
  dataDir = await temporaryDataDir()
  const port = await freePorts()
  shop = await startShop({ dataDir, port, environment: { SEED: 'none' } })
  // Joined for a moment only: a process that stays would bring the database back by itself.
  const joined = await openEmbedded(dataDir)
  databaseUrl = joined.url
  await joined.stop()
  tins = await reading(async ({ db }) => {
    const made = []
    for (const count of start) made.push(await addTin(db, count))
    return made
  })
}, 240_000)

afterAll(async () => {
  await shop?.stop()
  if (dataDir) await removeDataDir(dataDir)
})

test(`[CHK-18] ${kills} kills of a running purchase lose no confirmed order, and none is there twice`, async () => {
  process.stdout.write(`  kill test: SAMOVAR_SEED=${seed} SAMOVAR_KILLS=${kills}\n`)
  const all: Purchase[] = []
  let cutOff: Purchase[] = []
  for (let round = 0; round < kills; round += 1) {
    const people = buying(all, cutOff)
    // Half of the kills come while the shop is still cold, half once somebody has bought something.
    if (round % 4 < 2) await people.haveBought()
    await pause(20 + Math.floor(random() * 600))
    people.closeTheDoor()
    if (round % 2 === 1) await killDatabase(dataDir)
    await shop.kill()
    await people.gone()
    // Every other one who was cut off comes back and tries again; the others never look again.
    cutOff = all.filter((purchase) => !purchase.isConfirmed() && !purchase.hasLeft)
    for (const [index, purchase] of cutOff.entries()) if (index % 2 === 1) purchase.hasLeft = true
    cutOff = cutOff.filter((purchase) => !purchase.hasLeft)
    shop = await startShop({ dataDir, port: shop.port, environment: { SEED: 'none' } })
  }
  for (const purchase of cutOff) await purchase.goOn()

  const confirmed = all.filter((purchase) => purchase.isConfirmed())
  expect(confirmed.length).toBeGreaterThanOrEqual(kills / 2)
  expect(cutOff.filter((purchase) => !purchase.isConfirmed())).toEqual([])
  await untilReconciled()
  await expectConfirmedArePaidOnce(confirmed)
  await expectBooksAgree()
  await expectShelfAddsUp()
  await expectMailsOnce()
}, 420_000)

/** Three people at a time, first those who were cut off before, then new ones, until the door is closed. */
function buying(all: Purchase[], again: readonly Purchase[]) {
  let isOpen = true
  let count = 0
  const waiting = [...again]
  const next = (): Purchase => {
    const known = waiting.shift()
    if (known) return known
    const purchase = newPurchase(
      askOver(shop.url),
      tins[Math.floor(random() * tins.length)] ?? 0,
      1 + Math.floor(random() * 3),
    )
    all.push(purchase)
    return purchase
  }
  const oneAfterTheOther = async () => {
    while (isOpen) {
      const isBought = await next()
        .goOn()
        .then(() => true)
        .catch(() => false)
      if (isBought) count += 1
      else await pause(5)
    }
  }
  const lanes = [oneAfterTheOther(), oneAfterTheOther(), oneAfterTheOther()]
  return {
    /** Until the first purchase since the start is through. */
    async haveBought() {
      const giveUpAt = Date.now() + 20_000
      while (count === 0 && Date.now() < giveUpAt) await pause(5)
    },
    closeTheDoor() {
      isOpen = false
    },
    gone: () => Promise.all(lanes),
  }
}

/** The shop asks the provider about every open payment right after it starts; this waits until it has. */
async function untilReconciled(): Promise<void> {
  const books = await booksOfProvider()
  const giveUpAt = Date.now() + 30_000
  for (;;) {
    const takenFor = new Set((await books.taken()).map((charge) => charge.orderId))
    const pending = await rows<{ id: number }>(`select id from orders where status = 'pending'`)
    if (!pending.some((order) => takenFor.has(order.id))) return
    if (Date.now() > giveUpAt) throw new Error('An order whose money was taken still waits for it')
    await pause(200)
  }
}

async function expectConfirmedArePaidOnce(confirmed: readonly Purchase[]): Promise<void> {
  const orders = await rows<{ id: number; order_key: string; status: string; is_paid: boolean; quantity: number }>(
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
    `select cart_id from orders where status <> 'cancelled' group by cart_id having count(*) > 1`,
  )
  expect(twice).toEqual([])
}

/** One charge for each paid order and none besides; both sides name the same amounts. */
async function expectBooksAgree(): Promise<void> {
  const taken = await (await booksOfProvider()).taken()
  const paid = await rows<{ id: number; total_cents: number }>(
    `select id, total_cents from orders where paid_at is not null`,
  )
  const byOrder = (a: { orderId: number }, b: { orderId: number }) => a.orderId - b.orderId
  expect(taken.map(({ orderId, amountCents }) => ({ orderId, amountCents })).toSorted(byOrder)).toEqual(
    paid.map((order) => ({ orderId: order.id, amountCents: order.total_cents })).toSorted(byOrder),
  )
}

async function expectShelfAddsUp(): Promise<void> {
  for (const [index, tin] of tins.entries()) {
    const standing = await rows<{ sum: number }>(
      `select coalesce(sum(l.quantity), 0)::int as sum from order_lines l join orders o on o.id = l.order_id
        where l.product_id = ${tin} and o.status <> 'cancelled'`,
    )
    await reading(async ({ db }) => {
      expect(await onHand(db, tin)).toBe((start[index] ?? 0) - (standing[0]?.sum ?? Number.NaN))
      expect(await sumOfMovements(db, tin)).toBe(await onHand(db, tin))
    })
  }
}

async function expectMailsOnce(): Promise<void> {
  expect(await rows(`select order_id from mails group by order_id, transition, template having count(*) > 1`)).toEqual(
    [],
  )
  const wrong = await rows(
    `select o.id from orders o left join mails m on m.order_id = o.id and m.template = 'order-confirmation'
      group by o.id having count(m.id) <> case when o.paid_at is null then 0 else 1 end`,
  )
  expect(wrong).toEqual([])
}

async function booksOfProvider() {
  return openBooks(shop.sandboxUrl, sandboxKeys(await keptSecret(dataDir, 'shop')).secretKey)
}

async function reading<T>(work: (connection: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const connection = connect(databaseUrl, { poolSize: 1 })
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

const rows = <T extends object>(query: string): Promise<T[]> =>
  reading(async ({ pool }) => (await pool.query<T>(query)).rows)

/** The same numbers for the same seed, so that a failing run can be had again. */
function randomFrom(number: number): () => number {
  let state = number >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
