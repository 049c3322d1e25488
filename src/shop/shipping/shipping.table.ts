import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ShippingMethod, ZoneLocation } from '../pricing/shipping.ts'

/** Matched by position, then by id. Zone 0, "rest of the world", has no row. */
export const shippingZones = pgTable('shipping_zones', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  name: text('name').notNull(),
  position: integer('position').notNull().default(0),
  locations: jsonb('locations').$type<readonly ZoneLocation[]>().notNull().default([]),
})

/** Shipping methods of zones. The id is part of the rate id, `flat_rate:1`. */
export const shippingMethods = pgTable(
  'shipping_methods',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** Null for "rest of the world". */
    zoneId: integer('zone_id').references(() => shippingZones.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ShippingMethod['kind']>().notNull(),
    position: integer('position').notNull().default(0),
    isEnabled: boolean('is_enabled').notNull().default(true),
    /** Settings under WooCommerce's names (`method-settings.ts`); missing ones have their default. */
    settings: jsonb('settings').$type<Readonly<Record<string, string>>>().notNull().default({}),
  },
  (table) => [index('shipping_methods_zone').on(table.zoneId)],
)
