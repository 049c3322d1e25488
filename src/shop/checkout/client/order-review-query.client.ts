import { fieldsOf } from './form.client.ts'

/** The data of a checkout that continues: `?…_order_review=` with base64 JSON (shop.md §2). */
type OrderReview = { readonly payment_method: string; readonly payment_nonce: string }

/** `?…_order_review=` selects the method and puts in its token (SCA-02). Returns whether there was one. */
export function applyOrderReviewQuery(form: HTMLFormElement): boolean {
  const url = new URL(location.href)
  const names = [...url.searchParams.keys()].filter((name) => name.endsWith('_order_review'))
  if (names.length === 0) return false
  const review = parse(url.searchParams.get(names[0] ?? '') ?? '')
  for (const name of names) url.searchParams.delete(name)
  history.replaceState(history.state, '', url.pathname + url.search + url.hash)
  const method = review?.payment_method ?? ''
  const radio = form.querySelector<HTMLInputElement>(`#payment_method_${CSS.escape(method)}`)
  if (!review || !radio) return false
  radio.checked = true
  radio.dispatchEvent(new Event('change', { bubbles: true }))
  const token = form.querySelector<HTMLInputElement>(`#${CSS.escape(method)}_token_key`)
  if (!token || review.payment_nonce === '') return false
  token.value = review.payment_nonce
  const fresh = form.querySelector<HTMLInputElement>(`#${CSS.escape(method)}_use_new`)
  if (fresh && fieldsOf(form)[fresh.name] !== fresh.value) {
    fresh.checked = true
    fresh.dispatchEvent(new Event('change', { bubbles: true }))
  }
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
