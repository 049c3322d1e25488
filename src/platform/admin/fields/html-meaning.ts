/** Two names of the same emphasis. */
const synonyms: Readonly<Record<string, string>> = { b: 'strong', i: 'em' }

/**
 * What an element says, in a form that can be compared: its texts, pictures and other elements without content, each
 * with the elements around it. The order of marks around the same text says nothing, nor do paragraphs and spans without
 * attributes, nor empty elements and white space outside preformatted text.
 */
export function meaningOf(element: Element): string {
  const leaves: { around: string; text: string }[] = []
  const add = (around: readonly string[], text: string) => {
    const last = leaves.at(-1)
    if (text === '') return
    if (last?.around === around.join()) last.text += text
    else leaves.push({ around: around.join(), text })
  }
  const visit = (parent: Element, around: readonly string[], isPreformatted: boolean): void => {
    for (const node of parent.childNodes) {
      if (!isElement(node)) {
        const text = node.nodeType === TEXT_NODE ? (node.textContent ?? '') : ''
        add(around, isPreformatted ? text : text.replaceAll(/[\t\n\f\r ]/g, ''))
        continue
      }
      const tag = tagOf(node)
      const isLeaf = !node.firstChild && (/^(?:br|hr|img|source)/.test(tag) || tag.includes(' '))
      if (isLeaf) add(around, `<${tag}>`)
      const inside = /^(?:p|span)$/.test(tag) ? around : [...around, tag].toSorted()
      visit(node, inside, isPreformatted || node.localName === 'pre')
    }
  }
  visit(element, [], false)
  // Code that an element within it divides would be shown as several.
  return JSON.stringify([element.querySelectorAll('pre code').length, leaves])
}

const ELEMENT_NODE = 1
const TEXT_NODE = 3
const isElement = (node: ChildNode): node is Element => node.nodeType === ELEMENT_NODE

/** The element's name and attributes, as in HTML. */
function tagOf({ localName, attributes }: Element): string {
  const said = [...attributes].filter(({ name, value }) => name !== 'class' || value !== '')
  const each = said.map(({ name, value }) => `${name}="${value}"`).toSorted()
  return [synonyms[localName] ?? localName, ...each].join(' ')
}
