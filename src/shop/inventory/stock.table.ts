import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { products } from '../catalog/catalog.table.ts'

export type Backorders = 'no' | 'notify' | 'yes'

/** What is on the shelf. Where stock is not kept, `status` alone says whether a thing can be had. */
export const stockLevels = pgTable(
  'stock_levels',
  {
    productId: integer('product_id')
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    isKept: boolean('is_kept').notNull().default(false),
    onHand: integer('on_hand').notNull().default(0),
    backorders: text('backorders').$type<Backorders>().notNull().default('no'),
    status: text('status').$type<'instock' | 'outofstock' | 'onbackorder'>().notNull().default('instock'),
    lowThreshold: integer('low_threshold'),
  },
  (table) => [check('stock_never_negative', sql`${table.onHand} >= 0`)],
)

/** `released`: an order that waits for its money gave its goods back; `retaken`: it has them after all. */
export type MovementReason = 'order' | 'cancelled' | 'released' | 'retaken' | 'refund' | 'count' | 'import'

/** Every change of `on_hand`; its sum explains the shelf. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    delta: integer('delta').notNull(),
    reason: text('reason').$type<MovementReason>().notNull(),
    orderId: integer('order_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('stock_movements_product').on(table.productId, table.createdAt),
    index('stock_movements_order').on(table.orderId),
    uniqueIndex('stock_movements_once')
      .on(table.orderId, table.productId, table.reason)
      .where(sql`${table.orderId} is not null and ${table.reason} in ('order', 'cancelled')`),
  ],
)
