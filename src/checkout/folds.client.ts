import { tell } from './checkout-events.client.ts'
import { slide } from './slide.client.ts'

/** What is folded away until somebody asks for it: sign-in, coupon, another address, the password of a new account. */
export function openFolds(form: HTMLFormElement): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a.showlogin, a.showcoupon')
    const isLogin = link?.classList.contains('showlogin')
    const fold =
      link && document.querySelector<HTMLElement>(isLogin ? 'form.woocommerce-form-login' : 'form.checkout_coupon')
    if (!fold) return
    event.preventDefault()
    const isAsked = link.hasAttribute('aria-controls')
    // A link in an error opens and never folds.
    void toggle(fold, isAsked ? fold.dataset.unfolded === undefined : true)
  })
  for (const link of document.querySelectorAll('a.showlogin, a.showcoupon')) link.setAttribute('aria-expanded', 'false')

  form.addEventListener('change', ({ target }) => {
    const box = target as HTMLInputElement
    if (box.name === 'ship_to_different_address') fold('.shipping_address', box.checked)
    if (box.name === 'createaccount') fold('div.create-account', box.checked)
  })
  const fold = (selector: string, isOpening: boolean): void => {
    const part = form.querySelector<HTMLElement>(selector)
    if (part) void slide(part, isOpening)
  }
  foldSummary(form)
}

async function toggle(fold: HTMLElement, isOpening: boolean): Promise<void> {
  for (const link of document.querySelectorAll(`[aria-controls="${fold.id}"]`))
    link.setAttribute('aria-expanded', String(isOpening))
  if (isOpening === (fold.dataset.unfolded !== undefined)) return focusFirst(fold)
  if (isOpening) fold.dataset.unfolded = ''
  const done = slide(fold, isOpening)
  if (isOpening) focusFirst(fold)
  await done
  if (!isOpening) delete fold.dataset.unfolded
}

const focusFirst = (fold: HTMLElement): void => fold.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()

/** On a phone the summary is a bar with the total; it opens by itself where there is something to choose or to mend. */
function foldSummary(form: HTMLFormElement): void {
  const summary = form.querySelector<HTMLDetailsElement>('details[data-summary]')
  const narrow = matchMedia('(max-width: 959px)')
  const look = (): void => {
    if (summary) summary.open = !narrow.matches
  }
  look()
  narrow.addEventListener('change', look)
}

type CouponCall = 'apply_coupon' | 'remove_coupon'

/** Coupons without leaving the page, through the public calls; `ask` gets the new totals. */
export function followCoupons(form: HTMLFormElement, ask: () => Promise<void>): void {
  const couponForm = document.querySelector<HTMLFormElement>('form.checkout_coupon')
  const field = couponForm?.querySelector<HTMLInputElement>('#coupon_code')
  couponForm?.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!field || couponForm.classList.contains('processing')) return
    couponForm.classList.add('processing')
    const code = field.value
    void call('apply_coupon', { coupon_code: code }).then(async ({ isGood, text }) => {
      couponForm.classList.remove('processing')
      sayOfCoupon(field, isGood ? '' : text)
      if (!isGood) return field.focus()
      field.value = ''
      await ask()
      tell('applied_coupon_in_checkout', code)
      sayOnTop(text)
      void toggle(couponForm, false)
      document.querySelector<HTMLElement>('a.showcoupon')?.focus()
    })
  })
  field?.addEventListener('input', () => sayOfCoupon(field, ''))

  form.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a.woocommerce-remove-coupon')
    const code = link?.dataset.coupon
    if (!code) return
    event.preventDefault()
    void call('remove_coupon', { coupon: code }).then(async ({ isGood, text }) => {
      if (!isGood) return location.assign(link.href)
      await ask()
      tell('removed_coupon_in_checkout', code)
      sayOnTop(text)
      document.querySelector<HTMLElement>('a.showcoupon')?.focus()
    })
  })
}

async function call(name: CouponCall, fields: Record<string, string>): Promise<{ isGood: boolean; text: string }> {
  const params = (window as { wc_checkout_params?: Record<string, string> }).wc_checkout_params
  try {
    const response = await fetch(`/?wc-ajax=${name}`, {
      method: 'POST',
      body: new URLSearchParams({ security: params?.[`${name}_nonce`] ?? '', ...fields }),
    })
    const template = document.createElement('template')
    template.innerHTML = await response.text()
    const text = template.content.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
    const isGood = response.ok && template.content.querySelector('.woocommerce-message') !== null
    return { isGood, text: response.ok && text ? text : 'This did not work. Please reload the page and try again.' }
  } catch {
    return { isGood: false, text: 'The shop can’t be reached right now. Please try again in a moment.' }
  }
}

function sayOfCoupon(field: HTMLInputElement, text: string): void {
  const place = document.getElementById('coupon-error-notice')
  if (place) place.textContent = text
  field.classList.toggle('has-error', text !== '')
  if (text === '') {
    field.removeAttribute('aria-invalid')
    field.removeAttribute('aria-describedby')
  } else {
    field.setAttribute('aria-invalid', 'true')
    field.setAttribute('aria-describedby', 'coupon-error-notice')
  }
}

function sayOnTop(text: string): void {
  const message = document.createElement('div')
  message.className = 'woocommerce-message'
  message.setAttribute('role', 'alert')
  message.tabIndex = -1
  message.textContent = text
  document.querySelector('.woocommerce-notices-wrapper')?.replaceChildren(message)
}
