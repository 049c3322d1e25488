import type { PostedFile } from './posted-form.ts'
import { endingOf } from './rules.ts'

/** File signatures ("magic numbers") as hex; `xx` matches any byte. */
const signatures: readonly (readonly [endings: string, ...starts: readonly string[]])[] = [
  ['jpg jpeg jpe', 'ffd8ff'],
  ['png', '89504e470d0a1a0a'],
  ['gif', '474946383761', '474946383961'],
  ['webp', '52494646xxxxxxxx57454250'],
  ['avif heic mp4 m4a m4b m4v mov qt', 'xxxxxxxx66747970', 'xxxxxxxx6d6f6f76', 'xxxxxxxx6d646174', 'xxxxxxxx77696465'],
  ['pdf', '25504446'],
  ['zip docx xlsx pptx odt ods odp', '504b0304', '504b0506'],
  ['doc xls ppt', 'd0cf11e0a1b11ae1'],
  ['mp3', '494433', 'fffb', 'fff3', 'fff2', 'fffa'],
  ['wav', '52494646xxxxxxxx57415645'],
  ['ogg oga ogv', '4f676753'],
  ['flac', '664c6143'],
  ['webm', '1a45dfa3'],
  ['mpeg mpg mpe', '000001ba', '000001b3'],
]
const textEndings = new Set(['txt', 'csv', 'md', 'rtf', 'ics', 'vcf'])
/** File types that execute when opened: programs, scripts and pages. */
const dangerous = new Set(
  'exe dll com scr bat cmd msi ps1 vbs js mjs jse wsf hta jar sh php phtml phar html htm xhtml svg xml swf lnk app apk'.split(
    ' ',
  ),
)

/** Whether the content matches the name. Nothing is unpacked; types without a signature pass unless dangerous. */
export function isGenuineFile({ name, bytes }: Pick<PostedFile, 'name' | 'bytes'>): boolean {
  const [, ...endings] = name.toLowerCase().split('.')
  if (endings.some((part) => dangerous.has(part))) return false
  const ending = endingOf(name)
  const start = bytes.subarray(0, 24).toString('hex')
  const known = signatures.find(([types]) => types.split(' ').includes(ending))
  if (known) return known.slice(1).some((signature) => matches(start, signature))
  // Text may be in a single-byte encoding, so only NUL bytes are refused.
  if (textEndings.has(ending)) return !bytes.includes(0)
  return !/^(?:4d5a|7f454c46|2321|cafebabe|cffaedfe)/.test(start)
}

const matches = (start: string, signature: string): boolean =>
  start.length >= signature.length &&
  Array.from(signature).every((sign, index) => sign === 'x' || sign === start[index])
