import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { products } from '../catalog.table.ts'

/** Product pictures to fetch from other sites. The row is deleted once the picture is fetched. */
export const pictureRequests = pgTable(
  'product_picture_requests',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Position among the product's pictures. */
    position: integer('position').notNull(),
    address: text('source').notNull(),
    title: text('title').notNull().default(''),
    alt: text('alt').notNull().default(''),
    tries: integer('tries').notNull().default(0),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull(),
    /** The final error, after which it is not tried again. */
    problem: text('problem'),
  },
  (table) => [
    index('product_picture_requests_due').on(table.nextTryAt).where(sql`${table.problem} is null`),
    index('product_picture_requests_product').on(table.productId),
  ],
)
