import { replaceGatewayData } from '../../wallets/client/page-wallets.client.ts'
import { choose, create, parseHtml, setHidden, setText } from './form.client.ts'

export type ReviewFragments = {
  readonly [selector in '.woocommerce-checkout-review-order-table' | '.woocommerce-checkout-payment']?: string
}

/** Announces the total when it has changed. Other fragments are for scripts of the Stripe plugin. */
export function applyReview(form: HTMLFormElement, fragments: ReviewFragments): void {
  const previousTotal = totalIn(form)
  const table = '.woocommerce-checkout-review-order-table'
  const { [table]: tableHtml, '.woocommerce-checkout-payment': paymentHtml } = fragments
  if (tableHtml) replace(table, tableHtml)
  if (paymentHtml) updatePayment(form, paymentHtml)
  const total = totalIn(form)
  setText(form, '[data-total]', total)
  if (previousTotal !== total) setText(form, '[data-total-announcement]', `Your total is ${total}.`)
}

export const totalIn = (form: HTMLFormElement): string =>
  form.querySelector('.order-total .amount')?.textContent?.trim() ?? ''

export function replaceForm(form: HTMLFormElement, html: string): void {
  const notice = parseHtml(html).firstElementChild
  if (!(notice instanceof HTMLElement)) return location.reload()
  const alert = create('div', { role: 'alert' })
  notice.removeAttribute('role')
  form.replaceWith(alert)
  alert.append(notice)
  notice.tabIndex = -1
  notice.focus()
}

function replace(selector: string, html: string): void {
  const element = document.querySelector(selector)
  const fresh = parseHtml(html).firstElementChild
  // Overlays and markers added by script do not count as a difference; unchanged elements keep the focus.
  if (!element || !fresh || element.outerHTML === fresh.outerHTML) return
  const focused = element.contains(document.activeElement) ? document.activeElement?.id : undefined
  element.replaceWith(fresh)
  if (focused) document.getElementById(focused)?.focus()
}

/** The card field would lose its input if moved, so only differing parts are replaced. */
function updatePayment(form: HTMLFormElement, html: string): void {
  const fresh = parseHtml(html).firstElementChild
  const paymentSection = form.querySelector('#payment')
  if (!fresh || !paymentSection) return
  const button = form.querySelector<HTMLButtonElement>('#place_order')
  const buttonLabel = fresh.querySelector('#place_order')?.textContent
  if (button && buttonLabel) {
    if (button.dataset.label === undefined) button.textContent = buttonLabel
    else button.dataset.label = buttonLabel
  }
  const nonce = fresh.querySelector<HTMLInputElement>('#woocommerce-process-checkout-nonce')?.value
  if (nonce) setHidden(form, 'woocommerce-process-checkout-nonce', nonce)
  updateGateways(paymentSection, fresh)
}

function updateGateways(paymentSection: Element, fresh: Element): void {
  const list = paymentSection.querySelector<HTMLElement>('.wc_payment_methods')
  const freshList = fresh.querySelector<HTMLElement>('.wc_payment_methods')
  const notice = paymentSection.querySelector('[data-nothing-to-pay]')
  const freshItems = [...(freshList?.children ?? [])]
  for (const item of list?.children ?? [])
    replaceGatewayData(
      item,
      freshItems.find((one) => idOf(one) === idOf(item)),
    )
  if (!freshList) {
    if (list) list.hidden = true
    const freshNotice = fresh.querySelector('[data-nothing-to-pay]')
    if (!notice && freshNotice) paymentSection.prepend(freshNotice)
    return
  }
  notice?.remove()
  if (!list) return paymentSection.prepend(freshList)
  list.hidden = false
  list.dataset.count = freshList.dataset.count
  for (const item of [...list.children]) if (!freshItems.some((one) => idOf(one) === idOf(item))) item.remove()
  let next = list.firstElementChild
  for (const item of freshItems) {
    if (next && idOf(next) === idOf(item)) next = next.nextElementSibling
    else list.insertBefore(item, next)
  }
  if (list.querySelector('input[name=payment_method]:checked')) return
  const first = list.querySelector<HTMLInputElement>('li:not([style*=none]) > input[name=payment_method]')
  if (first) choose(first)
}

const idOf = (item: Element): string => item.querySelector<HTMLInputElement>('input[name=payment_method]')?.value ?? ''
