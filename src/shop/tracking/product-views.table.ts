import { date, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { products } from '../catalog/catalog.table.ts'

/** How often each product's page was looked at on a day (UTC). Nothing is known of who looked. */
export const productViews = pgTable(
  'product_views',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    viewedOn: date('viewed_on').notNull(),
    views: integer('views').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.viewedOn] }),
    index('product_views_day').on(table.viewedOn),
  ],
)
