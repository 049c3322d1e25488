/** Parses form-tag templates (contact-form-7.md §4) into text, tags, and the positions of errors. */

export type FormTag = {
  /** 'text*' */
  readonly type: string
  /** 'text' */
  readonly basetype: string
  readonly isRequired: boolean
  /** Field name as submitted, with `_` instead of dots. Empty for tags without a field. */
  readonly name: string
  /** `size:40`, `placeholder`: in order, without the name. */
  readonly options: readonly string[]
  /** Quoted values, including pipes: `Sales|sales@shop.test`. */
  readonly rawValues: readonly string[]
  /** Text between `[type]` and `[/type]`. */
  readonly content: string
  readonly line: number
  readonly column: number
}

export type TemplatePart = string | FormTag

/** Positions count from 1, for the editor. */
export type TemplateProblem = { readonly line: number; readonly column: number; readonly message: string }

export type Template = {
  readonly parts: readonly TemplatePart[]
  readonly tags: readonly FormTag[]
  readonly problems: readonly TemplateProblem[]
}

/** Field types that may be required, marked with `*`. */
export const starredTypes: readonly string[] =
  'text email url tel textarea number range date time checkbox select file'.split(' ')
/** Types whose name is that of another field, which they show or check. */
const referringTypes: readonly string[] = ['count', 'reflection', 'output', 'captchac', 'captchar']
const unnamedTypes: readonly string[] = ['response', 'submit']
const namedTypes = [...starredTypes, 'radio', 'acceptance', 'quiz', 'hidden', ...referringTypes]
export const tagTypes: readonly string[] = [...namedTypes, ...unnamedTypes]

const startPattern = new RegExp(`\\[(${tagTypes.join('|')})(\\*?)(?=[\\s\\]/])`, 'g')
const valuePattern = /\s*(?:"([^"]*)"|'([^']*)')/gy
export const namePattern = /^[a-z][\w:.-]*$/i

export function parseTemplate(source: string): Template {
  const parts: TemplatePart[] = []
  const problems: TemplateProblem[] = []
  const placeOf = placesIn(source)
  const tagEnds = tagEndsIn(source)
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
    const read = readTag(source, start, tagEnds)
    if (typeof read === 'string') {
      problems.push({ ...place, message: read })
      continue
    }
    // `[[text name]]` shows `[text name]`.
    addText(start.index - (read.isLiteral ? 1 : 0))
    parts.push(read.isLiteral ? source.slice(start.index, read.end - 1) : { ...read.tag, ...place })
    end = read.end
  }
  addText(source.length)
  const tags = parts.filter((part) => typeof part !== 'string')
  return { parts, tags, problems: [...problems, ...repeatedNames(tags)] }
}

const templates = new WeakMap<object, Template>()

/** The parsed markup of a form, cached for as long as the form is. */
export function templateOf(form: { readonly form: string }): Template {
  const template = templates.get(form) ?? parseTemplate(form.form)
  templates.set(form, template)
  return template
}

type ReadTag = { readonly isLiteral: boolean; readonly tag: Omit<FormTag, 'line' | 'column'>; readonly end: number }

/** Parses a tag; a text explains why it is invalid. */
function readTag(source: string, start: RegExpExecArray, tagEnds: Int32Array): ReadTag | string {
  const [opening, basetype = '', star = ''] = start
  const isRequired = star === '*'
  if (isRequired && !starredTypes.includes(basetype)) return `[${basetype}] cannot be required with a star.`
  const bodyStart = start.index + opening.length
  const tagEnd = tagEnds[bodyStart] ?? -1
  if (tagEnd < 0) return `This ${basetype} tag has no end: a bracket or a quotation mark is missing.`
  const written = source.slice(bodyStart, tagEnd).replace(/(?<=^|[\s"'])\/\s*$/, '')
  const attributes = attributesOf(written)
  if (!attributes) return 'Options go before quoted values.'
  const { words, rawValues } = attributes
  const isNamed = !unnamedTypes.includes(basetype)
  const name = isNamed ? words[0] : ''
  if (name === undefined) return `This ${basetype} tag needs a name.`
  if (isNamed && !namePattern.test(name))
    return `“${name}” is no name: it begins with a letter and has letters, digits, - _ : or dots.`
  const type = basetype + star
  const next = source.indexOf('[', tagEnd)
  const ending = `[/${type}]`
  const isEnclosing = next >= 0 && source.startsWith(ending, next)
  const content = isEnclosing ? source.slice(tagEnd + 1, next) : ''
  const end = isEnclosing ? next + ending.length : tagEnd + 1
  const isLiteral = source[start.index - 1] === '[' && source[end] === ']'
  const options = isNamed ? words.slice(1) : words
  const tag = { type, basetype, isRequired, name: name.replaceAll('.', '_'), options, rawValues, content }
  return { isLiteral, tag, end: isLiteral ? end + 1 : end }
}

/**
 * For each index, the position of the bracket that ends a tag open there; -1 if none. Brackets in quotes are skipped. A
 * single pass, because searching from each tag took quadratic time when many were unclosed.
 */
function tagEndsIn(source: string): Int32Array {
  const tagEnds = new Int32Array(source.length + 1).fill(-1)
  const next = { '"': source.length, "'": source.length }
  for (let index = source.length - 1; index >= 0; index -= 1) {
    const character = source[index]
    if (character === '"' || character === "'") {
      tagEnds[index] = tagEnds[next[character] + 1] ?? -1
      next[character] = index
    } else if (character === ']') tagEnds[index] = index
    else if (character !== '[') tagEnds[index] = tagEnds[index + 1] ?? -1
  }
  return tagEnds
}

/** Options, then quoted values; null for any other order. */
function attributesOf(written: string): { words: string[]; rawValues: string[] } | null {
  const firstQuote = written.search(/["']/)
  const unquoted = firstQuote < 0 ? written : written.slice(0, firstQuote)
  const quoted = written.slice(unquoted.length)
  const values = [...quoted.matchAll(valuePattern)]
  const last = values.at(-1)
  if (quoted.slice(last ? last.index + last[0].length : 0).trim() !== '') return null
  return {
    words: unquoted.split(/\s+/).filter((word) => word !== ''),
    rawValues: values.map(([, double, single]) => (double ?? single ?? '').trim()),
  }
}

/** Duplicate field names. Allowed for checkboxes or radio buttons of one type, and for a counter of its field. */
function repeatedNames(tags: readonly FormTag[]): TemplateProblem[] {
  const typesOfNames = new Map<string, string>()
  return tags.flatMap((tag) => {
    const { name, basetype, line, column } = tag
    if (!isFieldTag(tag)) return []
    const first = typesOfNames.get(name)
    if (first === undefined) typesOfNames.set(name, basetype)
    const isShared = first === basetype && (basetype === 'checkbox' || basetype === 'radio')
    return first === undefined || isShared ? [] : [{ line, column, message: `Another field is called “${name}”.` }]
  })
}

/** Converts ascending indexes to line and column, both from 1. */
function placesIn(source: string) {
  let line = 1
  let start = 0
  let lineEnd = source.indexOf('\n')
  return (index: number): { line: number; column: number } => {
    while (lineEnd >= 0 && lineEnd < index) {
      line += 1
      start = lineEnd + 1
      lineEnd = source.indexOf('\n', start)
    }
    return { line, column: index - start + 1 }
  }
}

/** Whether the form submits a value under its name. */
export const isFieldTag = ({ name, basetype }: FormTag): boolean => name !== '' && !referringTypes.includes(basetype)

/** Tags that submit a field. Groups of checkboxes or radio buttons can share one. */
export const tagsOfField = (tags: readonly FormTag[], field: string): FormTag[] =>
  tags.filter((tag) => tag.name === field && isFieldTag(tag))

/** The value of the option `name:value`; undefined if it is missing. */
export const optionOf = ({ options }: Pick<FormTag, 'options'>, name: string): string | undefined =>
  options.find((option) => option.startsWith(`${name}:`))?.slice(name.length + 1)

export const optionsOf = ({ options }: Pick<FormTag, 'options'>, name: string): string[] =>
  options.filter((option) => option.startsWith(`${name}:`)).map((option) => option.slice(name.length + 1))

export const hasOption = ({ options }: Pick<FormTag, 'options'>, name: string): boolean => options.includes(name)

export function integerOption(tag: Pick<FormTag, 'options'>, name: string): number | undefined {
  const value = optionOf(tag, name)
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined
}

/** `label|value`: the label is shown and submitted, the value mailed or the quiz answer. Without a pipe, equal. */
export const pipesOf = ({ rawValues }: Pick<FormTag, 'rawValues'>) =>
  rawValues.map((raw) => {
    const [before = ''] = raw.split('|', 1)
    return { shown: before.trim(), mailed: raw.slice(raw.indexOf('|') + 1).trim() }
  })

export const choicesOf = (tag: Pick<FormTag, 'rawValues'>): string[] => pipesOf(tag).map(({ shown }) => shown)

/** The mailed value of a choice in one of these tags. */
export const mailedChoice = (tags: readonly Pick<FormTag, 'rawValues'>[], posted: string): string =>
  tags.flatMap(pipesOf).find(({ shown, mailed }) => shown === posted && mailed !== shown)?.mailed ?? posted
