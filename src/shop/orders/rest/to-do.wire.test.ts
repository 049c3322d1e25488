/** Tasks for the owner: disputes, payments to capture, failed refunds, and payments whose amounts differ. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { DAY_MS } from '../../../platform/time/durations.ts'
import type { DisputeStatus } from '../../gateways/refunds-and-disputes.ts'
import { orders } from '../orders.table.ts'
import { paymentDisputes, paymentRefunds, payments } from '../payments/payments.table.ts'

const now = new Date('2026-11-24T12:00:00Z')
const { app, shop, db, pool } = await openShop({ now: () => now })
const owner = await createSignedInUser(shop, 'shop_manager')
beforeEach(() => pool.query('truncate orders, payments, payment_refunds, payment_disputes cascade'))

const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)
const gmt = (date: Date) => date.toISOString().slice(0, 19)

async function sale(status: 'succeeded' | 'requires_capture', authorizedDaysAgo = 0) {
  const isPaid = status === 'succeeded'
  const order = await writeOrder(db, { status: isPaid ? 'processing' : 'on-hold', ...(isPaid ? { paidAt: now } : {}) })
  const [payment] = await db
    .insert(payments)
    .values({
      orderId: order.id,
      provider: 'sandbox',
      idempotencyKey: `key-${order.id}`,
      intentId: `pi_${order.id}`,
      status,
      amountCents: order.totalCents,
      capturedCents: isPaid ? order.totalCents : 0,
      currency: 'CAD',
      cartVersion: '0',
      createdAt: now,
      updatedAt: now,
      authorizedAt: isPaid ? null : inDays(-authorizedDaysAgo),
    })
    .returning()
  return { orderId: order.id, paymentId: payment?.id ?? 0 }
}
const dispute = async ({ paymentId }: { paymentId: number }, status: DisputeStatus, dueBy: Date, submittedAt?: Date) =>
  db.insert(paymentDisputes).values({
    paymentId,
    disputeId: `dp_${paymentId}`,
    amountCents: 4395,
    reason: 'product_not_received',
    status,
    dueBy,
    openedAt: now,
    ...(submittedAt ? { submittedAt } : {}),
  })
async function get(path: string) {
  const response = await app.request(`/wp-json/${path}`, { headers: owner.headers })
  return { status: response.status, json: (await response.json()) as Awaited<ReturnType<Response['json']>> }
}
const ids = async (query: string) =>
  (await get(`wc/v3/orders?${query}`)).json.map(({ id }: { readonly id: number }) => id).toSorted()

test('without anything to look after the list is empty', async () => {
  await sale('succeeded')
  expect(await get('samovar/v1/to-do')).toEqual({
    status: 200,
    json: { items: [], more: [], disputed: 0, capture_expiring: 0 },
  })
})

test('deadlines come first, the next one on top; what was answered, captured or tried again is gone', async () => {
  const [open, answered, lost] = [await sale('succeeded'), await sale('succeeded'), await sale('succeeded')]
  await dispute(open, 'needs_response', inDays(5))
  await dispute(answered, 'needs_response', inDays(2), now)
  await dispute(lost, 'lost', inDays(1))
  const [late, soon] = [await sale('requires_capture', 1), await sale('requires_capture', 6)]
  const cancelled = await sale('requires_capture', 3)
  await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, cancelled.orderId))
  const [refunded, again] = [await sale('succeeded'), await sale('succeeded')]
  const refund = { amountCents: 1000, status: 'failed', createdAt: now } as const
  const retried = { ...refund, orderId: again.orderId, paymentId: again.paymentId }
  await db.insert(paymentRefunds).values({ ...refund, ...refunded, idempotencyKey: 'a' })
  const [second] = await db
    .insert(paymentRefunds)
    .values({ ...retried, status: 'pending', idempotencyKey: 'b' })
    .returning()
  await db.insert(paymentRefunds).values({ ...retried, retryId: second?.id ?? 0, idempotencyKey: 'c' })
  const differing = await sale('succeeded')
  await db.update(payments).set({ capturedCents: 100 }).where(eq(payments.id, differing.paymentId))

  const { json } = await get('samovar/v1/to-do')
  expect(json.items).toMatchObject([
    { kind: 'capture', order_id: soon.orderId, amount: '149.17', currency: 'CAD', due_gmt: gmt(inDays(1)) },
    {
      kind: 'dispute',
      order_id: open.orderId,
      amount: '43.95',
      due_gmt: gmt(inDays(5)),
      reason: 'product_not_received',
    },
    { kind: 'capture', order_id: late.orderId, due_gmt: gmt(inDays(6)) },
    { kind: 'failed-refund', order_id: refunded.orderId, amount: '10.00', due_gmt: null },
    { kind: 'difference', order_id: differing.orderId, due_gmt: null },
  ])
  expect(json.items).toHaveLength(5)
  expect(json.more).toEqual([])
  expect([json.disputed, json.capture_expiring]).toEqual([2, 2])
  // The lists contain what the numbers count, including disputes whose evidence the bank is reviewing.
  expect(await ids('disputed=true')).toEqual([open.orderId, answered.orderId])
  expect(await ids('capture_expiring=true')).toEqual([late.orderId, soon.orderId])
  expect(await ids('capture_expiring=true&disputed=true')).toEqual([])
  expect(await ids('disputed=false&per_page=20')).toHaveLength(9)
  expect((await get('wc/v3/orders?disputed=perhaps')).status).toBe(400)
})

test('a payment that was authorized under other keys cannot be captured, and is not among those to capture', async () => {
  const { orderId, paymentId } = await sale('requires_capture', 1)
  await db.update(payments).set({ provider: 'stripe_live' }).where(eq(payments.id, paymentId))
  expect((await get('samovar/v1/to-do')).json).toMatchObject({ items: [], capture_expiring: 0 })
  expect(await ids('capture_expiring=true')).toEqual([])
  expect(await ids('status=on-hold')).toEqual([orderId])
})

test('of each kind the list holds twenty, and says of which there are more', async () => {
  for (let count = 0; count < 20; count++) {
    await dispute(await sale('succeeded'), 'needs_response', inDays(5))
    await sale('requires_capture', 1)
  }
  const kinds = async () => {
    const { json } = await get('samovar/v1/to-do')
    const items = json.items as readonly { readonly kind: string }[]
    return [items.filter(({ kind }) => kind === 'capture').length, items.length, json.more]
  }
  expect(await kinds()).toEqual([20, 40, []])
  const last = await sale('requires_capture', 0)
  expect(await kinds()).toEqual([20, 40, ['capture']])
  expect((await get('samovar/v1/to-do')).json.items).not.toContainEqual(
    expect.objectContaining({ order_id: last.orderId }),
  )
})
