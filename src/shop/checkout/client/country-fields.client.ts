import { type CheckoutField, checkoutFields, type FieldSet, normalizeState } from '../../../people/addresses/address.ts'
import {
  type AddressRules,
  buildAddressRules,
  type FieldAdjustments,
  type RulesLookup,
} from '../../../people/addresses/address-rules.ts'
import { create, trigger, valueOf } from './form.client.ts'

/** Adapts the address fields when another country is chosen (CHK-05). */
export function watchCountry(form: HTMLFormElement, rulesOf: RulesLookup): void {
  form.addEventListener('change', (event) => {
    const set = /^(billing|shipping)_country$/.exec((event.target as HTMLInputElement).name)?.[1] as
      | FieldSet
      | undefined
    if (set) shapeFields(form, set, rulesOf)
  })
}

export function shapeFields(form: HTMLFormElement, set: FieldSet, rulesOf: RulesLookup): void {
  const country = valueOf(form, `${set}_country`)
  const rows: HTMLElement[] = []
  for (const field of checkoutFields(set, rulesOf(country))) {
    const row = document.getElementById(`${field.key}_field`)
    if (!row) continue
    updateRow(row, field)
    // The email field stays in the contact section, whatever its priority.
    if (field.name !== 'email') rows.push(row)
  }
  sortRows(rows)
  trigger('country_to_state_changed', country, form)
}

function updateRow(row: HTMLElement, field: CheckoutField): void {
  row.hidden = field.hidden
  row.dataset.priority = String(field.priority)
  row.classList.toggle('validate-required', field.required)
  const label = row.querySelector('label')
  const labelText = label?.querySelector('span')
  if (label && labelText) {
    labelText.textContent = field.label
    label.querySelector('.optional')?.remove()
    if (!field.required) label.append(create('span', { className: 'optional', textContent: '(optional)' }))
  }
  if (field.type === 'state') replaceState(row, field)
  const control = row.querySelector<HTMLInputElement>(`[name="${field.key}"]`)
  if (!control || control.type === 'hidden') return
  control.ariaRequired = field.required ? 'true' : null
  if (field.placeholder !== '') control.placeholder = field.placeholder
}

/** A select where the country has provinces, a text field otherwise; a value valid in both is preserved. */
function replaceState(row: HTMLElement, field: CheckoutField): void {
  const before = row.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${field.key}"]`)
  if (!before) return
  const { value } = before
  const codesBefore = before instanceof HTMLSelectElement ? [...before.options].slice(1).map((one) => one.value) : null
  if (codesBefore && codesBefore.join() === field.options?.map(({ code }) => code).join()) return
  const after = document.createElement(field.options ? 'select' : 'input')
  for (const name of ['id', 'name', 'autocomplete']) after.setAttribute(name, before.getAttribute(name) ?? '')
  if (after instanceof HTMLSelectElement) {
    after.className = 'state_select'
    after.append(new Option('Choose…', ''), ...(field.options ?? []).map(({ code, name }) => new Option(name, code)))
    const code = normalizeState(value, field.options)
    after.value = field.options?.some((option) => option.code === code) ? code : ''
  } else {
    after.className = 'input-text'
    after.maxLength = field.maxLength
    // A province code of the previous country is meaningless in a text field.
    after.value = codesBefore ? '' : value
  }
  before.replaceWith(after)
}

/** Moves only rows in the wrong position: a moved field loses the focus. */
function sortRows(rows: readonly HTMLElement[]): void {
  const parent = rows[0]?.parentElement
  if (!parent) return
  let next: Element | null = parent.firstElementChild
  for (const row of rows) {
    if (row === next) next = next.nextElementSibling
    else parent.insertBefore(row, next)
  }
}

type Locale = Readonly<Record<string, FieldAdjustments | undefined>>

export function pageAddressRules(): RulesLookup {
  const settings = window as {
    wc_address_i18n_params?: { locale: string }
    wc_country_select_params?: { countries: string }
  }
  const locale = JSON.parse(settings.wc_address_i18n_params?.locale ?? '{}') as Locale
  const provinces = JSON.parse(settings.wc_country_select_params?.countries ?? '{}') as Record<
    string,
    Record<string, string>
  >
  const cached = new Map<string, AddressRules>()
  return (country) => {
    const rules =
      cached.get(country) ??
      buildAddressRules(country, merged(locale.default, locale[country]), listOf(provinces[country]))
    cached.set(country, rules)
    return rules
  }
}

function merged(defaults: FieldAdjustments = {}, overrides: FieldAdjustments = {}): FieldAdjustments {
  const names = [...Object.keys(defaults), ...Object.keys(overrides)] as (keyof FieldAdjustments)[]
  return Object.fromEntries(names.map((name) => [name, { ...defaults[name], ...overrides[name] }]))
}

const listOf = (names: Record<string, string> | undefined) =>
  names ? Object.entries(names).map(([code, name]) => ({ code, name })) : null
