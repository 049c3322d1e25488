import { setHidden } from './form-fields.client.ts'

/** Puts the parts of a review answer in place, and says the total when it is another one. */
export function putReview(form: HTMLFormElement, fragments: Readonly<Record<string, string>>): void {
  const before = totalIn(form)
  for (const [selector, html] of Object.entries(fragments)) {
    if (selector === '.woocommerce-checkout-payment') takeOverPayment(form, html)
    else replace(selector, html)
  }
  const total = totalIn(form)
  for (const place of form.querySelectorAll('[data-total]')) if (place.textContent !== total) place.textContent = total
  const announcement = form.querySelector('[data-total-announcement]')
  if (announcement && before !== total) announcement.textContent = `Your total is ${total}.`
}

export const totalIn = (form: HTMLFormElement): string =>
  form.querySelector('.order-total .amount')?.textContent?.trim() ?? ''

/** The session is over: what is said about it takes the place of the form. */
export function replaceForm(form: HTMLFormElement, html: string): void {
  const message = parse(html)
  if (!(message instanceof HTMLElement)) return location.reload()
  const alert = document.createElement('div')
  alert.setAttribute('role', 'alert')
  message.removeAttribute('role')
  form.replaceWith(alert)
  alert.append(message)
  message.tabIndex = -1
  message.focus()
}

function replace(selector: string, html: string): void {
  const element = document.querySelector(selector)
  const fresh = parse(html)
  // An overlay or a mark of ours is no difference, and what is the same keeps the focus.
  if (!element || !fresh || element.outerHTML === fresh.outerHTML) return
  const focused = element.contains(document.activeElement) ? document.activeElement?.id : undefined
  element.replaceWith(fresh)
  if (focused) document.getElementById(focused)?.focus()
}

/**
 * The card field lives in the payment part and would lose what was typed if it were moved: only what differs is taken over.
 */
function takeOverPayment(form: HTMLFormElement, html: string): void {
  const fresh = parse(html)
  const place = form.querySelector('#payment')
  if (!fresh || !place) return
  const button = form.querySelector<HTMLButtonElement>('#place_order')
  const words = fresh.querySelector('#place_order')?.textContent
  if (button && words) {
    if (button.dataset.label === undefined) button.textContent = words
    else button.dataset.label = words
  }
  const nonce = fresh.querySelector<HTMLInputElement>('#woocommerce-process-checkout-nonce')?.value
  if (nonce) setHidden(form, 'woocommerce-process-checkout-nonce', nonce)
  takeOverGateways(place, fresh)
}

function takeOverGateways(place: Element, fresh: Element): void {
  const list = place.querySelector<HTMLElement>('.wc_payment_methods')
  const freshList = fresh.querySelector<HTMLElement>('.wc_payment_methods')
  const nothing = place.querySelector('[data-nothing-to-pay]')
  if (!freshList) {
    if (list) list.hidden = true
    const said = fresh.querySelector('[data-nothing-to-pay]')
    if (!nothing && said) place.prepend(said)
    return
  }
  nothing?.remove()
  if (!list) return place.prepend(freshList)
  list.hidden = false
  list.dataset.count = freshList.dataset.count
  const wanted = [...freshList.children] as HTMLElement[]
  for (const item of [...list.children] as HTMLElement[]) {
    if (!wanted.some((one) => idOf(one) === idOf(item))) item.remove()
  }
  let next = list.firstElementChild
  for (const item of wanted) {
    if (next && idOf(next) === idOf(item)) next = next.nextElementSibling
    else list.insertBefore(item, next)
  }
  if (list.querySelector('input[name=payment_method]:checked')) return
  const first = list.querySelector<HTMLInputElement>('input[name=payment_method]')
  if (first) first.checked = true
  first?.dispatchEvent(new Event('change', { bubbles: true }))
}

const idOf = (item: Element): string => item.querySelector<HTMLInputElement>('input[name=payment_method]')?.value ?? ''

function parse(html: string): Element | null {
  const template = document.createElement('template')
  template.innerHTML = html.trim()
  return template.content.firstElementChild
}
