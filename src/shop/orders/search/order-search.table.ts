import * as pg from 'drizzle-orm/pg-core'
import { orders } from '../orders.table.ts'

/**
 * Searchable text of an order, normalized as by `fold`. Triggers (db/migrations) write it from addresses, note, items,
 * coupons, notes by people, tracking numbers and payment references. Order numbers are compared instead.
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
