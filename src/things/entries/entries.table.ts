import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { PageDocument } from './page-document.ts'

/**
 * A `template` is a part of the site without a URL, such as the content of the home page; a `form` is a contact form,
 * shown by its shortcode.
 */
export type EntryKind = 'product' | 'product_variation' | 'post' | 'page' | 'project' | 'template' | 'form'
/** WordPress's names: `future` is scheduled for its date. */
export type EntryStatus = 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'

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
    /**
     * What a search of posts, pages and projects finds: the texts that they show, without tags, case and accents, each on
     * a line. Null for all others, which are found by other indexes.
     */
    searchText: text('search_text').generatedAlwaysAs(
      sql`case when kind in ('post', 'page', 'project')
        then unaccent_lower(title || chr(10) || shown_text(excerpt) || chr(10) || shown_text(content)) end`,
    ),
    /** The text as blocks; `content` is then their HTML for search and feeds. */
    builderDocument: jsonb('builder_document').$type<PageDocument>(),
    /** Texts of an entry with a form of its own instead of free text. */
    fields: jsonb('fields'),
    authorId: integer('author_id'),
    imageId: integer('image_id'),
    /** Whether comments are allowed: reviews of a product, comments on a post. */
    commentsOpen: boolean('comments_open').notNull().default(true),
    /** Required to read the text; '' if it is public. */
    password: text('password').notNull().default(''),
    /** Title and description for search engines; '' to use those of the entry. */
    seoTitle: text('seo_title').notNull().default(''),
    seoDescription: text('seo_description').notNull().default(''),
    menuOrder: integer('menu_order').notNull().default(0),
    /** Incremented by every save, so that a save based on an older version is refused. */
    version: integer('version').notNull().default(1),
    /** Whether the URL has been public. If so, it redirects after a change, and the date is kept. */
    wasPublished: boolean('was_published').notNull().default(true),
    /** The status to restore from the trash. */
    statusBeforeTrash: text('status_before_trash').$type<EntryStatus>(),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull().defaultNow(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('entries_kind_slug').on(table.kind, table.slug),
    index('entries_parent').on(table.parentId),
    index('entries_author').on(table.authorId),
    index('entries_menu_order').on(table.kind, table.status, table.menuOrder, table.title, table.id),
    index('entries_published').on(table.kind, table.status, table.publishedAt, table.id),
    index('entries_newest').on(table.kind, table.publishedAt, table.id),
    index('entries_product_names')
      .using('gin', sql`unaccent_lower(${table.title}) gin_trgm_ops`)
      .where(sql`${table.kind} = 'product'`),
    index('entries_search').using('gin', sql`${table.searchText} gin_trgm_ops`),
    index('entries_by_title').on(table.kind, sql`lower(${table.title})`, table.id),
    index('entries_changed').on(table.kind, table.updatedAt, table.id),
    index('entries_scheduled').on(table.publishedAt).where(sql`${table.status} = 'future'`),
    check(
      'entries_kind_known',
      sql`${table.kind} in ('product','product_variation','post','page','project','template','form')`,
    ),
    check('entries_status_known', sql`${table.status} in ('publish','future','draft','pending','private','trash')`),
  ],
)

/** Foreign key of rows that are deleted with their entry. */
export const entryId = () =>
  integer('entry_id')
    .notNull()
    .references(() => entries.id, { onDelete: 'cascade' })

/** The texts of an entry after each save that changed them. */
export const entryRevisions = pgTable(
  'entry_revisions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    entryId: entryId(),
    authorId: integer('author_id'),
    title: text('title').notNull(),
    excerpt: text('excerpt').notNull(),
    content: text('content').notNull(),
    builderDocument: jsonb('builder_document').$type<PageDocument>(),
    fields: jsonb('fields'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('entry_revisions_newest').on(table.entryId, table.id)],
)

/** Former slugs. Each refers to its entry, not to the next slug, so that redirects never form a chain or loop. */
export const oldSlugs = pgTable(
  'entry_old_slugs',
  {
    kind: text('kind').$type<EntryKind>().notNull(),
    slug: text('slug').notNull(),
    entryId: entryId(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.slug] }), index('entry_old_slugs_entry').on(table.entryId)],
)
