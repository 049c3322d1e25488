import { DOMSerializer, Fragment, DOMParser as ModelParser, Slice } from '@tiptap/pm/model'
import { Plugin, type Selection } from '@tiptap/pm/state'
import { Extension, getSchema, type JSONContent, Mark, mergeAttributes, Node } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { meaningOf } from './html-meaning.ts'
import { type MediaItem, mediaSize } from './media-item.ts'

/** Elements that the editor shows and moves unchanged: pictures with captions, tables, videos. */
const tags = ['figure', 'table', 'video', 'iframe', 'details', 'dl', 'img', 'div']

/** Blocks of the text being parsed that the editor has no node for, although it knows their element. */
const preservedElements = new WeakSet<Element>()

const htmlAttribute = (element: Element) => ({ html: withFirstLines(element.outerHTML) })

const PreservedHtml = Node.create({
  name: 'preservedHtml',
  group: 'block',
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({ html: { default: '' } }),
  parseHTML: () => [
    { tag: '*', priority: 110, getAttrs: (element) => preservedElements.has(element) && htmlAttribute(element) },
    ...tags.map((tag) => ({ tag, priority: 100, getAttrs: htmlAttribute })),
  ],
  renderHTML: ({ node }) => elementOf(String(node.attrs.html)) ?? ['div', mergeAttributes({})],
})

/** Pictures and videos within a line of text. */
const PreservedInlineHtml = PreservedHtml.extend({
  name: 'preservedInlineHtml',
  group: 'inline',
  inline: true,
  parseHTML: () => [
    {
      tag: 'img, video, iframe',
      priority: 105,
      getAttrs: (element) => !element.parentElement?.matches('body, blockquote, div') && htmlAttribute(element),
    },
  ],
  addProseMirrorPlugins: () => [new Plugin({ props: { transformCopied: asPartOfLine } })],
})

/** Copied without its line, such a picture would be pasted as a block. */
function asPartOfLine(slice: Slice): Slice {
  const { paragraph } = slice.content.firstChild?.type.schema.nodes ?? {}
  if (!paragraph || !slice.content.firstChild?.isInline) return slice
  return new Slice(Fragment.from(paragraph.create(null, slice.content)), 1, 1)
}

const preservedTag = { parseHTML: ({ localName }: HTMLElement) => localName, rendered: false }

/** Targets of links, which have no text that a mark could keep. */
const PreservedAnchor = Node.create({
  name: 'preservedAnchor',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ tag: preservedTag }),
  parseHTML: () => [{ tag: 'a[id]:not([href]):empty, span[id]:empty', priority: 101 }],
  renderHTML: ({ node, HTMLAttributes }) => [node.attrs.tag, HTMLAttributes],
})

/** The one `code` that all of a `pre` is, with text and with no attribute but a class. */
function codeOf({ childNodes, firstElementChild: code }: HTMLElement): Element | null {
  if (childNodes.length !== 1 || code?.localName !== 'code' || code.childElementCount > 0) return null
  return [...code.attributes].every(({ name }) => name === 'class') ? code : null
}

/** Other preformatted text may have any element within text. */
const Preformatted = Node.create({
  name: 'preformatted',
  group: 'block',
  content: 'inline*',
  code: true,
  defining: true,
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full', priority: 100, getAttrs: (pre) => !codeOf(pre) && null }],
  renderHTML: ({ HTMLAttributes }) => ['pre', HTMLAttributes, 0],
  /** At its end, a third Enter, or the arrow down if nothing follows, leaves it for a new paragraph. */
  addKeyboardShortcuts() {
    const isAtEnd = ({ empty, $from }: Selection) =>
      empty && $from.parent.type === this.type && $from.pos === $from.end()
    return {
      ArrowDown: ({ editor: { state, commands } }) =>
        isAtEnd(state.selection) && !state.doc.nodeAt(state.selection.to + 1) && commands.exitCode(),
      Enter: ({ editor }) => {
        const { selection } = editor.state
        const { $from, to } = selection
        if (!isAtEnd(selection) || !$from.parent.lastChild?.text?.endsWith('\n\n')) return false
        const emptyLines = { from: to - 2, to }
        return editor.chain().deleteRange(emptyLines).exitCode().run()
      },
    }
  },
})

/** Code with classes that Tiptap's code block, which knows only one language, would lose. */
const ClassedCode = Preformatted.extend({
  name: 'classedCode',
  content: 'text*',
  marks: '',
  addAttributes: () => ({
    codeClass: { parseHTML: (pre: HTMLElement) => codeOf(pre)?.getAttribute('class'), rendered: false },
  }),
  parseHTML: () => [
    {
      tag: 'pre',
      preserveWhitespace: 'full',
      priority: 100,
      getAttrs: (pre) => !/^(language-\S+)?$/.test(codeOf(pre)?.className ?? '') && null,
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => ['pre', HTMLAttributes, ['code', { class: `${node.attrs.codeClass}` }, 0]],
})

let preservedMarks = 0

/** Elements within text, without a button. Spans without attributes, from pasted texts, have no meaning. */
const inlineTags =
  'abbr, cite, code, del, ins, kbd, mark, q, small, sub, sup, time, a:not([href]), ' +
  'span:is([id], [class], [title], [lang], [dir])'

const PreservedInline = Mark.create({
  name: 'preservedInline',
  // Outside emphasis, which would else divide them, and give a quotation several pairs of marks.
  priority: 500,
  // They may be nested in each other.
  excludes: '',
  // Text typed after one would else stay in it, because no button ends it.
  inclusive: false,
  addAttributes: () => ({
    tag: preservedTag,
    /** Equal elements side by side, such as two keys, would else become one. */
    element: { parseHTML: () => (preservedMarks += 1), rendered: false },
  }),
  parseHTML: () => [{ tag: inlineTags, priority: 100 }],
  renderHTML: ({ mark, HTMLAttributes }) => [mark.attrs.tag, HTMLAttributes, 0],
})

const attributeNames = ['id', 'class', 'title', 'lang', 'dir', 'datetime', 'reversed']

/** Keeps attributes without a field, such as ids and classes, which links and styles refer to. */
const PreservedAttributes = Extension.create({
  name: 'preservedAttributes',
  addGlobalAttributes: () => [
    {
      types: '*',
      attributes: Object.fromEntries(
        attributeNames.map((name) => [name, { parseHTML: (element: HTMLElement) => element.getAttribute(name) }]),
      ),
    },
  ],
})

export const richTextExtensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4, 5, 6] },
    // Excludes all other marks, such as a link.
    code: false,
    link: { openOnClick: false, autolink: false, HTMLAttributes: { target: null, rel: null } },
    trailingNode: false,
  }),
  PreservedHtml,
  PreservedInlineHtml,
  PreservedAnchor,
  Preformatted,
  ClassedCode,
  PreservedInline,
  PreservedAttributes,
]

/** HTML as browsers write it, with the line break that they leave out when they parse a `pre` that begins with one. */
const withFirstLines = (html: string): string => html.replaceAll(/<pre(?: [^\s=]+="[^"]*")*>(?=\n)/g, '$&\n')

/** A parsed document is inert: it runs no scripts and loads nothing. */
const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

const elementOf = (html: string): Element | null => {
  const element = parse(html).firstElementChild
  return element && document.importNode(element, true)
}

const schema = getSchema(richTextExtensions)
const parser = ModelParser.fromSchema(schema)

/** Whether the editor would write the block with other elements, or without a part of it. */
function isChanged(block: Element): boolean {
  const [parsed, written] = [document.createElement('div'), document.createElement('div')]
  parsed.append(block.cloneNode(true))
  const { content } = parser.parse(parsed)
  DOMSerializer.fromSchema(schema).serializeFragment(content, { document }, written)
  return meaningOf(parsed) !== meaningOf(written)
}

/**
 * The editor's document of a text; from HTML, Tiptap would remove line breaks between two elements. A block that the
 * editor would change is kept as it is.
 */
export function contentOf(html: string): JSONContent {
  const body = parse(html)
  for (const block of body.children) if (isChanged(block)) preservedElements.add(block)
  return parser.parse(body).toJSON() as JSONContent
}

/** The editor's blocks as HTML, normalized: short list items have no paragraph inside. */
export function htmlBlocks(editorHtml: string): readonly string[] {
  const body = parse(withFirstLines(editorHtml))
  for (const item of body.querySelectorAll('li')) {
    const first = item.firstElementChild
    const others = [...item.children].slice(1)
    if (
      first?.tagName === 'P' &&
      first.attributes.length === 0 &&
      others.every(({ tagName }) => /^[OU]L$/.test(tagName))
    )
      first.replaceWith(...first.childNodes)
  }
  return [...body.children].map((block) => withFirstLines(block.outerHTML))
}

/** The editor's text as HTML, each block on its own line. */
export function htmlOf(editorHtml: string): string {
  const html = htmlBlocks(editorHtml).join('\n')
  return html === '<p></p>' ? '' : html
}

/** HTML of a picture block with its caption. */
export function figureHtml(item: MediaItem): string {
  const { source_url: src, width, height } = mediaSize(item, 'large')
  const figure = document.createElement('figure')
  const image = document.createElement('img')
  for (const [name, value] of Object.entries({ src, alt: item.alt_text, width, height }))
    image.setAttribute(name, `${value}`)
  figure.append(image)
  if (item.caption.raw !== '') {
    const caption = document.createElement('figcaption')
    caption.textContent = item.caption.raw
    figure.append(caption)
  }
  return figure.outerHTML
}
