import { splitFullName } from '../../../people/addresses/address.ts'
import type { CheckoutProblem } from '../../../people/addresses/address-check.ts'
import { provinceHint, type RulesLookup } from '../../../people/addresses/address-rules.ts'
import { pointerReleased } from '../../../platform/web/client/pointer-released.ts'
import { checkCheckoutFields } from '../form-check.ts'
import { inlineProblemText, markField, unmarkField } from './errors.client.ts'
import { type Control, create, enter, fieldsOf, isControl, valueOf } from './form.client.ts'

export function problemsIn(form: HTMLFormElement, rulesOf: RulesLookup): CheckoutProblem[] {
  const fields = fieldsOf(form)
  return checkCheckoutFields(fields, {
    shipToDifferent: fields.ship_to_different_address === '1',
    needsShipping: true,
    termsRequired: form.querySelector('#terms') !== null,
    passwordRequired: fields.createaccount === '1' && fields.account_password !== undefined,
    rulesOf,
  })
}

/** Validates on blur, not while typing. Removes errors once corrected. Tabbing through the form causes none. */
export function validateOnBlur(form: HTMLFormElement, rulesOf: RulesLookup): void {
  const touchedFields = new WeakSet<EventTarget>()
  const problemOf = (field: Control) => problemsIn(form, rulesOf).find((problem) => problem.field === field.name)

  form.addEventListener('input', ({ target }) => {
    if (!isValidated(target)) return
    touchedFields.add(target)
    if (target.hasAttribute('aria-invalid') && !problemOf(target)) unmarkField(form, target.name)
  })
  form.addEventListener('focusout', ({ target }) => {
    if (isValidated(target) && touchedFields.has(target)) void validate(target)
  })
  form.addEventListener('change', ({ target }) => {
    if (isValidated(target)) touchedFields.add(target)
    // Selects and checkboxes are complete when changed, and so are autofilled fields.
    const isComplete = isValidated(target) && target !== document.activeElement
    if (isComplete || target instanceof HTMLSelectElement) void validate(target)
  })

  async function validate(field: Control): Promise<void> {
    await pointerReleased()
    formatPostcode(field, rulesOf, form)
    const problem = problemOf(field)
    if (problem) return markField(form, field.name, inlineProblemText(problem), problem.kind)
    unmarkField(form, field.name)
    if (field.value !== '') field.closest('.form-row')?.classList.add('woocommerce-validated')
  }
}

const isValidated = (target: EventTarget | null): target is Control =>
  isControl(target) && /^(billing_|shipping_|order_comments$|account_password$|terms$)/.test(target.name)

function formatPostcode(field: Control, rulesOf: RulesLookup, form: HTMLFormElement): void {
  const set = /^(billing|shipping)_postcode$/.exec(field.name)?.[1]
  if (!set) return
  const formatted = rulesOf(valueOf(form, `${set}_country`)).normalizePostcode(field.value)
  if (formatted !== field.value) field.value = formatted
}

export function assistInput(form: HTMLFormElement, rulesOf: RulesLookup): void {
  form.addEventListener('change', ({ target }) => {
    const set = /^(billing|shipping)_(?:postcode|state|country)$/.exec((target as Control).name)?.[1]
    if (set) suggestProvince(form, set, rulesOf)
  })
  form.addEventListener('paste', ({ target, clipboardData }) => {
    const set = /^(billing|shipping)_first_name$/.exec((target as Control).name ?? '')?.[1]
    if (!set || valueOf(form, `${set}_last_name`) !== '' || valueOf(form, `${set}_first_name`) !== '') return
    if ((clipboardData?.getData('text') ?? '').trim().includes(' ')) setTimeout(() => splitName(form, set))
  })
  splitTypedName(form)
}

/**
 * Splits a full name in the first-name field once the shopper leaves both name fields with an empty last name. Only
 * once, because undoing the split shows that it was intended.
 */
function splitTypedName(form: HTMLFormElement): void {
  const splitSets = new Set<string>()
  const splitOnLeave = (set: string) => {
    const isFullName =
      valueOf(form, `${set}_first_name`).trim().includes(' ') && valueOf(form, `${set}_last_name`) === ''
    if (!isFullName || splitSets.has(set)) return
    splitSets.add(set)
    splitName(form, set)
  }
  const setOf = (target: EventTarget | null): string | undefined =>
    target instanceof HTMLInputElement ? /^(billing|shipping)_(?:first|last)_name$/.exec(target.name)?.[1] : undefined
  form.addEventListener('focusout', ({ target, relatedTarget }) => {
    const set = setOf(target)
    // Switching windows does not count as leaving a field.
    if (set && set !== setOf(relatedTarget) && document.activeElement !== target) splitOnLeave(set)
  })
  form.addEventListener('keydown', ({ target, key, isComposing }) => {
    const set = setOf(target)
    if (set && key === 'Enter' && !isComposing) splitOnLeave(set)
  })
}

function splitName(form: HTMLFormElement, set: string): void {
  const { firstName, lastName } = splitFullName(valueOf(form, `${set}_first_name`).trim())
  if (firstName === '') return
  setValue(form, `${set}_first_name`, firstName)
  setValue(form, `${set}_last_name`, lastName)
  showHint(form, `${set}_first_name`, [`We have put ${lastName} into the last name.`])
}

function suggestProvince(form: HTMLFormElement, set: string, rulesOf: RulesLookup): void {
  const name = `${set}_postcode`
  const hint =
    valueOf(form, `${set}_country`) === 'CA'
      ? provinceHint(valueOf(form, name), valueOf(form, `${set}_state`), rulesOf('CA').provinces ?? [])
      : { kind: 'none' as const }
  if (hint.kind === 'none') return showHint(form, name, [])
  if (hint.kind === 'fill') {
    setValue(form, `${set}_state`, hint.code)
    return showHint(form, name, [hint.text])
  }
  const button = create('button', { type: 'button', textContent: hint.button })
  button.addEventListener('click', () => {
    setValue(form, `${set}_state`, hint.code)
    showHint(form, name, ['Thank you. Your change is saved.'])
    form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  })
  showHint(form, name, [`${hint.text} `, button])
}

function showHint(form: HTMLFormElement, name: string, content: (string | Node)[]): void {
  void pointerReleased().then(() => form.querySelector(`#${name}_field [data-hint]`)?.replaceChildren(...content))
}

function setValue(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name)
  if (isControl(field) && field.value !== value) enter(field, value)
}
