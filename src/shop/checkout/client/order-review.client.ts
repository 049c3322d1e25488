import { pointerReleased } from '../../../platform/web/client/pointer-released.ts'
import { showErrorHtml } from './errors.client.ts'
import { checkoutParams, onUpdateRequested, renewNonces, setText, toggleOverlay, trigger } from './form.client.ts'
import { applyReview, type ReviewFragments, replaceForm } from './order-review-fragments.client.ts'

const affectsTotals =
  /^(billing|shipping)_(country|state|postcode|city|address_1|address_2)$|^ship_to_different_address$|^shipping_method\[|^payment_method$/
/** Simultaneous changes, such as by autofill, are combined into one request. */
const DEBOUNCE_MS = 5
const TYPING_MS = 1000
const RETRY_MS = [2000, 5000, 10_000, 20_000] as const

export type TotalsControls = ReturnType<typeof watchTotals>

/** From a change to its response, totals are dimmed and the button waits (CHK-04). Only the latest request counts. */
export function watchTotals(form: HTMLFormElement) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let controller: AbortController | null = null
  /** Whether the update succeeded. Null if it was outdated when its response arrived. */
  let pendingUpdate: Promise<boolean | null> = Promise.resolve(true)
  let hasChosenRate = false
  let failures = 0
  /** Of the latest request; once it is answered, of the totals on the page. */
  let lastFields = ''

  const refresh = (): void => {
    clearTimeout(timer)
    timer = undefined
    controller?.abort()
    const { signal } = (controller = new AbortController())
    // Also outdated while a newer change waits for its timer: this response would undo it on the page.
    const isOutdated = (): boolean => signal.aborted || timer !== undefined
    setStale(form, true)
    lastFields = totalFieldsIn(form)
    pendingUpdate = update(form, hasChosenRate, { signal, isOutdated }).then(
      () => {
        if (isOutdated()) return null
        lastFields = totalFieldsIn(form)
        failures = 0
        setStale(form, false)
        return true
      },
      () => {
        if (isOutdated()) return null
        showTotalsError(form, 'We can’t work out your total right now. We’ll keep trying.')
        // Extensions that wait for the response are notified of a failure, too.
        trigger('updated_checkout', { result: 'failure' })
        schedule(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 20_000)
        failures += 1
        return false
      },
    )
  }
  /** Waits for the latest request, and sends a delayed one immediately. False if the shop cannot be reached. */
  const settled = async (): Promise<boolean> => {
    if (timer !== undefined) refresh()
    return (await pendingUpdate) ?? settled()
  }
  const schedule = (delayMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(refresh, delayMs)
  }
  const onChange = (name: string, delayMs: number): void => {
    if (!affectsTotals.test(name)) return
    hasChosenRate ||= name.startsWith('shipping_method[')
    if (totalFieldsIn(form) === lastFields && timer === undefined) return
    setStale(form, true)
    schedule(delayMs)
  }

  form.addEventListener('change', ({ target }) => onChange((target as HTMLInputElement).name, DEBOUNCE_MS))
  form.addEventListener('input', (event) => {
    const { name, tagName } = event.target as HTMLInputElement
    if (tagName !== 'INPUT' || (event.target as HTMLInputElement).type === 'radio') return
    const isKeystroke = event instanceof InputEvent && event.inputType !== 'insertReplacementText'
    onChange(name, isKeystroke ? TYPING_MS : DEBOUNCE_MS)
  })
  addEventListener('online', () => failures > 0 && refresh())
  onUpdateRequested(form, () => schedule(DEBOUNCE_MS))

  lastFields = totalFieldsIn(form)
  trigger('init_checkout')
  // Fields restored by the browser or this tab differ from those the page was rendered with.
  if ([...form.elements].some(isChanged)) refresh()
  else trigger('updated_checkout', { result: 'success' })

  return {
    settled,
    async refresh(): Promise<void> {
      refresh()
      await settled()
    },
  }
}

function isChanged(field: Element): boolean {
  if (!affectsTotals.test((field as HTMLInputElement).name ?? '')) return false
  if (field instanceof HTMLSelectElement) {
    const created = [...field.options].findIndex((option) => option.defaultSelected)
    return field.selectedIndex !== Math.max(0, created)
  }
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false
  return field.type === 'checkbox' || field.type === 'radio'
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue
}

function textsIn(form: HTMLFormElement, isMeant: (name: string) => boolean): string {
  const pairs = [...new FormData(form)].filter(([name, value]) => isMeant(name) && typeof value === 'string')
  return new URLSearchParams(pairs as [string, string][]).toString()
}

const totalFieldsIn = (form: HTMLFormElement): string => textsIn(form, (name) => affectsTotals.test(name))

type ReviewResponse = {
  result?: string
  reload?: boolean
  messages?: string
  fragments?: ReviewFragments & { 'form.woocommerce-checkout'?: string }
}

type Request = { readonly signal: AbortSignal; isOutdated(): boolean }

async function update(form: HTMLFormElement, hasChosenRate: boolean, request: Request, isRetry = false): Promise<void> {
  const { signal, isOutdated } = request
  const body = reviewFields(form, hasChosenRate)
  const response = await fetch('/?wc-ajax=update_order_review', { method: 'POST', body, signal })
  if (response.status === 403 && !isRetry) {
    // Signed in or out in another tab: the page's nonces belong to the previous session.
    await renewNonces(form)
    return update(form, hasChosenRate, request, true)
  }
  const answer = (await response.json()) as ReviewResponse | number
  await pointerReleased()
  if (isOutdated()) return
  if (typeof answer !== 'object' || !response.ok) throw new Error(`The totals were answered with ${response.status}`)
  if (answer.reload) return location.reload()
  const expiredHtml = answer.fragments?.['form.woocommerce-checkout']
  if (expiredHtml !== undefined) return replaceForm(form, expiredHtml)
  applyReview(form, answer.fragments ?? {})
  showTotalsError(form, '')
  if (answer.messages) showErrorHtml(form, answer.messages)
  trigger('updated_checkout', answer)
}

function setStale(form: HTMLFormElement, isStale: boolean): void {
  form.toggleAttribute('data-stale', isStale)
  const review = form.querySelector('#order_review')
  review?.setAttribute('aria-busy', String(isStale))
  if (review) toggleOverlay(review, isStale)
  const button = form.querySelector('#place_order')
  if (button) button.ariaDisabled = isStale ? 'true' : null
}

const showTotalsError = (form: HTMLFormElement, text: string): void => setText(form, '[data-totals-trouble]', text)

function reviewFields(form: HTMLFormElement, hasChosenRate: boolean): URLSearchParams {
  const data = new FormData(form)
  const text = (name: string): string => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  const shippingSet = data.get('ship_to_different_address') ? 'shipping' : 'billing'
  const isPosted = (name: string): boolean => !name.startsWith('shipping_method[') && name !== 'account_password'
  const addressFields = (prefix: string, set: string) =>
    ['country', 'state', 'postcode', 'city', 'address', 'address_2'].map((name) => [
      prefix + name,
      text(`${set}_${name === 'address' ? 'address_1' : name}`),
    ])
  const fields = new URLSearchParams([
    ['security', checkoutParams().update_order_review_nonce ?? ''],
    ['payment_method', text('payment_method')],
    ...addressFields('', 'billing'),
    ...addressFields('s_', shippingSet),
    ['has_full_address', String(Boolean(text(`${shippingSet}_address_1`) && text(`${shippingSet}_city`)))],
    ['post_data', textsIn(form, isPosted)],
  ])
  const method = data.get('shipping_method[0]')
  // Sent only when the shopper has chosen one: otherwise free shipping, once earned, becomes the default.
  if (typeof method === 'string' && hasChosenRate) fields.set('shipping_method[0]', method)
  return fields
}
