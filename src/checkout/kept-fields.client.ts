const STORE = 'wc_stripe_checkout_fields'
const kept = /^(billing_|shipping_|order_comments$|ship_to_different_address$)/

/** Keeps what was typed in this tab (CHK-11), and gives it back to fields that came without a value. */
export function keepFields(form: HTMLFormElement): void {
  const stored = read()
  for (const element of form.elements) {
    if (!isField(element) || !kept.test(element.name)) continue
    const value = stored[element.name]
    if (value === undefined) continue
    if (element instanceof HTMLInputElement && element.type === 'checkbox') element.checked ||= value === '1'
    else if (element.value === '') element.value = value
  }
  form.addEventListener('change', () => {
    const values: Record<string, string> = {}
    for (const element of form.elements) {
      if (!isField(element) || !kept.test(element.name)) continue
      const isBox = element instanceof HTMLInputElement && element.type === 'checkbox'
      values[element.name] = isBox ? (element.checked ? '1' : '') : element.value
    }
    try {
      sessionStorage.setItem(STORE, JSON.stringify(values))
    } catch {
      // Without storage nothing is kept, and nothing else is lost.
    }
  })
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement

function read(): Record<string, string> {
  try {
    return (JSON.parse(sessionStorage.getItem(STORE) ?? '{}') ?? {}) as Record<string, string>
  } catch {
    return {}
  }
}
