import * as pg from 'drizzle-orm/pg-core'
import { orders } from '../orders.table.ts'

/** Files that the buyer of a paid order may download. Whose they are, and whether they still are, is read of the order. */
export const orderDownloads = pg.pgTable(
  'order_downloads',
  {
    id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: pg
      .integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Id of the product or variation with the file, without a foreign key, as in the lines. */
    productId: pg.integer('product_id').notNull(),
    downloadId: pg.text('download_id').notNull(),
    /** Null for any number of times. */
    remaining: pg.integer('remaining'),
    /** The last day of the shop's calendar on which it works; null for ever. */
    expiresOn: pg.date('expires_on', { mode: 'string' }),
    downloadCount: pg.integer('download_count').notNull().default(0),
    lastAt: pg.timestamp('last_at', { withTimezone: true }),
  },
  (table) => [pg.uniqueIndex('order_downloads_once').on(table.orderId, table.productId, table.downloadId)],
)
