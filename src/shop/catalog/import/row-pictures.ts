import { basename, join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import { isAnyOf } from '../../../platform/database/connect.ts'
import { decodedUri } from '../../../platform/decoded-uri.ts'
import { readIfExists } from '../../../platform/files/disk-store.ts'
import { addUpload } from '../../../things/media/add-upload.ts'
import { deleteMedia } from '../../../things/media/media.store.ts'
import { entryMedia, media } from '../../../things/media/media.table.ts'
import { inspectPicture, readUpload } from '../../../things/media/upload-files.ts'
import { type RequestedPicture, uploadIdsByUrl } from '../pictures-by-address/request-pictures.ts'
import type { ProductInput } from '../product-record.ts'
import { truncate } from './cell-text.ts'
import { type ImportRun, type PictureFolder, type PreparedRow, placeholderId } from './import-run.ts'
import type { ProductRow } from './product-row.ts'

type ExistingPicture = Pick<typeof media.$inferSelect, 'id' | 'path' | 'bytes'>

/** `pictureIds` is undefined where pictures stay. The shop's own are found by URL, others in the folder by name. */
export async function picturesOf(run: ImportRun, rows: readonly Pick<PreparedRow, 'row' | 'stored'>[]) {
  const { stats, pictures } = run
  const images = rows.flatMap(({ row }) => row.images ?? [])
  const uploadIds = images.length > 0 ? await uploadIdsByUrl(run.db, run.url, images) : new Map<string, number>()
  const existing = await existingPictures(
    run,
    rows.flatMap(({ stored }) => stored?.id ?? []),
  )
  const result: Pick<ProductInput, 'pictureIds' | 'requestedPictures'>[] = []
  for (const { row, stored } of rows) {
    const { images = [] } = row
    const videos = images.filter(isVideo)
    const named = images.filter((image) => !isVideo(image))
    const ids: number[] = []
    const requestedPictures: RequestedPicture[] = []
    const before = existing.get(stored?.id ?? 0) ?? []
    stats.pictures.named += images.length
    stats.pictures.notAPicture += videos.length
    for (const video of videos) stats.note(row.line, `${truncate(fileName(video))} is a video and is left out`)
    for (const [position, image] of named.entries()) {
      const id = uploadIds.get(image) ?? (pictures ? await pictureId(run, pictures, image, row.name, before) : null)
      if (id !== null) ids.push(id)
      else if (!pictures && willFetch(run, row, image, before))
        requestedPictures.push({ position, address: image, title: row.name, alt: row.name })
    }
    // One that is missing may be among the stored ones: removing those would lose it.
    const isPartial = ids.length === 0 ? images.length > 0 : ids.length < named.length && before.length > 0
    if (isPartial && before.length > 0) stats.note(row.line, 'its pictures stay as they are')
    result.push({
      pictureIds: isPartial ? undefined : row.images && ids,
      ...(requestedPictures.length > 0 && { requestedPictures }),
    })
  }
  return result
}

/** Uploads have the ending of their content; on other sites the ending saves a download that would be refused. */
const isVideo = (address: string): boolean => /^[^?#]+\.(mp4|m4v|mov|webm|og[gv]|avi|mkv)([?#]|$)/i.test(address)

/** Pictures on other sites are fetched later, unless the product has pictures, which may be the same. */
function willFetch(
  { stats, fetchesPictures }: ImportRun,
  row: ProductRow,
  address: string,
  before: readonly unknown[],
) {
  const willFetch = fetchesPictures && before.length === 0 && /^https?:\/\//i.test(address)
  stats.pictures.notFound += 1
  stats.note(row.line, `picture ${truncate(address)} is ${willFetch ? 'fetched later' : 'not fetched'}`)
  return willFetch
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
  pictures: PictureFolder,
  image: string,
  alt: string,
  existing: readonly ExistingPicture[],
): Promise<number | null> {
  const { folder, files, resolved } = pictures
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
    const upload = { name: name.replace(/\.\w+$/, ''), title: alt, alt, bytes, now: run.now }
    const added = await addUpload(run.db, files, upload)
    if (!added.ok) return 'not-a-picture'
    if (added.isNew) pictures.added.add(added.upload.id)
    run.stats.pictures.added += 1
    return added.upload.id
  }
}

/** Pictures of rows that were refused leave the library, unless something else has them. */
export async function deleteUnusedPictures({ db, pictures, stats }: ImportRun): Promise<void> {
  if (!pictures) return
  const unused = await db
    .select({ id: media.id })
    .from(media)
    .leftJoin(entryMedia, eq(entryMedia.mediaId, media.id))
    .where(and(isAnyOf(media.id, [...pictures.added]), isNull(entryMedia.mediaId)))
  for (const { id } of unused) if ((await deleteMedia(db, pictures.files, id)).ok) stats.pictures.added -= 1
}

/** The base name of a URL or path, which cannot escape the folder. */
function fileName(image: string): string {
  const path = URL.canParse(image) ? new URL(image).pathname : image
  const name = basename(decodedUri(path).replaceAll('\\', '/'))
  return name.startsWith('.') || name.includes('\0') ? '' : name
}
