import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../test/support/database.ts'

const { db } = await createTestDatabase()

test('foreign keys to tables of rooms above are in the database, though no schema file declares them', async () => {
  const { rows } = await db.execute<{ definition: string }>(sql`
    select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and conrelid in ('stock_levels'::regclass, 'stock_movements'::regclass, 'order_coupons'::regclass)
    order by 1`)
  expect(rows.map((row) => row.definition)).toEqual([
    'order_coupons: FOREIGN KEY (coupon_id) REFERENCES coupons(id) ON DELETE SET NULL',
    'order_coupons: FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE',
    'stock_levels: FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE',
    'stock_movements: FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE',
  ])
})
