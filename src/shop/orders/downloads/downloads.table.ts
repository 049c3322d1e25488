import * as pg from 'drizzle-orm/pg-core'
import { orders } from '../orders.table.ts'

/** WooCommerce's download permissions: files of a paid order. Customer and validity follow from the order. */
export const orderDownloads = pg.pgTable(
  'order_downloads',
  {
    id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: pg
      .integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Id of the product or variation with the file, without a foreign key, as in order lines. */
    productId: pg.integer('product_id').notNull(),
    downloadId: pg.text('download_id').notNull(),
    /** Downloads left; null: unlimited. */
    remaining: pg.integer('remaining'),
    /** The last valid day in the shop's time zone; null: no end. */
    expiresOn: pg.date('expires_on', { mode: 'string' }),
    downloadCount: pg.integer('download_count').notNull().default(0),
    lastAt: pg.timestamp('last_at', { withTimezone: true }),
  },
  (table) => [pg.uniqueIndex('order_downloads_once').on(table.orderId, table.productId, table.downloadId)],
)
