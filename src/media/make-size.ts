import { availableParallelism } from 'node:os'
import { whyUnavailable } from '../database/unavailable.ts'
import { kindOfPath, openPicture, type PictureKind } from './picture-content.ts'
import { locationOfSize, readIfThere, readUpload, type UploadFiles, writeWhole } from './upload-files.ts'

/** One core stays free for requests. */
const atOnce = Math.max(1, availableParallelism() - 1)

/** Sizes being made right now, by place: whoever asks for one of them waits for it instead of making it again. */
const underWay = new Map<string, Promise<Buffer | null>>()
const waiting: (() => void)[] = []
let working = 0

/** True while somebody waits for a picture: work that can be done any time steps back then. */
export const isBusy = (): boolean => working > 0

/**
 * The bytes of an original made `width` wide, from disk or made now and kept there. Null where there is no such original,
 * or it is not wider than that.
 */
export async function sizeOf(files: UploadFiles, path: string, width: number): Promise<Buffer | null> {
  const location = locationOfSize(files, path, width)
  const kept = await readIfThere(location)
  if (kept) return kept
  const running = underWay.get(location)
  if (running) return running
  const made = make(files, path, width, location).finally(() => underWay.delete(location))
  underWay.set(location, made)
  return made
}

async function make(files: UploadFiles, path: string, width: number, location: string): Promise<Buffer | null> {
  const kind = kindOfPath(path)
  const original = kind && (await readUpload(files, path))
  if (!kind || !original) return null
  return inTurn(async () => {
    const isAnimated = kind === 'gif'
    const picture = openPicture(original, { animated: isAnimated })
    const { autoOrient } = await picture.metadata()
    if (autoOrient.width <= width) return null
    const resized = (isAnimated ? picture : picture.autoOrient()).resize({ width })
    const bytes = await encoders[kind](resized).toBuffer()
    // On a full disk the picture is shown all the same; it is made again next time.
    await writeWhole(location, { bytes }).catch((error: unknown) => {
      if (whyUnavailable(error) !== 'full') throw error
    })
    return bytes
  })
}

type Resized = ReturnType<typeof openPicture>

const encoders: Readonly<Record<PictureKind, (picture: Resized) => Resized>> = {
  webp: (picture) => picture.webp({ quality: 80 }),
  jpeg: (picture) => picture.jpeg({ quality: 80, mozjpeg: true }),
  png: (picture) => picture.png({ compressionLevel: 9 }),
  gif: (picture) => picture.gif(),
  avif: (picture) => picture.avif({ quality: 55 }),
}

async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else working += 1
  try {
    return await work()
  } finally {
    // The place goes straight to the next in line, so that nobody slips in between.
    const next = waiting.shift()
    if (next) next()
    else working -= 1
  }
}
