import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reportChanges, reportDays, reportState } from '../src/shop/reports/reports.table.ts'
import { createTestDatabase } from '../test/support/database.ts'
import { writeOrder } from '../test/support/orders.ts'

const { db } = await createTestDatabase()

test('the migration has the days of orders without personal data recalculated', async () => {
  const sold = { invoiceNumber: 1, status: 'completed' } as const
  const erased = await writeOrder(db, { ...sold, createdAt: new Date('2026-10-02T03:00:00Z') })
  await writeOrder(db, { ...sold, invoiceNumber: 2, createdAt: new Date('2026-10-05T12:00:00Z') })
  await db.execute(sql`update orders set anonymised_at = now() where id = ${erased.id}`)
  await db.execute(sql`insert into payment_refunds (order_id, amount_cents, idempotency_key, status, created_at)
    values (${erased.id}, 100, 'refund', 'succeeded', '2026-10-03 12:00Z')`)
  await db.delete(reportChanges)
  await db.update(reportState).set({ timeZone: 'America/Toronto' })
  await db.execute(sql.raw(readFileSync('db/migrations/0044_erased_customers.sql', 'utf8')))
  expect(await db.select().from(reportDays).orderBy(reportDays.day)).toEqual([
    { day: '2026-10-01' },
    { day: '2026-10-03' },
  ])
})
