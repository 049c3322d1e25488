import { registerOverlayPortal } from '@puckeditor/core'
import type { OptionJson } from '../../../../things/blocks/option-json.ts'

type InlineText = {
  readonly option: OptionJson
  /** As stored: what is shown has its shortcodes expanded, and ids of headings. */
  readonly stored: () => string
  readonly onText: (text: string) => void
  readonly onDone: () => void
}

/** What is typed into an element of a block becomes its option. */
export function editInline(element: HTMLElement, { option, stored, onText, onDone }: InlineText): void {
  const isRich = option.control === 'rich'
  const isOneLine = option.control === 'text'
  element.contentEditable = isRich ? 'true' : 'plaintext-only'
  element.setAttribute('role', 'textbox')
  element.setAttribute('aria-label', option.title)
  if (!isOneLine) element.setAttribute('aria-multiline', 'true')
  registerOverlayPortal(element)
  element.addEventListener('focus', () => {
    const html = isRich ? withoutScript(stored()) : ''
    if (isRich && html !== element.innerHTML) element.innerHTML = html
  })
  element.addEventListener('input', () =>
    onText(isRich ? withoutScript(element.innerHTML) : textOf(element, isOneLine)),
  )
  element.addEventListener('blur', onDone)
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' || (event.key === 'Enter' && isOneLine)) {
      event.preventDefault()
      event.stopPropagation()
      element.blur()
    }
  })
}

const textOf = (element: HTMLElement, isOneLine: boolean): string =>
  (isOneLine ? (element.textContent ?? '').replaceAll(/\s+/g, ' ') : element.innerText).replaceAll('\u00a0', ' ')

/** The server cleans what is saved; until then nothing may run in the editor. */
function withoutScript(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('*')) {
    if (element.matches('script, style, object, embed, link, meta, base')) element.remove()
    for (const { name, value } of [...element.attributes])
      if (name.startsWith('on') || name === 'srcdoc' || /^\s*javascript:/i.test(value)) element.removeAttribute(name)
  }
  return body.innerHTML
}
