import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from 'hono'
import { failure } from './params.ts'
import type { RestError } from './response.ts'

/** A file of a request, in a temporary file. Its name is what the sender says, and proves nothing. */
export type LargeFile = { readonly name: string; readonly path: string; readonly size: number }

type Upload = { readonly ok: true; readonly largeFile: LargeFile } | typeof noFile

const MAX_MEGABYTES = 100

const noFile = failure<RestError>({ status: 400, code: 'rest_upload_no_data', message: 'No data supplied.' })
const tooBig = failure<RestError>({
  status: 413,
  code: 'rest_upload_file_too_big',
  message: `This file is too big. Files must be less than ${MAX_MEGABYTES} MB in size.`,
})

/** Writes the `file` of a form to disk as it arrives: memory holds a piece of it. Who calls removes it. */
export async function receiveLargeFile({ req }: Context): Promise<Upload> {
  const type = req.header('content-type') ?? ''
  const [, quoted, plain] = /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined || req.raw.body === null) return noFile
  const path = join(tmpdir(), `samovar-${randomUUID()}.part`)
  const handle = await open(path, 'wx', 0o600)
  const body = readerOf(req.raw.body as AsyncIterable<Uint8Array>)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const file = { name: '', path, size: 0 }
  let isWhole = false
  try {
    while (await body.readTo(delimiter, () => {})) {
      const head: Buffer[] = []
      await body.readTo(Buffer.from('\r\n\r\n'), (bytes) => head.push(bytes))
      const named = /^content-disposition:.*;\s*name="file".*;\s*filename="([^"]*)"/im
      const [, name] = named.exec(Buffer.concat(head).toString()) ?? []
      if (name === undefined) continue
      file.name = name
      const isEnded = await body.readTo(delimiter, async (bytes) => {
        file.size += bytes.length
        await handle.writeFile(bytes)
      })
      isWhole = isEnded && file.size > 0 && !body.isTooLong()
      break
    }
  } finally {
    await handle.close()
    if (!isWhole) await rm(path, { force: true })
  }
  if (body.isTooLong()) return tooBig
  return isWhole ? { ok: true, largeFile: file } : noFile
}

/** Reads a body up to a marker, handing on what comes before it, and goes on after it. */
function readerOf(body: AsyncIterable<Uint8Array>) {
  const chunks = body[Symbol.asyncIterator]()
  let held: Buffer = Buffer.from('\r\n')
  let left = MAX_MEGABYTES * 1024 * 1024
  return {
    isTooLong: () => left < 0,
    /** False if the marker never comes. */
    async readTo(marker: Buffer, take: (bytes: Buffer) => unknown): Promise<boolean> {
      for (;;) {
        const at = held.indexOf(marker)
        // It may have begun at the end of what is here.
        const safe = at >= 0 ? at : Math.max(0, held.length - marker.length + 1)
        if (safe > 0) await take(held.subarray(0, safe))
        held = held.subarray(at >= 0 ? at + marker.length : safe)
        if (at >= 0) return true
        const next = left < 0 ? null : await chunks.next()
        if (!next || next.done) return false
        left -= next.value.length
        held = Buffer.concat([held, next.value])
      }
    },
  }
}
