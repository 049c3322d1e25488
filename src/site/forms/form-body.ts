import type { Context } from 'hono'
import { readBody } from '../../platform/rest/file.ts'
import { errorOf, type RestError } from '../../platform/rest/response.ts'
import { MAX_FORM_BYTES } from '../../platform/web/form.ts'

/** Total size of forms with files that this process reads concurrently. */
const MAX_BYTES_AT_ONCE = 256 * 1024 * 1024
let bytesAtOnce = 0

export const formTooLarge = errorOf(
  413,
  'request_too_large',
  'What you sent is larger than a form may be: 25 MB with its files, or 512 KB of text. Please choose smaller files, or shorten the text.',
)
export const unreadable = errorOf(
  400,
  'wpcf7_unreadable',
  'This is not a form, or it has more fields than a form may have.',
)
const busy = errorOf(503, 'busy', 'Many messages arrive at this moment. Please try again in a minute.')

/**
 * The body of a form of at most `max` bytes, or `maxUndeclared` if its size is not declared, unless too many others are
 * being read. A browser whose upload is cut off would not show the response.
 */
export async function readFormBody(
  context: Context,
  max: number,
  maxUndeclared = max,
): Promise<Buffer<ArrayBuffer> | RestError> {
  const declared = Number(context.req.header('content-length') ?? maxUndeclared)
  if (declared > max) return formTooLarge
  // Small bodies always pass, so that endless uploads cannot block messages.
  const counted = declared <= MAX_FORM_BYTES ? 0 : declared
  if (counted > 0 && bytesAtOnce + counted > MAX_BYTES_AT_ONCE) return busy
  bytesAtOnce += counted
  try {
    return (await readBody(context, Math.min(max, declared))) ?? formTooLarge
  } finally {
    bytesAtOnce -= counted
  }
}
