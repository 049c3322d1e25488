import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export type Backorders = 'no' | 'notify' | 'yes'

/** Inventory level of each product. Without inventory tracking, `status` alone decides whether it is in stock. */
export const stockLevels = pgTable(
  'stock_levels',
  {
    /** References `products`, a table of a room above: the foreign key is only in the migration. */
    productId: integer('product_id').primaryKey(),
    tracksInventory: boolean('tracks_inventory').notNull().default(false),
    onHand: integer('on_hand').notNull().default(0),
    backorders: text('backorders').$type<Backorders>().notNull().default('no'),
    status: text('status').$type<'instock' | 'outofstock' | 'onbackorder'>().notNull().default('instock'),
    lowStockAmount: integer('low_stock_amount'),
  },
  (table) => [check('stock_levels_on_hand_not_negative', sql`${table.onHand} >= 0`)],
)

/** `released`: an unpaid order gave up its reserved stock; `reallocated`: it reserved it again; `adjusted`: a number was added to it. */
export type MovementReason =
  | 'order'
  | 'cancelled'
  | 'released'
  | 'reallocated'
  | 'refund'
  | 'count'
  | 'import'
  | 'adjusted'

/** Every change of `on_hand`; the deltas add up to the current value. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    productId: integer('product_id').notNull(),
    delta: integer('delta').notNull(),
    reason: text('reason').$type<MovementReason>().notNull(),
    orderId: integer('order_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('stock_movements_product').on(table.productId, table.createdAt),
    index('stock_movements_order').on(table.orderId),
    uniqueIndex('stock_movements_once_per_order')
      .on(table.orderId, table.productId, table.reason)
      .where(sql`${table.orderId} is not null and ${table.reason} in ('order', 'cancelled')`),
  ],
)
