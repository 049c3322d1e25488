import { date, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { products } from '../catalog/catalog.table.ts'

/** Views of each product page per day of the shop, without data about visitors. */
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
