import { Extension, mergeAttributes, Node } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { type MediaItem, mediaSize } from './media-item.ts'

/** Elements that the editor shows and moves unchanged: pictures with captions, tables, videos. */
const tags = ['figure', 'table', 'video', 'iframe', 'details', 'dl', 'img', 'div']

const KeptHtml = Node.create({
  name: 'keptHtml',
  group: 'block',
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({ html: { default: '' } }),
  parseHTML: () => tags.map((tag) => ({ tag, priority: 100, getAttrs: (element) => ({ html: element.outerHTML }) })),
  renderHTML: ({ node }) => elementOf(String(node.attrs.html)) ?? ['div', mergeAttributes({})],
})

/** Keeps ids and classes of blocks, which links and styles refer to. */
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

/** A parsed document is inert: it runs no scripts and loads nothing. */
const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

const elementOf = (html: string): Element | null => {
  const element = parse(html).firstElementChild
  return element && document.importNode(element, true)
}

/** Normalizes the editor's HTML: short list items without a paragraph inside, blocks on separate lines. */
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
