import { revealNotice } from '../../../platform/web/client/reveal-notice.ts'
import { cartSettings, fetchPage, queue } from './cart-calls.client.ts'
import { emit, isPlainClick, listen } from './cart-events.client.ts'
import { fieldsOf, stepQuantity } from './cart-forms.client.ts'
import { announce, captureFocus, cartHashCookie, setBusy } from './cart-fragments.client.ts'
import { showCouponError } from './coupon-error.client.ts'
import './offer-wallets.client.ts'

/** The cart page without reloads: sends forms and links unchanged, and replaces the shown parts by the response. */

const DEBOUNCE_MS = 400
const UNREACHABLE = 'We could not reach the shop, and nothing was changed. Please try again.'

const replacedParts = '.woocommerce-cart-form, .cart_totals'

/** Numbers the changes, so that responses to older ones are not shown and totals never jump back and forth. */
let changeCount = 0
let pendingTimer = 0
/** Requests of the page that are queued or sent. */
let pageRequests = 0

const main = (): HTMLElement | null => document.querySelector('main#content')
const cartForm = (): HTMLFormElement | null => document.querySelector('form.woocommerce-cart-form')

const previousInputs = (form = cartForm()) => form?.querySelectorAll<HTMLInputElement>('input[name$="[was]"]') ?? []

function block(isBlocked: boolean): void {
  for (const part of document.querySelectorAll(replacedParts)) setBusy(part, 'processing', isBlocked)
}

type PageRequest = {
  readonly request: () => Promise<Document | null>
  readonly onFailure: () => void
  readonly events?: readonly string[]
  /** Success notices are announced, not shown, because they would shift the page under the pointer; undo is shown. */
  readonly isQuiet?: boolean
}

function show({ request, onFailure, events = [], isQuiet = false }: PageRequest): Promise<void> {
  changeCount += 1
  const changeId = changeCount
  pageRequests += 1
  block(true)
  return queue(async () => {
    // Of several queued changes only the last is sent, because it contains the others.
    const page = await request()
    pageRequests -= 1
    const fresh = page?.querySelector('main#content')
    if (!page || !fresh) {
      block(false)
      return onFailure()
    }
    // A newer change is pending. It must be compared with the current values of the server, not of the page.
    for (const input of previousInputs()) {
      const freshInput = fresh.querySelector<HTMLInputElement>(`input[name="${CSS.escape(input.name)}"]`)
      if (freshInput) input.value = freshInput.value
    }
    takeNonces(page)
    if (changeId !== changeCount) return
    replacePage(fresh, isQuiet)
    for (const event of events) emit(event)
    if (!cartForm()) emit('wc_cart_emptied')
    emit('updated_wc_div')
  })
}

/** In another tab, the session may have started or become a customer's since this page was loaded. */
function takeNonces(page: Document): void {
  for (const { text } of page.scripts) {
    const params = /\bwc_cart_params=(\{[^}]*\})/.exec(text)?.[1]
    if (params) window.wc_cart_params = JSON.parse(params) as NonNullable<typeof window.wc_cart_params>
  }
}

function replacePage(fresh: Element, isQuiet: boolean): void {
  const notice = fresh.querySelector<HTMLElement>(
    '.woocommerce-message, .woocommerce-info:not(.cart-empty), .woocommerce-error, .coupon-error-notice',
  )
  if (isQuiet && notice?.matches('.woocommerce-message:not(:has(.restore-item))')) notice.remove()
  const restoreFocus = captureFocus()
  main()?.replaceWith(document.adoptNode(fresh))
  if (!restoreFocus()) main()?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  // A shown notice is already announced as an alert and by its focus.
  announce(notice?.isConnected ? '' : (notice?.textContent?.trim() ?? ''))
  if (notice?.isConnected) revealNotice(notice)
}

function restoreQuantities(): void {
  for (const { name, value } of previousInputs()) {
    const field = cartForm()?.elements.namedItem(name.replace('[was]', '[qty]'))
    if (field instanceof HTMLInputElement) field.value = value
  }
  showNotice('woocommerce-error', UNREACHABLE)
}

function showNotice(className: 'woocommerce-message' | 'woocommerce-error', text: string): void {
  const isError = className === 'woocommerce-error'
  const list = Object.assign(document.createElement(isError ? 'ul' : 'div'), { className })
  list.append(isError ? Object.assign(document.createElement('li'), { textContent: text }) : text)
  main()?.querySelector('.woocommerce-notices-wrapper')?.replaceChildren(list)
  announce(text)
  revealNotice(list)
}

function sendForm(form: HTMLFormElement, extra: Readonly<Record<string, string>>): void {
  const fields = fieldsOf(form)
  // Read when the request is sent: earlier responses may have changed the shown quantities.
  const previous = () => Object.fromEntries([...previousInputs(form)].map(({ name, value }) => [name, value]))
  const request = () => fetchPage(form.action, { ...fields, ...previous(), ...extra })
  void show({ request, onFailure: restoreQuantities, isQuiet: true })
}

/** Sends a changed quantity, debounced; totals are dimmed until then because they are outdated. */
function scheduleQuantities(input: HTMLInputElement): void {
  changeCount += 1
  clearTimeout(pendingTimer)
  block(true)
  input.closest('tr')?.classList.add('processing')
  pendingTimer = window.setTimeout(sendQuantities, DEBOUNCE_MS)
}

function sendQuantities(): void {
  if (pendingTimer === 0) return
  clearTimeout(pendingTimer)
  pendingTimer = 0
  const form = cartForm()
  if (form) sendForm(form, { update_cart: 'Update cart' })
}

function followLink(link: HTMLAnchorElement): void {
  sendQuantities()
  const events = link.matches('.remove') ? ['item_removed_from_classic_cart'] : []
  void show({ request: () => fetchPage(link.href), onFailure: () => location.assign(link.href), events })
}

function estimate(form: HTMLFormElement): void {
  sendQuantities()
  sendForm(form, { calc_shipping: '1' })
}

const callForMarkup = (name: string, fields: Readonly<Record<string, string>>): Promise<Document | null> =>
  fetchPage(cartSettings.ajaxUrl(name), fields)

function replaceTotals(answer: Document | null): boolean {
  const fresh = answer?.querySelector('.cart_totals')
  const shown = document.querySelector('.cart_totals')
  if (!fresh || !shown) return false
  const restoreFocus = captureFocus()
  shown.replaceWith(document.adoptNode(fresh))
  restoreFocus()
  emit('updated_cart_totals')
  emit('wc_fragment_refresh')
  return true
}

/** A wc-ajax call with its nonce, while the cart is blocked. */
function change(
  call: 'apply_coupon' | 'remove_coupon' | 'update_shipping_method',
  fields: Readonly<Record<string, string>>,
  show: (answer: Document | null) => void | Promise<void>,
): void {
  sendQuantities()
  // The answer contains new totals but no lines.
  followCart()
  block(true)
  void queue(async () => {
    block(true)
    const security = window.wc_cart_params?.[`${call}_nonce`] ?? ''
    const answer = await callForMarkup(call, { security, ...fields })
    block(false)
    await show(answer)
  })
}

/** The coupon request in progress, as call and code: a repeated click would be refused. */
let coupon = ''

function changeCoupon(call: 'apply_coupon' | 'remove_coupon', code: string): void {
  if (coupon === call + code) return
  coupon = call + code
  const isApplied = call === 'apply_coupon'
  change(call, { [isApplied ? 'coupon_code' : 'coupon']: code }, async (answer) => {
    coupon = ''
    const problem = answer?.querySelector('.woocommerce-error')?.textContent?.trim()
    const successText = answer?.querySelector('.woocommerce-message')?.textContent?.trim()
    if (problem !== undefined && isApplied) return showCouponError(problem, code)
    if (successText === undefined) return showNotice('woocommerce-error', problem ?? UNREACHABLE)
    showCouponError('')
    const codeField = document.querySelector<HTMLInputElement>('#coupon_code')
    if (codeField) codeField.value = ''
    if (replaceTotals(await callForMarkup('get_cart_totals', {}))) showNotice('woocommerce-message', successText)
    else location.reload()
    emit(isApplied ? 'applied_coupon' : 'removed_coupon', [code])
  })
}

const chooseShippingMethod = (value: string): void =>
  change('update_shipping_method', { 'shipping_method[0]': value }, (answer) =>
    replaceTotals(answer) ? emit('updated_shipping_method') : showNotice('woocommerce-error', UNREACHABLE),
  )

document.addEventListener('click', (event) => {
  if (!isPlainClick(event)) return
  const target = event.target as Element
  const step = target.closest<HTMLButtonElement>('.woocommerce-cart-form [data-step]')
  const input = step?.parentElement?.querySelector<HTMLInputElement>('input.qty')
  if (step && input) {
    stepQuantity(step, input)
    return scheduleQuantities(input)
  }
  // A quantity beyond the stock was not saved: the checkout would order another one than the page shows.
  if (target.closest('a.checkout-button') && cartForm()?.reportValidity() === false) return event.preventDefault()
  // Checkout opens after pending changes are saved. After an error, the shopper stays.
  const checkout = target.closest<HTMLAnchorElement>('.processing a.checkout-button')
  if (checkout) {
    event.preventDefault()
    sendQuantities()
    return void queue(async () => void (main()?.querySelector('.woocommerce-error') ?? location.assign(checkout.href)))
  }
  const removal = target.closest<HTMLAnchorElement>('a.woocommerce-remove-coupon')
  const link = removal ?? target.closest<HTMLAnchorElement>('main a.remove, main a.restore-item')
  if (!link) return
  event.preventDefault()
  if (removal) changeCoupon('remove_coupon', removal.dataset.coupon ?? '')
  else followLink(link)
})

document.addEventListener('change', (event) => {
  const input = event.target
  if (input instanceof HTMLSelectElement && input.matches('#calc_shipping_state') && input.form)
    return estimate(input.form)
  if (!(input instanceof HTMLInputElement) || !input.form) return
  if (input.matches('.woocommerce-cart-form input.qty')) {
    if (input.value === '') input.value = input.defaultValue
    else if (input.reportValidity()) scheduleQuantities(input)
  } else if (input.matches('#calc_shipping_postcode')) estimate(input.form)
  else if (input.matches('input.shipping_method')) chooseShippingMethod(input.value)
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
    return changeCoupon('apply_coupon', code)
  }
  if (!form.matches('.woocommerce-cart-form')) sendQuantities()
  clearTimeout(pendingTimer)
  pendingTimer = 0
  sendForm(form, pressed ? { [pressed.name]: pressed.value } : {})
})

const shownHash = () => document.querySelector<HTMLElement>('.cart_totals')?.dataset.cart_hash ?? ''
/** The cart that was last fetched without being shown yet: it is not fetched again and again. */
let reloadedHash: string | null = null

/** Shows a change by another tab, or by a button beside the cart, unless a pending change on this page will show it. */
function followCart(): void {
  const hash = cartHashCookie()
  const isOutdated = hash !== shownHash()
  if (isOutdated && (pendingTimer !== 0 || pageRequests > 0 || hash === reloadedHash)) return
  reloadedHash = isOutdated ? hash : null
  if (isOutdated) reload()
}

const reload = (): void =>
  void show({ request: () => fetchPage(cartSettings.cartUrl), onFailure: () => undefined, isQuiet: true })
listen('wc_update_cart', reload)
listen('wc_fragments_loaded wc_fragments_refreshed', followCart)
