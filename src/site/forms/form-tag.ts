/** Reads form-tag markup (contact-form-7.md §4) into text and tags, with the places of what cannot be read. */

export type FormTag = {
  /** 'text*' */
  readonly type: string
  /** 'text' */
  readonly basetype: string
  readonly isRequired: boolean
  /** As the field is posted: a dot becomes `_`. Empty for tags without a field. */
  readonly name: string
  /** `size:40`, `placeholder`: in order, without the name. */
  readonly options: readonly string[]
  /** Quoted values as written, with their bars: `Sales|sales@shop.test`. */
  readonly rawValues: readonly string[]
  /** What stands between `[type]` and `[/type]`. */
  readonly content: string
  readonly line: number
  readonly column: number
}

export type TemplatePart = string | FormTag

/** Counted from 1, for the editor. */
export type TemplateProblem = { readonly line: number; readonly column: number; readonly message: string }

export type Template = {
  readonly parts: readonly TemplatePart[]
  readonly tags: readonly FormTag[]
  readonly problems: readonly TemplateProblem[]
}

const starred = [
  'text',
  'email',
  'url',
  'tel',
  'textarea',
  'number',
  'range',
  'date',
  'time',
  'checkbox',
  'select',
  'file',
]
const namedTypes = [
  ...starred,
  ...['radio', 'acceptance', 'quiz', 'captchac', 'captchar', 'hidden', 'count', 'reflection', 'output'],
]
const namelessTypes = ['response', 'submit']
export const tagTypes: readonly string[] = [...namedTypes, ...namelessTypes]

const startPattern = new RegExp(`\\[(${tagTypes.join('|')})(\\*?)(?=[\\s\\]/])`, 'g')
const bodyPattern = /((?:[^\]"']|"[^"]*"|'[^']*')*)\]/y
const attributesPattern = /^([^"']*?)((?:\s*"[^"]*"|\s*'[^']*')*)\s*$/
const namePattern = /^[a-z][\w:.-]*$/i

export function parseTemplate(source: string): Template {
  const parts: TemplatePart[] = []
  const problems: TemplateProblem[] = []
  const placeOf = placesIn(source)
  let end = 0
  const addText = (until: number) => {
    const text = source.slice(end, until)
    const before = parts.at(-1)
    if (typeof before === 'string') parts[parts.length - 1] = before + text
    else if (text !== '') parts.push(text)
    end = until
  }
  for (const start of source.matchAll(startPattern)) {
    if (start.index < end) continue
    const place = placeOf(start.index)
    const read = readTag(source, start)
    if (!read.ok) {
      if (read.problem) problems.push({ ...place, message: read.problem })
      continue
    }
    if (read.isLiteral) {
      // `[[text name]]` shows `[text name]`.
      addText(start.index - 1)
      parts.push(source.slice(start.index, read.end - 1))
      end = read.end
      continue
    }
    addText(start.index)
    parts.push({ ...read.tag, ...place })
    end = read.end
  }
  addText(source.length)
  const tags = parts.filter((part) => typeof part !== 'string')
  return { parts, tags, problems: [...problems, ...repeatedNames(tags)] }
}

type ReadTag =
  | {
      readonly ok: true
      readonly isLiteral: boolean
      readonly tag: Omit<FormTag, 'line' | 'column'>
      readonly end: number
    }
  | { readonly ok: false; readonly problem: string | null }

function readTag(source: string, start: RegExpExecArray): ReadTag {
  const [opening, basetype = '', star = ''] = start
  const isRequired = star === '*'
  const refuse = (problem: string | null): ReadTag => ({ ok: false, problem })
  if (isRequired && !starred.includes(basetype)) return refuse(`[${basetype}] cannot be required with a star.`)
  bodyPattern.lastIndex = start.index + opening.length
  const body = bodyPattern.exec(source)
  if (!body) return refuse(`This ${basetype} tag has no end: a bracket or a quotation mark is missing.`)
  const written = (body[1] ?? '').replace(/\/\s*$/, '')
  const attributes = attributesPattern.exec(written)
  if (!attributes) return refuse('Options go before quoted values.')
  const words = (attributes[1] ?? '').split(/\s+/).filter((word) => word !== '')
  const isNamed = !namelessTypes.includes(basetype)
  const name = isNamed ? words[0] : ''
  if (name === undefined) return refuse(`This ${basetype} tag needs a name.`)
  if (isNamed && !namePattern.test(name))
    return refuse(`“${name}” is no name: it begins with a letter and has letters, digits, - _ : or dots.`)
  const type = basetype + star
  const rest = source.slice(bodyPattern.lastIndex)
  const content =
    rest.startsWith('[') || !rest.includes(`[/${type}]`) ? null : rest.slice(0, rest.indexOf(`[/${type}]`))
  const isEnclosing = content !== null && !content.includes('[')
  const end = bodyPattern.lastIndex + (isEnclosing ? content.length + type.length + 3 : 0)
  const isLiteral = source[start.index - 1] === '[' && source[end] === ']'
  const rawValues = Array.from((attributes[2] ?? '').matchAll(/"([^"]*)"|'([^']*)'/g), ([, double, single]) =>
    (double ?? single ?? '').trim(),
  )
  const options = isNamed ? words.slice(1) : words
  const tag = { type, basetype, isRequired, name: name.replaceAll('.', '_'), options, rawValues }
  return { ok: true, isLiteral, tag: { ...tag, content: isEnclosing ? content : '' }, end: isLiteral ? end + 1 : end }
}

/** Only choices may share a name, and a counter has that of what it counts. */
function repeatedNames(tags: readonly FormTag[]): TemplateProblem[] {
  const fields = tags.filter(({ name, basetype }) => name !== '' && !sharingTypes.has(basetype))
  return fields.flatMap(({ name, line, column }, index) =>
    fields.findIndex((one) => one.name === name) === index
      ? []
      : [{ line, column, message: `Another field is called “${name}”.` }],
  )
}
const sharingTypes = new Set(['count', 'reflection', 'output', 'captchac', 'captchar'])

/** Line and column of an index, both from 1. */
function placesIn(source: string) {
  const starts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)]
  return (index: number): { line: number; column: number } => {
    const line = starts.findLastIndex((start) => start <= index)
    return { line: line + 1, column: index - (starts[line] ?? 0) + 1 }
  }
}

/** The value of `name:value` among the options; undefined if there is none. */
export const optionOf = ({ options }: Pick<FormTag, 'options'>, name: string): string | undefined =>
  options.find((option) => option.startsWith(`${name}:`))?.slice(name.length + 1)

export const optionsOf = ({ options }: Pick<FormTag, 'options'>, name: string): string[] =>
  options.filter((option) => option.startsWith(`${name}:`)).map((option) => option.slice(name.length + 1))

export const hasOption = ({ options }: Pick<FormTag, 'options'>, name: string): boolean => options.includes(name)

export function integerOption(tag: Pick<FormTag, 'options'>, name: string): number | undefined {
  const value = optionOf(tag, name)
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined
}

/** What is shown and posted of `label|value`: the part before the bar. */
export const choicesOf = ({ rawValues }: Pick<FormTag, 'rawValues'>): string[] =>
  rawValues.map((value) => value.split('|')[0]?.trim() ?? '')

/** What is mailed of a choice: the part after the bar. */
export function mailedChoice({ rawValues }: Pick<FormTag, 'rawValues'>, posted: string): string {
  const raw = rawValues.find((value) => value.includes('|') && value.split('|')[0]?.trim() === posted)
  return raw === undefined ? posted : raw.slice(raw.indexOf('|') + 1).trim()
}
