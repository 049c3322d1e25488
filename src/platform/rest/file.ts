import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { isMultipart, parseMultipart } from '../web/http/multipart.ts'
import { MAX_UPLOAD_BYTES } from '../web/upload-limit.ts'
import { nestedForm } from './form.ts'
import { failure, type Parsed } from './params.ts'
import { type Fields, isJson, parseBody } from './request.ts'
import type { RestError } from './response.ts'

/** An uploaded file. Its name is untrusted. */
export type SentFile = { readonly name: string; readonly bytes: Buffer }

type Upload = { readonly ok: true; readonly fields: Fields; readonly file: SentFile | null }
type Refused = Extract<Parsed<never, RestError>, { ok: false }>

/**
 * Fields and file of a request in the two ways of the WordPress REST API: a form with the field `file`, or the file as
 * the body with its name in `Content-Disposition`. Read here instead of by the general body limit, because the caller
 * is authenticated by now.
 */
export async function parseUpload(context: Context): Promise<Upload | Refused> {
  const type = context.req.header('content-type') ?? ''
  if (isJson(type) || /^application\/x-www-form-urlencoded/i.test(type)) {
    const fields = await parseBody(context)
    return fields.ok ? { ok: true, fields: fields.value, file: null } : fields
  }
  const bytes = await readBody(context, MAX_UPLOAD_BYTES)
  if (bytes === null) return failure(tooBig)
  if (bytes.length === 0) return { ok: true, fields: {}, file: null }
  return isMultipart(type) ? parseForm(bytes, type) : parseRaw(context, bytes)
}

async function parseForm(bytes: Buffer<ArrayBuffer>, type: string): Promise<Upload | Refused> {
  const form = await parseMultipart(bytes, type)
  const fields = nestedForm(form ?? [])
  if (!fields.ok) return fields
  const sent = form?.get('file')
  const file = sent instanceof File ? { name: sent.name, bytes: Buffer.from(await sent.arrayBuffer()) } : null
  return { ok: true, fields: fields.value, file: file?.bytes.length ? file : null }
}

function parseRaw(context: Context, bytes: Buffer): Upload | Refused {
  const disposition = context.req.header('content-disposition')
  if (!disposition) return refuse('rest_upload_no_content_disposition', 'No Content-Disposition supplied.')
  const name = fileNameOf(disposition)
  if (name === null) return refuse('rest_upload_invalid_disposition', INVALID_DISPOSITION)
  const hash = context.req.header('content-md5')
  if (hash && hash.trim() !== createHash('md5').update(bytes).digest('hex'))
    return refuse('rest_upload_hash_mismatch', 'Content hash did not match expected.', 412)
  return { ok: true, fields: {}, file: { name, bytes } }
}

const INVALID_DISPOSITION =
  'Invalid Content-Disposition supplied. Content-Disposition needs to be formatted as `attachment; filename="image.png"` or similar.'

const refuse = (code: string, message: string, status: 400 | 412 = 400): Refused => failure({ status, code, message })

const tooBig: RestError = {
  status: 400,
  code: 'rest_upload_file_too_big',
  message: `This file is too big. Files must be less than ${MAX_UPLOAD_BYTES / 1024} KB in size.`,
}

/** `filename` of a Content-Disposition header (RFC 6266), or null. */
function fileNameOf(disposition: string): string | null {
  const [, encoded] = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(disposition) ?? []
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return null
    }
  }
  const [, quoted, plain] = /;\s*filename="((?:[^"\\]|\\.)+)"|;\s*filename=([^;"\s]+)/i.exec(disposition) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? plain ?? null
}

/** The body, or null if it is longer than `max` bytes; the rest is not read. */
export async function readBody({ req }: Context, max: number): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(req.header('content-length') ?? 0) > max) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > max) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A response body that is generated only as fast as it is read. */
export const fileStream = (pieces: AsyncGenerator<string | Uint8Array>): ReadableStream => {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const next = await pieces.next()
      if (next.done) controller.close()
      else controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value)
    },
    cancel: () => void pieces.return(undefined),
  })
}
