import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

export type EntryKind = 'product' | 'product_variation' | 'post' | 'page' | 'project'
export type EntryStatus = 'publish' | 'draft' | 'pending' | 'private' | 'trash'

/** Everything with a permalink. One id space for all kinds, so that an id in the API is unambiguous. */
export const entries = pgTable(
  'entries',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    kind: text('kind').$type<EntryKind>().notNull(),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    status: text('status').$type<EntryStatus>().notNull().default('publish'),
    parentId: integer('parent_id').references((): AnyPgColumn => entries.id, { onDelete: 'cascade' }),
    /** Short text: a product's short description, a post's excerpt. HTML. */
    excerpt: text('excerpt').notNull().default(''),
    /** HTML, sanitized on input. */
    content: text('content').notNull().default(''),
    builderDocument: jsonb('builder_document'),
    authorId: integer('author_id'),
    imageId: integer('image_id'),
    /** Whether comments are allowed: reviews of a product, comments on a post. */
    commentsOpen: boolean('comments_open').notNull().default(true),
    menuOrder: integer('menu_order').notNull().default(0),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull().defaultNow(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('entries_kind_slug').on(table.kind, table.slug),
    index('entries_parent').on(table.parentId),
    index('entries_menu_order').on(table.kind, table.status, table.menuOrder, table.title, table.id),
    index('entries_published').on(table.kind, table.status, table.publishedAt.desc(), table.id.desc()),
    check('entries_kind_known', sql`${table.kind} in ('product','product_variation','post','page','project')`),
    check('entries_status_known', sql`${table.status} in ('publish','draft','pending','private','trash')`),
  ],
)
