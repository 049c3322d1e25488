import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from 'hono'
import { failure } from './params.ts'
import type { RestError } from './response.ts'

/** An uploaded file in a temporary file. Its name is untrusted. */
export type LargeFile = { readonly name: string; readonly path: string; readonly size: number }

type Upload = { readonly ok: true; readonly largeFile: LargeFile } | typeof noFile

export const removeFile = ({ path }: LargeFile): Promise<void> => rm(path, { force: true }).catch(() => {})

const MAX_MEGABYTES = 100
const noFile = failure<RestError>({
  status: 400,
  code: 'rest_upload_no_data',
  message: `No file was sent, or one that is larger than ${MAX_MEGABYTES} MB.`,
})

/** Streams the form field `file` to disk in constant memory. The caller deletes it. */
export async function receiveLargeFile({ req }: Context): Promise<Upload> {
  const [, boundary] = /^multipart\/form-data\b.*\bboundary="?([^";]+)/i.exec(req.header('content-type') ?? '') ?? []
  if (boundary === undefined || req.raw.body === null) return noFile
  const readTo = readerOf(req.raw.body as AsyncIterable<Uint8Array>)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  while (await readTo(delimiter, () => {})) {
    const head: Buffer[] = []
    await readTo(Buffer.from('\r\n\r\n'), (bytes) => head.push(bytes))
    const name = fileNameIn(Buffer.concat(head).toString())
    if (name === undefined) continue
    return writeTemporary(name, (take) => readTo(delimiter, take)).catch(async (error) => {
      // Browsers show no response, such as that of a full disk, before they have sent everything.
      while (await readTo(delimiter, () => {}).catch(() => false));
      throw error
    })
  }
  return noFile
}

/** Undefined if the part is not the field `file`. Each parameter is looked for once, because a sender may repeat them. */
function fileNameIn(head: string): string | undefined {
  const [disposition = ''] = /^content-disposition:.*/im.exec(head) ?? []
  return /;\s*name="file"/i.test(disposition) ? /;\s*filename="([^"]*)"/i.exec(disposition)?.[1] : undefined
}

type Take = (bytes: Buffer) => unknown

/** Deletes the file if the upload is empty, too large or interrupted. */
async function writeTemporary(name: string, readAll: (take: Take) => Promise<boolean>): Promise<Upload> {
  const path = join(tmpdir(), `samovar-${randomUUID()}.part`)
  const handle = await open(path, 'wx', 0o600)
  let size = 0
  let isWhole = false
  try {
    isWhole = await readAll((bytes) => {
      size += bytes.length
      return handle.writeFile(bytes)
    })
  } finally {
    await handle.close()
    if (!isWhole || size === 0) await rm(path, { force: true })
  }
  return isWhole && size > 0 ? { ok: true, largeFile: { name, path, size } } : noFile
}

/** Reads a body up to a marker, and passes on what precedes it. False if the marker is not found within the limit. */
function readerOf(body: AsyncIterable<Uint8Array>) {
  const chunks = body[Symbol.asyncIterator]()
  let buffered: Buffer = Buffer.from('\r\n')
  let remainingBytes = MAX_MEGABYTES * 1024 * 1024
  return async (marker: Buffer, take: Take): Promise<boolean> => {
    for (;;) {
      const at = buffered.indexOf(marker)
      // The marker may begin at the end of the buffer.
      const safe = at >= 0 ? at : Math.max(0, buffered.length - marker.length + 1)
      if (safe > 0) await take(buffered.subarray(0, safe))
      buffered = buffered.subarray(at >= 0 ? at + marker.length : safe)
      if (at >= 0) return true
      const next = await chunks.next()
      remainingBytes -= next.value?.length ?? 0
      if (next.done || remainingBytes < 0) return false
      buffered = Buffer.concat([buffered, next.value])
    }
  }
}
