/**
 * The cart page without reloads: quantity changes, removals and shipping estimates are sent as the form or link would
 * send them, and the response replaces the shown parts. Coupons and shipping methods use the public wc-ajax calls.
 */
import { formBody } from './cart-calls.client.ts'
import { emit } from './cart-events.client.ts'
import { announce } from './cart-fragments.client.ts'
import { queue } from './cart-queue.client.ts'
import { cartSettings } from './cart-settings.client.ts'
import { stepQuantity } from './step-quantity.client.ts'

const DEBOUNCE_MS = 400
const TIMEOUT_MS = 15_000
const UNREACHABLE = 'We could not reach the shop, and nothing was changed. Please try again.'

/** Page parts that a response replaces. */
const replacedParts = '.woocommerce-cart-form, .cart_totals'

/** Numbers the changes: the response to an older one is not shown, so that totals never jump back and forth. */
let changeCount = 0
/** Timer of the pending quantity change, 0 for none. */
let pendingTimer = 0

const main = (): HTMLElement | null => document.querySelector('main#content')
const cartForm = (): HTMLFormElement | null => document.querySelector('form.woocommerce-cart-form')

function block(isBlocked: boolean): void {
  for (const part of document.querySelectorAll(replacedParts)) {
    part.classList.toggle('processing', isBlocked)
    if (isBlocked) part.setAttribute('aria-busy', 'true')
    else part.removeAttribute('aria-busy')
  }
}

type PageRequest = {
  readonly request: () => Promise<Response>
  readonly onFailure: () => void
  readonly events: readonly string[]
  /** Success notices are announced, not shown: a notice at the top would shift the page under the pointer. */
  readonly isQuiet?: boolean
}

/** Requests the page and shows it, unless a newer change was made meanwhile. */
function show({ request, onFailure, events, isQuiet = false }: PageRequest): Promise<void> {
  changeCount += 1
  const changeId = changeCount
  block(true)
  return queue(async () => {
    // Of several queued changes only the last is sent: it contains them all.
    const page = await pageOf(request)
    if (!page) {
      block(false)
      return onFailure()
    }
    syncPreviousQuantities(page)
    if (changeId !== changeCount) return
    replacePage(page, isQuiet)
    for (const event of events) emit(event)
    if (!cartForm()) emit('wc_cart_emptied')
    emit('updated_wc_div')
  })
}

async function pageOf(request: () => Promise<Response>): Promise<Document | null> {
  try {
    const response = await request()
    if (!response.ok) return null
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    return page.querySelector('main#content') ? page : null
  } catch {
    return null
  }
}

/** A newer change is pending: it has to be compared with what the server has now, not with what the page showed. */
function syncPreviousQuantities(page: Document): void {
  for (const previousInput of cartForm()?.querySelectorAll<HTMLInputElement>('input[name$="[was]"]') ?? []) {
    const fresh = page.querySelector<HTMLInputElement>(`input[name="${CSS.escape(previousInput.name)}"]`)
    if (fresh) previousInput.value = fresh.value
  }
}

function replacePage(page: Document, isQuiet: boolean): void {
  const fresh = page.querySelector('main#content')
  const shown = main()
  if (!fresh || !shown) return
  const notice = fresh.querySelector('.woocommerce-message, .woocommerce-info:not(.cart-empty), .woocommerce-error')
  if (isQuiet && notice?.matches('.woocommerce-message')) notice.remove()
  const active = document.activeElement as HTMLElement | null
  const focusedControl = {
    id: active?.id ?? '',
    label: active?.getAttribute('aria-label') ?? null,
    name: active?.localName ?? '',
  }
  const isInside = active !== null && shown.contains(active)
  shown.replaceWith(document.adoptNode(fresh))
  if (isInside) {
    const sameControl =
      (focusedControl.id !== '' ? document.getElementById(focusedControl.id) : null) ??
      [...(main()?.querySelectorAll<HTMLElement>(focusedControl.name) ?? [])].find(
        (one) =>
          focusedControl.label !== null &&
          one.getAttribute('aria-label') === focusedControl.label &&
          !one.matches(':disabled'),
      )
    const next = sameControl ?? main()?.querySelector<HTMLElement>('h1')
    next?.focus({ preventScroll: sameControl !== undefined })
  }
  announce(notice?.textContent?.trim() ?? '')
}

function restoreQuantities(): void {
  const form = cartForm()
  for (const previousInput of form?.querySelectorAll<HTMLInputElement>('input[name$="[was]"]') ?? []) {
    const field = form?.elements.namedItem(previousInput.name.replace('[was]', '[qty]'))
    if (field instanceof HTMLInputElement) field.value = previousInput.value
  }
  showNotice('woocommerce-error', UNREACHABLE)
}

/** Shows a notice above the cart without a response from the server. */
function showNotice(className: 'woocommerce-message' | 'woocommerce-error', text: string): void {
  const wrapper = main()?.querySelector('.woocommerce-notices-wrapper')
  const list = document.createElement(className === 'woocommerce-error' ? 'ul' : 'div')
  list.className = className
  const item = className === 'woocommerce-error' ? document.createElement('li') : document.createTextNode(text)
  if (item instanceof HTMLElement) item.textContent = text
  list.append(item)
  wrapper?.replaceChildren(list)
  announce(text)
}

const send = (url: string, init: RequestInit = {}) => fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })

function sendForm(
  form: HTMLFormElement,
  extra: Readonly<Record<string, string>>,
  events: readonly string[] = [],
): void {
  const fields = Object.fromEntries([...new FormData(form)].filter(([, value]) => typeof value === 'string'))
  // Read when the request is sent: earlier responses may have changed the shown quantities.
  const body = () => formBody({ ...fields, ...previousQuantities(form), ...extra })
  void show({
    request: () => send(form.action, { method: 'POST', body: body() }),
    onFailure: restoreQuantities,
    events,
    isQuiet: true,
  })
}

function previousQuantities(form: HTMLFormElement): Record<string, string> {
  const previousInputs = form.querySelectorAll<HTMLInputElement>('input[name$="[was]"]')
  return Object.fromEntries([...previousInputs].map((input) => [input.name, input.value]))
}

/** Sends a changed quantity, debounced; totals are dimmed until then because they are outdated. */
function scheduleQuantities(input: HTMLInputElement): void {
  changeCount += 1
  clearTimeout(pendingTimer)
  block(true)
  input.closest('tr')?.classList.add('processing')
  pendingTimer = window.setTimeout(sendQuantities, DEBOUNCE_MS)
}

/** Sends pending quantity changes now, before any other request. */
function sendQuantities(): void {
  if (pendingTimer === 0) return
  clearTimeout(pendingTimer)
  pendingTimer = 0
  const form = cartForm()
  if (form) sendForm(form, { update_cart: 'Update cart' })
}

function followLink(link: HTMLAnchorElement, events: readonly string[] = []): void {
  sendQuantities()
  void show({ request: () => send(link.href), onFailure: () => location.assign(link.href), events })
}

function estimate(form: HTMLFormElement): void {
  sendQuantities()
  sendForm(form, { calc_shipping: '1' })
}

/** A wc-ajax call that returns markup; null on failure. */
async function callForMarkup(name: string, fields: Readonly<Record<string, string>>): Promise<Document | null> {
  try {
    const response = await send(cartSettings.ajaxUrl(name), { method: 'POST', body: formBody(fields) })
    return response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : null
  } catch {
    return null
  }
}

function replaceTotals(answer: Document | null): boolean {
  const fresh = answer?.querySelector('.cart_totals')
  const shown = document.querySelector('.cart_totals')
  if (!fresh || !shown) return false
  const focused = document.activeElement?.id ?? ''
  shown.replaceWith(document.adoptNode(fresh))
  if (focused !== '') document.getElementById(focused)?.focus({ preventScroll: true })
  emit('updated_cart_totals')
  emit('wc_fragment_refresh')
  return true
}

async function changeCoupon(call: 'apply_coupon' | 'remove_coupon', code: string): Promise<void> {
  const params = window.wc_cart_params
  sendQuantities()
  block(true)
  await queue(async () => {
    const [security, field] =
      call === 'apply_coupon'
        ? [params?.apply_coupon_nonce ?? '', 'coupon_code']
        : [params?.remove_coupon_nonce ?? '', 'coupon']
    const answer = await callForMarkup(call, { security, [field]: code })
    const problem = answer?.querySelector('.woocommerce-error')?.textContent?.trim()
    const successText = answer?.querySelector('.woocommerce-message')?.textContent?.trim()
    block(false)
    if (problem !== undefined && call === 'apply_coupon') return showCouponError(problem)
    if (successText === undefined) return showNotice('woocommerce-error', problem ?? UNREACHABLE)
    showCouponError('')
    const codeField = document.querySelector<HTMLInputElement>('#coupon_code')
    if (codeField) codeField.value = ''
    if (replaceTotals(await callForMarkup('get_cart_totals', {}))) showNotice('woocommerce-message', successText)
    else location.reload()
    emit(call === 'apply_coupon' ? 'applied_coupon' : 'removed_coupon', [code])
  })
}

/** Shows a coupon error beside its field; '' clears it. */
function showCouponError(text: string): void {
  const field = document.querySelector<HTMLInputElement>('#coupon_code')
  document.getElementById('coupon-error-notice')?.remove()
  field?.classList.toggle('has-error', text !== '')
  if (text === '') {
    field?.removeAttribute('aria-invalid')
    field?.removeAttribute('aria-describedby')
    return
  }
  const errorText = document.createElement('p')
  errorText.id = 'coupon-error-notice'
  errorText.className = 'coupon-error-notice'
  errorText.setAttribute('role', 'alert')
  field?.closest('.coupon')?.append(errorText)
  errorText.textContent = text
  field?.setAttribute('aria-invalid', 'true')
  field?.setAttribute('aria-describedby', errorText.id)
  field?.focus()
}

async function chooseShippingMethod(value: string): Promise<void> {
  sendQuantities()
  block(true)
  await queue(async () => {
    const security = window.wc_cart_params?.update_shipping_method_nonce ?? ''
    const answer = await callForMarkup('update_shipping_method', { security, 'shipping_method[0]': value })
    block(false)
    if (!replaceTotals(answer)) return showNotice('woocommerce-error', UNREACHABLE)
    emit('updated_shipping_method')
  })
}

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const target = event.target as Element
  const step = target.closest<HTMLButtonElement>('.woocommerce-cart-form [data-step]')
  const input = step?.parentElement?.querySelector<HTMLInputElement>('input.qty')
  if (step && input) {
    stepQuantity(step, input)
    return scheduleQuantities(input)
  }
  const coupon = target.closest<HTMLAnchorElement>('a.woocommerce-remove-coupon')
  const link = coupon ?? target.closest<HTMLAnchorElement>('main a.remove, main a.restore-item')
  if (!link) return
  event.preventDefault()
  if (coupon) void changeCoupon('remove_coupon', coupon.dataset.coupon ?? '')
  else followLink(link, link.matches('.remove') ? ['item_removed_from_classic_cart'] : [])
})

document.addEventListener('change', (event) => {
  const input = event.target
  if (input instanceof HTMLSelectElement && input.matches('#calc_shipping_state') && input.form)
    return estimate(input.form)
  if (!(input instanceof HTMLInputElement) || !input.form) return
  if (input.matches('.woocommerce-cart-form input.qty')) {
    if (input.value !== '' && input.reportValidity()) scheduleQuantities(input)
  } else if (input.matches('#calc_shipping_postcode')) estimate(input.form)
  else if (input.matches('input.shipping_method')) void chooseShippingMethod(input.value)
})

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if (!form.matches('.woocommerce-cart-form, .woocommerce-shipping-calculator, .cart-mend, .cart-shipping-methods'))
    return
  event.preventDefault()
  const pressed = event.submitter instanceof HTMLButtonElement ? event.submitter : null
  const isCode = document.activeElement?.id === 'coupon_code'
  if (form.matches('.woocommerce-cart-form') && (pressed?.name === 'apply_coupon' || isCode)) {
    const code = form.querySelector<HTMLInputElement>('#coupon_code')?.value ?? ''
    return void changeCoupon('apply_coupon', code)
  }
  if (!form.matches('.woocommerce-cart-form')) sendQuantities()
  clearTimeout(pendingTimer)
  pendingTimer = 0
  sendForm(form, pressed ? { [pressed.name]: pressed.value } : {})
})

// Another tab changed the cart: show it here too, unless a change is pending on this page.
addEventListener('storage', (event) => {
  if (event.key !== cartSettings.hashKey || event.newValue === event.oldValue || pendingTimer !== 0) return
  void show({ request: () => send(cartSettings.cartUrl), onFailure: () => undefined, events: [] })
})
