import { emit } from '../../cart/client/cart-events.client.ts'

/** A request was sent but its result is unknown: no response arrived, or the shop lost its database connection. */
export class NoResponseError extends Error {
  constructor(readonly html?: string) {
    super('no answer')
  }
}

/** Sent by a proxy that cannot reach the shop, or by the shop when it cannot reach the database. */
const gatewayErrorStatuses = new Set([502, 503, 504])

/** Posts fields and parses the JSON object in the response. `firstKey` is its first key. */
export async function postForm<Body>(url: string, fields: Record<string, string>, firstKey = 'result'): Promise<Body> {
  const noResponse = (): never => {
    throw new NoResponseError()
  }
  const request = { method: 'POST', body: new URLSearchParams(fields), headers: nonceFor(url) }
  const response = await fetch(url, request).catch(noResponse)
  const text = await response.text().catch(noResponse)
  if (gatewayErrorStatuses.has(response.status)) throw new NoResponseError(messagesIn(text))
  // Strips text that a server or proxy adds around the JSON, as WooCommerce scripts do.
  const start = text.indexOf(`{"${firstKey}"`)
  return JSON.parse(start > 0 ? text.slice(start, text.lastIndexOf('}') + 1) : text) as Body
}

/** Calls about payments carry the nonce of a signed-in shopper; guests have none (PAY-11). */
function nonceFor(url: string): Record<string, string> {
  const form = document.querySelector<HTMLElement>('form[data-rest-nonce]')
  const nonce = url.includes('wc_stripe_frontend_request') ? form?.dataset.restNonce : undefined
  return nonce ? { 'X-WP-Nonce': nonce } : {}
}

function messagesIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { messages?: string }).messages
  } catch {
    return undefined
  }
}

export const checkoutParams = (): Record<string, string> =>
  (window as { wc_checkout_params?: Record<string, string> }).wc_checkout_params ?? {}

export const unknownError = (): string =>
  checkoutParams().i18n_checkout_error ?? 'There was an error processing your order. Please try again.'

export function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields[name] = value
  return fields
}

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
export const isControl = (target: unknown): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement

export const valueOf = (form: HTMLFormElement, name: string): string =>
  (form.elements.namedItem(name) as HTMLInputElement | null)?.value ?? ''

/** Enters a value as the user would, with a change event. */
export function enter(control: Control, value: string): void {
  control.value = value
  changed(control)
}

export function choose(radio: HTMLInputElement): void {
  radio.checked = true
  changed(radio)
}

const changed = (control: Control): boolean => control.dispatchEvent(new Event('change', { bubbles: true }))

export const methodRadio = (form: HTMLFormElement, id: string) =>
  form.querySelector<HTMLInputElement>(`#payment_method_${CSS.escape(id)}`)

export function setHidden(form: HTMLFormElement, name: string, value: string): void {
  const input = form.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  if (input) input.value = value
}

/** Sets a text only if it differs, because screen readers announce every change. */
export function setText(form: HTMLFormElement, selector: string, text: string): void {
  const element = form.querySelector(selector)
  if (element && element.textContent !== text) element.textContent = text
}

export const create = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, props: Partial<HTMLElementTagNameMap[Tag]>) =>
  Object.assign(document.createElement(tag), props)

export function parseHtml(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content
}

export function toggleOverlay(parent: Element, isShown: boolean): void {
  const overlay = parent.querySelector(':scope > .blockOverlay')
  if (!isShown) overlay?.remove()
  else if (!overlay) parent.append(create('div', { className: 'blockUI blockOverlay' }))
}

/** Replaces the page's nonces, such as after a sign-in during checkout or in another tab, and keeps all input. */
export async function renewNonces(form: HTMLFormElement): Promise<void> {
  const response = await fetch(location.pathname, { headers: { accept: 'text/html' } })
  const html = await response.text()
  const freshPage = new DOMParser().parseFromString(html, 'text/html')
  const nonce = freshPage.querySelector<HTMLInputElement>('form.checkout #woocommerce-process-checkout-nonce')?.value
  // The cart no longer exists: reloading leads to the right page.
  if (!nonce) return location.reload()
  setHidden(form, 'woocommerce-process-checkout-nonce', nonce)
  for (const name of ['update_order_review_nonce', 'apply_coupon_nonce', 'remove_coupon_nonce']) {
    const value = new RegExp(`"${name}":"([0-9a-f]+)"`).exec(html)?.[1]
    if (value) checkoutParams()[name] = value
  }
}

/** Duration of slide animations (CHK-12). */
const SLIDE_MS = 400

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Animates the height with `data-sliding` set; the style sheet hides what is collapsed. */
export async function slide(element: HTMLElement, isOpening: boolean): Promise<void> {
  for (const runningAnimation of element.getAnimations()) runningAnimation.cancel()
  if (prefersReducedMotion() || !element.animate) return
  element.dataset.sliding = ''
  const open = { height: `${element.scrollHeight}px`, opacity: 1 }
  const closed = { height: '0px', opacity: 0 }
  element.style.overflow = 'clip'
  const animation = element.animate(isOpening ? [closed, open] : [open, closed], {
    duration: SLIDE_MS,
    easing: 'cubic-bezier(0.2, 0.6, 0.2, 1)',
  })
  await animation.finished.catch(() => undefined)
  if (element.getAnimations().length > 0) return
  element.style.overflow = ''
  delete element.dataset.sliding
}

export async function slideHidden(element: HTMLElement, isOpening: boolean): Promise<void> {
  if (isOpening) element.hidden = false
  const finished = slide(element, isOpening)
  element.dataset.isOpen = String(isOpening)
  await finished
  if (element.dataset.isOpen === String(isOpening)) element.hidden = !isOpening
}

type JQueryLike = (element: Element) => {
  on(name: string, handler: (event: unknown, args?: UpdateArgs) => void): void
  triggerHandler(name: string, values?: unknown[]): unknown
}
type UpdateArgs = { readonly update_shipping_method?: boolean }

const jQueryOf = (element: Element) => (window as { jQuery?: JQueryLike }).jQuery?.(element)

export const trigger: (name: string, ...values: unknown[]) => void = (name, ...values) => emit(name, values)

/** Triggers a cancellable event: a handler on the form may return false or prevent the default. */
export function isAllowed(form: HTMLFormElement, name: string, ...values: unknown[]): boolean {
  const event = new CustomEvent(name, { cancelable: true, detail: values })
  return form.dispatchEvent(event) && jQueryOf(form)?.triggerHandler(name, values) !== false
}

/** Another script requests new totals: `update_checkout` on the body, or `update` on the form. */
export function onUpdateRequested(form: HTMLFormElement, update: (args: UpdateArgs) => void): void {
  document.body.addEventListener('update_checkout', (event) =>
    update(((event as CustomEvent).detail as [UpdateArgs])?.[0] ?? {}),
  )
  form.addEventListener('update', () => update({}))
  // Native listeners do not receive events triggered by jQuery.
  jQueryOf(document.body)?.on('update_checkout', (event, args) => {
    if (!(event as { originalEvent?: unknown }).originalEvent) update(args ?? {})
  })
}
