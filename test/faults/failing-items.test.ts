/** One order, payment, refund or account that cannot be handled does not keep a job from the others. */
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { shopJobs } from '../../src/jobs.ts'
import { users } from '../../src/people/identity/accounts.table.ts'
import { accountDeletions } from '../../src/people/privacy/privacy.table.ts'
import { defaultSettings } from '../../src/settings.ts'
import type { NewOrder } from '../../src/shop/orders/orders.store.ts'
import { orders } from '../../src/shop/orders/orders.table.ts'
import { paymentDisputes, paymentRefunds, payments } from '../../src/shop/orders/payments/payments.table.ts'
import { openTestRefunds } from '../../src/shop/refunds/open-test-refunds.ts'
import { writeOrder } from '../support/orders.ts'
import { createSignedInUser } from '../support/users.ts'

const { gateways } = defaultSettings
const { app, clock, createSale, db, faulty, owner, shop, stripe } = await openTestRefunds({
  onHoldDays: 10,
  gateways: { ...gateways, bacs: { ...gateways.bacs, enabled: true } },
})
const handlers = shopJobs({})
const run = async (name: string) => {
  const job = handlers.find((one) => one.job.name === name)
  if (!job) throw new Error(`No job ${name}`)
  await job.run(shop, {} as never)
}

await db.execute(sql`
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'it cannot be written'; end $$`)
/** Makes writes to a table fail where the condition, on `new` or `old`, is true. */
async function refuseWrites(table: string, condition: string, event = 'update'): Promise<void> {
  await db.execute(
    sql.raw(
      `create trigger refuse_writes before ${event} on ${table} for each row when (${condition}) execute function refuse()`,
    ),
  )
}
afterEach(async () => {
  for (const table of ['orders', 'payments', 'payment_refunds', 'payment_disputes', 'users'])
    await db.execute(sql.raw(`drop trigger if exists refuse_writes on ${table}`))
})

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const write = async (
  status: 'pending' | 'on-hold',
  columns: Partial<typeof orders.$inferInsert>,
  more: Partial<NewOrder> = {},
) => {
  const { id } = await writeOrder(db, { status, ...more })
  await db.update(orders).set(columns).where(eq(orders.id, id))
  return id
}
const statusOf = async (id: number) => (await db.select().from(orders).where(eq(orders.id, id)))[0]?.status

test('holds of unpaid orders end, though an attempt or a hold before them cannot be ended', async () => {
  const attempt = await write('pending', { paymentAttemptsExpireAt: ago(90), activePaymentAttempts: 1 })
  const failing = await write('pending', { holdExpiresAt: ago(60) })
  const next = await write('pending', { holdExpiresAt: ago(50) })
  await refuseWrites('orders', `new.id in (${attempt}, ${failing})`)
  await expect(run('cancel-unpaid')).rejects.toThrow('2 of them failed')
  expect([await statusOf(failing), await statusOf(next)]).toEqual(['pending', 'cancelled'])
})

test('orders on hold expire and are reminded of, though one before them cannot be cancelled', async () => {
  const day = 24 * 60
  const overdue = { reminderSentAt: ago(4 * day), paymentDueAt: ago(10) }
  const failing = await write('on-hold', { ...overdue, updatedAt: ago(12 * day) })
  const next = await write('on-hold', { ...overdue, updatedAt: ago(11 * day) })
  const later = await write('on-hold', { updatedAt: ago(8 * day) })
  const { id: authorized } = await writeOrder(db, { status: 'on-hold', paymentMethod: 'stripe_cc' })
  await db.insert(payments).values({
    orderId: authorized,
    provider: 'sandbox',
    idempotencyKey: 'authorized',
    intentId: 'pi_authorized',
    status: 'requires_capture',
    amountCents: 14917,
    currency: 'CAD',
    cartVersion: '1',
    authorizedAt: ago(6.5 * day),
    createdAt: ago(6.5 * day),
    updatedAt: ago(6.5 * day),
  })
  await refuseWrites('orders', `new.id = ${failing}`)
  await expect(run('expire-on-hold')).rejects.toThrow('Failed query')
  expect([await statusOf(failing), await statusOf(next)]).toEqual(['on-hold', 'cancelled'])
  const [reminded] = await db.select().from(orders).where(eq(orders.id, later))
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, authorized))
  expect([reminded?.reminderSentAt, payment?.captureRemindedAt]).toEqual([expect.any(Date), expect.any(Date)])
  await db.delete(payments).where(eq(payments.orderId, authorized))
})

test('refunds and answers to disputes are finished, though a payment and a refund before them cannot be', async () => {
  const [open, failing, next, disputed] = [
    await createSale(),
    await createSale(),
    await createSale(),
    await createSale(),
  ]
  faulty.injectFault(/\/v1\/refunds/, { kind: 'disconnect-before' })
  for (const { id } of [failing, next]) {
    const response = await app.request(`/wp-json/wc/v3/orders/${id}/refunds`, {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: '12.00' }),
    })
    expect(response.status).toBe(201)
  }
  faulty.clearFaults()
  const dispute = (await stripe.rawRequest('POST', '/v1/test_helpers/disputes', {
    payment_intent: disputed.intentId,
  })) as unknown as { id: string }
  await run('find-reversals')
  await db
    .update(paymentDisputes)
    .set({ evidence: { uncategorized_text: 'It was delivered.' }, submittedAt: ago(5) })
    .where(eq(paymentDisputes.disputeId, dispute.id))
  await db.update(payments).set({ status: 'processing' }).where(eq(payments.id, open.paymentId))
  await refuseWrites('payments', `new.id = ${open.paymentId} and new.status = 'succeeded'`)
  await refuseWrites('payment_refunds', `new.order_id = ${failing.id} and new.status <> 'starting'`)
  clock.later = 61_000
  await expect(run('reconcile')).rejects.toThrow('2 of them failed')
  const rows = await db
    .select()
    .from(paymentRefunds)
    .where(inArray(paymentRefunds.orderId, [failing.id, next.id]))
    .orderBy(paymentRefunds.id)
  expect(rows.map(({ status }) => status)).toEqual(['starting', 'succeeded'])
  const [answered] = await db.select().from(paymentDisputes).where(eq(paymentDisputes.disputeId, dispute.id))
  expect(answered?.status).not.toBe('needs_response')
})

test('accounts are erased, though one before them cannot be', async () => {
  const [failing, next] = [await createSignedInUser(shop, 'customer'), await createSignedInUser(shop, 'customer')]
  const request = { requestedAt: ago(20_000), reason: 'requested' as const }
  await db.insert(accountDeletions).values([
    { userId: failing.id, dueAt: ago(20), ...request },
    { userId: next.id, dueAt: ago(10), ...request },
  ])
  await refuseWrites('users', `old.id = ${failing.id}`, 'delete')
  await expect(run('erase-accounts')).rejects.toThrow('Failed query')
  const left = await db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [failing.id, next.id]))
  expect(left).toEqual([{ id: failing.id }])
  expect(await db.$count(accountDeletions, eq(accountDeletions.userId, failing.id))).toBe(1)
})
