import type { Context } from 'hono'
import { readBody } from '../../platform/rest/file.ts'
import { MAX_FORM_BYTES } from '../../platform/web/form.ts'

/** Total size of forms with files that this process reads concurrently. */
const MAX_BYTES_AT_ONCE = 256 * 1024 * 1024
let bytesAtOnce = 0

/** The body of a form; `too-large` above `max` bytes, `busy` while too many others are being read. */
export async function readFormBody(context: Context, max: number): Promise<Buffer<ArrayBuffer> | 'too-large' | 'busy'> {
  const declared = Number(context.req.header('content-length') ?? max)
  if (declared > max) return 'too-large'
  // Small bodies always pass, so that endless uploads cannot block messages.
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
  unreadable: {
    status: 400,
    code: 'wpcf7_unreadable',
    message: 'This is not a form, or it has more fields than a form may have.',
  },
  busy: { status: 503, code: 'busy', message: 'Many messages arrive at this moment. Please try again in a minute.' },
} as const
