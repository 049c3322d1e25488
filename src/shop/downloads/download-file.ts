import { randomBytes } from 'node:crypto'

/** The key of a protected file, which nobody guesses. Its name begins with no dot and has no slash. */
const storedFile = /^downloads\/[\w-]{22}\/[^./\\\p{Cc}][^/\\\p{Cc}]*$/u

/** Whether a product's `file` is one of the shop's protected files. */
export const isStoredFile = (file: string): boolean => file.length <= 200 && storedFile.test(file)

/** The key for a file that is sent with this name. */
export function newFileKey(sentName: string): string {
  const own = sentName.replace(/^.*[/\\]/s, '').replaceAll(/[^\p{L}\p{N} ._()-]+/gu, '-')
  const name = own
    .slice(-80)
    .replace(/^[\s.]+/, '')
    .toWellFormed()
  return `downloads/${randomBytes(16).toString('base64url')}/${name || 'file'}`
}
