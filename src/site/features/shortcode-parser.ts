import { decodeEntities } from '../../platform/web/plain-text.ts'

export type Shortcode = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly parts: readonly Part[]
}

/** A shortcode with its content, or the HTML between shortcodes. */
export type Part = string | Shortcode

/** Shortcodes by name, and whether each encloses content up to its `[/name]`. */
export type KnownShortcodes = ReadonlyMap<string, boolean>

type Code = Omit<Shortcode, 'parts'> & { readonly isEnd: boolean }
/** Limits quadratic time: each shortcode searches the following ones for its end. */
const MAX_SHORTCODES = 500

type Token = {
  readonly source: string
  readonly tag?: { readonly name: string; readonly isEnd: boolean }
  readonly code?: Code
}

/**
 * A value in straight, encoded or typographic quotes, or without any. One without does not begin like one with quotes:
 * a text that can be read both ways would be tried in all combinations.
 */
const value = String.raw`"[^"<>]*"|'[^'<>]*'|&quot;(?:(?!&quot;)[^<>])*&quot;|[“”][^“”<>]*[“”]|(?!&quot;|[“”])[^\s"'<>\[\]]+`
const space = String.raw`(?:\s|&nbsp;)`
const attributePattern = new RegExp(`([a-z_]+)=(${value})`, 'g')
const tokenPattern = new RegExp(
  `<(?<tagEnd>/?)(?<tag>[a-z][a-z0-9]*)[^>]*>|` +
    String.raw`\[(?<codeEnd>/?)(?<code>[a-z][a-z0-9_-]*)(?<attributes>(?:${space}+[a-z_]+=(?:${value}))*)${space}*/?\]`,
  'g',
)

/** Splits sanitized HTML, in which the first `>` ends a tag. Shortcodes inside of tags are ignored. */
function tokensOf(html: string, known: KnownShortcodes): Token[] {
  const tokens: Token[] = []
  let end = 0
  const addText = (until: number) => {
    if (until > end) tokens.push({ source: html.slice(end, until) })
  }
  for (const match of html.matchAll(tokenPattern)) {
    const [source] = match
    const { tag, tagEnd, code = '', codeEnd, attributes = '' } = match.groups ?? {}
    if (tag === undefined && !known.has(code)) continue
    addText(match.index)
    end = match.index + source.length
    if (tag !== undefined) tokens.push({ source, tag: { name: tag, isEnd: tagEnd === '/' } })
    else tokens.push({ source, code: { name: code, attributes: attributesOf(attributes), isEnd: codeEnd === '/' } })
  }
  addText(html.length)
  return tokens
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(text.matchAll(attributePattern), ([, name = '', written = '']) => [
      name,
      decodeEntities(written.replace(/^(["'“”]|&quot;)(.*)(?:["'“”]|&quot;)$/s, '$2')),
    ]),
  )

const isBlank = (html: string): boolean => html.replace(/<br>|<\/?p\b[^>]*>|&nbsp;|\s/g, '') === ''

/** Splits paragraphs around shortcodes: editors put them in `<p>`, where block elements are not allowed. */
function outsideParagraphs(tokens: readonly Token[]): Token[] {
  const elements = openElements(tokens)
  const endAfter = paragraphEnds(tokens)
  const codesBefore = countCodes(tokens)
  const result: Token[] = []

  const splitParagraph = (start: number, end: number): void => {
    let runStart = start + 1
    const endRun = (runEnd: number): void => {
      const run = tokens.slice(runStart, runEnd)
      const paragraph = isBlank(run.map(({ source }) => source).join('')) ? [] : [tokens[start], ...run, tokens[end]]
      for (const token of paragraph) result.push(token as Token)
      runStart = runEnd + 1
    }
    for (let index = start + 1; index < end; index += 1) {
      const token = tokens[index] as Token
      // A shortcode inside bold text or a link stays there.
      if (!token.code || elements[index] !== elements[runStart]) continue
      endRun(index)
      result.push(token)
    }
    endRun(end)
  }

  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token
    const end = isTag(token, 'p', false) ? (endAfter[index] ?? -1) : -1
    if (end === -1 || codesBefore[end] === codesBefore[index]) {
      result.push(token)
      continue
    }
    splitParagraph(index, end)
    index = end
  }
  return result
}

const isTag = ({ tag }: Token, name: string, isEnd: boolean): boolean => tag?.name === name && tag.isEnd === isEnd

/** For each token, the index of the next `</p>` after it, or -1. */
function paragraphEnds(tokens: readonly Token[]): Int32Array {
  const ends = new Int32Array(tokens.length)
  let next = -1
  for (let index = tokens.length - 1; index >= 0; index -= 1) {
    ends[index] = next
    if (isTag(tokens[index] as Token, 'p', true)) next = index
  }
  return ends
}

/** For each token, how many shortcodes are before it. */
function countCodes(tokens: readonly Token[]): Int32Array {
  const counts = new Int32Array(tokens.length)
  let count = 0
  for (const [index, { code }] of tokens.entries()) {
    counts[index] = count
    if (code) count += 1
  }
  return counts
}

const withoutEnd = new Set(['img', 'br', 'hr', 'source'])

type Element = { readonly name: string; readonly outer: Element | null }

/**
 * The innermost open element before each token and after the last. If it is the same at two places, every element between
 * them is closed, so that the HTML can be moved into another element. A wrong end starts anew, with an element of no name.
 */
function openElements(tokens: readonly Token[]): Element[] {
  let open: Element = { name: '', outer: null }
  const elements = [open]
  for (const { tag } of tokens) {
    if (tag && !withoutEnd.has(tag.name)) {
      if (!tag.isEnd) open = { name: tag.name, outer: open }
      else open = open.name === tag.name && open.outer ? open.outer : { name: '', outer: null }
    }
    elements.push(open)
  }
  return elements
}

/** Index of the closing shortcode before `to`, skipping nested ones of the same name; -1 if there is none. */
function endOf(tokens: readonly Token[], codes: readonly number[], from: number, to: number): number {
  const name = tokens[from]?.code?.name
  let depth = 0
  for (const index of codes) {
    const code = index < from || index >= to ? undefined : tokens[index]?.code
    if (code?.name !== name) continue
    depth += code?.isEnd ? -1 : 1
    if (depth === 0) return index
  }
  return -1
}

function partsOf(tokens: readonly Token[], known: KnownShortcodes): Part[] {
  const elements = openElements(tokens)
  const codes = tokens.flatMap(({ code }, index) => (code ? [index] : []))
  const partsBetween = (from: number, to: number): Part[] => {
    const parts: Part[] = []
    let text: string[] = []
    const endText = (): void => {
      if (text.length > 0) parts.push(text.join(''))
      text = []
    }
    for (let index = from; index < to; index += 1) {
      const { code, source } = tokens[index] as Token
      const start = code && !code.isEnd ? code : undefined
      const end = start && known.get(start.name) ? endOf(tokens, codes, index, to) : index
      if (!start || end === -1 || elements[index] !== elements[end]) {
        text.push(source)
        continue
      }
      endText()
      parts.push({ name: start.name, attributes: start.attributes, parts: partsBetween(index + 1, end) })
      index = end
    }
    endText()
    return parts
  }
  return partsBetween(0, tokens.length)
}

/**
 * Parses known shortcodes in sanitized text. Unclosed ones, and those that would break elements apart, remain text.
 */
export function parseShortcodes(html: string, known: KnownShortcodes): Part[] {
  if (!html.includes('[')) return [html]
  const tokens = tokensOf(html, known)
  const count = tokens.filter(({ code }) => code).length
  return count > 0 && count <= MAX_SHORTCODES ? partsOf(outsideParagraphs(tokens), known) : [html]
}

/** Whether nothing visible is between two shortcodes. */
export const isBlankPart = (part: Part): boolean => typeof part === 'string' && isBlank(part)
