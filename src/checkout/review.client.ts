import { showErrorHtml } from './errors.client.ts'

/** Fields that decide tax and shipping. */
const decides =
  /^(billing|shipping)_(country|state|postcode|city|address_1|address_2)$|^ship_to_different_address$|^shipping_method\[/
const PAUSE_MS = 300

/** Asks for new totals when something that decides them changes: after a short pause, the latest answer wins (CHK-04). */
export function followAddress(form: HTMLFormElement): { settled(): Promise<void> } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | null = null
  let last: Promise<void> = Promise.resolve()
  let hasChosenRate = false

  const ask = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    running?.abort()
    const mine = new AbortController()
    running = mine
    const work = update(form, hasChosenRate, mine.signal).catch(() => undefined)
    last = work
    return work
  }
  form.addEventListener('change', (event) => {
    const { name } = event.target as HTMLInputElement
    if (!decides.test(name)) return
    hasChosenRate ||= name.startsWith('shipping_method[')
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), PAUSE_MS)
  })
  // What the browser or this tab filled in may differ from what the page was made with.
  void ask()
  return { settled: () => (timer === undefined ? last : ask()) }
}

async function update(form: HTMLFormElement, hasChosenRate: boolean, signal: AbortSignal): Promise<void> {
  const review = form.querySelector<HTMLElement>('.woocommerce-checkout-review-order-table')
  review?.setAttribute('aria-busy', 'true')
  const response = await fetch('/?wc-ajax=update_order_review', {
    method: 'POST',
    body: reviewFields(form, hasChosenRate),
    signal,
  })
  const answer = (await response.json()) as {
    result: string
    reload: boolean
    messages?: string
    fragments?: Record<string, string>
  }
  if (signal.aborted) return
  if (answer.reload || answer.fragments?.['form.woocommerce-checkout']) return location.reload()
  for (const [selector, html] of Object.entries(answer.fragments ?? {})) {
    if (selector === '.woocommerce-checkout-payment') takeOverPayment(form, html)
    else replace(selector, html)
  }
  if (answer.messages) showErrorHtml(form, answer.messages)
  document.body.dispatchEvent(new CustomEvent('updated_checkout', { bubbles: true }))
}

function reviewFields(form: HTMLFormElement, hasChosenRate: boolean): URLSearchParams {
  const data = new FormData(form)
  const text = (name: string): string => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  const ship = data.get('ship_to_different_address') ? 'shipping' : 'billing'
  const params = (window as { wc_checkout_params?: { update_order_review_nonce: string } }).wc_checkout_params
  const posted = new URLSearchParams()
  for (const [name, value] of data) {
    if (typeof value === 'string' && !name.startsWith('shipping_method[')) posted.append(name, value)
  }
  const fields = new URLSearchParams({
    security: params?.update_order_review_nonce ?? '',
    payment_method: text('payment_method'),
    country: text('billing_country'),
    state: text('billing_state'),
    postcode: text('billing_postcode'),
    city: text('billing_city'),
    address: text('billing_address_1'),
    address_2: text('billing_address_2'),
    s_country: text(`${ship}_country`),
    s_state: text(`${ship}_state`),
    s_postcode: text(`${ship}_postcode`),
    s_city: text(`${ship}_city`),
    s_address: text(`${ship}_address_1`),
    s_address_2: text(`${ship}_address_2`),
    has_full_address: String(Boolean(text(`${ship}_address_1`) && text(`${ship}_city`))),
    post_data: posted.toString(),
  })
  const method = data.get('shipping_method[0]')
  // Sent only when somebody chose: an earned free rate is then offered first unasked.
  if (typeof method === 'string' && hasChosenRate) fields.set('shipping_method[0]', method)
  return fields
}

function replace(selector: string, html: string): void {
  const element = document.querySelector(selector)
  const fresh = parse(html)
  if (!element || !fresh) return
  const focused = element.contains(document.activeElement) ? document.activeElement?.id : undefined
  element.replaceWith(fresh)
  if (focused) document.getElementById(focused)?.focus()
  const total = document.querySelector('.order-total .amount')?.textContent
  const heading = document.querySelector('[data-total]')
  if (total && heading) heading.textContent = total
}

/** The card field lives in the payment part and must not be torn out: only the button's words and the nonce are taken over. */
function takeOverPayment(form: HTMLFormElement, html: string): void {
  const fresh = parse(html)
  const button = form.querySelector<HTMLButtonElement>('#place_order')
  const words = fresh?.querySelector('#place_order')?.textContent
  if (button && words) {
    if (button.dataset.label === undefined) button.textContent = words
    else button.dataset.label = words
  }
  const nonce = fresh?.querySelector<HTMLInputElement>('#woocommerce-process-checkout-nonce')?.value
  const field = form.querySelector<HTMLInputElement>('#woocommerce-process-checkout-nonce')
  if (nonce && field) field.value = nonce
}

function parse(html: string): Element | null {
  const template = document.createElement('template')
  template.innerHTML = html.trim()
  return template.content.firstElementChild
}
