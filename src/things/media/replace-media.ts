import { eq, type SQL, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { entries } from '../entries/entries.table.ts'
import type { MediaRow } from './media.store.ts'
import { deletedMedia, media, movedMedia } from './media.table.ts'
import { pictureWidths } from './picture-sizes.ts'

export type ReplacedMedia =
  | { readonly ok: true; readonly row: MediaRow }
  | { readonly ok: false; readonly problem: 'gone' | 'another-kind' | 'in-library' }

type Added = { readonly upload: MediaRow; readonly isNew: boolean }

/**
 * Gives a picture or video the file of a newly added one, whose row is deleted. Texts with the old path are rewritten,
 * and URLs with it redirect. The caller deletes the old file, or the new picture or video if it is refused.
 */
export const replaceMedia = (db: Db, before: MediaRow, { upload, isNew }: Added, now: Date): Promise<ReplacedMedia> =>
  db.transaction(async (tx) => {
    if (upload.id === before.id) return { ok: true, row: before }
    const { path, mime, width, height, bytes } = upload
    const isOther = mime.split('/')[0] !== before.mime.split('/')[0]
    const [row] = await tx.select().from(media).where(eq(media.id, before.id)).for('update')
    const problem = !row || row.path !== before.path ? 'gone' : isOther ? 'another-kind' : isNew ? null : 'in-library'
    if (problem) return { ok: false, problem }
    await tx.delete(media).where(eq(media.id, upload.id))
    const [after] = await tx
      .update(media)
      .set({ path, mime, width, height, bytes, updatedAt: now })
      .where(eq(media.id, before.id))
      .returning()
    await tx.insert(movedMedia).values({ path: before.path, mediaId: before.id })
    await tx.insert(deletedMedia).values({ path: before.path }).onConflictDoNothing()
    await renameInTexts(tx, before.path, upload)
    await invalidatePageTags(tx, ['*'])
    return after ? { ok: true, row: after } : { ok: false, problem: 'gone' }
  })

/** Also replaces URLs of picture sizes; those that are not narrower than the new file become the whole file. */
async function renameInTexts(tx: Tx, from: string, { path, width }: Pick<MediaRow, 'path' | 'width'>): Promise<void> {
  const [, stem = '', ending = ''] = /^(.*)\.(\w+)$/.exec(from) ?? []
  const [, newStem = '', newEnding = ''] = /^(.*)\.(\w+)$/.exec(path) ?? []
  const sizes = ['', ...pictureWidths.filter((size) => size < width).map((size) => `-${size}w`)]
  const patternOf = (size: string) => `${stem.replaceAll('.', '\\.')}${size}\\.${ending}`
  const replaced = (text: SQL, size: string, to: string) => sql`regexp_replace(${text}, ${patternOf(size)}, ${to}, 'g')`
  const renamed = (text: SQL) =>
    replaced(replaced(text, `(${sizes.join('|')})`, `${newStem}\\1.${newEnding}`), '-\\d+w', path)
  const { content, excerpt, builderDocument, fields } = entries
  await tx
    .update(entries)
    .set({
      content: renamed(sql`${content}`),
      excerpt: renamed(sql`${excerpt}`),
      builderDocument: sql`${renamed(sql`${builderDocument}::text`)}::jsonb`,
      fields: sql`${renamed(sql`${fields}::text`)}::jsonb`,
    })
    .where(sql`strpos(concat(${content}, ${excerpt}, ${builderDocument}::text, ${fields}::text), ${stem}) > 0`)
}

/** The current file of a replaced one; null if there is none. */
export const findReplacement = (db: Db, path: string): Promise<Pick<MediaRow, 'path' | 'width'> | null> =>
  db
    .select({ path: media.path, width: media.width })
    .from(movedMedia)
    .innerJoin(media, eq(media.id, movedMedia.mediaId))
    .where(eq(movedMedia.path, path))
    .then(firstOf)
