import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { entryId } from '../../things/entries/entries.table.ts'
import type { Block, PageDocument } from '../../things/entries/page-document.ts'

/** Unsaved changes, one row per page and editor. */
export const builderDrafts = pgTable(
  'builder_drafts',
  {
    entryId: entryId(),
    userId: integer('user_id').notNull(),
    document: jsonb('document').$type<PageDocument>().notNull(),
    /** Null: the title of the page. */
    title: text('title'),
    /** Version of the page that the changes are based on. */
    baseVersion: integer('base_version').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.entryId, table.userId] }), index('builder_drafts_user').on(table.userId)],
)

/** Edit locks of pages. A lock that is not renewed expires. */
export const builderLocks = pgTable('builder_locks', {
  entryId: entryId().primaryKey(),
  userId: integer('user_id').notNull(),
  /** Identifies the editor window, because one user may have two. */
  session: text('session').notNull(),
  renewedAt: timestamp('renewed_at', { withTimezone: true }).notNull(),
})

export const builderTemplates = pgTable('builder_templates', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  /** A PNG as data URL, or ''. */
  image: text('image').notNull(),
  blocks: jsonb('blocks').$type<readonly Block[]>().notNull(),
  version: text('version'),
  position: integer('position').notNull(),
})
