import { choose, fieldsOf, isControl, methodRadio } from './form.client.ts'

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

/** A shipping address that was typed and in use in this tab takes the place of the customer's stored one. */
export function clearStoredShipping(form: HTMLFormElement): void {
  const { ship_to_different_address: isUsed, shipping_address_1: street } = readStorage()
  const box = form.elements.namedItem('ship_to_different_address')
  if (isUsed !== '1' || !street || !(box instanceof HTMLInputElement) || box.defaultChecked) return
  for (const element of form.elements)
    if (isControl(element) && /^shipping_(?!method|country)/.test(element.name)) element.value = ''
}

/** Restores only fields without a value, of the address that is shown. Countries come first, because they determine the provinces. */
export function restoreFields(form: HTMLFormElement, isSelected: (name: string) => boolean): void {
  const stored = readStorage()
  for (const element of form.elements) {
    if (!isControl(element) || !savedFieldNames.test(element.name) || !isSelected(element.name)) continue
    const value = stored[element.name]
    if (typeof value !== 'string' || value === '' || isOfOtherAddress(form, stored, element.name)) continue
    if (element instanceof HTMLInputElement && element.type === 'checkbox') element.checked ||= value === '1'
    else if (element.value === '' || (isCountry(element.name) && element instanceof HTMLSelectElement)) {
      const previous = element.value
      element.value = value
      // The saved country or province is no longer offered.
      if (element.value === '') element.value = previous
    }
  }
}

/** A unit typed before does not belong to another street, such as of the address just saved in the account. */
function isOfOtherAddress(form: HTMLFormElement, stored: Record<string, unknown>, name: string): boolean {
  const street = name.replace(/_.*/, '_address_1')
  const shown = fieldsOf(form)[street] ?? ''
  return shown !== '' && shown !== stored[street]
}

export const isCountry = (name: string): boolean => name.endsWith('_country')

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

/** The data of a checkout that continues: `?…_order_review=` with base64 JSON (shop.md §2). */
type OrderReview = { readonly payment_method: string; readonly payment_nonce: string }

/** `?…_order_review=` selects the method and sets its token (SCA-02). Returns whether the URL had this parameter. */
export function applyOrderReviewQuery(form: HTMLFormElement): boolean {
  const url = new URL(location.href)
  const names = [...url.searchParams.keys()].filter((name) => name.endsWith('_order_review'))
  if (names.length === 0) return false
  const review = parse(url.searchParams.get(names[0] ?? '') ?? '')
  for (const name of names) url.searchParams.delete(name)
  history.replaceState(history.state, '', url.pathname + url.search + url.hash)
  const method = review?.payment_method ?? ''
  const radio = methodRadio(form, method)
  if (!review || !radio) return false
  choose(radio)
  const token = form.querySelector<HTMLInputElement>(`#${CSS.escape(method)}_token_key`)
  if (!token || review.payment_nonce === '') return false
  token.value = review.payment_nonce
  const fresh = form.querySelector<HTMLInputElement>(`#${CSS.escape(method)}_use_new`)
  if (fresh && fieldsOf(form)[fresh.name] !== fresh.value) choose(fresh)
  return true
}

function parse(text: string): OrderReview | null {
  try {
    // A plus sign arrives as a space.
    const { payment_method, payment_nonce } = JSON.parse(atob(text.replaceAll(' ', '+'))) as Partial<OrderReview>
    return typeof payment_method === 'string' && typeof payment_nonce === 'string'
      ? { payment_method, payment_nonce }
      : null
  } catch {
    return null
  }
}
