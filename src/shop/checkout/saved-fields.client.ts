const STORAGE_KEY = 'wc_stripe_checkout_fields'
const savedFieldNames = /^(billing_|shipping_(?!method)|order_comments$|ship_to_different_address$|createaccount$)/

/** Keeps what was typed in this tab (CHK-11), and gives it back to fields that came without a value. */
export function saveFields(form: HTMLFormElement): void {
  form.addEventListener('change', () => {
    const values: Record<string, string> = {}
    for (const element of form.elements) {
      if (!isField(element) || !savedFieldNames.test(element.name)) continue
      const isCheckbox = element instanceof HTMLInputElement && element.type === 'checkbox'
      values[element.name] = isCheckbox ? (element.checked ? '1' : '') : element.value
    }
    writeStorage(values)
  })
}

/** Gives back one kind of field at a time: countries first, for they decide which provinces there are. */
export function restoreFields(form: HTMLFormElement, isSelected: (name: string) => boolean): void {
  const stored = readStorage()
  for (const element of form.elements) {
    if (!isField(element) || !savedFieldNames.test(element.name) || !isSelected(element.name)) continue
    const value = stored[element.name]
    if (typeof value !== 'string' || value === '') continue
    if (element instanceof HTMLInputElement && element.type === 'checkbox') element.checked ||= value === '1'
    else if (element.value === '' || (isCountry(element.name) && element instanceof HTMLSelectElement)) {
      const previous = element.value
      element.value = value
      // A country or province that is no longer offered.
      if (element.value === '') element.value = previous
    }
  }
}

export const isCountry = (name: string): boolean => name.endsWith('_country')

/** What was said about one order is not said about the next. */
export function clearSavedNote(): void {
  const { order_comments: _, ...values } = readStorage()
  writeStorage(values)
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement

function writeStorage(values: Readonly<Record<string, unknown>>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(values))
  } catch {
    // Without storage nothing is kept, and nothing else is lost.
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
