import { revealNotice } from '../../../platform/web/client/reveal-notice.ts'
import { checkoutParams, choose, create, parseHtml, slide, trigger } from './form.client.ts'

export function initFormToggles(form: HTMLFormElement): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a.showlogin, a.showcoupon')
    const isLogin = link?.classList.contains('showlogin')
    const section =
      link && document.querySelector<HTMLElement>(isLogin ? 'form.woocommerce-form-login' : 'form.checkout_coupon')
    if (!section) return
    event.preventDefault()
    const isToggle = link.hasAttribute('aria-controls')
    // A link in an error message only opens its section.
    void toggle(section, isToggle ? section.dataset.unfolded === undefined : true)
  })
  for (const link of document.querySelectorAll('a.showlogin, a.showcoupon')) {
    const section = document.getElementById(link.getAttribute('aria-controls') ?? '')
    link.setAttribute('aria-expanded', String(section?.dataset.unfolded !== undefined))
  }

  form.addEventListener('change', ({ target }) => {
    const box = target as HTMLInputElement
    if (box.name === 'ship_to_different_address') toggleSection('.shipping_address', box.checked)
    if (box.name === 'createaccount') toggleSection('div.create-account', box.checked)
  })
  const toggleSection = (selector: string, isOpening: boolean): void => {
    const section = form.querySelector<HTMLElement>(selector)
    if (section) void slide(section, isOpening)
  }

  watchSummary(form)
}

/** On phones the summary is a bar with the total, which opens over the form; on wider screens it is always open. */
function watchSummary(form: HTMLFormElement): void {
  const summary = form.querySelector<HTMLDetailsElement>('details[data-summary]')
  if (!summary) return
  const narrow = matchMedia('(max-width: 959px)')
  const sync = (): void => {
    summary.open = !narrow.matches
  }
  sync()
  narrow.addEventListener('change', sync)
  summary.dataset.overlay = ''
  // It cannot rise above the form: near the top of the page its end would be below the screen.
  summary.addEventListener('toggle', () => {
    const hiddenPx = summary.getBoundingClientRect().bottom - innerHeight
    if (summary.open && narrow.matches && hiddenPx > 0) scrollBy(0, hiddenPx)
  })
  // Open, it would hide the field that the shopper goes to.
  document.addEventListener('focusin', ({ target }) => {
    if (narrow.matches && !summary.contains(target as Node)) summary.open = false
  })
}

async function toggle(section: HTMLElement, isOpening: boolean): Promise<void> {
  for (const link of document.querySelectorAll(`[aria-controls="${section.id}"]`))
    link.setAttribute('aria-expanded', String(isOpening))
  if (isOpening === (section.dataset.unfolded !== undefined)) return focusFirst(section)
  if (isOpening) section.dataset.unfolded = ''
  const done = slide(section, isOpening)
  if (isOpening) focusFirst(section)
  await done
  if (!isOpening) delete section.dataset.unfolded
}

const focusFirst = (section: HTMLElement): void =>
  section.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()

export function watchCoupons(form: HTMLFormElement, refreshTotals: () => Promise<void>): void {
  const couponForm = document.querySelector<HTMLFormElement>('form.checkout_coupon')
  const field = couponForm?.querySelector<HTMLInputElement>('#coupon_code')
  couponForm?.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!field || couponForm.classList.contains('processing')) return
    couponForm.classList.add('processing')
    const code = field.value
    void requestCoupon('apply_coupon', { coupon_code: code }).then(async ({ isApplied, text }) => {
      couponForm.classList.remove('processing')
      showCouponError(field, isApplied ? '' : text)
      if (!isApplied) return
      field.value = ''
      void toggle(couponForm, false)
      await announce('applied_coupon_in_checkout', code, text)
    })
  })
  field?.addEventListener('input', () => showCouponError(field, ''))

  form.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a.woocommerce-remove-coupon')
    const code = link?.dataset.coupon
    if (!code) return
    event.preventDefault()
    void requestCoupon('remove_coupon', { coupon: code }).then(async ({ isApplied, text }) => {
      if (!isApplied) return location.assign(link.href)
      await announce('removed_coupon_in_checkout', code, text)
    })
  })

  async function announce(eventName: string, code: string, text: string): Promise<void> {
    await refreshTotals()
    trigger(eventName, code)
    const message = create('div', { className: 'woocommerce-message', role: 'alert', tabIndex: -1, textContent: text })
    document.querySelector('.woocommerce-notices-wrapper')?.replaceChildren(message)
    revealNotice(message)
  }
}

async function requestCoupon(name: 'apply_coupon' | 'remove_coupon', fields: Record<string, string>) {
  try {
    const body = new URLSearchParams({ security: checkoutParams()[`${name}_nonce`] ?? '', ...fields })
    const response = await fetch(`/?wc-ajax=${name}`, { method: 'POST', body })
    const content = parseHtml(await response.text())
    const text = content.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
    const isApplied = response.ok && content.querySelector('.woocommerce-message') !== null
    return { isApplied, text: response.ok && text ? text : 'This did not work. Please reload the page and try again.' }
  } catch {
    return { isApplied: false, text: 'The shop can’t be reached right now. Please try again in a moment.' }
  }
}

function showCouponError(field: HTMLInputElement, text: string): void {
  const hasError = text !== ''
  const notice = document.getElementById('coupon-error-notice')
  if (notice) notice.textContent = text
  if (notice && hasError) revealNotice(notice)
  field.classList.toggle('has-error', hasError)
  field.ariaInvalid = hasError ? 'true' : null
  if (hasError) field.setAttribute('aria-describedby', 'coupon-error-notice')
  else field.removeAttribute('aria-describedby')
}

/** On phones the collapsed summary hides the shipping methods: these copies are not sent, but choose the original. */
export function showShippingOptions(form: HTMLFormElement): void {
  const container = form.querySelector<HTMLFieldSetElement>('[data-delivery]')
  if (!container) return
  let renderedKey = ''
  const render = (): void => {
    const options = shippingOptions(form)
    container.hidden = options.length === 0
    const key = options.map(({ value, text, place }) => `${value} ${text} ${place}`).join('\n')
    if (key !== renderedKey) renderOptions(container, options)
    renderedKey = key
    for (const { value, isChosen } of options) {
      const input = container.querySelector<HTMLInputElement>(`input[value="${CSS.escape(value)}"]`)
      if (input) input.checked = isChosen
    }
  }
  render()
  new MutationObserver(render).observe(form.querySelector('#order_review') ?? form, { childList: true })
  form.addEventListener('change', ({ target }) => {
    const field = target as HTMLInputElement
    if (field.classList.contains('shipping_method')) render()
  })
  container.addEventListener('change', ({ target }) => {
    const { value } = target as HTMLInputElement
    const shippingMethod = form.querySelector<HTMLInputElement>(`input.shipping_method[value="${CSS.escape(value)}"]`)
    if (shippingMethod && !shippingMethod.checked) choose(shippingMethod)
  })
}

/** `place`: where an order that is picked up waits, beside the chosen method only; else ''. */
type ShippingOption = {
  readonly value: string
  readonly text: string
  readonly place: string
  readonly isChosen: boolean
}

const shippingOptions = (form: HTMLFormElement): ShippingOption[] =>
  [...form.querySelectorAll<HTMLInputElement>('#order_review input.shipping_method')].map((field) => ({
    value: field.value,
    text: field.labels?.[0]?.textContent?.trim() ?? field.value,
    place: field.parentElement?.querySelector('p')?.textContent ?? '',
    isChosen: field.checked,
  }))

function renderOptions(container: HTMLFieldSetElement, options: readonly ShippingOption[]): void {
  const focusedValue = container.querySelector<HTMLInputElement>('input:focus')?.value
  for (const previous of container.querySelectorAll('label, p')) previous.remove()
  for (const { value, text, place } of options) {
    const label = document.createElement('label')
    const field = Object.assign(document.createElement('input'), { type: 'radio', name: 'delivery_choice', value })
    field.setAttribute('form', 'not-sent')
    label.append(field, create('span', { textContent: text }))
    container.append(label)
    if (place !== '') container.append(create('p', { textContent: place }))
    if (value === focusedValue) field.focus()
  }
}
