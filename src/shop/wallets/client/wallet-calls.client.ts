import { MAX_WORK, requestProof } from '../../../people/abuse/request-proof.client.ts'
import { splitFullName } from '../../../people/addresses/address.ts'
import { type NextAction, parseResponseHash } from '../../gateways/client/response-hash.client.ts'
import type { PageKind } from '../../gateways/page-kind.ts'
import { CONNECTION_LOST, GENERIC_PROBLEM } from '../../gateways/payment-problems.ts'
import type {
  DeliveryCall,
  SheetUpdate,
  WalletAddress,
  WalletCart,
  WalletErrorReason,
  WalletPayment,
} from '../wallet-client.ts'
import type { WalletId } from '../wallets.ts'

type Fields = Readonly<Record<string, string>>

export type WalletCallOptions = {
  readonly page: PageKind
  readonly currency: string
  /** URLs of the calls, by their names in the gateway's settings. */
  readonly routes: Fields
  /** The selected product on its page; empty elsewhere. */
  readonly item: Fields
  /** The nonce of a signed-in shopper, reloaded if `isStale`; '' for a guest. */
  restNonce(isStale: boolean): Promise<string>
}

export type PaymentAnswer =
  | { readonly kind: 'placed'; readonly url: string }
  | { readonly kind: 'needs-action'; readonly action: NextAction }
  | { readonly kind: 'total-changed'; readonly cart: Pick<WalletCart, 'totalCents' | 'displayItems'> }
  | { readonly kind: 'refused'; readonly reason: WalletErrorReason; readonly message: string }

export const UNREACHABLE = 'We can’t reach the shop just now. Please check your connection and try again.'

/** Longer than the sheets' own time-out, REQUEST_TIMEOUT after 30000 ms (XW-11). */
const TIMEOUT_MS = 35_000

/** Sends a POST request to the shop. Null: no readable response. */
async function post<Answer>(url: string, fields: Fields, nonce: string): Promise<Answer | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      // Payment calls of signed-in shoppers carry a nonce; guests have none (PAY-11).
      headers: nonce === '' ? {} : { 'X-WP-Nonce': nonce },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return (await response.json()) as Answer
  } catch {
    return null
  }
}

/** Error code for the nonce of another session: the shopper has signed in or out in another tab. */
const STALE_NONCE = 'rest_cookie_invalid_nonce'

type Refusable<Data> = { readonly code?: string; readonly message?: string; readonly data?: Data }

type UpdateData = Partial<Pick<WalletCart, 'totalCents' | 'displayItems'>> & {
  readonly paymentRequestUpdate?: {
    readonly newTransactionInfo: { readonly totalPrice: string; readonly displayItems: readonly unknown[] }
  }
  readonly newData?: { readonly total?: { readonly amount: number }; readonly displayItems: readonly unknown[] }
  readonly data?: { readonly error?: { readonly reason: WalletErrorReason | null } }
}

type CalculationAnswer = Refusable<
  { readonly needsShipping: boolean } & Readonly<Partial<Record<WalletId, WalletCart>>>
>

type CheckoutAnswer = {
  readonly result?: string
  readonly redirect?: string
  readonly code?: string
  readonly reason?: WalletErrorReason
  /** Plain text for a sheet. `messages` contains the same text as HTML. */
  readonly message?: string
  readonly messages?: string
  readonly data?: Pick<WalletCart, 'totalCents' | 'displayItems'>
  readonly proof_work?: number
  readonly order_pass?: string
}

export function walletCalls(wallet: WalletId, options: WalletCallOptions) {
  const { page, currency, routes, item, restNonce } = options
  const common = { ...item, payment_method: wallet, page_id: page, currency }
  const requestId = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`
  let proof: Promise<string> | null = null
  const call = async <Answer extends { readonly code?: string }>(
    url: string,
    fields: Fields,
  ): Promise<Answer | null> => {
    const answer = await post<Answer>(url, fields, await restNonce(false))
    return answer?.code === STALE_NONCE ? post(url, fields, await restNonce(true)) : answer
  }
  const startProof = (work = 1): Promise<string> => (proof ??= requestProof(work).catch(() => ''))

  const update = async ({ route, fields, reason }: DeliveryCall): Promise<SheetUpdate> => {
    const url = routes[route] ?? ''
    const answer = await call<Refusable<UpdateData>>(url, { ...common, ...fields })
    if (!answer) return { ok: false, reason: 'OTHER_ERROR', message: UNREACHABLE }
    const { code, message = UNREACHABLE, data } = answer
    if (code !== undefined || !data) return { ok: false, reason: data?.data?.error?.reason ?? reason, message }
    return { ok: true, data: data as Readonly<Record<string, unknown>>, totalCents: totalOf(data, currency) }
  }

  const pay = async (fields: Fields, isRetry = false): Promise<CheckoutAnswer | null> => {
    const answer = await call<CheckoutAnswer>(routes.checkout ?? '', { ...fields, proof: await startProof() })
    proof = null
    const { proof_work: work, order_pass: pass } = answer ?? {}
    if (!work || work > MAX_WORK || isRetry) return answer
    // After failed payments of other shoppers, more proof of work is required. The browser computes it automatically.
    await startProof(work)
    return pay({ ...fields, ...(pass ? { order_pass: pass } : {}) }, true)
  }

  return {
    currency,
    /** Starts the proof of work while the buyer looks at the sheet. */
    prepare: (): void => void startProof(),
    /** Prices of the product for every wallet, without storing anything. Null: no response. */
    calculate: () => call<CalculationAnswer>(routes.cart_calculation ?? '', common),
    addToCart: () => update({ route: 'add_to_cart', fields: {}, reason: 'OTHER_ERROR' }),
    deliveryChanged: update,
    /** Compares totals for a payment that returns from a wallet's own page, where no sheet could. Null: same total. */
    async compare(payment: WalletPayment): Promise<PaymentAnswer | null> {
      const { delivery, shownTotalCents } = payment
      const current = await (delivery ? update(delivery) : this.addToCart())
      if (!current.ok) return { kind: 'refused', reason: current.reason, message: current.message }
      const { totalCents } = current
      return totalCents === shownTotalCents
        ? null
        : { kind: 'total-changed', cart: { totalCents, displayItems: itemsOf(current.data) } }
    },
    async checkout(payment: WalletPayment, attribution: Fields): Promise<PaymentAnswer> {
      const fields = { ...common, ...attribution, ...checkoutFieldsOf(wallet, payment), request_id: requestId }
      const answer = await pay(fields)
      if (!answer) return { kind: 'refused', reason: 'OTHER_ERROR', message: CONNECTION_LOST }
      const { result, redirect, code, data } = answer
      if (code === 'total_changed' && data) return { kind: 'total-changed', cart: data }
      if (result !== 'success' || !redirect) return refusalOf(answer)
      const action = parseResponseHash(redirect)
      return action ? { kind: 'needs-action', action } : { kind: 'placed', url: redirect }
    },
    async confirm({ order_id: orderId, order_key }: NextAction): Promise<PaymentAnswer> {
      const fields = { ...common, order_id: String(orderId), order_key }
      const answer = await call<CheckoutAnswer>(routes.checkout_payment ?? '', fields)
      if (!answer) return { kind: 'refused', reason: 'OTHER_ERROR', message: CONNECTION_LOST }
      const { result, redirect } = answer
      return result === 'success' && redirect ? { kind: 'placed', url: redirect } : refusalOf(answer)
    },
  }
}

export type WalletCalls = ReturnType<typeof walletCalls>

const totalOf = ({ paymentRequestUpdate, newData, totalCents }: UpdateData, currency: string): number =>
  paymentRequestUpdate
    ? centsOf(paymentRequestUpdate.newTransactionInfo.totalPrice, currency)
    : (newData?.total?.amount ?? totalCents ?? 0)

const itemsOf = ({ paymentRequestUpdate, newData, displayItems }: UpdateData): readonly unknown[] =>
  paymentRequestUpdate?.newTransactionInfo.displayItems ?? newData?.displayItems ?? displayItems ?? []

/** '25.08' in the smallest unit of its currency. */
function centsOf(price: string, currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en-CA', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return Math.round(Number(price) * 10 ** maximumFractionDigits)
}

function refusalOf({ messages = '', message, reason }: CheckoutAnswer): PaymentAnswer {
  const template = document.createElement('template')
  template.innerHTML = messages
  const items = [...template.content.querySelectorAll<HTMLElement>('li')]
  const text = message || items.map((one) => one.textContent?.trim()).join(' ') || GENERIC_PROBLEM
  return { kind: 'refused', reason: reason ?? reasonFor(items.map(({ dataset }) => dataset.id ?? '')), message: text }
}

function reasonFor(fields: readonly string[]): WalletErrorReason {
  if (fields.some((name) => name.startsWith('shipping_'))) return 'SHIPPING_ADDRESS_INVALID'
  return fields.some((name) => name !== '') ? 'PAYMENT_DATA_INVALID' : 'OTHER_ERROR'
}

/** The server normalizes states and postal codes. It only compares the total, and charges its own. */
export const checkoutFieldsOf = (wallet: WalletId, payment: WalletPayment): Fields => ({
  ...billingFields(payment),
  ...(payment.shipping ? addressFields('shipping', payment.shipping, namesOf(payment.shipping, payment)) : {}),
  ...(payment.shippingOptionId === null ? {} : { 'shipping_method[0]': rateOf(payment.shippingOptionId) }),
  payment_method: wallet,
  [`${wallet}_token_key`]: payment.paymentMethodId,
  expected_total_cents: String(payment.shownTotalCents),
})

/** Without a billing address from the wallet, the shipping address is used. */
function billingFields(payment: WalletPayment): Fields {
  const { billing, shipping, payer } = payment
  const address = billing ?? shipping
  return {
    ...(address ? addressFields('billing', address, namesOf(address, payment)) : {}),
    billing_email: payer.email,
    billing_phone: payer.phone || billing?.phone || shipping?.phone || '',
  }
}

type Names = ReturnType<typeof splitFullName>

function namesOf(address: WalletAddress, { payer }: WalletPayment): Names {
  const { first_name: firstName = '', last_name: lastName = '' } = address
  return firstName + lastName === '' ? splitFullName(payer.name) : { firstName, lastName }
}

const addressFields = (set: 'billing' | 'shipping', address: WalletAddress, names: Names): Fields =>
  Object.fromEntries(
    Object.entries({
      first_name: names.firstName,
      last_name: names.lastName,
      company: address.company ?? '',
      country: address.country,
      address_1: address.address_1 ?? '',
      address_2: address.address_2 ?? '',
      city: address.city,
      state: address.state,
      postcode: address.postcode,
    }).map(([name, value]) => [`${set}_${name}`, value]),
  )

/** The rate id in `0:flat_rate:1`, without the package index; '' for the option `default`. */
const rateOf = (optionId: string): string => (optionId.includes(':') ? optionId.replace(/^\w+:/, '') : '')
