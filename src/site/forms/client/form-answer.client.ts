/** Shows the response of the server or the rules, also to screen readers (FORM-13; contact-form-7.md §3). */
import { errorIdOf } from '../form-names.ts'
import type { ContactFormElement } from './form-status.client.ts'

export const wrapsIn = (part: ParentNode): HTMLElement[] => [
  ...part.querySelectorAll<HTMLElement>('.wpcf7-form-control-wrap[data-name]'),
]

/** Shows the message in the output areas, scrolling to them on phones, and announces it to screen readers. */
export function showMessage(form: ContactFormElement, message: string): void {
  const status = form.wpcf7.parent.querySelector('.screen-reader-response [role="status"]')
  if (status) status.textContent = message
  for (const output of form.wpcf7.parent.querySelectorAll('.wpcf7-response-output')) {
    output.textContent = message
    if (message !== '') output.scrollIntoView({ block: 'nearest' })
  }
}

export function clearAnswer(form: ContactFormElement): void {
  showMessage(form, '')
  for (const { dataset } of wrapsIn(form)) setFieldError(form, dataset.name ?? '', '')
}

/** Shows the error below a field and in the list for screen readers; '' removes it. */
export function setFieldError(form: ContactFormElement, field: string, message: string): void {
  const id = errorIdOf(form.wpcf7.unitTag, field)
  const isInvalid = message !== ''
  const wraps = wrapsIn(form).filter(({ dataset }) => dataset.name === field)
  form.wpcf7.parent.querySelector(`.screen-reader-response [id="${id}"]`)?.remove()
  if (isInvalid && wraps[0])
    form.wpcf7.parent.querySelector('.screen-reader-response ul')?.append(listItem(id, message, wraps[0]))
  for (const wrap of wraps) {
    for (const old of wrap.querySelectorAll('.wpcf7-not-valid-tip')) old.remove()
    for (const control of wrap.querySelectorAll('.wpcf7-form-control'))
      control.classList.toggle('wpcf7-not-valid', isInvalid)
    for (const element of describedIn(wrap)) {
      if (element.hasAttribute('aria-invalid')) element.ariaInvalid = `${isInvalid}`
      if (isInvalid) element.setAttribute('aria-describedby', id)
      else element.removeAttribute('aria-describedby')
    }
    const tip = { className: 'wpcf7-not-valid-tip', textContent: message, ariaHidden: 'true' }
    if (isInvalid) wrap.append(Object.assign(document.createElement('span'), tip))
  }
}

/** The group and each choice, because screen readers read the error of the focused element. */
const describedIn = (wrap: Element) =>
  wrap.querySelectorAll('.wpcf7-form-control, :is(input, select, textarea):not([type="hidden"])')

function listItem(id: string, message: string, wrap: Element): HTMLElement {
  const item = Object.assign(document.createElement('li'), { id, textContent: message })
  const controlId = wrap.querySelector('.wpcf7-form-control')?.id
  const link = { href: `#${controlId}`, textContent: message }
  if (controlId) item.replaceChildren(Object.assign(document.createElement('a'), link))
  return item
}

/** Focuses the first invalid field, unless the visitor has moved on. */
export function focusFirstError(form: ContactFormElement): void {
  const { activeElement } = document
  if (activeElement && activeElement !== document.body && !form.contains(activeElement)) return
  const control = form.querySelector<HTMLElement>('.wpcf7-not-valid')
  const field = ':is(input, select, textarea):enabled:not([type="hidden"])'
  ;(control?.matches(field) ? control : control?.querySelector<HTMLElement>(field))?.focus()
}
