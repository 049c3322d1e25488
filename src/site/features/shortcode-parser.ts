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

/** A value in straight, encoded or typographic quotes, or without any. */
const value = String.raw`"[^"<>]*"|'[^'<>]*'|&quot;(?:(?!&quot;)[^<>])*&quot;|[“”][^“”<>]*[“”]|[^\s"'<>\[\]]+`
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
  const result: Token[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token
    const isParagraph = token.tag?.name === 'p' && !token.tag.isEnd
    const end = isParagraph ? tokens.findIndex(({ tag }, at) => at > index && tag?.name === 'p' && tag.isEnd) : -1
    const inside = tokens.slice(index + 1, end)
    if (end === -1 || !inside.some(({ code }) => code)) {
      result.push(token)
      continue
    }
    result.push(...splitParagraph(token, inside, tokens[end] as Token))
    index = end
  }
  return result
}

function splitParagraph(start: Token, inside: readonly Token[], end: Token): Token[] {
  const result: Token[] = []
  let run: Token[] = []
  const endRun = () => {
    if (!isBlank(run.map(({ source }) => source).join(''))) result.push(start, ...run, end)
    run = []
  }
  for (const token of inside) {
    // A shortcode inside bold text or a link stays there.
    if (token.code && isBalanced(run)) {
      endRun()
      result.push(token)
    } else run.push(token)
  }
  endRun()
  return result
}

const withoutEnd = new Set(['img', 'br', 'hr', 'source'])

/** Whether every opened element is closed, so that the HTML can be moved into another element. */
function isBalanced(tokens: readonly Token[]): boolean {
  const open: string[] = []
  for (const { tag } of tokens) {
    if (!tag || withoutEnd.has(tag.name)) continue
    if (!tag.isEnd) open.push(tag.name)
    else if (open.pop() !== tag.name) return false
  }
  return open.length === 0
}

/** Index of the closing shortcode, skipping nested ones of the same name; -1 if there is none. */
function endOf(tokens: readonly Token[], start: number): number {
  const name = tokens[start]?.code?.name
  let depth = 0
  return tokens.findIndex(({ code }, at) => {
    if (at < start || !code || code.name !== name) return false
    depth += code.isEnd ? -1 : 1
    return depth === 0
  })
}

function partsOf(tokens: readonly Token[], known: KnownShortcodes): Part[] {
  const parts: Part[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    const { code, source } = tokens[index] as Token
    const end = code && !code.isEnd && known.get(code.name) ? endOf(tokens, index) : index
    const inside = tokens.slice(index + 1, Math.max(end, index))
    if (!code || code.isEnd || end === -1 || !isBalanced(inside)) {
      const before = parts.at(-1)
      if (typeof before === 'string') parts[parts.length - 1] = before + source
      else parts.push(source)
      continue
    }
    parts.push({ name: code.name, attributes: code.attributes, parts: end > index ? partsOf(inside, known) : [] })
    index = end
  }
  return parts
}

/**
 * Parses known shortcodes in sanitized text. Unclosed ones, and those that would break elements apart, remain text.
 */
export function parseShortcodes(html: string, known: KnownShortcodes): Part[] {
  const tokens = tokensOf(html, known)
  const count = tokens.filter(({ code }) => code).length
  return count > 0 && count <= MAX_SHORTCODES ? partsOf(outsideParagraphs(tokens), known) : [html]
}

/** Whether nothing visible is between two shortcodes. */
export const isBlankPart = (part: Part): boolean => typeof part === 'string' && isBlank(part)
