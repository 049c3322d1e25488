/** Invoice numbers of orders that are accepted, fail and are cancelled concurrently. */

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { defaultSettings } from '../../src/settings.ts'
import { lockOrder } from '../../src/shop/orders/orders.store.ts'
import { transitionOrder } from '../../src/shop/orders/transition-order.ts'
import { createTestDatabase } from '../support/database.ts'
import { writeOrder } from '../support/orders.ts'

const { db } = await createTestDatabase({ poolSize: 20 })
let firstInvoiceNumber = 1001
const jobs = {
  enqueue: async () => {},
  enqueueNow: async () => {},
  enqueueSoon: () => {},
  start: async () => {},
  stop: async () => {},
}
const shop = {
  db,
  jobs,
  now: () => new Date(),
  secret: 'a-secret',
  settings: () => ({ ...defaultSettings, firstInvoiceNumber }),
}

const numbers = async () =>
  (
    await db.execute<{ number: number }>(
      sql`select invoice_number as number from orders where invoice_number is not null order by 1`,
    )
  ).rows.map((row) => row.number)

const unpaidOrders = (count: number) =>
  Promise.all(Array.from({ length: count }, () => writeOrder(db, { paymentMethod: 'stripe_cc' })))

/** Accepts an order. If `dies`, the transaction fails after the number was assigned. */
const accept = (orderId: number, dies: boolean) =>
  db
    .transaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      if (!order) throw new Error('gone')
      await transitionOrder(shop, tx, order, 'processing', { paid: { transactionId: null } })
      if (dies) throw new Error('the power went')
    })
    .catch((error: Error) => {
      if (error.message !== 'the power went') throw error
    })

test('[CHK-18] 100 orders accepted at once, a third of them failing: consecutive numbers, none assigned twice', async () => {
  const orders = await unpaidOrders(100)
  await Promise.all(orders.map((order, index) => accept(order.id, index % 3 === 0)))
  expect(await numbers()).toEqual(Array.from({ length: 66 }, (_, index) => 1001 + index))
  const { rows } = await db.execute(sql`select 1 from orders where (invoice_number is null) <> (status = 'pending')`)
  expect(rows).toEqual([])

  // The orders whose transactions failed are accepted now, with later numbers.
  await Promise.all(orders.map((order) => accept(order.id, false)))
  expect(await numbers()).toEqual(Array.from({ length: 100 }, (_, index) => 1001 + index))
})

test('an order keeps its invoice number whatever its status, and an abandoned one never gets any', async () => {
  const [accepted, abandoned] = await unpaidOrders(2)
  await accept(accepted?.id ?? 0, false)
  const before = (await numbers()).length
  for (const to of ['on-hold', 'processing', 'completed', 'refunded'] as const) {
    await db.transaction(async (tx) => {
      const order = await lockOrder(tx, accepted?.id ?? 0)
      if (order) await transitionOrder(shop, tx, order, to)
    })
  }
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, abandoned?.id ?? 0)
    if (order) await transitionOrder(shop, tx, order, 'cancelled')
  })
  expect(await numbers()).toHaveLength(before)
  expect((await db.transaction((tx) => lockOrder(tx, abandoned?.id ?? 0)))?.invoiceNumber).toBeNull()
})

test('numbering starts at the configured number, and continues from there when it is raised', async () => {
  firstInvoiceNumber = 5000
  const [one, two] = await unpaidOrders(2)
  await accept(one?.id ?? 0, false)
  await accept(two?.id ?? 0, false)
  expect((await numbers()).slice(-2)).toEqual([5000, 5001])
  // Lowering the first number changes nothing: no number is assigned twice.
  firstInvoiceNumber = 1001
  const [three] = await unpaidOrders(1)
  await accept(three?.id ?? 0, false)
  expect((await numbers()).at(-1)).toBe(5002)
})

test('the database refuses an accepted order without an invoice number', async () => {
  const [order] = await unpaidOrders(1)
  await expect(db.execute(sql`update orders set status = 'processing' where id = ${order?.id}`)).rejects.toThrow(
    /Failed query/,
  )
})
