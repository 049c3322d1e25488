import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/database/connect.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { type Entry, entryTags, isPublic } from '../../things/entries/entry.ts'
import { entryMedia } from '../../things/media/media.table.ts'

/** Replaces the pictures of an entry, in this order. */
export async function setPictures(tx: Tx, entry: Entry, ids: readonly number[]): Promise<void> {
  const ofEntry = eq(entryMedia.entryId, entry.id)
  const before = await tx
    .select({ id: entryMedia.mediaId })
    .from(entryMedia)
    .where(ofEntry)
    .orderBy(entryMedia.position)
  if (
    isDeepStrictEqual(
      before.map(({ id }) => id),
      [...ids],
    )
  )
    return
  await tx.delete(entryMedia).where(ofEntry)
  const rows = ids.map((mediaId, position) => ({ entryId: entry.id, mediaId, position }))
  if (rows.length > 0) await tx.insert(entryMedia).values(rows)
  if (isPublic(entry)) await invalidatePageTags(tx, entryTags(entry))
}
