import { onUpdateAsked, tell } from './checkout-events.client.ts'
import { showErrorHtml } from './errors.client.ts'
import { renewNonces } from './renew-nonces.client.ts'
import { putReview, replaceForm } from './review-parts.client.ts'

/** Fields that decide tax, shipping or what may be paid with. */
const decides =
  /^(billing|shipping)_(country|state|postcode|city|address_1|address_2)$|^ship_to_different_address$|^shipping_method\[|^payment_method$/
/** Changes that come together, as a browser fills in a form, are asked for once. */
const GATHER_MS = 5
const TYPING_MS = 1000
const RETRY_MS = [2000, 5000, 10_000, 20_000] as const

export type Totals = {
  /** Waits until what is shown is right; `false` when the shop can't be reached. */
  settled(): Promise<boolean>
  /** Asks again, whether or not anything seems to have changed. */
  ask(): Promise<void>
}

/**
 * Keeps the totals right (CHK-04). From the moment something changes until the answer is there they are dimmed and the
 * button waits; of several questions the latest counts; while the shop can't be reached it is asked again.
 */
export function followTotals(form: HTMLFormElement): Totals {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | null = null
  let work: Promise<boolean> = Promise.resolve(true)
  let hasChosenRate = false
  let failures = 0
  let known = ''

  const ask = (): Promise<boolean> => {
    clearTimeout(timer)
    timer = undefined
    running?.abort()
    const mine = new AbortController()
    running = mine
    setStale(form, true)
    work = update(form, hasChosenRate, mine.signal).then(
      () => {
        if (mine.signal.aborted) return work
        known = decisionsIn(form)
        failures = 0
        setStale(form, false)
        return true
      },
      () => {
        if (mine.signal.aborted) return work
        sayTrouble(form, 'We can’t work out your total right now. We’ll keep trying.')
        // Scripts that wait for the answer hear of a failed one, too.
        tell('updated_checkout', { result: 'failure' })
        schedule(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 20_000)
        failures += 1
        return false
      },
    )
    return work
  }
  const schedule = (pause: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), pause)
  }
  const onChange = (name: string, pause: number): void => {
    if (!decides.test(name)) return
    hasChosenRate ||= name.startsWith('shipping_method[')
    if (decisionsIn(form) === known && timer === undefined) return
    setStale(form, true)
    schedule(pause)
  }

  form.addEventListener('change', ({ target }) => onChange((target as HTMLInputElement).name, GATHER_MS))
  form.addEventListener('input', (event) => {
    const { name, tagName } = event.target as HTMLInputElement
    if (tagName !== 'INPUT' || (event.target as HTMLInputElement).type === 'radio') return
    const isTyped = event instanceof InputEvent && event.inputType !== 'insertReplacementText'
    onChange(name, isTyped ? TYPING_MS : GATHER_MS)
  })
  addEventListener('online', () => failures > 0 && void ask())
  onUpdateAsked(form, () => schedule(GATHER_MS))

  known = decisionsIn(form)
  tell('init_checkout')
  // What the browser or this tab has filled in differs from what the page was made with.
  if ([...form.elements].some(isChanged)) void ask()
  else tell('updated_checkout', { result: 'success' })

  return {
    settled: () => (timer === undefined ? work : ask()),
    ask: async () => void (await ask()),
  }
}

function isChanged(field: Element): boolean {
  if (!decides.test((field as HTMLInputElement).name ?? '')) return false
  if (field instanceof HTMLSelectElement) {
    const made = [...field.options].findIndex((option) => option.defaultSelected)
    return field.selectedIndex !== Math.max(0, made)
  }
  if (!(field instanceof HTMLInputElement)) return false
  if (field.type === 'hidden') return false
  return field.type === 'checkbox' || field.type === 'radio'
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue
}

function decisionsIn(form: HTMLFormElement): string {
  const pairs = [...new FormData(form)].filter(([name, value]) => decides.test(name) && typeof value === 'string')
  return new URLSearchParams(pairs as [string, string][]).toString()
}

type ReviewAnswer = { result?: string; reload?: boolean; messages?: string; fragments?: Record<string, string> }

async function update(
  form: HTMLFormElement,
  hasChosenRate: boolean,
  signal: AbortSignal,
  isSecond = false,
): Promise<void> {
  const response = await fetch('/?wc-ajax=update_order_review', {
    method: 'POST',
    body: reviewFields(form, hasChosenRate),
    signal,
  })
  if (response.status === 403 && !isSecond) {
    // Signed in or out in another tab: the page's own marks are of the session before.
    await renewNonces(form)
    return update(form, hasChosenRate, signal, true)
  }
  const answer = (await response.json()) as ReviewAnswer | number
  if (signal.aborted) return
  if (typeof answer !== 'object' || !response.ok) throw new Error(`The totals were answered with ${response.status}`)
  if (answer.reload) return location.reload()
  const gone = answer.fragments?.['form.woocommerce-checkout']
  if (gone !== undefined) return replaceForm(form, gone)
  putReview(form, answer.fragments ?? {})
  sayTrouble(form, '')
  if (answer.messages) showErrorHtml(form, answer.messages)
  tell('updated_checkout', answer)
}

/** Dims what may be wrong by now, and keeps the button from being pressed for it. */
function setStale(form: HTMLFormElement, isStale: boolean): void {
  const review = form.querySelector('#order_review')
  const overlay = review?.querySelector('.blockOverlay')
  review?.setAttribute('aria-busy', String(isStale))
  form.toggleAttribute('data-stale', isStale)
  if (isStale && !overlay) {
    const made = document.createElement('div')
    made.className = 'blockUI blockOverlay'
    review?.append(made)
  } else if (!isStale) overlay?.remove()
  const button = form.querySelector('#place_order')
  if (isStale) button?.setAttribute('aria-disabled', 'true')
  else button?.removeAttribute('aria-disabled')
}

function sayTrouble(form: HTMLFormElement, text: string): void {
  const place = form.querySelector('[data-totals-trouble]')
  if (place && place.textContent !== text) place.textContent = text
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
    if (typeof value === 'string' && !name.startsWith('shipping_method[') && name !== 'account_password')
      posted.append(name, value)
  }
  const place = (prefix: string, set: string) =>
    Object.entries({
      country: 'country',
      state: 'state',
      postcode: 'postcode',
      city: 'city',
      address: 'address_1',
      address_2: 'address_2',
    }).map(([sent, name]) => [prefix + sent, text(`${set}_${name}`)])
  const fields = new URLSearchParams([
    ['security', params?.update_order_review_nonce ?? ''],
    ['payment_method', text('payment_method')],
    ...place('', 'billing'),
    ...place('s_', ship),
    ['has_full_address', String(Boolean(text(`${ship}_address_1`) && text(`${ship}_city`)))],
    ['post_data', posted.toString()],
  ])
  const method = data.get('shipping_method[0]')
  // Sent only when somebody chose: an earned free rate is then offered first unasked.
  if (typeof method === 'string' && hasChosenRate) fields.set('shipping_method[0]', method)
  return fields
}
