import type { Context } from 'hono'
import { readBody } from '../../platform/rest/file.ts'
import { MAX_FORM_BYTES } from '../../platform/web/form.ts'

/** Bytes of forms with files that are read at the same time, for the memory of this process. */
const MAX_BYTES_AT_ONCE = 256 * 1024 * 1024
let bytesAtOnce = 0

/** The body of a form; `too-large` if it has more bytes than `max`, `busy` while too many others are being read. */
export async function readFormBody(context: Context, max: number): Promise<Buffer<ArrayBuffer> | 'too-large' | 'busy'> {
  const declared = Number(context.req.header('content-length') ?? max)
  if (declared > max) return 'too-large'
  // Small ones are let in as everywhere: uploads that never end must not keep messages out.
  const counted = declared <= MAX_FORM_BYTES ? 0 : declared
  if (counted > 0 && bytesAtOnce + counted > MAX_BYTES_AT_ONCE) return 'busy'
  bytesAtOnce += counted
  try {
    return (await readBody(context, Math.min(max, declared))) ?? 'too-large'
  } finally {
    bytesAtOnce -= counted
  }
}

export const bodyProblems = {
  'too-large': { status: 413, code: 'request_too_large', message: 'This request is too large.' },
  busy: { status: 503, code: 'busy', message: 'Many messages arrive at this moment. Please try again in a minute.' },
} as const
