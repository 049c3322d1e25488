import type {
  CanMakePaymentResult,
  PaymentRequest,
  PaymentRequestTokenEvent,
  PaymentRequestWallet,
  Stripe,
} from '@stripe/stripe-js'
import { loadStripe } from '../../gateways/client/load-stripe.client.ts'
import styles from '../payment-request.module.css'
import * as words from '../payment-request-options.ts'
import type {
  AuthorizationResult,
  DeliveryCall,
  OpenWallet,
  SheetOutcome,
  SheetUpdate,
  WalletPage,
  WalletRefusal,
  WalletSheet,
} from '../wallet-client.ts'
import type { WalletId } from '../wallets.ts'
import { paymentMethodOf, unexpected } from './payment-method.client.ts'

/** A placeholder, so that `canMakePayment` can run before anything is selected. */
const placeholderSheet = (page: WalletPage): WalletSheet => ({
  cart: { total: '0.00', totalCents: 0, displayItems: [], shippingOptions: [] },
  currency: typeof page.settings.currency === 'string' ? page.settings.currency : 'CAD',
  needsShipping: false,
  requestedDetails: { name: true, email: true, phone: false },
})

type Ready = { readonly stripe: Stripe; readonly request: PaymentRequest; readonly fixedPart: string }

type RequestWallet = {
  readonly id: WalletId
  disabled(page: WalletPage): Promise<readonly PaymentRequestWallet[]>
  canPay(result: CanMakePaymentResult): boolean
  buttonOptions(settings: WalletPage['settings']): unknown
  readonly buttonName: string
  drawOver?(button: HTMLButtonElement, type: string, isLight: boolean): void
}

export const openPaymentRequest =
  (wallet: RequestWallet): OpenWallet =>
  (page) => {
    const buttons: HTMLButtonElement[] = []
    let ready: Ready | null = null
    let wantedFixedPart = ''
    let isEnabled = false

    async function prepare(): Promise<boolean> {
      const sheet = page.sheet() ?? placeholderSheet(page)
      const fixed = words.fixedPart(sheet)
      if (ready?.fixedPart === fixed) return true
      wantedFixedPart = fixed
      const stripe = await loadStripe(page.provider.scriptUrl, page.provider.publishableKey)
      if (!stripe) return false
      const country = typeof page.settings.country_code === 'string' ? page.settings.country_code : 'CA'
      const request = stripe.paymentRequest(
        words.requestOptions(sheet, { disabled: await wallet.disabled(page), country }),
      )
      const can = await request.canMakePayment()
      const isAble = can !== null && wallet.canPay(can)
      // The selection may have changed while the device answered.
      if (isAble && wantedFixedPart === fixed) {
        ready = { stripe, request, fixedPart: fixed }
        showState()
      }
      return isAble
    }

    const showState = (): void => {
      for (const button of buttons) button.disabled = !isEnabled || ready === null || ready.request.isShowing()
    }

    /** Synchronous, because browsers open a sheet only during a click. */
    function open(): void {
      const sheet = page.sheet()
      const isOutdated = sheet !== null && words.fixedPart(sheet) !== ready?.fixedPart
      if (!isEnabled || !ready || isOutdated || ready.request.isShowing()) return
      // If it cannot start, the page shows the reason.
      if (!page.start()) return
      if (!sheet) return page.ended({ kind: 'canceled' })
      try {
        ready.request.update(words.shownOptions(sheet))
        handleSheetEvents(ready, page, sheet)
        ready.request.show()
      } catch (error) {
        page.ended({
          kind: 'error',
          statusCode: 'INTERNAL_ERROR',
          message: error instanceof Error ? error.message : '',
        })
      }
    }

    return {
      id: wallet.id,
      isReady: () => prepare().catch(() => false),
      mountButton(container) {
        const button = drawButton(wallet, page.settings)
        button.addEventListener('click', open)
        buttons.push(button)
        container.append(button)
        showState()
        return Promise.resolve()
      },
      setEnabled(enabled) {
        isEnabled = enabled
        if (ready && ready.fixedPart !== words.fixedPart(page.sheet() ?? placeholderSheet(page))) ready = null
        showState()
        if (enabled && !ready) void prepare().catch(() => false)
      },
    }
  }

const stringIn = (value: unknown, name: string): string => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof found === 'string' ? found : ''
}

const verbs: Readonly<Record<string, string>> = { buy: 'Buy with', book: 'Book with', donate: 'Donate with' }

function drawButton(wallet: RequestWallet, settings: WalletPage['settings']): HTMLButtonElement {
  const options = wallet.buttonOptions(settings)
  const type = stringIn(options, 'type') || 'buy'
  const isLight = ['white', 'light'].includes(stringIn(options, 'theme'))
  const button = Object.assign(document.createElement('button'), { type: 'button', disabled: true })
  button.className = [styles.button, isLight && styles.light].filter(Boolean).join(' ')
  button.style.borderRadius = stringIn(settings, 'button_radius') || '4px'
  wallet.drawOver?.(button, type, isLight)
  const text = `${verbs[type] ?? ''} ${wallet.buttonName}`.trim()
  button.append(Object.assign(document.createElement('span'), { textContent: text }))
  return button
}

function handleSheetEvents({ stripe, request }: Ready, page: WalletPage, sheet: WalletSheet): void {
  let shownTotalCents = sheet.cart.totalCents
  let refusal: WalletRefusal | null = null
  let isPaying = false
  let isClosed = false

  let last: Promise<unknown> = Promise.resolve()
  let requestCount = 0
  /** Sends requests one after another. Null: the selection has changed since, so the sheet ignores the response. */
  const requestUpdate = async (call: DeliveryCall): Promise<SheetUpdate | null> => {
    requestCount += 1
    const number = requestCount
    const answer = last.then(() =>
      number === requestCount ? page.deliveryChanged(call).catch((): SheetUpdate => unexpected) : null,
    )
    last = answer
    const update = await answer
    if (number !== requestCount) return null
    if (update?.ok) shownTotalCents = update.totalCents
    return update
  }
  const end = (outcome: SheetOutcome): void => {
    for (const event of ['shippingaddresschange', 'shippingoptionchange', 'token', 'cancel'] as const)
      request.off(event as 'cancel')
    page.ended(outcome)
  }
  /** A refusal is part of the open sheet, so on closing it is passed to the page. */
  const endUnpaid = (): void => end(refusal ? { kind: 'refused', message: refusal.message } : { kind: 'canceled' })

  request.on('shippingaddresschange', async ({ shippingAddress, updateWith }) => {
    const update = await requestUpdate(words.addressCall(words.walletAddress(shippingAddress)))
    if (update) updateWith(words.updateDetails(update, 'address'))
  })
  request.on('shippingoptionchange', async ({ shippingOption, updateWith }) => {
    const update = await requestUpdate(words.optionCall(shippingOption.id))
    if (update) updateWith(words.updateDetails(update, 'option'))
  })
  /** Adds the page's billing details, because the sheet returns only the details it was asked for. */
  async function authorize(event: PaymentRequestTokenEvent): Promise<AuthorizationResult> {
    const details = words.paidDetails(event)
    const made = await paymentMethodOf(stripe, event.token.id, details, page.billingDetails?.())
    return made.ok ? page.authorized({ ...details, paymentMethodId: made.id, shownTotalCents }) : made
  }

  request.on('token', async (event) => {
    isPaying = true
    const result = await authorize(event).catch((): AuthorizationResult => unexpected)
    isPaying = false
    event.complete(words.completeStatus(result))
    if (result.ok) return end({ kind: 'success' })
    refusal = result
    if (isClosed || !request.isShowing()) endUnpaid()
  })
  request.on('cancel', () => {
    isClosed = true
    // Some browsers allow closing the sheet during the payment; then the payment decides the outcome.
    if (!isPaying) endUnpaid()
  })
}
