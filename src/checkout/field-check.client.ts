import type { RulesOf } from '../orders/address-rules.ts'
import { splitFullName } from './address.ts'
import { type CheckoutProblem } from './address-check.ts'
import { markField, problemInPlace, unmarkField } from './errors.client.ts'
import { checkCheckoutFields } from './form-check.ts'
import { fieldsOf } from './form-fields.client.ts'
import { provinceHint } from './province-hint.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What is wrong with the form as it stands. */
export function problemsIn(form: HTMLFormElement, rulesOf: RulesOf): CheckoutProblem[] {
  const fields = fieldsOf(form)
  return checkCheckoutFields(fields, {
    shipToDifferent: fields.ship_to_different_address === '1',
    needsShipping: true,
    termsRequired: form.querySelector('#terms') !== null,
    passwordRequired: fields.createaccount === '1' && fields.account_password !== undefined,
    rulesOf,
  })
}

/**
 * Looks at a field when it is left, not while somebody types, and forgives as soon as it is mended. A field that nobody
 * has touched is left alone: whoever walks through the form with the keyboard has made no mistakes yet.
 */
export function checkWhenLeft(form: HTMLFormElement, rulesOf: RulesOf): void {
  const touched = new WeakSet<EventTarget>()
  const problemOf = (field: Control) => problemsIn(form, rulesOf).find((problem) => problem.field === field.name)

  form.addEventListener('input', ({ target }) => {
    if (!isControl(target)) return
    touched.add(target)
    if (target.hasAttribute('aria-invalid') && !problemOf(target)) unmarkField(form, target.name)
  })
  form.addEventListener('change', ({ target }) => {
    if (isControl(target)) touched.add(target)
  })
  form.addEventListener('focusout', ({ target }) => {
    if (isControl(target) && touched.has(target)) look(target)
  })
  // A list and a box are done with when they are changed, and so is what a browser fills in.
  form.addEventListener('change', ({ target }) => {
    if (isControl(target) && target !== document.activeElement) look(target)
    else if (target instanceof HTMLSelectElement) look(target)
  })

  function look(field: Control): void {
    tidyPostcode(field, rulesOf, form)
    const problem = problemOf(field)
    if (problem) return markField(form, field.name, problemInPlace(problem), problem.kind)
    unmarkField(form, field.name)
    if (field.value !== '') field.closest('.form-row')?.classList.add('woocommerce-validated')
  }
}

const isControl = (target: EventTarget | null): target is Control =>
  (target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement) &&
  /^(billing_|shipping_|order_comments$|account_password$|terms$)/.test(target.name)

/** 'm5v2t6' as the post writes it. */
function tidyPostcode(field: Control, rulesOf: RulesOf, form: HTMLFormElement): void {
  const set = /^(billing|shipping)_postcode$/.exec(field.name)?.[1]
  if (!set) return
  const written = rulesOf(valueOf(form, `${set}_country`)).normalisePostcode(field.value)
  if (written !== field.value) field.value = written
}

/** Province and postal code mend each other in Canada; a whole name in the first field is shared out. */
export function helpAlong(form: HTMLFormElement, rulesOf: RulesOf): void {
  form.addEventListener('change', ({ target }) => {
    const set = /^(billing|shipping)_(?:postcode|state|country)$/.exec((target as Control).name)?.[1]
    if (set) suggestProvince(form, set, rulesOf)
  })
  form.addEventListener('paste', ({ target, clipboardData }) => {
    const set = /^(billing|shipping)_first_name$/.exec((target as Control).name ?? '')?.[1]
    if (!set || valueOf(form, `${set}_last_name`) !== '' || valueOf(form, `${set}_first_name`) !== '') return
    if ((clipboardData?.getData('text') ?? '').trim().includes(' ')) setTimeout(() => shareOutName(form, set))
  })
  shareOutTyped(form)
}

/**
 * A whole name that was typed is shared out when somebody leaves both fields with the last one empty, by Enter too, and
 * once: who goes from the first to the last is about to type it, and who puts it back as it was meant it so.
 */
function shareOutTyped(form: HTMLFormElement): void {
  const done = new Set<string>()
  const leave = (set: string) => {
    const isWhole = valueOf(form, `${set}_first_name`).trim().includes(' ') && valueOf(form, `${set}_last_name`) === ''
    if (!isWhole || done.has(set)) return
    done.add(set)
    shareOutName(form, set)
  }
  const setOf = (target: EventTarget | null): string | undefined =>
    target instanceof HTMLInputElement ? /^(billing|shipping)_(?:first|last)_name$/.exec(target.name)?.[1] : undefined
  form.addEventListener('focusout', ({ target, relatedTarget }) => {
    const set = setOf(target)
    // A window that is left for a moment leaves no field.
    if (set && set !== setOf(relatedTarget) && document.activeElement !== target) leave(set)
  })
  form.addEventListener('keydown', ({ target, key, isComposing }) => {
    const set = setOf(target)
    if (set && key === 'Enter' && !isComposing) leave(set)
  })
}

function shareOutName(form: HTMLFormElement, set: string): void {
  const { firstName, lastName } = splitFullName(valueOf(form, `${set}_first_name`).trim())
  if (firstName === '') return
  put(form, `${set}_first_name`, firstName)
  put(form, `${set}_last_name`, lastName)
  say(form, `${set}_first_name`, [`We have put ${lastName} into the last name.`])
}

function suggestProvince(form: HTMLFormElement, set: string, rulesOf: RulesOf): void {
  const name = `${set}_postcode`
  const hint =
    valueOf(form, `${set}_country`) === 'CA'
      ? provinceHint(valueOf(form, name), valueOf(form, `${set}_state`), rulesOf('CA').provinces ?? [])
      : { kind: 'none' as const }
  if (hint.kind === 'none') return say(form, name, [])
  if (hint.kind === 'fill') {
    put(form, `${set}_state`, hint.code)
    return say(form, name, [hint.text])
  }
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = hint.button
  button.addEventListener('click', () => {
    put(form, `${set}_state`, hint.code)
    say(form, name, ['Thank you. Your change is saved.'])
    form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  })
  say(form, name, [`${hint.text} `, button])
}

function say(form: HTMLFormElement, name: string, words: (string | Node)[]): void {
  form.querySelector(`#${name}_field [data-hint]`)?.replaceChildren(...words)
}

const valueOf = (form: HTMLFormElement, name: string): string =>
  (form.elements.namedItem(name) as HTMLInputElement | null)?.value ?? ''

function put(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name) as HTMLInputElement | null
  if (!field || field.value === value) return
  field.value = value
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
