import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { asc } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import { unavailableReason } from '../../platform/database/unavailable-reason.ts'
import { readIfExists, writeAtomically } from '../../platform/files/disk-store.ts'
import { FileStoreError } from '../../platform/files/file-store.ts'
import { media } from './media.table.ts'
import {
  formatOfPath,
  hasSize,
  locationOfSize,
  openPicture,
  type PictureFormat,
  readUpload,
  type UploadFiles,
} from './upload-files.ts'

/** Leaves one core for requests. */
const CONCURRENCY = Math.max(1, availableParallelism() - 1)

/** Sizes being generated, by location; concurrent requests share the work. */
const inFlight = new Map<string, Promise<Buffer | null>>()
const queue: (() => void)[] = []
let activeCount = 0

/** True while a request waits for a picture; background work pauses then. */
export const isBusy = (): boolean => activeCount > 0

/** An original resized to `width` px, cached on disk. Null if there is no such original, or it is not wider. */
export async function resizedPicture(files: UploadFiles, path: string, width: number): Promise<Buffer | null> {
  const location = locationOfSize(files, path, width)
  const cached = await readIfExists(location)
  if (cached) return cached
  const running = inFlight.get(location)
  if (running) return running
  const rendering = resize(files, path, width, location).finally(() => inFlight.delete(location))
  inFlight.set(location, rendering)
  return rendering
}

async function resize(files: UploadFiles, path: string, width: number, location: string): Promise<Buffer | null> {
  const kind = formatOfPath(path)
  if (!kind) return null
  return withSlot(async () => {
    // Read in the slot, so that waiting requests hold no originals in memory.
    const original = await readUpload(files, path)
    if (!original) return null
    const isAnimated = kind === 'gif'
    const picture = openPicture(original, { animated: isAnimated })
    const { autoOrient } = await picture.metadata()
    if (autoOrient.width <= width) return null
    const resized = (isAnimated ? picture : picture.autoOrient()).resize({ width })
    const bytes = await encoders[kind](resized).toBuffer()
    // If the disk is full the picture is served without being stored.
    await writeAtomically(location, { bytes }).catch((error: unknown) => {
      if (unavailableReason(error) !== 'disk-full') throw error
    })
    return bytes
  })
}

type Resized = ReturnType<typeof openPicture>

const encoders: Readonly<Record<PictureFormat, (picture: Resized) => Resized>> = {
  webp: (picture) => picture.webp({ quality: 80 }),
  jpeg: (picture) => picture.jpeg({ quality: 80, mozjpeg: true }),
  png: (picture) => picture.png({ compressionLevel: 9 }),
  gif: (picture) => picture.gif(),
  avif: (picture) => picture.avif({ quality: 55 }),
}

/** Runs CPU-intensive picture work in one of a few slots, and waits for a free one. */
export async function withSlot<Value>(work: () => Promise<Value>): Promise<Value> {
  if (activeCount >= CONCURRENCY) await new Promise<void>((resolve) => queue.push(resolve))
  else activeCount += 1
  try {
    return await work()
  } finally {
    // The slot is passed directly to the next in the queue.
    const next = queue.shift()
    if (next) next()
    else activeCount -= 1
  }
}

/** Widths needed first, by listings and galleries. */
const firstWidths = [324, 480, 720, 160, 960]

export type WarmOptions = {
  readonly widths?: readonly number[]
  /** Aborts when the shop stops. */
  readonly signal?: AbortSignal
  /** Called for unreadable originals, which are skipped. */
  readonly onProblem?: (path: string, error: unknown) => void
}

/**
 * Generates sizes ahead of the first request: one at a time, never while a request waits for a picture, at 50 % duty
 * cycle. Returns the number of generated files.
 */
export async function warmSizes(db: Db, files: UploadFiles, options: WarmOptions = {}): Promise<number> {
  const { widths = firstWidths, signal, onProblem } = options
  const pictures = await db.select({ path: media.path, width: media.width }).from(media).orderBy(asc(media.id))
  let madeCount = 0
  for (const width of widths) {
    for (const picture of pictures) {
      if (width >= picture.width || formatOfPath(picture.path) === null) continue
      while (isBusy() && !signal?.aborted) await pause(50)
      if (signal?.aborted) return madeCount
      if (await hasSize(files, picture.path, width)) continue
      const startedAt = performance.now()
      try {
        if (await resizedPicture(files, picture.path, width)) madeCount += 1
      } catch (error) {
        if (error instanceof FileStoreError) throw error
        onProblem?.(picture.path, error)
      }
      await pause(performance.now() - startedAt)
    }
  }
  return madeCount
}
