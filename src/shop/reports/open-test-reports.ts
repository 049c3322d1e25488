import { sql } from 'drizzle-orm'
import { afterEach, expect } from 'vitest'
import { writeOrder } from '../../../test/support/orders.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { paymentRefunds } from '../orders/payments/payments.table.ts'
import type { ReportJson } from './rest/report-shape.ts'

export const now = new Date('2026-11-21T04:30:00Z')
type Changes = Parameters<typeof writeOrder>[1]

/** A shop at 23:30 on 20 November in Toronto, with orders and refunds at any time; after each test without them. */
export async function openTestReports() {
  const { app, shop, db, pool } = await openShop({ now: () => now })
  const owner = await createSignedInUser(shop, 'administrator')
  const editor = await createSignedInUser(shop, 'editor')
  const get = (path: string, headers: Record<string, string> = owner.headers) => app.request(path, { headers })
  const read = async (query = '') => {
    const answer = await get(`/wp-json/samovar/v1/analytics${query}`)
    expect(answer.status).toBe(200)
    return (await answer.json()) as ReportJson
  }
  let numbers = 8000
  const order = (createdAt: string, changes: Changes = {}) =>
    writeOrder(db, { invoiceNumber: (numbers += 1), status: 'completed', createdAt: new Date(createdAt), ...changes })
  let keys = 0
  const refund = (orderId: number, amountCents: number, createdAt: string, more: object = {}) =>
    db.transaction(async (tx) => {
      const idempotencyKey = `refund-${(keys += 1)}`
      const at = new Date(createdAt)
      await tx
        .insert(paymentRefunds)
        .values({ orderId, amountCents, idempotencyKey, status: 'succeeded', createdAt: at, ...more })
      await tx.execute(sql`update orders set refunded_cents = refunded_cents + ${amountCents} where id = ${orderId}`)
    })

  afterEach(() => pool.query('truncate orders, payment_refunds, order_coupons cascade'))

  return { app, shop, db, pool, owner, editor, get, read, order, refund }
}
