import * as pg from 'drizzle-orm/pg-core'
import { orders } from '../orders.table.ts'

/**
 * What an order is found by, folded as `fold` does it. Triggers keep it (db/migrations): addresses, note, items,
 * coupons, notes of people, tracking numbers and payment references. Numbers are not in it: they are compared.
 */
export const orderSearch = pg.pgTable(
  'order_search',
  {
    orderId: pg
      .integer('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    text: pg.text('text').notNull(),
  },
  (table) => [pg.index('order_search_trgm').using('gin', table.text.op('gin_trgm_ops'))],
)
