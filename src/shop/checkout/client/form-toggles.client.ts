import { revealNotice } from '../../../platform/web/client/reveal-notice.ts'
import { trigger } from './checkout-events.client.ts'
import { checkoutParams, parseHtml, slide } from './form.client.ts'

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
  for (const link of document.querySelectorAll('a.showlogin, a.showcoupon')) link.setAttribute('aria-expanded', 'false')

  form.addEventListener('change', ({ target }) => {
    const box = target as HTMLInputElement
    if (box.name === 'ship_to_different_address') toggleSection('.shipping_address', box.checked)
    if (box.name === 'createaccount') toggleSection('div.create-account', box.checked)
  })
  const toggleSection = (selector: string, isOpening: boolean): void => {
    const section = form.querySelector<HTMLElement>(selector)
    if (section) void slide(section, isOpening)
  }

  // On phones the summary is a bar with the total; on wider screens it is always open.
  const summary = form.querySelector<HTMLDetailsElement>('details[data-summary]')
  const narrow = matchMedia('(max-width: 959px)')
  const syncSummary = (): void => {
    if (summary) summary.open = !narrow.matches
  }
  syncSummary()
  narrow.addEventListener('change', syncSummary)
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
    const props = { className: 'woocommerce-message', role: 'alert', tabIndex: -1, textContent: text }
    const message = Object.assign(document.createElement('div'), props)
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
