import { like } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { columnsOf } from '../../platform/database/connect.ts'
import { entryId } from '../entries/entries.table.ts'

/** Media library: one row per original picture, whose sizes are derived from it, or video. */
export const media = pgTable(
  'media',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** Path in the file store, e.g. `2026/11/xi-hu-longjing-pack.webp`. */
    path: text('path').notNull(),
    mime: text('mime').notNull(),
    /** 0 for a video that does not say it. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    title: text('title').notNull().default(''),
    alt: text('alt').notNull().default(''),
    caption: text('caption').notNull().default(''),
    /** Which part of the picture must stay visible when it is cut, in percent from the left and from the top. */
    focalX: integer('focal_x').notNull().default(50),
    focalY: integer('focal_y').notNull().default(50),
    /** Who uploaded it; null for pictures of an import. */
    authorId: integer('author_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('media_path').on(table.path),
    index('media_newest').on(table.createdAt.desc(), table.id.desc()),
  ],
)

/** Paths of deleted pictures. Browsers keep what they loaded from a path for a year, so it is never used again. */
export const deletedMedia = pgTable('media_deleted', { path: text('path').primaryKey() })

/** Paths that a file had before another one replaced it. They lead to its path of today. */
export const movedMedia = pgTable('media_moved', {
  path: text('path').primaryKey(),
  mediaId: integer('media_id')
    .notNull()
    .references(() => media.id, { onDelete: 'cascade' }),
})

/** Pictures of an entry in order; position 0 is the featured image. */
export const entryMedia = pgTable(
  'entry_media',
  {
    entryId: entryId(),
    mediaId: integer('media_id')
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.mediaId] }),
    index('entry_media_order').on(table.entryId, table.position),
  ],
)

/** The library has videos too; whoever asks for pictures by their ids or paths gets none of them. */
export const isPicture = like(media.mime, 'image/%')

/** Selects a `Picture`. */
export const pictureColumns = columnsOf(
  media,
  'id',
  'path',
  'width',
  'height',
  'alt',
  'title',
  'caption',
  'focalX',
  'focalY',
)

export type Picture = Readonly<Pick<typeof media.$inferSelect, keyof typeof pictureColumns>>
