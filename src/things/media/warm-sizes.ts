import { setTimeout as pause } from 'node:timers/promises'
import { asc } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import { media } from './media.table.ts'
import { formatOfPath } from './picture-content.ts'
import { isBusy, resizedPicture } from './resize.ts'
import { hasSize, type UploadFiles } from './upload-files.ts'

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
        onProblem?.(picture.path, error)
      }
      await pause(performance.now() - startedAt)
    }
  }
  return madeCount
}
