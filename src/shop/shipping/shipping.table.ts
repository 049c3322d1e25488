import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ShippingMethod, ZoneLocation } from '../pricing/shipping.ts'

/** Zones by position, then by id. Zone 0, the rest of the world, has no row. */
export const shippingZones = pgTable('shipping_zones', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  name: text('name').notNull(),
  position: integer('position').notNull().default(0),
  locations: jsonb('locations').$type<readonly ZoneLocation[]>().notNull().default([]),
})

/** Methods of zones. The id is the number in a rate's id, `flat_rate:1`. */
export const shippingMethods = pgTable(
  'shipping_methods',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** Null for the rest of the world. */
    zoneId: integer('zone_id').references(() => shippingZones.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ShippingMethod['kind']>().notNull(),
    position: integer('position').notNull().default(0),
    isEnabled: boolean('is_enabled').notNull().default(true),
    /** Texts by the names of WooCommerce (`method-settings.ts`); what is missing has its default. */
    settings: jsonb('settings').$type<Readonly<Record<string, string>>>().notNull().default({}),
  },
  (table) => [index('shipping_methods_zone').on(table.zoneId)],
)
