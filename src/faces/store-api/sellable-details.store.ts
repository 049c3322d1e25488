import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import { products } from '../../shop/catalog/catalog.table.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { entryMedia, media, pictureColumns } from '../../things/media/media.table.ts'
import type { Picture } from '../../things/media/picture.ts'

/** Texts of a product or variation, as HTML. */
export type SellableDescription = { readonly excerpt: string; readonly content: string; readonly visibility: string }

/** Texts of these products and variations by id, in one query; none for an empty list. */
export async function loadDescriptions(db: Db, ids: readonly number[]): Promise<Map<number, SellableDescription>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: entries.id, excerpt: entries.excerpt, content: entries.content, visibility: products.visibility })
    .from(entries)
    .innerJoin(products, eq(products.id, entries.id))
    .where(inArray(entries.id, [...ids]))
  return new Map(rows.map(({ id, ...description }) => [id, description]))
}

/** Own galleries in menu order, in one query; none for an empty list. */
export async function loadGalleries(db: Db, ids: readonly number[]): Promise<Map<number, Picture[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      entryId: entryMedia.entryId,
      picture: pictureColumns,
    })
    .from(entryMedia)
    .innerJoin(media, eq(media.id, entryMedia.mediaId))
    .where(inArray(entryMedia.entryId, [...ids]))
    .orderBy(asc(entryMedia.entryId), asc(entryMedia.position), asc(entryMedia.mediaId))
  const groups = Map.groupBy(rows, (row) => row.entryId)
  return new Map([...groups].map(([id, pictures]) => [id, pictures.map((row) => row.picture)]))
}
