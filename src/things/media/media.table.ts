import { like } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { columnsOf } from '../../platform/database/connect.ts'
import { entryId } from '../entries/entries.table.ts'

/** Media library: one row per original picture, from which its sizes are generated, or per video. */
export const media = pgTable(
  'media',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** Path in the file store, e.g. `2026/11/xi-hu-longjing-pack.webp`. */
    path: text('path').notNull(),
    mime: text('mime').notNull(),
    /** 0 if a video does not contain it. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    title: text('title').notNull().default(''),
    alt: text('alt').notNull().default(''),
    caption: text('caption').notNull().default(''),
    /** Focal point: the part of a cropped picture that must stay visible, in percent from the left and top. */
    focalX: integer('focal_x').notNull().default(50),
    focalY: integer('focal_y').notNull().default(50),
    /** The uploader; null for imported pictures. */
    authorId: integer('author_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('media_path').on(table.path), index('media_newest').on(table.createdAt, table.id)],
)

/** Paths of deleted pictures, which are never reused, because browsers cache them for a year. */
export const deletedMedia = pgTable('media_deleted', { path: text('path').primaryKey() })

/** Former paths of replaced files. They redirect to the current path. */
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

/** Excludes videos: queries for pictures by id or path must not return them. */
export const isPicture = like(media.mime, 'image/%')

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
