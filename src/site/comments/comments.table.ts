import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { entries } from '../../things/entries/entries.table.ts'

export type CommentStatus = 'approved' | 'pending' | 'spam' | 'trash'

/** Comments on entries. A review is a comment with a rating on a product. */
export const comments = pgTable(
  'comments',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    entryId: integer('entry_id')
      .notNull()
      .references(() => entries.id, { onDelete: 'cascade' }),
    parentId: integer('parent_id').references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    userId: integer('user_id'),
    authorName: text('author_name').notNull(),
    authorEmail: text('author_email').notNull(),
    content: text('content').notNull(),
    rating: integer('rating'),
    isVerified: boolean('is_verified').notNull().default(false),
    status: text('status').$type<CommentStatus>().notNull().default('pending'),
    moderationReason: text('moderation_reason').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('comments_entry').on(table.entryId, table.status, table.createdAt),
    index('comments_parent').on(table.parentId),
    index('comments_newest').on(table.createdAt, table.id),
    index('comments_created').on(table.status, table.createdAt, table.id),
    index('comments_author').on(table.authorEmail),
    index('comments_user').on(table.userId),
    index('comments_search').using(
      'gin',
      sql`unaccent_lower(${table.content}) gin_trgm_ops`,
      sql`unaccent_lower(${table.authorName}) gin_trgm_ops`,
      sql`unaccent_lower(${table.authorEmail}) gin_trgm_ops`,
    ),
    check('comments_rating', sql`${table.rating} between 1 and 5`),
  ],
)
