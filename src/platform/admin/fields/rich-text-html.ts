import { Extension, mergeAttributes, Node } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'

/** Blocks that the editor shows and moves as they are: pictures with captions, tables, videos. */
const kept = ['figure', 'table', 'video', 'iframe', 'details', 'dl', 'img', 'div']

const KeptHtml = Node.create({
  name: 'keptHtml',
  group: 'block',
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({ html: { default: '' } }),
  parseHTML: () => kept.map((tag) => ({ tag, priority: 100, getAttrs: (element) => ({ html: element.outerHTML }) })),
  renderHTML: ({ node }) => elementOf(String(node.attrs.html)) ?? ['div', mergeAttributes({})],
})

/** Ids and classes of blocks, which links and styles refer to. */
const KeptAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading', 'bulletList', 'orderedList', 'listItem', 'blockquote', 'codeBlock'],
      attributes: { id: { default: null }, class: { default: null } },
    },
  ],
})

export const richTextExtensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: false, HTMLAttributes: { target: null, rel: null } },
    trailingNode: false,
  }),
  KeptHtml,
  KeptAttributes,
]

/** Inert: a parsed document runs no script and loads nothing. */
const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

const elementOf = (html: string): Element | null => {
  const element = parse(html).firstElementChild
  return element && document.importNode(element, true)
}

/** The editor's HTML as this shop writes it: short list items without a paragraph inside, blocks on lines of their own. */
export function htmlOf(editorHtml: string): string {
  const body = parse(editorHtml)
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
  const html = [...body.children].map((block) => block.outerHTML).join('\n')
  return html === '<p></p>' ? '' : html
}
