/** The checkout in the browser: totals that follow the address, the card field, and placing the order without a reload. */

import { checkCheckoutFields } from './address-check.ts'
import { mountCard } from './card.client.ts'
import { clearErrors, forgiveEdits, showErrorHtml, showProblems } from './errors.client.ts'
import { keepFields } from './kept-fields.client.ts'
import { followAddress } from './review.client.ts'

const form = document.querySelector<HTMLFormElement>('form.checkout')
if (form) startCheckout(form)

function startCheckout(checkout: HTMLFormElement): void {
  keepFields(checkout)
  forgiveEdits(checkout)
  // On a phone the form comes first; the total stays in sight on the folded summary and on the button.
  const summary = checkout.querySelector<HTMLDetailsElement>('details[data-summary]')
  if (summary && matchMedia('(max-width: 959px)').matches) summary.open = false
  const review = followAddress(checkout)
  const card = mountCard(checkout)
  let isPlacing = false

  checkout.addEventListener('change', (event) => {
    const input = event.target as HTMLInputElement
    if (input.name !== 'payment_method') return
    for (const box of checkout.querySelectorAll<HTMLElement>('.payment_box'))
      box.hidden = !box.classList.contains(`payment_method_${input.value}`)
  })

  checkout.addEventListener('submit', (event) => {
    const submitter = (event as SubmitEvent).submitter as HTMLButtonElement | null
    if (submitter?.name === 'woocommerce_checkout_update_totals') return
    event.preventDefault()
    if (isPlacing) return
    isPlacing = true
    setBusy(checkout, true)
    void place()
      .catch(() =>
        showErrorHtml(checkout, `<ul class="woocommerce-error" role="alert"><li>${unknownError()}</li></ul>`),
      )
      .finally(() => {
        isPlacing = false
        setBusy(checkout, false)
      })
  })

  async function place(): Promise<void> {
    clearErrors(checkout)
    const fields = fieldsOf(checkout)
    const problems = checkCheckoutFields(fields, {
      shipToDifferent: fields.ship_to_different_address === '1',
      needsShipping: true,
      termsRequired: checkout.querySelector('#terms') !== null,
    })
    if (problems.length > 0) return showProblems(checkout, problems)
    await review.settled()
    if (fields.payment_method === 'stripe_cc') {
      const token = await card.token(fields)
      if (!token.ok) return showErrorHtml(checkout, errorList(token.message))
      setHidden(checkout, 'stripe_cc_token_key', token.id)
    }
    const answer = await post('/?wc-ajax=checkout', fieldsOf(checkout))
    if (answer.reload) return location.reload()
    if (answer.result !== 'success' || !answer.redirect)
      return showErrorHtml(checkout, answer.messages || errorList(unknownError()))
    if (!answer.redirect.startsWith('#response=')) return location.assign(answer.redirect)
    await authenticate(answer.redirect)
  }

  /** The bank asks the shopper; afterwards the shop reads the payment back and says where to go. */
  async function authenticate(hash: string): Promise<void> {
    const data = JSON.parse(atob(decodeURIComponent(hash.slice('#response='.length)))) as Record<string, string>
    const outcome = await card.authenticate(data.client_secret ?? '')
    if (!outcome.ok) return showErrorHtml(checkout, errorList(outcome.message))
    const answer = await post('/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/checkout/payment', {
      order_id: String(data.order_id),
      order_key: data.order_key ?? '',
    })
    if (answer.result === 'success' && answer.redirect) return location.assign(answer.redirect)
    showErrorHtml(checkout, answer.messages || errorList(unknownError()))
  }

  const hash = location.hash
  if (hash.startsWith('#response=')) {
    history.replaceState(null, '', location.pathname + location.search)
    void authenticate(hash)
  }
}

type CheckoutAnswer = { result?: string; redirect?: string; messages?: string; reload?: boolean }

async function post(url: string, fields: Record<string, string>): Promise<CheckoutAnswer> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
  return (await response.json()) as CheckoutAnswer
}

function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields[name] = value
  return fields
}

function setHidden(form: HTMLFormElement, name: string, value: string): void {
  const input = form.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  if (input) input.value = value
}

function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  form.classList.toggle('processing', isBusy)
  const button = form.querySelector<HTMLButtonElement>('#place_order')
  if (!button) return
  button.setAttribute('aria-busy', String(isBusy))
  button.dataset.label ??= button.textContent ?? ''
  button.textContent = isBusy ? 'Placing your order…' : (button.dataset.label ?? '')
  if (!isBusy) delete button.dataset.label
}

const unknownError = (): string =>
  (window as { wc_checkout_params?: { i18n_checkout_error: string } }).wc_checkout_params?.i18n_checkout_error ??
  'There was an error processing your order. Please try again.'

function errorList(text: string): string {
  const item = document.createElement('li')
  item.textContent = text
  return `<ul class="woocommerce-error" role="alert">${item.outerHTML}</ul>`
}
