import type { ByteRange } from '../../platform/files/file-store.ts'

/**
 * What a `Range` asks for (RFC 9110, 14.2) of a file with `size` bytes. Whatever is not one range of bytes is ignored,
 * as the standard allows, and the whole file answered.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return 'whole'
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return 'whole'
  return start < size ? { start, end } : 'unsatisfiable'
}
