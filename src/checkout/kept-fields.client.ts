const STORE = 'wc_stripe_checkout_fields'
const kept = /^(billing_|shipping_(?!method)|order_comments$|ship_to_different_address$|createaccount$)/

/** Keeps what was typed in this tab (CHK-11), and gives it back to fields that came without a value. */
export function keepFields(form: HTMLFormElement): void {
  form.addEventListener('change', () => {
    const values: Record<string, string> = {}
    for (const element of form.elements) {
      if (!isField(element) || !kept.test(element.name)) continue
      const isBox = element instanceof HTMLInputElement && element.type === 'checkbox'
      values[element.name] = isBox ? (element.checked ? '1' : '') : element.value
    }
    write(values)
  })
}

/** Gives back one kind of field at a time: countries first, for they decide which provinces there are. */
export function giveBack(form: HTMLFormElement, which: (name: string) => boolean): void {
  const stored = read()
  for (const element of form.elements) {
    if (!isField(element) || !kept.test(element.name) || !which(element.name)) continue
    const value = stored[element.name]
    if (typeof value !== 'string' || value === '') continue
    if (element instanceof HTMLInputElement && element.type === 'checkbox') element.checked ||= value === '1'
    else if (element.value === '' || (isCountry(element.name) && element instanceof HTMLSelectElement)) {
      const before = element.value
      element.value = value
      // A country or province that is no longer offered.
      if (element.value === '') element.value = before
    }
  }
}

export const isCountry = (name: string): boolean => name.endsWith('_country')

/** What was said about one order is not said about the next. */
export function forgetNote(): void {
  const { order_comments: _, ...values } = read()
  write(values)
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement

function write(values: Readonly<Record<string, unknown>>): void {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(values))
  } catch {
    // Without storage nothing is kept, and nothing else is lost.
  }
}

function read(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? '{}')
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}
