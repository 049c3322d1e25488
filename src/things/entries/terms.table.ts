import { type AnyPgColumn, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { entryId } from './entries.table.ts'

/** Categories, tags and attribute values; `taxonomy` is one of `product_cat`, `product_tag`, `product_brand`, `product_shipping_class`, `category`, `post_tag`, `project_category`, `pa_…`. */
export const terms = pgTable(
  'terms',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    taxonomy: text('taxonomy').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    parentId: integer('parent_id').references((): AnyPgColumn => terms.id, { onDelete: 'set null' }),
    imageId: integer('image_id'),
    position: integer('position').notNull().default(0),
    tint: text('tint'),
    /** What a category page lists. */
    display: text('display').$type<'default' | 'products' | 'subcategories' | 'both'>().notNull().default('default'),
  },
  (table) => [
    uniqueIndex('terms_taxonomy_slug').on(table.taxonomy, table.slug),
    index('terms_parent').on(table.parentId),
  ],
)

export const entryTerms = pgTable(
  'entry_terms',
  {
    entryId: entryId(),
    termId: integer('term_id')
      .notNull()
      .references(() => terms.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.termId] }),
    index('entry_terms_term').on(table.termId, table.entryId),
  ],
)
