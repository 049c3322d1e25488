import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'

/** Products refer to a slug; the foreign key falls back to the standard class when theirs is deleted. */
export const taxClasses = pg.pgTable('tax_classes', {
  slug: pg.text('slug').primaryKey(),
  name: pg.text('name').notNull(),
})

/** A tax in one place on one class of products, as in WooCommerce, with the day from which it applies. */
export const taxRates = pg.pgTable(
  'tax_rates',
  {
    id: pg.integer('id').primaryKey().generatedByDefaultAsIdentity(),
    country: pg.text('country').notNull().default(''),
    state: pg.text('state').notNull().default(''),
    postcodes: pg.text('postcodes').array().notNull().default(sql`'{}'`),
    cities: pg.text('cities').array().notNull().default(sql`'{}'`),
    label: pg.text('label').notNull().default(''),
    ratePer100k: pg.integer('rate_per_100k').notNull().default(0),
    priority: pg.integer('priority').notNull().default(1),
    isCompound: pg.boolean('is_compound').notNull().default(false),
    taxesShipping: pg.boolean('taxes_shipping').notNull().default(true),
    taxClass: pg
      .text('tax_class')
      .notNull()
      .default('standard')
      .references(() => taxClasses.slug, { onDelete: 'cascade' }),
    order: pg.integer('position').notNull().default(0),
    /** 'YYYY-MM-DD'; '' means always. */
    from: pg.text('starts_on').notNull().default(''),
  },
  (table) => [
    pg.index('tax_rates_class').on(table.taxClass, table.order),
    pg.check('tax_rates_rate', sql`${table.ratePer100k} between 0 and 100000`),
    pg.check('tax_rates_starts_on', sql`${table.from} ~ '^(\\d{4}-\\d{2}-\\d{2})?$'`),
  ],
)
