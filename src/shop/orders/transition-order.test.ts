import { eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { writeOrder } from '../../../test/support/orders.ts'
import { type Job, openJobs } from '../../platform/jobs/jobs.ts'
import { defaultSettings } from '../../settings.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { sendEmailsJob } from '../../things/messages/send-message.ts'
import { products } from '../catalog/catalog.table.ts'
import { allocateStock } from '../inventory/stock.store.ts'
import { stockLevels } from '../inventory/stock.table.ts'
import { findOrder } from './orders.store.ts'
import { readOrderNotes } from './orders-read.store.ts'
import { startPayment } from './payments/payments.store.ts'
import { payments } from './payments/payments.table.ts'
import { cancelIntentJob, transitionOrderByHand } from './transition-order.ts'

const { db, url } = await createTestDatabase()
const jobs = await openJobs(url, pino({ level: 'silent' }), [sendEmailsJob as Job, cancelIntentJob as Job])
afterAll(() => jobs.stop())
let now = new Date('2026-11-21T09:00:00Z')
const shop = { db, jobs, now: () => now, settings: () => defaultSettings, secret: 'a-secret' }
const author = 'Olive Owner'

const newProduct = async (onHand: number): Promise<number> => {
  const [entry] = await db
    .insert(entries)
    .values({ kind: 'product', slug: `tea-${crypto.randomUUID()}`, title: 'Gyokuro', status: 'publish' })
    .returning()
  const id = entry?.id ?? 0
  await db.insert(products).values({ id, type: 'simple', regularPriceCents: 6103 })
  await db.insert(stockLevels).values({ productId: id, tracksInventory: true, onHand })
  return id
}
const onHand = async (id: number) =>
  (await db.select().from(stockLevels).where(eq(stockLevels.productId, id)))[0]?.onHand
const jobsNamed = async (name: string) =>
  (await db.execute<{ data: { orderId: number } }>(sql`select data from jobs.job where name = ${name}`)).rows

test('a bank transfer: the owner’s status change marks the order as paid', async () => {
  const order = await writeOrder(db, { status: 'on-hold', paymentMethod: 'bacs' })
  expect(await transitionOrderByHand(shop, { orderId: order.id, to: 'processing', author })).toEqual({ ok: true })
  expect(await findOrder(db, order.id)).toMatchObject({ status: 'processing', paidAt: now, completedAt: null })
  const [note] = await readOrderNotes(db, order.id)
  expect(note).toMatchObject({ text: 'Order status changed from On hold to Processing.', author })
})

test('cash is marked as paid on completion, not on processing', async () => {
  const order = await writeOrder(db, { status: 'on-hold', paymentMethod: 'cod' })
  await transitionOrderByHand(shop, { orderId: order.id, to: 'processing', author })
  expect((await findOrder(db, order.id))?.paidAt).toBeNull()
  await transitionOrderByHand(shop, { orderId: order.id, to: 'completed', author })
  expect(await findOrder(db, order.id)).toMatchObject({ paidAt: now, completedAt: now })
})

test('an unpaid card order cannot be marked as paid: nothing changes', async () => {
  const order = await writeOrder(db, { status: 'pending', paymentMethod: 'stripe_cc' })
  for (const to of ['processing', 'completed', 'refunded'] as const) {
    expect(await transitionOrderByHand(shop, { orderId: order.id, to, author })).toEqual({
      ok: false,
      problem: { kind: 'not-allowed', from: 'pending' },
    })
  }
  expect(await findOrder(db, order.id)).toMatchObject({ status: 'pending', paidAt: null })
  expect(await readOrderNotes(db, order.id)).toEqual([])
})

test('cancelling an order restores its stock once and cancels its payment', async () => {
  const productId = await newProduct(10)
  const order = await writeOrder(db, { status: 'pending', paymentMethod: 'stripe_cc' })
  await db.transaction((tx) => allocateStock(tx, order.id, [{ productId, quantity: 2 }]))
  const payment = { orderId: order.id, provider: 'sandbox' as const, amountCents: 14917, currency: 'CAD' as const }
  await startPayment(db, { ...payment, cartVersion: '1', now })
  await db.update(payments).set({ intentId: 'pi_off' }).where(eq(payments.orderId, order.id))

  const answers = await Promise.all(
    Array.from({ length: 3 }, () => transitionOrderByHand(shop, { orderId: order.id, to: 'cancelled', author })),
  )
  expect(answers).toEqual([{ ok: true }, { ok: true }, { ok: true }])
  expect(await onHand(productId)).toBe(10)
  expect((await jobsNamed('cancel-intent')).map((job) => job.data.orderId)).toEqual([order.id])
  expect(await readOrderNotes(db, order.id)).toHaveLength(1)
})

test('an order made failed holds no stock, and can be paid for as many days as one on hold', async () => {
  const productId = await newProduct(5)
  const order = await writeOrder(db, { status: 'on-hold', paymentMethod: 'bacs' })
  await db.transaction((tx) => allocateStock(tx, order.id, [{ productId, quantity: 2 }]))
  expect(await transitionOrderByHand(shop, { orderId: order.id, to: 'failed', author })).toEqual({ ok: true })
  expect(await onHand(productId)).toBe(5)
  const holdExpiresAt = new Date('2026-12-01T09:00:00Z')
  expect(await findOrder(db, order.id)).toMatchObject({ status: 'failed', holdsStock: false, holdExpiresAt })
})

test('customer and shop learn of every failure of a payment', async () => {
  const order = await writeOrder(db, { status: 'on-hold', paymentMethod: 'bacs' })
  for (const to of ['failed', 'on-hold', 'failed'] as const) {
    now = new Date(now.getTime() + 1000)
    expect(await transitionOrderByHand(shop, { orderId: order.id, to, author })).toEqual({ ok: true })
  }
  const sent = await db.select().from(emails).where(eq(emails.orderId, order.id)).orderBy(emails.id)
  const templates = ['payment-failed', 'shop-payment-failed']
  expect(sent.map(({ template }) => template)).toEqual([...templates, ...templates])
})

test('a paid card order cannot be cancelled: stock and payment stay', async () => {
  const productId = await newProduct(5)
  const order = await writeOrder(db, { status: 'processing', paymentMethod: 'stripe_cc', paidAt: now })
  await db.transaction((tx) => allocateStock(tx, order.id, [{ productId, quantity: 2 }]))
  const answer = await transitionOrderByHand(shop, { orderId: order.id, to: 'cancelled', author })
  expect(answer).toMatchObject({ ok: false, problem: { kind: 'not-allowed' } })
  expect(await onHand(productId)).toBe(3)
})

test('an order that does not exist', async () => {
  const answer = await transitionOrderByHand(shop, { orderId: 999_999, to: 'completed', author })
  expect(answer).toEqual({ ok: false, problem: { kind: 'no-such-order' } })
})
