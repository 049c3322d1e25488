/** A shop with payment provider, stock and clock, and the invariants of its orders. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import Stripe from 'stripe'
import { expect } from 'vitest'
import { createApp } from '../../src/app.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.ts'
import { PageCache } from '../../src/platform/web/page-cache.ts'
import { defaultSettings } from '../../src/settings.ts'
import { coupons } from '../../src/shop/pricing/coupons.table.ts'
import { reconciliationJobs } from '../../src/shop/reconciliation/jobs.ts'
import { cancelUnpaidOrders, reconcilePayments } from '../../src/shop/reconciliation/payment-jobs.ts'
import type { Shop } from '../../src/shop.ts'
import type { SendRequest } from '../running/buyer.ts'
import { openShop } from '../support/shop.ts'
import { openProviderLedger } from './provider-ledger.ts'
import { addProduct } from './stock.ts'

const COUPON_USES = 2
/** Initial stock of each tin: low enough that shoppers compete for the last one. */
const STOCK = [2, 3, 6]

/** Call it at the top level of a test file. */
export async function openCheckoutSystem() {
  let now = new Date('2026-11-20T12:00:00Z')
  const { gateways } = defaultSettings
  const opened = await openShop({
    template: { name: 'empty', prepare: async () => {} },
    now: () => now,
    settings: { holdStockMinutes: 30, gateways: { ...gateways, bacs: { ...gateways.bacs, enabled: true } } },
  })
  const { db, provider } = opened
  await db.execute(sql`create table asked_jobs (id int generated always as identity, name text, data jsonb)`)
  const ledger = openProviderLedger(provider.url, provider.secretKey)
  /** Jobs stored in the shop's database, as in production: a rolled-back transaction queues none. */
  const storedJobs: Jobs = {
    async enqueue(tx, { name }, data) {
      await tx.execute(sql`insert into asked_jobs (name, data) values (${name}, ${JSON.stringify(data)}::jsonb)`)
    },
    async enqueueNow({ name }, data) {
      await db.execute(sql`insert into asked_jobs (name, data) values (${name}, ${JSON.stringify(data)}::jsonb)`)
    },
    enqueueSoon() {},
    async start() {},
    async stop() {},
  }
  let shop = newShop()
  let app = createApp(shop) as Hono

  /** Simulates a restart: a new process with the same database and provider. */
  function newShop(): Shop {
    return { ...opened.shop, pages: new PageCache(), jobs: storedJobs }
  }

  const sendRequest: SendRequest = async (path, init) => app.request(path, init)

  async function reset() {
    await clearProviderFailures()
    const productIds: number[] = []
    for (const count of STOCK) productIds.push(await addProduct(db, count))
    const code = `spring-${randomUUID().slice(0, 8)}`
    await db.insert(coupons).values({ code, discountType: 'percent', amount: 1000, usageLimit: COUPON_USES })
    return { productIds, code }
  }

  async function injectProviderFailures(failNext: number, failWhen: 'before' | 'after'): Promise<void> {
    await fetch(`${provider.url}/sandbox/control`, {
      method: 'POST',
      headers: { authorization: `Bearer ${provider.secretKey}` },
      body: JSON.stringify({ latencyMs: 0, failNext, failWhen }),
    })
  }
  const clearProviderFailures = () => injectProviderFailures(0, 'before')

  /** Runs the queued jobs; failed ones are retried later. */
  async function runJobs(): Promise<void> {
    const { rows } = await db.execute<{ id: number; name: string; data: never }>(
      sql`select id, name, data from asked_jobs order by id`,
    )
    for (const { id, name, data } of rows) {
      const isDone = await runJob(name, data).then(
        () => true,
        (error: Error) => {
          if (!error.message.includes('could not be reached')) throw error
          return false
        },
      )
      if (isDone) await db.execute(sql`delete from asked_jobs where id = ${id}`)
    }
  }

  async function runJob(name: string, data: never): Promise<void> {
    const handler = reconciliationJobs.find(({ job }) => job.name === name)
    if (['payment-event', 'cancel-intent', 'refund-late-payment'].includes(name)) await handler?.run(shop, data)
  }

  /** Delivers the provider's events: in order, newest first, or each of them twice. */
  async function deliver(order: 'in order' | 'backwards' | 'twice', limit: number): Promise<void> {
    const { rows } = await db.execute<{ data: object }>(
      sql`select data from provider_sandbox.objects where kind = 'event' order by position desc limit ${limit}`,
    )
    const newestFirst = rows.map((row) => JSON.stringify(row.data))
    const events = order === 'in order' ? newestFirst.toReversed() : newestFirst
    for (const payload of order === 'twice' ? [...events, ...events] : events) {
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: provider.webhookSecret,
        timestamp: Math.floor(now.getTime() / 1000),
      })
      const response = await app.request('/wp-json/wc-stripe/v1/webhook', {
        method: 'POST',
        headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
        body: payload,
      })
      expect(response.status).toBe(200)
    }
  }

  /** Resolves everything pending: delivers events, runs jobs, reconciles payments, expires holds. */
  async function settle(): Promise<void> {
    await clearProviderFailures()
    await deliver('in order', 1000)
    for (let round = 0; round < 3; round += 1) {
      await runJobs()
      await reconcilePayments(shop)
    }
    now = new Date(now.getTime() + 24 * 3_600_000)
    await cancelUnpaidOrders(shop)
    await runJobs()
    await reconcilePayments(shop)
    await runJobs()
  }

  return {
    db,
    ledger,
    sendRequest,
    reset,
    injectProviderFailures,
    runJobs,
    deliver,
    settle,
    shop: () => shop,
    cancelExpiredHolds: () => cancelUnpaidOrders(shop),
    reconcile: () => reconcilePayments(shop),
    advanceMinutes(minutes: number) {
      now = new Date(now.getTime() + minutes * 60_000)
    },
    restart() {
      shop = newShop()
      app = createApp(shop) as Hono
    },
    expectInvariants: () => expectInvariants(),
    expectLedgersMatch: () => expectLedgersMatch(),
    /** Number of events of each kind so far. */
    async stats() {
      const { rows } = await db.execute<
        Record<'paid' | 'byBank' | 'cancelledUnpaid' | 'cancelled' | 'refunded' | 'emails', number>
      >(sql`
        select count(*) filter (where payment_method = 'stripe_cc' and paid_at is not null)::int as paid,
          count(*) filter (where payment_method = 'bacs')::int as "byBank",
          count(*) filter (where invoice_number is null)::int as "cancelledUnpaid",
          count(*) filter (where invoice_number is not null and status = 'cancelled')::int as cancelled,
          (select count(*)::int from payment_refunds) as refunded,
          (select count(*)::int from emails) as emails
        from orders`)
      const [row] = rows
      if (!row) throw new Error('Nothing was counted')
      return row
    },
  }

  async function expectNoRows(what: string, query: ReturnType<typeof sql>): Promise<void> {
    const { rows } = await db.execute(query)
    expect(rows, what).toEqual([])
  }

  async function expectInvariants(): Promise<void> {
    await expectNoRows(
      'a cart version has one live order',
      sql`select cart_id, cart_version from orders where status <> 'cancelled' group by 1, 2 having count(*) > 1`,
    )
    await expectNoRows(
      'a cart has one order under way',
      sql`select cart_id from orders where status in ('pending', 'failed') group by 1 having count(*) > 1`,
    )
    await expectNoRows(
      'stock equals the sum of its movements and is never negative',
      sql`select s.product_id from stock_levels s left join stock_movements m using (product_id)
          group by s.product_id, s.on_hand having s.on_hand <> coalesce(sum(m.delta), 0) or s.on_hand < 0`,
    )
    await expectNoRows(
      'an order that has its goods keeps them, one that gave them back or was given up keeps none',
      sql`select o.id, l.product_id from orders o join order_lines l on l.order_id = o.id
          left join stock_movements m on m.order_id = o.id and m.product_id = l.product_id
          group by o.id, l.id
          having coalesce(sum(m.delta), 0) <> case when o.status = 'cancelled' or not o.holds_stock then 0 else -l.quantity end`,
    )
    await expectNoRows(
      'only an order that waits for its card can be without its goods',
      sql`select id from orders where not holds_stock and status not in ('pending', 'failed', 'cancelled')`,
    )
    await expectNoRows(
      'numbers have no gap',
      sql`select n.number from (select invoice_number as number, row_number() over (order by invoice_number) as nth from orders
          where invoice_number is not null) n where n.number <> 1000 + n.nth`,
    )
    await expectNoRows(
      'an order has a number when it was accepted, and only then',
      sql`select id, status from orders where (invoice_number is null) <> (status in ('pending', 'failed')
          or (status = 'cancelled' and payment_method = 'stripe_cc'))`,
    )
    await expectNoRows(
      'one mail of each kind for each step; one confirmation for each accepted order, none for others',
      sql`select o.id from orders o left join emails m on m.order_id = o.id and m.template = 'order-confirmation'
          group by o.id having count(m.id) <> case when o.invoice_number is null then 0 else 1 end
          union all select order_id from emails group by order_id, key, template having count(*) > 1`,
    )
    await expectNoRows(
      'a card order is processed when it is paid, and only then',
      sql`select id from orders where payment_method = 'stripe_cc' and (paid_at is null) <> (status in ('pending', 'failed', 'cancelled'))`,
    )
    await expectNoRows(
      'a coupon is used as often as it may be, and a cancelled order gives its use back',
      sql`select coupon_id from order_coupons join orders o on o.id = order_id
          group by coupon_id having count(*) filter (where is_counted) > ${COUPON_USES}
            or count(*) filter (where is_counted and o.status = 'cancelled') > 0`,
    )
  }

  /** Provider and shop agree on all payments: one charge for each paid order, and everything else refunded. */
  async function expectLedgersMatch(): Promise<void> {
    const { rows } = await db.execute<{ id: number; paid: boolean; total: number }>(
      sql`select id, paid_at is not null and payment_method = 'stripe_cc' as paid, total_cents as total from orders order by id`,
    )
    const netCharges = (await ledger.charges()).filter((charge) => charge.refundedCents < charge.amountCents)
    const paidOrders = rows.filter((row) => row.paid).map((row) => `${row.id}: ${row.total}`)
    expect(
      netCharges.map((charge) => `${charge.orderId}: ${charge.amountCents - charge.refundedCents}`).toSorted(),
    ).toEqual(paidOrders.toSorted())
    await expectNoRows('no order waits for ever', sql`select id from orders where status in ('pending', 'failed')`)
    await expectNoRows('no job is left', sql`select name, data from asked_jobs`)
  }
}
