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

/** A tag, without its closing bracket if that is missing. Brackets in quotes do not end it. */
const tagPattern = new RegExp(
  String.raw`\[(?<basetype>${tagTypes.join('|')})(?<star>\*?)(?=[\s\]/])` +
    String.raw`(?<attributes>[^[\]"']*(?:(?:"[^"]*"|'[^']*')[^[\]"']*)*)` +
    String.raw`(?<end>\](?:(?<content>[^[]*)\[/\k<basetype>\k<star>\])?)?`,
  'g',
)
const valuePattern = /"[^"]*"|'[^']*'/g
export const namePattern = /^[a-z][\w:.-]*$/i

export function parseTemplate(source: string): Template {
  const parts: TemplatePart[] = []
  const problems: TemplateProblem[] = []
  const placeOf = placesIn(source)
  let text = ''
  let end = 0
  for (const match of source.matchAll(tagPattern)) {
    const { 0: markup, index } = match
    const place = placeOf(index)
    const tag = readTag(match)
    const tagEnd = index + markup.length
    if (typeof tag === 'string') problems.push({ ...place, message: tag })
    else if (source[index - 1] === '[' && source[tagEnd] === ']') {
      // `[[text name]]` shows `[text name]`.
      text += source.slice(end, index - 1) + markup
      end = tagEnd + 1
    } else {
      parts.push(text + source.slice(end, index), { ...tag, ...place })
      text = ''
      end = tagEnd
    }
  }
  parts.push(text + source.slice(end))
  const tags = parts.filter((part) => typeof part !== 'string')
  return { parts: parts.filter((part) => part !== ''), tags, problems: [...problems, ...repeatedNames(tags)] }
}

const templates = new WeakMap<object, Template>()

/** The parsed markup of a form, cached for as long as the form is. */
export function templateOf(form: { readonly form: string }): Template {
  const template = templates.get(form) ?? parseTemplate(form.form)
  templates.set(form, template)
  return template
}

/** Reads a tag; a text explains why it is invalid. */
function readTag({ groups = {} }: RegExpExecArray): Omit<FormTag, 'line' | 'column'> | string {
  const { basetype = '', star = '', attributes = '', content = '' } = groups
  const isRequired = star === '*'
  if (isRequired && !starredTypes.includes(basetype)) return `[${basetype}] cannot be required with a star.`
  if (groups.end === undefined) return `This ${basetype} tag has no end: a bracket or a quotation mark is missing.`
  const written = attributes.replace(/(?<=^|[\s"'])\/\s*$/, '')
  const unquoted = written.replace(/["'].*$/s, '')
  const quoted = written.slice(unquoted.length)
  if (quoted.replaceAll(valuePattern, '').trim() !== '') return 'Options go before quoted values.'
  const rawValues = Array.from(quoted.matchAll(valuePattern), ([value]) => value.slice(1, -1).trim())
  const words = unquoted.split(/\s+/).filter((word) => word !== '')
  const isNamed = !unnamedTypes.includes(basetype)
  const name = isNamed ? words.shift() : ''
  if (name === undefined) return `This ${basetype} tag needs a name.`
  if (isNamed && !namePattern.test(name))
    return `“${name}” is not a name: it begins with a letter and has letters, digits, - _ : or dots.`
  const type = basetype + star
  return { type, basetype, isRequired, name: name.replaceAll('.', '_'), options: words, rawValues, content }
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
  const lineStarts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)]
  let line = 0
  return (index: number): { line: number; column: number } => {
    while ((lineStarts[line] ?? source.length) <= index) line += 1
    return { line, column: index - (lineStarts[line - 1] ?? 0) + 1 }
  }
}

/** Whether the form submits a value under its name. */
export const isFieldTag = ({ name, basetype }: FormTag): boolean => name !== '' && !referringTypes.includes(basetype)

/** Tags that submit a field. Groups of checkboxes or radio buttons can share one. */
export const tagsOfField = (tags: readonly FormTag[], field: string): FormTag[] =>
  tags.filter((tag) => tag.name === field && isFieldTag(tag))

/** The first value of the option `name:value`; undefined if it is missing. */
export const optionOf = (tag: Pick<FormTag, 'options'>, name: string): string | undefined => optionsOf(tag, name)[0]

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

/** The mailed values of choices in these tags. */
export function mailedChoices(tags: readonly Pick<FormTag, 'rawValues'>[], posted: readonly string[]): string[] {
  const pipes = tags.flatMap(pipesOf).filter(({ shown, mailed }) => mailed !== shown)
  return posted.map((text) => pipes.find(({ shown }) => shown === text)?.mailed ?? text)
}
