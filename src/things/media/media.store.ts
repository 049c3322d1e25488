import { and, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { among, containsText, listOrder, notAmong, readPage } from '../../platform/database/list-query.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { type EntryKind, entries } from '../entries/entries.table.ts'
import { terms } from '../entries/terms.table.ts'
import { settings } from '../settings/settings.table.ts'
import { deletedMedia, entryMedia, isPicture, media, movedMedia, type Picture, pictureColumns } from './media.table.ts'
import { deleteUpload, type UploadFiles } from './upload-files.ts'

export type MediaRow = typeof media.$inferSelect

/** 0 for none, as in the API. */
const author = sql<number>`coalesce(${media.authorId}, 0)`
const kind = sql<string>`split_part(${media.mime}, '/', 1)`
/** The file name without folder and extension. */
export const slugOf = ({ path }: Pick<MediaRow, 'path'>): string => path.replace(/^.*\/|\.\w+$/g, '')
const slug = sql<string>`regexp_replace(${media.path}, '^.*/|\\.\\w+$', '', 'g')`

const sortColumns = {
  date: media.createdAt,
  modified: media.updatedAt,
  id: media.id,
  title: sql`lower(${media.title})`,
  slug,
  author,
}
export const mediaSortNames = [...(Object.keys(sortColumns) as (keyof typeof sortColumns)[]), 'include'] as const

/** A page of the library; '' and an empty list do not filter. */
type MediaQuery = {
  readonly search: string
  readonly media_type: readonly string[]
  readonly mime_type: readonly string[]
  readonly include: readonly number[]
  readonly exclude: readonly number[]
  readonly author: readonly number[]
  readonly author_exclude: readonly number[]
  /** File names without extension. */
  readonly slug: readonly string[]
  readonly after?: Date | undefined
  readonly before?: Date | undefined
  readonly modified_after?: Date | undefined
  readonly modified_before?: Date | undefined
  readonly orderby: (typeof mediaSortNames)[number]
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

export async function listMedia(db: Db, query: MediaQuery): Promise<{ items: MediaRow[]; total: number }> {
  const where = and(
    containsText(query.search, [media.title, media.alt, media.caption, media.path]),
    among(kind, query.media_type),
    among(media.mime, query.mime_type),
    among(media.id, query.include),
    notAmong(media.id, query.exclude),
    among(author, query.author),
    notAmong(author, query.author_exclude),
    among(slug, query.slug),
    query.after && gt(media.createdAt, query.after),
    query.before && lt(media.createdAt, query.before),
    query.modified_after && gt(media.updatedAt, query.modified_after),
    query.modified_before && lt(media.updatedAt, query.modified_before),
  )
  const order = listOrder(sortColumns, media.id, query)
  return readPage(db, db.select().from(media).$dynamic(), media, { ...query, where, order })
}

export const findMedia = (db: Db | Tx, id: number): Promise<MediaRow | null> =>
  db.select().from(media).where(eq(media.id, id)).then(firstOf)

/** The pictures among these files, by id. */
export async function picturesById(db: Db | Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Picture>> {
  const isMeant = and(isPicture, inArray(media.id, [...new Set(ids)]))
  const rows = ids.length === 0 ? [] : await db.select(pictureColumns).from(media).where(isMeant)
  return new Map(rows.map((row) => [row.id, row]))
}

export type MediaTexts = Partial<Pick<MediaRow, 'title' | 'alt' | 'caption' | 'focalX' | 'focalY'>>

/** Null if the file was deleted. Invalidates all cached pages, because any may show it. */
export const updateMedia = (db: Db | Tx, id: number, texts: MediaTexts, now: Date): Promise<MediaRow | null> =>
  db.transaction(async (tx) => {
    const [row] = await tx
      .update(media)
      .set({ ...texts, updatedAt: now })
      .where(eq(media.id, id))
      .returning()
    if (row) await invalidatePageTags(tx, ['*'])
    return row ?? null
  })

/** A use of a picture: by a post, page, product, a term such as a category, or a setting, whose id is 0. */
export type MediaUse = { readonly id: number; readonly type: EntryKind | 'term' | 'setting'; readonly title: string }

const MAX_USES = 20

/**
 * Finds uses as featured picture, in a gallery, in a text, on a category, or in the header. A former path of a replaced
 * file counts too, because it redirects to the current one.
 */
export async function findUses(db: Db | Tx, { id, path }: Pick<MediaRow, 'id' | 'path'>): Promise<MediaUse[]> {
  const moved = await db.select({ path: movedMedia.path }).from(movedMedia).where(eq(movedMedia.mediaId, id))
  const names = [{ path }, ...moved].map((one) => {
    const [, stem = '', extension = ''] = /^(.*)\.(\w+)$/.exec(one.path) ?? []
    // URLs may contain the name of a size.
    return { stem, pattern: `${stem.replaceAll('.', '\\.')}(-\\d+w)?\\.${extension}` }
  })
  const isIn = (text: SQL) =>
    or(...names.map(({ stem, pattern }) => sql`(strpos(${text}, ${stem}) > 0 and ${text} ~ ${pattern})`))
  const inGallery = sql`exists (select from ${entryMedia} where ${entryMedia.entryId} = ${entries.id} and ${entryMedia.mediaId} = ${id})`
  // Shortcodes refer to pictures by id: `[client picture="12"]`, `[gallery_carousel pictures="12,15"]`.
  const inFeature = sql`(strpos(${entries.content}, 'picture') > 0
    and ${entries.content} ~ ${`\\[[a-z_]+ [^\\]]*pictures?=[^a-z\\]]*\\m${id}\\M`})`
  const document = sql`coalesce(${entries.builderDocument}::text, '')`
  // Blocks have ids in settings: `"picture": 12`, `"pictures": [12, 15]`.
  const inBlock = sql`(strpos(${document}, '"picture') > 0 and ${document} ~ ${`"pictures?": [\\["0-9, ]*\\m${id}\\M`})`
  const ofEntries = db
    .select({ id: entries.id, type: sql<MediaUse['type']>`${entries.kind}`, title: entries.title })
    .from(entries)
    .where(
      or(
        eq(entries.imageId, id),
        inGallery,
        inFeature,
        inBlock,
        isIn(document),
        isIn(sql`${entries.content}`),
        isIn(sql`${entries.excerpt}`),
        isIn(sql`coalesce(${entries.fields}::text, '')`),
      ),
    )
    .orderBy(entries.id)
    .limit(MAX_USES)
  const ofTerms = db
    .select({ id: terms.id, type: sql<MediaUse['type']>`'term'`, title: terms.name })
    .from(terms)
    .where(eq(terms.imageId, id))
    .orderBy(terms.id)
    .limit(MAX_USES)
  // Only the appearance settings contain pictures.
  const ofSettings = db
    .select({ id: sql<number>`0`, type: sql<MediaUse['type']>`'setting'`, title: sql<string>`'Appearance'` })
    .from(settings)
    .where(isIn(sql`${settings.value}::text`))
    .limit(1)
  return [...(await ofEntries), ...(await ofTerms), ...(await ofSettings)]
}

export type DeletedMedia =
  | { readonly ok: true; readonly deleted: MediaRow }
  | { readonly ok: false; readonly problem: 'no-such-picture' }
  | { readonly ok: false; readonly problem: 'in-use'; readonly row: MediaRow; readonly uses: readonly MediaUse[] }

/** Deletes an unused picture with its file. Its path is never reused. */
export async function deleteMedia(db: Db, files: UploadFiles, id: number): Promise<DeletedMedia> {
  const result = await db.transaction<DeletedMedia>(async (tx) => {
    const [row] = await tx.select().from(media).where(eq(media.id, id)).for('update')
    if (!row) return { ok: false, problem: 'no-such-picture' }
    const uses = await findUses(tx, row)
    if (uses.length > 0) return { ok: false, problem: 'in-use', row, uses }
    await tx.insert(deletedMedia).values({ path: row.path }).onConflictDoNothing()
    await tx.delete(media).where(eq(media.id, id))
    return { ok: true, deleted: row }
  })
  if (result.ok) await deleteUpload(files, result.deleted.path)
  return result
}
