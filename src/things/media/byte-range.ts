import type { ByteRange } from '../../platform/files/file-store.ts'

/**
 * Parses `Range` (RFC 9110, 14.2) for a file of `size` bytes. Anything but a single byte range is ignored, as the
 * standard allows, and the whole file is sent.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return 'whole'
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return 'whole'
  return start < size ? { start, end } : 'unsatisfiable'
}
