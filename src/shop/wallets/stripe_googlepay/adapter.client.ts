import type { PaymentRequestWallet } from '@stripe/stripe-js'
import { loadScript } from '../../gateways/client/load-script.client.ts'
import { loadStripe } from '../../gateways/client/load-stripe.client.ts'
import { paymentMethodOf, unexpected } from '../client/payment-method.client.ts'
import { storedValue, storeValue } from '../client/tab-storage.client.ts'
import * as request from './google-pay-request.ts'
import { googlePayScriptUrl } from './google-pay-script.ts'
import './google-pay.module.css'
import type { AuthorizationResult, OpenWallet, SheetUpdate } from '../wallet-client.ts'

/** Stores the last shown total, for a payment that returns from a full redirect. */
const shownTotalKey = 'google-pay-shown-total'
const buttonTimeoutMs = 5000

export const requestName: PaymentRequestWallet = 'googlePay'

export const openWallet: OpenWallet = (page) => {
  const buttons: HTMLButtonElement[] = []
  let client: request.PaymentsClient | null = null
  let isEnabled = false
  let isOpen = false
  let isTaken = false
  let shownTotalCents: number | null = null

  const show = (totalCents: number): void => {
    shownTotalCents = totalCents
    storeValue(shownTotalKey, totalCents)
  }

  const updateSheet: request.PaymentCallbacks['onPaymentDataChanged'] = async (data) => {
    const { callbackTrigger, shippingAddress, shippingOptionData } = data
    if (!shippingAddress) return {}
    const address = request.walletAddress(shippingAddress)
    const optionId = request.chosenOption(shippingOptionData)
    const isOption = callbackTrigger === 'SHIPPING_OPTION' && optionId !== null
    const update = await page
      .deliveryChanged(request.deliveryCall(address, optionId))
      .catch((): SheetUpdate => unexpected)
    if (update.ok) show(update.totalCents)
    return request.requestUpdate(update, isOption ? 'SHIPPING_OPTION' : 'SHIPPING_ADDRESS')
  }

  async function authorize(data: google.payments.api.PaymentData): Promise<AuthorizationResult> {
    const stripe = await loadStripe(page.provider.scriptUrl, page.provider.publishableKey)
    if (!stripe) return unexpected
    const details = request.paymentDetails(data)
    const made = await paymentMethodOf(stripe, request.tokenOf(data), details, page.billingDetails?.())
    if (!made.ok) return made
    const shown = shownTotalCents ?? storedValue<number>(shownTotalKey) ?? 0
    isTaken = true
    const { shipping, shippingOptionId } = details
    const delivery = shipping && request.deliveryCall(shipping, shippingOptionId)
    return page.authorized({ ...details, paymentMethodId: made.id, shownTotalCents: shown, delivery })
  }

  const callbacks: request.PaymentCallbacks = {
    onPaymentDataChanged: updateSheet,
    onPaymentsError: (error) => page.ended(request.outcomeOf(error)),
    async onPaymentAuthorized(data) {
      // After a full redirect no sheet is open to report the outcome, so the page shows the shop's refusal.
      const isBack = !isOpen
      isTaken = false
      const result = await authorize(data).catch((): AuthorizationResult => unexpected)
      if (isBack) {
        if (result.ok) page.ended({ kind: 'success' })
        else if (isTaken) page.ended({ kind: 'canceled' })
        else page.ended({ kind: 'error', statusCode: 'INTERNAL_ERROR', message: result.message })
      }
      return request.authorizationResult(result)
    },
  }

  const showState = (): void => {
    for (const button of buttons) button.disabled = !isEnabled
  }

  /** Synchronous until the sheet opens, because browsers allow a pop-up only during a click. */
  function open(): void {
    if (!client || !isEnabled || isOpen) return
    const before = page.sheet()
    if (!page.start()) return
    const sheet = page.sheet() ?? before
    if (!sheet) return page.ended({ kind: 'canceled' })
    show(sheet.cart.totalCents)
    isOpen = true
    client
      .loadPaymentData(request.paymentDataRequest(sheet, page))
      .then(() => ({ kind: 'success' }) as const, request.outcomeOf)
      .then((outcome) => {
        isOpen = false
        page.ended(outcome)
      })
      .catch((error: unknown) => reportError(error))
  }

  async function prepare(): Promise<boolean> {
    const api = await loadGooglePay(googlePayScriptUrl(page.provider.scriptUrl))
    if (!api) return false
    client ??= new api.PaymentsClient(request.clientOptions(page, callbacks))
    return (await client.isReadyToPay(request.readinessRequest())).result
  }

  return {
    id: 'stripe_googlepay',
    isReady: () =>
      prepare().catch((error: unknown) => {
        console.info('Google Pay is not supported in this browser.', error)
        return false
      }),
    async mountButton(container) {
      if (!client) throw new Error('Google Pay is not ready.')
      const element = client.createButton(request.buttonOptions(page, open))
      container.append(element)
      buttons.push(...element.querySelectorAll('button'))
      showState()
      await isDrawn(element)
    },
    setEnabled(enabled) {
      isEnabled = enabled
      showState()
    },
  }
}

/** Waits for the frame with the buyer's card, at most five seconds (XW-18). */
function isDrawn(element: HTMLElement): Promise<void> {
  const frame = element.querySelector('iframe')
  if (!frame) return Promise.resolve()
  return new Promise((resolve) => {
    setTimeout(resolve, buttonTimeoutMs)
    for (const event of ['load', 'error']) frame.addEventListener(event, () => resolve())
  })
}

type GoogleWindow = Window & { readonly google?: { readonly payments?: { readonly api: typeof google.payments.api } } }
const loadedApi = () => (window as GoogleWindow).google?.payments?.api ?? null

async function loadGooglePay(url: string): Promise<typeof google.payments.api | null> {
  return loadedApi() ?? ((await loadScript(url)) ? loadedApi() : null)
}
