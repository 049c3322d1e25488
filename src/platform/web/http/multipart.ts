import { MIMEType } from 'node:util'

/** Maximum number of fields and files. */
const MAX_PARTS = 1000
/** Maximum size of the headers of all parts in bytes. */
const MAX_HEADER_BYTES = 512 * 1024
const END_OF_HEADERS = '\r\n\r\n'

export const isMultipart = (contentType: string): boolean => /^multipart\/form-data\b/i.test(contentType)

/** A multipart form; null if it is none, or has too many parts or headers. */
export async function parseMultipart(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<FormData | null> {
  const boundary = boundaryOf(contentType)
  if (boundary === null || hasTooMany(bytes, `--${boundary}`)) return null
  // Not the sent header, in which the parser might find another boundary.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  return new Response(bytes, { headers }).formData().catch(() => null)
}

/** Of the characters of RFC 2046. */
function boundaryOf(contentType: string): string | null {
  if (!isMultipart(contentType)) return null
  try {
    const boundary = new MIMEType(contentType).params.get('boundary') ?? ''
    return /^[\w'()+,./:=? -]{1,70}$/.test(boundary) ? boundary : null
  } catch {
    return null
  }
}

/** Checked before parsing, because parsing many tiny parts or headers would take seconds. */
function hasTooMany(bytes: Buffer, separator: string): boolean {
  let headerBytes = 0
  let at = bytes.indexOf(separator)
  for (let count = 0; at >= 0; count += 1) {
    if (count > MAX_PARTS) return true
    const start = at + separator.length
    if (bytes.toString('latin1', start, start + 2) !== '--') {
      const rest = bytes.subarray(start, start + MAX_HEADER_BYTES - headerBytes)
      const length = rest.indexOf(END_OF_HEADERS)
      if (length < 0) return true
      headerBytes += length
    }
    at = bytes.indexOf(separator, start)
  }
  return false
}
