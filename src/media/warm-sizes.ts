import { setTimeout as pause } from 'node:timers/promises'
import { asc } from 'drizzle-orm'
import type { Db } from '../database/connect.ts'
import { isBusy, sizeOf } from './make-size.ts'
import { media } from './media.table.ts'
import { kindOfPath } from './picture-content.ts'
import { hasSize, type UploadFiles } from './upload-files.ts'

/** Widths that listings and galleries ask for first. */
const firstWidths = [324, 480, 720, 160, 960]

export type WarmOptions = {
  readonly widths?: readonly number[]
  /** Ends the work, at the stop of the shop. */
  readonly signal?: AbortSignal
  /** Told about an original that cannot be read; the others go on. */
  readonly onProblem?: (path: string, error: unknown) => void
}

/**
 * Makes the sizes that pages will ask for, ahead of the first shopper: one at a time, never while somebody waits for a
 * picture, and resting as long as it worked. Answers how many were made.
 */
export async function warmSizes(db: Db, files: UploadFiles, options: WarmOptions = {}): Promise<number> {
  const { widths = firstWidths, signal, onProblem } = options
  const pictures = await db.select({ path: media.path, width: media.width }).from(media).orderBy(asc(media.id))
  let made = 0
  for (const width of widths) {
    for (const picture of pictures) {
      if (width >= picture.width || kindOfPath(picture.path) === null) continue
      while (isBusy() && !signal?.aborted) await pause(50)
      if (signal?.aborted) return made
      if (await hasSize(files, picture.path, width)) continue
      const began = performance.now()
      try {
        if (await sizeOf(files, picture.path, width)) made += 1
      } catch (error) {
        onProblem?.(picture.path, error)
      }
      await pause(performance.now() - began)
    }
  }
  return made
}
