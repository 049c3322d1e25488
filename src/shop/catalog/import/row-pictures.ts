import { basename, join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { isAnyOf } from '../../../platform/database/connect.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { addUpload } from '../../../things/media/add-upload.ts'
import { entryMedia, isPicture, media } from '../../../things/media/media.table.ts'
import { inspectPicture, readIfExists, readUpload } from '../../../things/media/upload-files.ts'
import { truncate } from './cell-text.ts'
import { type ImportRun, type PictureFolder, type PreparedRow, placeholderId } from './import-run.ts'

type ExistingPicture = Pick<typeof media.$inferSelect, 'id' | 'path' | 'bytes'>

/** Undefined where pictures do not change. Pictures of this shop are found again, others in the folder by their name. */
export async function pictureIdsOf(run: ImportRun, rows: readonly Pick<PreparedRow, 'row' | 'stored'>[]) {
  const { stats, pictures } = run
  const own = await ownPictures(
    run,
    rows.flatMap(({ row }) => row.images ?? []),
  )
  const storedIds = rows.flatMap(({ stored }) => stored?.id ?? [])
  const existing = await existingPictures(run, storedIds)
  const result: (readonly number[] | undefined)[] = []
  for (const { row, stored } of rows) {
    const images = row.type === 'variation' ? row.images?.slice(0, 1) : row.images
    const ids: number[] = []
    stats.pictures.named += row.images?.length ?? 0
    for (const image of images ?? []) {
      const id =
        own.get(ownPath(run, image) ?? '') ??
        (pictures
          ? await pictureId(run, pictures, image, row.name, existing.get(stored?.id ?? 0) ?? [])
          : foreignPicture(run))
      if (id === null) stats.note(row.line, `picture ${truncate(image)} was not fetched`)
      else ids.push(id)
    }
    // If none of the files exist, the stored pictures stay.
    result.push(images === undefined || (images.length > 0 && ids.length === 0) ? undefined : ids)
  }
  return result
}

/** Of an address elsewhere: it is accounted for, and nothing is fetched from the network. */
function foreignPicture(run: ImportRun): number | null {
  run.stats.pictures.notFound += 1
  return null
}

async function ownPictures(run: ImportRun, images: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const paths = [...new Set(images.flatMap((image) => ownPath(run, image) ?? []))]
  if (paths.length === 0) return new Map()
  const rows = await run.db
    .select({ id: media.id, path: media.path })
    .from(media)
    .where(and(isPicture, sql`${media.path} = any(${sql.param(paths)}::text[])`))
  return new Map(rows.map(({ id, path }) => [path, id]))
}

/** The path of an upload of this shop. */
function ownPath({ url }: ImportRun, image: string): string | null {
  const path = image.startsWith('/')
    ? image
    : url !== undefined && image.startsWith(`${url}/`)
      ? image.slice(url.length)
      : ''
  const prefix = hrefs.upload('')
  return path.startsWith(prefix) ? decoded(path.slice(prefix.length)) : null
}

async function existingPictures(run: ImportRun, ids: readonly number[]): Promise<Map<number, ExistingPicture[]>> {
  const rows = await run.db
    .select({ entryId: entryMedia.entryId, id: media.id, path: media.path, bytes: media.bytes })
    .from(entryMedia)
    .innerJoin(media, eq(media.id, entryMedia.mediaId))
    .where(isAnyOf(entryMedia.entryId, ids))
  return Map.groupBy(rows, (row) => row.entryId)
}

async function pictureId(
  run: ImportRun,
  { folder, files, resolved }: PictureFolder,
  image: string,
  alt: string,
  existing: readonly ExistingPicture[],
): Promise<number | null> {
  const name = fileName(image)
  const outcome = resolved.get(name) ?? (await load())
  resolved.set(name, outcome)
  if (typeof outcome === 'number') return outcome
  if (outcome === 'not-found') run.stats.pictures.notFound += 1
  else run.stats.pictures.notAPicture += 1
  return null

  async function load(): Promise<number | 'not-found' | 'not-a-picture'> {
    const bytes = name === '' ? null : await readIfExists(join(folder, name))
    if (!bytes) return 'not-found'
    for (const picture of existing) {
      if (picture.bytes === bytes.length && (await readUpload(files, picture.path))?.equals(bytes)) return picture.id
    }
    if (run.dryRun) {
      if (!(await inspectPicture({ bytes }))) return 'not-a-picture'
      run.stats.pictures.added += 1
      return placeholderId()
    }
    const added = await run.db.transaction((tx) =>
      addUpload(tx, files, { name: name.replace(/\.\w+$/, ''), title: alt, alt, bytes, now: run.now }),
    )
    if (!added.ok) return 'not-a-picture'
    run.stats.pictures.added += 1
    return added.upload.id
  }
}

/** The base name of a URL or path, which cannot escape the folder. */
function fileName(image: string): string {
  const path = URL.canParse(image) ? new URL(image).pathname : image
  const name = basename(decoded(path).replaceAll('\\', '/'))
  return name.startsWith('.') || name.includes('\0') ? '' : name
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
