import { starredTypes } from '../form-tag.ts'
import type { TagKind, TagOption } from './tag-kinds.ts'

export const emptyTag = {
  name: '',
  words: '',
  isRequired: false,
  id: '',
  /** Separated by spaces. */
  classes: '',
  values: '',
  content: '',
  options: {} as Readonly<Record<string, string | boolean | undefined>>,
}

export type TagValues = Readonly<typeof emptyTag>

/** Escapes HTML and brackets, so that no tag starts in it. */
const escaped = (text: string): string => text.replaceAll(/[&<>[\]]/g, (sign) => `&#${sign.charCodeAt(0)};`).trim()

/** Uses quotes that do not occur in the value. */
function quoted(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ').trim()
  if (!line.includes('"')) return `"${line}"`
  return line.includes("'") ? `"${line.replaceAll('"', '”')}"` : `'${line}'`
}

/** An option value without spaces, quotes and brackets. */
const word = (value: string, separator = '_'): string =>
  value
    .replaceAll(/["'[\]]/g, '')
    .trim()
    .replaceAll(separator === '_' ? /\s+/g : /[\s,|]+/g, separator)

function optionText({ name, separator }: TagOption, value: string | boolean | undefined): string[] {
  if (value === true) return [name]
  const text = typeof value === 'string' ? word(value, separator) : ''
  return text === '' ? [] : [`${name}:${text}`]
}

/** The form-tag without its label. */
export function tagText(kind: TagKind, values: TagValues): string {
  const type = kind.type + (starredTypes.includes(kind.type) && values.isRequired ? '*' : '')
  const lines = kind.values?.isList ? values.values.split('\n') : [values.values]
  const id = word(values.id)
  const parts = [
    type,
    ...(kind.named === 'none' ? [] : [word(values.name) || 'your-field']),
    ...kind.options.flatMap((option) => optionText(option, values.options[option.name])),
    ...(id === '' ? [] : [`id:${id}`]),
    ...word(values.classes, ' ')
      .split(' ')
      .flatMap((name) => (name === '' ? [] : [`class:${name}`])),
    ...(kind.values ? lines.filter((line) => line.trim() !== '').map(quoted) : []),
  ]
  const content = kind.content && values.content.trim().replaceAll('[', '&#91;')
  return `[${parts.join(' ')}]${content ? ` ${content} [/${type}]` : ''}`
}

/** The form-tag with its label, as inserted into the template. */
export function fieldText(kind: TagKind, values: TagValues): string {
  const tag = tagText(kind, values)
  const words = escaped(values.words)
  if (words === '' || !kind.words) return tag
  return kind.words === 'label'
    ? `<label> ${words}\n    ${tag} </label>`
    : `<fieldset>\n<legend>${words}</legend>\n${tag}\n</fieldset>`
}

/** An unused field name: `your-email`, `your-email-2`. */
export function freeName(type: string, taken: readonly string[]): string {
  const base = `your-${type === 'captchac' || type === 'captchar' ? 'captcha' : type === 'textarea' ? 'message' : type}`
  for (let number = 2; ; number += 1) {
    const name = number === 2 && !taken.includes(base) ? base : `${base}-${number}`
    if (!taken.includes(name)) return name
  }
}
