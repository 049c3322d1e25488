import { stat } from 'node:fs/promises'
import { eq, inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { readIfExists } from '../../platform/files/disk-store.ts'
import type { FileSource } from '../../platform/files/file-store.ts'
import { slugify } from '../entries/slug.ts'
import { deletedMedia, media } from './media.table.ts'
import { parseSizedPath } from './picture-sizes.ts'
import { inspectPicture, pictureFormats, readUpload, type UploadFiles, writeUpload } from './upload-files.ts'

export type NewUpload = FileSource & {
  /** File name without folder; the extension is determined by the content. */
  readonly name: string
  readonly title: string
  /** Alternative text. Empty for decorative pictures. */
  readonly alt: string
  readonly caption?: string
  /** In percent; the middle by default. */
  readonly focalX?: number
  readonly focalY?: number
  readonly authorId?: number | null
  readonly now: Date
}

export type Upload = typeof media.$inferSelect

export type AddUploadResult =
  | { readonly ok: true; readonly upload: Upload; readonly isNew: boolean }
  | { readonly ok: false; readonly problem: 'not-a-picture' }

/**
 * Adds a picture to the media library: a file under `YYYY/MM/` and a row. An identical picture with the same name in
 * the same month is reused; a different one gets a numeric suffix. If the file cannot be written, no row remains.
 */
export async function addUpload(db: Db | Tx, files: UploadFiles, upload: NewUpload): Promise<AddUploadResult> {
  const content = await inspectPicture(sourceOf(upload))
  if (!content) return { ok: false, problem: 'not-a-picture' }
  const { format, width, height } = content
  return storeUpload(db, files, upload, { ...pictureFormats[format], width, height, kind: 'picture' })
}

/** Properties detected from the content of a file. */
type FileContent = Pick<Upload, 'mime' | 'width' | 'height'> & {
  readonly extension: string
  /** Also the file name, if the original one has no character that a URL can contain. */
  readonly kind: 'picture' | 'video'
}

const sourceOf = (upload: NewUpload): FileSource =>
  'bytes' in upload ? { bytes: upload.bytes } : { sourcePath: upload.sourcePath }

/** Stores an inspected file, as `addUpload` does for pictures. */
export async function storeUpload(db: Db | Tx, files: UploadFiles, upload: NewUpload, content: FileContent) {
  const { mime, width, height } = content
  const source = sourceOf(upload)
  const bytes = 'bytes' in source ? source.bytes.length : (await stat(source.sourcePath)).size

  for (let first = 1; ; first += PATHS_PER_QUERY) {
    const paths = Array.from({ length: PATHS_PER_QUERY }, (_, index) => pathOf(upload, first + index, content))
    const sameNamed = await db.select().from(media).where(inArray(media.path, paths))
    const deleted = await db.select().from(deletedMedia).where(inArray(deletedMedia.path, paths))
    for (const path of paths) {
      if (deleted.some((row) => row.path === path)) continue
      const existing = sameNamed.find((row) => row.path === path)
      if (existing) {
        if (existing.bytes === bytes && (await isSameFile(files, existing.path, source)))
          return { ok: true, upload: existing, isNew: false } as const
        continue
      }
      if (!(await claimPath(db, path))) continue
      const { title, alt, caption = '', focalX, focalY, authorId = null, now } = upload
      try {
        await writeUpload(files, path, source)
      } catch (error) {
        await db.delete(deletedMedia).where(eq(deletedMedia.path, path))
        throw error
      }
      const [row] = await db.transaction(async (tx) => {
        await tx.delete(deletedMedia).where(eq(deletedMedia.path, path))
        const added = {
          path,
          mime,
          width,
          height,
          bytes,
          title,
          alt,
          caption,
          focalX,
          focalY,
          authorId,
          createdAt: now,
          updatedAt: now,
        }
        return tx.insert(media).values(added).returning()
      })
      if (!row) throw new Error(`${path} was not added`)
      return { ok: true, upload: row, isNew: true } as const
    }
  }
}

const PATHS_PER_QUERY = 5

/**
 * Reserves a path, so that concurrent uploads never write the same file. Paths are never reused. No transaction is open
 * while the file is written, and an interrupted process leaves no row without a file.
 */
async function claimPath(db: Db | Tx, path: string): Promise<boolean> {
  const claimed = await db.insert(deletedMedia).values({ path }).onConflictDoNothing().returning()
  if (claimed.length === 0) return false
  // The process that reserved it may just have finished.
  const isTaken = (await db.$count(media, eq(media.path, path))) > 0
  if (isTaken) await db.delete(deletedMedia).where(eq(deletedMedia.path, path))
  return !isTaken
}

function pathOf(upload: NewUpload, number: number, { extension, kind }: FileContent): string {
  const month = upload.now.toISOString().slice(0, 7).replace('-', '/')
  const safeName =
    slugify(upload.name)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || kind
  const path = `${month}/${safeName.slice(0, 100)}${number > 1 ? `-${number}` : ''}.${extension}`
  // A name such as `tin-480w` would be parsed as a size of another picture.
  return parseSizedPath(path) ? path.replace(/\.(\w+)$/, `-${kind}.$1`) : path
}

async function isSameFile(files: UploadFiles, path: string, source: FileSource): Promise<boolean> {
  const [stored, uploaded] = await Promise.all([
    readUpload(files, path),
    'bytes' in source ? source.bytes : readIfExists(source.sourcePath),
  ])
  return stored !== null && uploaded !== null && stored.equals(uploaded)
}
