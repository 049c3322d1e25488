/** Validation rules of a form, shared by browser and server (FORM-08; shop.md §5, contact-form-7.md §5). */

export type Rule = {
  readonly rule: string
  readonly field?: string
  readonly error?: string
  readonly threshold?: number | string
  readonly accept?: readonly (string | number)[]
  readonly base?: number
  readonly interval?: number
  readonly rules?: readonly Rule[]
}

export type FileInfo = { readonly name: string; readonly size: number }

export type FormValues = {
  readonly texts: (field: string) => readonly string[]
  readonly files: (field: string) => readonly FileInfo[]
}

export type FieldError = { readonly field: string; readonly error: string }

/** The first error of each field, in rule order. */
export const findErrors = (rules: readonly Rule[], values: FormValues): FieldError[] =>
  firstErrors(rules.flatMap((rule) => ruleErrorOf(rule, values) ?? []))

export function firstErrors(errors: readonly FieldError[]): FieldError[] {
  const fields = new Set<string>()
  return errors.filter(({ field }) => !fields.has(field) && fields.add(field))
}

function ruleErrorOf(rule: Rule, values: FormValues): FieldError | null {
  const { field = '', error = '', rules = [] } = rule
  if (rule.rule === 'all') {
    const first = rules.map((one) => ruleErrorOf(one, values)).find((one) => one)
    return first ? { field: first.field || field, error: first.error || error } : null
  }
  if (rule.rule === 'any') {
    const errors = rules.map((one) => ruleErrorOf(one, values))
    const [first] = errors
    if (!first || errors.includes(null)) return null
    return { field: field || first.field, error: error || first.error }
  }
  const check = Object.hasOwn(checks, rule.rule) ? checks[rule.rule] : undefined
  if (!check) return null
  const texts = values.texts(field).map((text) => text.trim())
  return check(
    texts.filter((text) => text !== ''),
    rule,
    values.files(field),
  )
    ? null
    : { field, error }
}

type Check = (texts: readonly string[], rule: Rule, files: readonly FileInfo[]) => boolean

const every =
  (isValid: (text: string) => boolean): Check =>
  (texts) =>
    texts.every(isValid)
const compared =
  (isValid: (value: number, threshold: number) => boolean, parse: (text: string) => number): Check =>
  (texts, { threshold = '' }) => {
    const limit = parse(String(threshold))
    return texts.every((text) => isValid(parse(text), limit))
  }
// Written as a negation, so that NaN passes: invalid numbers have a rule of their own.
const atLeast = (value: number, limit: number) => !(value < limit)
const atMost = (value: number, limit: number) => !(value > limit)
const limitOf = ({ threshold }: Rule): number => Number(threshold)
const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.replaceAll('\r\n', '\n').length, 0)
const bytesOf = (files: readonly FileInfo[]): number => files.reduce((sum, { size }) => sum + size, 0)

const checks: Readonly<Record<string, Check>> = {
  required: (texts) => texts.length > 0,
  requiredfile: (_texts, _rule, files) => files.length > 0,
  email: every(isEmail),
  url: every(isUrl),
  tel: every(isTelephone),
  number: every((text) => numberPattern.test(text)),
  date: every((text) => !Number.isNaN(dayOf(text))),
  time: every((text) => /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(text)),
  file: (_texts, { accept = [] }, files) => files.every(({ name }) => isAccepted(name, accept)),
  enum: (texts, { accept = [] }) => {
    const choices = accept.map((one) => withLineEnds(String(one)).trim())
    return texts.every((text) => choices.includes(withLineEnds(text)))
  },
  dayofweek: (texts, { accept = [] }) =>
    texts.every((text) => {
      const day = dayOf(text)
      return Number.isNaN(day) || accept.map(Number).includes(new Date(day).getUTCDay() || 7)
    }),
  minitems: (texts, rule) => texts.length === 0 || atLeast(texts.length, limitOf(rule)),
  maxitems: (texts, rule) => atMost(texts.length, limitOf(rule)),
  minlength: (texts, rule) => texts.length === 0 || atLeast(lengthOf(texts), limitOf(rule)),
  maxlength: (texts, rule) => atMost(lengthOf(texts), limitOf(rule)),
  minnumber: compared(atLeast, Number.parseFloat),
  maxnumber: compared(atMost, Number.parseFloat),
  mindate: compared(atLeast, dayOf),
  maxdate: compared(atMost, dayOf),
  minfilesize: (_texts, rule, files) => files.length === 0 || atLeast(bytesOf(files), limitOf(rule)),
  maxfilesize: (_texts, rule, files) => atMost(bytesOf(files), limitOf(rule)),
  stepnumber: (texts, { base = 0, interval = 1 }) =>
    texts.every((text) => {
      const rest = Math.abs(Number(((Number.parseFloat(text) - base) % interval).toFixed(6)))
      return Number.isNaN(rest) || rest === 0 || rest === Number(Math.abs(interval).toFixed(6))
    }),
}

export const ruleNames: readonly string[] = [...Object.keys(checks), 'all', 'any']

const withLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n')

const numberPattern = /^-?(?:\d+|\d*\.\d+)(?:[eE][+-]?\d+)?$/

/** Domains may contain letters of any script. */
export function isEmail(text: string): boolean {
  const at = text.indexOf('@')
  if (text.length < 6 || at < 1 || at !== text.lastIndexOf('@')) return false
  const parts = text.slice(at + 1).split('.')
  return (
    /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/i.test(text.slice(0, at)) &&
    parts.length > 1 &&
    parts.every((part) => /^[\p{L}\p{N}\p{M}-]+$/u.test(part) && !part.startsWith('-') && !part.endsWith('-'))
  )
}

const schemes = new Set(
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'.split(
    ' ',
  ),
)

export function isUrl(text: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):./i.exec(text)?.[1]?.toLowerCase()
  return scheme !== undefined && schemes.has(scheme) && !/\s/.test(text) && URL.canParse(text)
}

/** 6 to 15 digits, without an extension after `#` or `*`. */
function isTelephone(text: string): boolean {
  const number = text.replace(/[#*].*$/s, '').replace(/[\s()/.-]/g, '')
  return /^\+?\d{6,15}$/.test(number.replace(/^(?:\+?0)0*/, (zeros) => (zeros.length > 1 ? '+' : zeros)))
}

/** Milliseconds of a calendar day; NaN if it does not exist. */
function dayOf(text: string): number {
  const [, year = '', month = '', day = ''] = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(text) ?? []
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const isDay = Number(year) > 0 && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return isDay ? date.getTime() : Number.NaN
}

/** Usual extensions by MIME type; a type without an entry accepts none. */
const endingsOfTypes: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg jpeg jpe',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'image/tiff': 'tif tiff',
  'image/bmp': 'bmp',
  'audio/mpeg': 'mp3 m4a m4b',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg oga',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
  'video/mp4': 'mp4 m4v',
  'video/quicktime': 'mov qt',
  'video/webm': 'webm',
  'video/ogg': 'ogv',
  'video/mpeg': 'mpeg mpg mpe',
  'video/3gpp': '3gp 3gpp',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

/** Extension of a file name in lower case; '' if there is none. */
export const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

const isAccepted = (name: string, accept: readonly (string | number)[]): boolean => {
  const ending = endingOf(name)
  return ending !== '' && accept.some((one) => endingsOf(String(one).toLowerCase()).includes(ending))
}

/** Extensions for `.pdf`, `image/png` or `image/*`. */
function endingsOf(accepted: string): string[] {
  if (accepted.startsWith('.')) return [accepted.slice(1)]
  const prefix = accepted.endsWith('/*') ? accepted.slice(0, -1) : null
  return Object.entries(endingsOfTypes).flatMap(([type, endings]) =>
    type === accepted || (prefix !== null && type.startsWith(prefix)) ? endings.split(' ') : [],
  )
}
