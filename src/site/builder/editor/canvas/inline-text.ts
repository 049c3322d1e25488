import type { OptionJson } from '../../../../things/blocks/option-json.ts'

type InlineText = {
  readonly option: OptionJson
  /** The stored HTML; the displayed one has expanded shortcodes and heading ids. */
  readonly stored: () => string
  readonly onText: (text: string) => void
}

/**
 * Makes a text on the canvas editable: typing changes the option. Editing starts with a click, so that the block can
 * still be dragged by its text.
 */
export function editInline(element: HTMLElement, { option, stored, onText }: InlineText): void {
  const isRich = option.control === 'rich'
  const isOneLine = option.control === 'text'
  const attributes = { role: 'textbox', 'aria-label': option.title, 'aria-multiline': `${!isOneLine}` }
  element.addEventListener('click', ({ clientX, clientY }) => {
    if (element.isContentEditable) return
    element.contentEditable = isRich ? 'true' : 'plaintext-only'
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    const html = isRich ? withoutScript(stored()) : ''
    if (isRich && html !== element.innerHTML) element.innerHTML = html
    element.focus()
    const { ownerDocument: frame } = element
    const caret = frame.caretPositionFromPoint?.(clientX, clientY)
    if (caret && element.contains(caret.offsetNode)) frame.getSelection()?.collapse(caret.offsetNode, caret.offset)
  })
  element.addEventListener('input', () =>
    onText(isRich ? withoutScript(element.innerHTML) : textOf(element, isOneLine)),
  )
  element.addEventListener('blur', () => {
    for (const name of ['contenteditable', ...Object.keys(attributes)]) element.removeAttribute(name)
  })
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' && (event.key !== 'Enter' || !isOneLine)) return
    event.preventDefault()
    event.stopPropagation()
    element.blur()
  })
}

const textOf = (element: HTMLElement, isOneLine: boolean): string =>
  (isOneLine ? (element.textContent ?? '').replaceAll(/\s+/g, ' ') : element.innerText).replaceAll('\u00a0', ' ')

/** The server sanitizes on saving; until then no script may run in the editor. */
function withoutScript(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('*')) {
    if (element.matches('script, style, object, embed, link, meta, base')) element.remove()
    for (const { name, value } of [...element.attributes])
      if (name.startsWith('on') || name === 'srcdoc' || /^\s*javascript:/i.test(value)) element.removeAttribute(name)
  }
  return body.innerHTML
}
