/** `1.` or `a)`, as Word writes in front of items of numbered lists. */
const NUMBER = /^\s*(?:\d+|[a-z]+)[.)]/i

/**
 * Pasted HTML of a word processor in the elements of the editor: headings of the first level, which only the title of
 * a page has, as those of the second; Word's paragraphs with bullets as lists; nothing of their layout. What was copied
 * from an editor of ours stays as it is.
 */
export function cleanPasted(html: string): string {
  if (html.includes('data-pm-slice')) return html
  // The page's Content-Security-Policy reports style sheets even in a document that is not shown.
  const { body } = new DOMParser().parseFromString(html.replaceAll(/<style[\s\S]*?<\/style>/gi, ''), 'text/html')
  for (const heading of body.querySelectorAll('h1, .MsoTitle')) rename(heading, 'h2')
  makeLists(body)
  // Google Docs writes empty lines as line breaks between paragraphs.
  for (const child of body.querySelectorAll('[id^="docs-internal-guid"] > br, br.Apple-interchange-newline'))
    child.remove()
  for (const element of body.querySelectorAll('*')) {
    if (/(?:^|\s)Mso/.test(element.className)) element.removeAttribute('class')
    if (element.id.startsWith('docs-internal-guid')) element.removeAttribute('id')
    if (element.getAttribute('dir') === 'ltr') element.removeAttribute('dir')
    // Links are underlined anyway.
    const style = element.getAttribute('style')
    if (style && element.closest('a')) element.setAttribute('style', style.replaceAll(/text-decoration[^;]*;?/g, ''))
  }
  return body.innerHTML
}

/** Word's paragraphs with bullets or numbers, which stand in their text, as lists within lists. */
function makeLists(body: HTMLElement): void {
  /** The last list of each level. */
  let lists: Element[] = []
  let before: Element | null = null
  for (const paragraph of body.querySelectorAll('p[style*="mso-list"]')) {
    const level = Number(/mso-list:\s*l\d+ level(\d)/.exec(paragraph.getAttribute('style') ?? '')?.[1])
    // `mso-list:none` takes a paragraph out of the list of its style.
    if (!level) continue
    const marker = paragraph.querySelector('[style*="mso-list:Ignore"]')
    const tag = NUMBER.test(marker?.textContent ?? '') ? 'ol' : 'ul'
    marker?.remove()
    if (paragraph.previousElementSibling !== before) lists = []
    lists = lists.slice(0, level)
    if (lists.at(-1)?.localName !== tag || lists.length < level) {
      const list = paragraph.ownerDocument.createElement(tag)
      if (lists.length === level) lists.pop()
      const parent = lists.at(-1)?.lastElementChild
      if (parent) parent.append(list)
      else paragraph.before(list)
      lists.push(list)
    }
    const item = paragraph.ownerDocument.createElement('li')
    item.append(paragraph)
    lists.at(-1)?.append(item)
    before = lists[0] ?? null
  }
}

function rename(element: Element, tag: string): void {
  const renamed = element.ownerDocument.createElement(tag)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}
