import { basename, join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { addUpload } from '../../media/add-upload.ts'
import { entryMedia, media } from '../../media/media.table.ts'
import { readPicture } from '../../media/picture-content.ts'
import { readIfThere, readUpload } from '../../media/upload-files.ts'
import { type ImportRun, idToCome, type PictureFolder } from './import-run.ts'
import type { ProductRow } from './product-row.ts'
import type { Stored } from './stored.ts'

type WithPictures = { readonly row: ProductRow; readonly stored: Stored | undefined }
type Held = { readonly id: number; readonly path: string; readonly bytes: number }

/**
 * The pictures each row should have, as ids of the library; undefined where they stay as they are. Nothing is fetched from
 * the network: a picture is taken when a file of its name lies in the folder the operator gave.
 */
export async function picturesOf(
  run: ImportRun,
  rows: readonly WithPictures[],
): Promise<(readonly number[] | undefined)[]> {
  const { tally, pictures } = run
  for (const { row } of rows) {
    tally.pictures.named += row.images?.length ?? 0
    if (!pictures) tally.pictures.notFound += row.images?.length ?? 0
  }
  if (!pictures) return rows.map(() => undefined)

  const held = await heldBy(
    run,
    rows.flatMap(({ stored }) => stored?.id ?? []),
  )
  const wanted: (readonly number[] | undefined)[] = []
  for (const { row, stored } of rows) {
    const images = row.type === 'variation' ? row.images?.slice(0, 1) : row.images
    const ids: number[] = []
    for (const image of images ?? []) {
      const id = await pictureId(run, pictures, image, row.name, held.get(stored?.id ?? 0) ?? [])
      if (id !== null) ids.push(id)
    }
    // None of them at hand says nothing about what the product should show.
    wanted.push(images === undefined || (images.length > 0 && ids.length === 0) ? undefined : ids)
  }
  return wanted
}

async function heldBy(run: ImportRun, ids: readonly number[]): Promise<Map<number, Held[]>> {
  if (ids.length === 0) return new Map()
  const rows = await run.db
    .select({ entryId: entryMedia.entryId, id: media.id, path: media.path, bytes: media.bytes })
    .from(entryMedia)
    .innerJoin(media, eq(media.id, entryMedia.mediaId))
    .where(inArray(entryMedia.entryId, [...ids]))
  return Map.groupBy(rows, (row) => row.entryId)
}

async function pictureId(
  run: ImportRun,
  { folder, files, known }: PictureFolder,
  image: string,
  alt: string,
  held: readonly Held[],
): Promise<number | null> {
  const name = fileName(image)
  const before = known.get(name)
  const counted = before ?? (await look())
  known.set(name, counted)
  if (typeof counted === 'number') return counted
  if (counted === 'not-found') run.tally.pictures.notFound += 1
  else run.tally.pictures.notAPicture += 1
  return null

  async function look(): Promise<number | 'not-found' | 'not-a-picture'> {
    const bytes = name === '' ? null : await readIfThere(join(folder, name))
    if (!bytes) return 'not-found'
    for (const picture of held) {
      if (picture.bytes === bytes.length && (await readUpload(files, picture.path))?.equals(bytes)) return picture.id
    }
    if (run.dryRun) {
      if (!(await readPicture({ bytes }))) return 'not-a-picture'
      run.tally.pictures.added += 1
      return idToCome()
    }
    const added = await run.db.transaction((tx) =>
      addUpload(tx, files, { name: name.replace(/\.\w+$/, ''), title: alt, alt, bytes, now: run.now }),
    )
    if (!added.ok) return 'not-a-picture'
    run.tally.pictures.added += 1
    return added.upload.id
  }
}

/** The last part of an address or path; never a way out of the folder. */
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
