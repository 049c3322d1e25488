import { isControl } from './form.client.ts'

const STORAGE_KEY = 'wc_stripe_checkout_fields'
const savedFieldNames = /^(billing_|shipping_(?!method)|order_comments$|ship_to_different_address$|createaccount$)/

/** Saves input in this tab's session storage (CHK-11). */
export function saveFields(form: HTMLFormElement): void {
  form.addEventListener('change', () => {
    const values: Record<string, string> = {}
    for (const element of form.elements) {
      if (!isControl(element) || !savedFieldNames.test(element.name)) continue
      const isCheckbox = element instanceof HTMLInputElement && element.type === 'checkbox'
      values[element.name] = isCheckbox ? (element.checked ? '1' : '') : element.value
    }
    writeStorage(values)
  })
}

/** Only fields without a value. Countries are restored first, because they determine the provinces. */
export function restoreFields(form: HTMLFormElement, isSelected: (name: string) => boolean): void {
  const stored = readStorage()
  for (const element of form.elements) {
    if (!isControl(element) || !savedFieldNames.test(element.name) || !isSelected(element.name)) continue
    const value = stored[element.name]
    if (typeof value !== 'string' || value === '') continue
    if (element instanceof HTMLInputElement && element.type === 'checkbox') element.checked ||= value === '1'
    else if (element.value === '' || (isCountry(element.name) && element instanceof HTMLSelectElement)) {
      const previous = element.value
      element.value = value
      // The saved country or province is no longer offered.
      if (element.value === '') element.value = previous
    }
  }
}

export const isCountry = (name: string): boolean => name.endsWith('_country')

/** An order note is not carried over to the next order. */
export function clearSavedNote(): void {
  const { order_comments: _, ...values } = readStorage()
  writeStorage(values)
}

function writeStorage(values: Readonly<Record<string, unknown>>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(values))
  } catch {
    // Storage is unavailable: only the saved input is lost.
  }
}

function readStorage(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}
