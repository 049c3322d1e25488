import type { Context } from 'hono'
import { readBody } from '../../platform/rest/file.ts'
import { errorOf, type RestError } from '../../platform/rest/response.ts'
import { clientAddress, networkOf } from '../../platform/web/client-address.ts'
import { MAX_FORM_BYTES } from '../../platform/web/form.ts'

/** Total size of forms with files that this process reads concurrently. */
const MAX_BYTES_AT_ONCE = 256 * 1024 * 1024
/** Of one network, so that its slow uploads leave room for everybody else's. */
const MAX_BYTES_OF_NETWORK = MAX_BYTES_AT_ONCE / 3
type Upload = { readonly bytes: number; readonly network: string | undefined }
/** Those being read. */
const uploads = new Set<Upload>()

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
const busy: RestError = {
  ...errorOf(503, 'busy', 'Many messages arrive at this moment. Please try again in a minute.'),
  headers: { 'retry-after': '60' },
}

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
  const read = async () => (await readBody(context, Math.min(max, declared))) ?? formTooLarge
  // Small bodies always pass, so that endless uploads cannot block messages.
  if (declared <= MAX_FORM_BYTES) return read()
  const upload = { bytes: declared, network: networkOf(clientAddress(context))?.network }
  if (!hasRoomFor(upload)) return busy
  uploads.add(upload)
  try {
    return await read()
  } finally {
    uploads.delete(upload)
  }
}

function hasRoomFor({ bytes, network }: Upload): boolean {
  const total = (some: readonly Upload[]) => some.reduce((sum, upload) => sum + upload.bytes, bytes)
  const ofNetwork = [...uploads].filter((upload) => upload.network === network)
  return total([...uploads]) <= MAX_BYTES_AT_ONCE && (network === undefined || total(ofNetwork) <= MAX_BYTES_OF_NETWORK)
}
