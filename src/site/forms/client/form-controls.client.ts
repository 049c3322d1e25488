/** Behaviour of fields while a visitor types (FORM-07, FORM-09 to FORM-12). */
import type { ContactFormElement } from './form-status.client.ts'
import { valuesIn } from './validate-form.client.ts'

export function startControls(form: ContactFormElement): void {
  for (const button of form.querySelectorAll('.has-spinner:not(:has(+ .wpcf7-spinner))'))
    button.after(Object.assign(document.createElement('span'), { className: 'wpcf7-spinner' }))
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    if (target.matches('.wpcf7-validates-as-url')) addScheme(target)
    if (target.type === 'file') target.parentElement?.querySelector('.wpcf7-file-again')?.remove()
    if (target.checked && target.closest('.wpcf7-exclusive-checkbox')) uncheckOthers(form, target)
  })
  for (const event of ['focusin', 'click']) form.addEventListener(event, hideFloatingTip)
  for (const event of ['change', 'input']) form.addEventListener(event, () => updateControls(form))
  // The browser resets the fields after this event.
  form.addEventListener('reset', () => setTimeout(() => updateControls(form)))
  form.addEventListener('wpcf7statuschanged', () => setInert(form))
  setInert(form)
  updateControls(form)
}

function updateControls(form: ContactFormElement): void {
  for (const item of form.querySelectorAll('.has-free-text')) {
    const choice = item.querySelector<HTMLInputElement>('[type="checkbox"], [type="radio"]')
    const text = item.querySelector<HTMLInputElement>('.wpcf7-free-text')
    if (choice && text) text.disabled = !choice.checked
  }
  for (const counter of form.querySelectorAll<HTMLElement>('.wpcf7-character-count')) count(form, counter)
  for (const part of form.querySelectorAll<HTMLElement>('[data-reflection-of]')) reflect(form, part)
  if (form.querySelector('.wpcf7-acceptance') && !form.matches('.wpcf7-acceptance-as-validation')) checkAcceptance(form)
}

function count(form: ContactFormElement, counter: HTMLElement): void {
  const { dataset, classList } = counter
  const length = valuesIn(form)
    .texts(dataset.targetName ?? '')
    .join('').length
  const limit = (value?: string) => (value && Number(value) >= 0 ? Number(value) : undefined)
  const value = classList.contains('down') ? Number(dataset.startingValue) - length : length
  dataset.currentValue = `${value}`
  counter.textContent = `${value}`
  classList.toggle('too-long', length > (limit(dataset.maximumValue) ?? length))
  classList.toggle('too-short', length < (limit(dataset.minimumValue) ?? 0))
}

/** Shows all values in one output, or one each in a group. */
function reflect(form: ContactFormElement, part: HTMLElement): void {
  const values = valuesIn(form).texts(part.dataset.reflectionOf ?? '')
  const texts = values.filter((text) => text !== '')
  const [output, ...others] = part.querySelectorAll('output')
  if (!output) return
  for (const other of others) other.remove()
  const [first = output.dataset.default ?? '', ...more] = part.matches('fieldset')
    ? texts
    : [texts.join(', ')].filter(Boolean)
  output.textContent = first
  output.after(...more.map((text) => Object.assign(output.cloneNode(), { textContent: text })))
}

/** Disables sending until everything required is accepted (FORM-10), and says beside the button what is missing. */
function checkAcceptance(form: ContactFormElement): void {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('.wpcf7-acceptance:not(.optional) [type="checkbox"]')]
  const missing = boxes.find((box) => box.checked === isInverted(box))
  const { activeElement } = document
  const buttons = [...form.querySelectorAll<HTMLInputElement>('.wpcf7-submit')]
  const hintId = showAcceptanceHint(form, buttons[0], missing)
  for (const button of buttons) {
    button.disabled = missing !== undefined
    if (hintId === null) button.removeAttribute('aria-describedby')
    else button.setAttribute('aria-describedby', hintId)
    // After sending, the empty form disables the focused button, which would lose the focus.
    if (button === activeElement) missing?.focus({ preventScroll: true })
  }
}

const isInverted = (box: HTMLInputElement): boolean => box.closest('.invert') !== null

/** Returns the id of the hint, or null if nothing is missing. Only script disables the button, so script adds it. */
function showAcceptanceHint(form: ContactFormElement, button?: Element, missing?: HTMLInputElement): string | null {
  const shown = form.querySelector<HTMLElement>('.wpcf7-acceptance-hint')
  if (!button || !missing) {
    shown?.remove()
    return null
  }
  const hint = shown ?? document.createElement('span')
  hint.id = `${form.wpcf7.unitTag}-acceptance-hint`
  hint.className = 'wpcf7-acceptance-hint soft-small'
  const label = missing.labels?.[0]?.textContent?.trim() || missing.ariaLabel || 'I agree'
  hint.textContent = `To send, please ${isInverted(missing) ? 'untick' : 'tick'} “${label}”`
  const spinner = button.nextElementSibling?.matches('.wpcf7-spinner') ? button.nextElementSibling : button
  if (!shown) spinner.after(hint)
  return hint.id
}

function addScheme(field: HTMLInputElement): void {
  const url = field.value.trim()
  if (url.includes('.') && !/^[a-z][a-z0-9+.-]*:/i.test(url)) field.value = `http://${url.replace(/^\/+/, '')}`
}

function uncheckOthers(form: ContactFormElement, chosen: HTMLInputElement): void {
  for (const box of form.querySelectorAll<HTMLInputElement>('.wpcf7-exclusive-checkbox [type="checkbox"]'))
    if (box !== chosen && box.name === chosen.name) box.checked = false
}

function hideFloatingTip({ target }: Event): void {
  const wrap = (target as Element).closest('.use-floating-validation-tip .wpcf7-form-control-wrap')
  const tip = wrap?.querySelector<HTMLElement>('.wpcf7-not-valid-tip')
  if (tip) tip.hidden = true
}

function setInert(form: ContactFormElement): void {
  for (const part of form.querySelectorAll<HTMLElement>('[class*="inert-on-"]'))
    part.inert = part.classList.contains(`inert-on-${form.wpcf7.status}`)
}
