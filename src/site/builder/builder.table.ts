import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { entryId } from '../../things/entries/entries.table.ts'
import type { Block, PageDocument } from '../../things/entries/page-document.ts'

/** What an editor has written and not saved, one for each page and editor. */
export const builderDrafts = pgTable(
  'builder_drafts',
  {
    entryId: entryId(),
    userId: integer('user_id').notNull(),
    document: jsonb('document').$type<PageDocument>().notNull(),
    /** Null: as the page has it. */
    title: text('title'),
    /** The version of the page that was edited. */
    baseVersion: integer('base_version').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.entryId, table.userId] }), index('builder_drafts_user').on(table.userId)],
)

/** Who edits a page. One that is not renewed ends. */
export const builderLocks = pgTable('builder_locks', {
  entryId: entryId().primaryKey(),
  userId: integer('user_id').notNull(),
  /** The open editor: one person may have two. */
  session: text('session').notNull(),
  renewedAt: timestamp('renewed_at', { withTimezone: true }).notNull(),
})

/** Blocks to begin a page with. */
export const builderTemplates = pgTable('builder_templates', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  /** A PNG as data address, or empty. */
  image: text('image').notNull(),
  blocks: jsonb('blocks').$type<readonly Block[]>().notNull(),
  version: text('version'),
  position: integer('position').notNull(),
})
