import type * as Stripe from '@stripe/stripe-js'
import { addressDetails, addressFields, totalLabel } from './payment-sheet.ts'
import type {
  AuthorizationResult,
  DeliveryCall,
  SheetUpdate,
  WalletAddress,
  WalletErrorReason,
  WalletPayment,
  WalletSheet,
} from './wallet-client.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isItem = (value: unknown): value is Stripe.PaymentRequestItem =>
  isObject(value) && typeof value.label === 'string' && value.label !== '' && Number.isSafeInteger(value.amount)

const isOption = (value: unknown): value is Stripe.PaymentRequestShippingOption =>
  isItem(value) && 'id' in value && typeof value.id === 'string'

const itemsOf = (values: unknown): Stripe.PaymentRequestItem[] =>
  (Array.isArray(values) ? values : []).filter(isItem).map(({ label, amount, pending }) => {
    return { label, amount, pending: pending === true }
  })

const optionsOf = (values: unknown): Stripe.PaymentRequestShippingOption[] =>
  (Array.isArray(values) ? values : [])
    .filter(isOption)
    .map(({ id, label, detail, amount }) => ({ id, label, detail: detail ?? '', amount }))

const totalOf = (amount: number, isPending: boolean): Stripe.PaymentRequestItem => ({
  label: totalLabel,
  amount,
  pending: isPending,
})

type Shop = { readonly disabled: readonly Stripe.PaymentRequestWallet[]; readonly country: string }

/** Options of a new payment request. Its total is pending until the sheet is shown (PAY-21). */
export const requestOptions = (sheet: WalletSheet, { disabled, country }: Shop): Stripe.PaymentRequestOptions => ({
  country,
  currency: sheet.currency.toLowerCase(),
  total: totalOf(sheet.cart.totalCents, true),
  requestPayerName: sheet.requestedDetails.name,
  requestPayerEmail: sheet.requestedDetails.email,
  requestPayerPhone: sheet.requestedDetails.phone,
  requestShipping: sheet.needsShipping,
  disableWallets: [...disabled, 'link'],
})

/** Options that a payment request cannot update: if they change, a new request is needed. */
export const fixedPart = ({ currency, needsShipping, requestedDetails }: WalletSheet): string =>
  JSON.stringify([currency, needsShipping, requestedDetails.name, requestedDetails.email, requestedDetails.phone])

/** Amounts when the sheet opens. If the purchase needs shipping, they stay pending until there is an address. */
export const shownOptions = ({ cart, currency, needsShipping }: WalletSheet): Stripe.PaymentRequestUpdateOptions => ({
  currency: currency.toLowerCase(),
  total: totalOf(cart.totalCents, needsShipping),
  displayItems: itemsOf(cart.displayItems),
  shippingOptions: [],
})

export const addressCall = (address: WalletAddress): DeliveryCall => ({
  route: 'shipping_address',
  fields: addressFields(address),
  reason: 'SHIPPING_ADDRESS_UNSERVICEABLE',
})

export const optionCall = (optionId: string): DeliveryCall => ({
  route: 'shipping_method',
  fields: { shipping_method: optionId },
  reason: 'SHIPPING_OPTION_INVALID',
})

const addressReasons: readonly WalletErrorReason[] = ['SHIPPING_ADDRESS_INVALID', 'SHIPPING_ADDRESS_UNSERVICEABLE']

/** The update for a new address or option. The sheet accepts address errors only after an address change. */
export function updateDetails(update: SheetUpdate, about: 'address' | 'option'): Stripe.PaymentRequestUpdateDetails {
  if (!update.ok) {
    const isAddress = about === 'address' && addressReasons.includes(update.reason)
    return { status: isAddress ? 'invalid_shipping_address' : 'fail' }
  }
  const sheet = isObject(update.data.newData) ? update.data.newData : update.data
  return {
    status: 'success',
    total: totalOf(update.totalCents, false),
    displayItems: itemsOf(sheet.displayItems),
    shippingOptions: optionsOf(sheet.shippingOptions),
  }
}

/** The status that the sheet shows for a payment. It cannot display the shop's message. */
export function completeStatus(result: AuthorizationResult): Stripe.PaymentRequestCompleteStatus {
  if (result.ok) return 'success'
  return addressReasons.includes(result.reason) ? 'invalid_shipping_address' : 'fail'
}

/** An address of the sheet, which omits street and name until the payment is authorized. */
export function walletAddress(address: Stripe.PaymentRequestShippingAddress): WalletAddress {
  const { country = '', region: state = '', city = '', postalCode: postcode = '' } = address
  const { recipient: name = '', addressLine: lines = [], phone = '' } = address
  return { country: country.toUpperCase(), state, city, postcode, ...addressDetails({ name, lines, phone }) }
}

type Paid = Pick<
  Stripe.PaymentRequestEvent,
  'payerName' | 'payerEmail' | 'payerPhone' | 'shippingAddress' | 'shippingOption'
> &
  Pick<Stripe.PaymentRequestTokenEvent, 'token'>

export function paidDetails(event: Paid): Omit<WalletPayment, 'paymentMethodId' | 'shownTotalCents'> {
  const { card } = event.token
  const shipping = event.shippingAddress ? walletAddress(event.shippingAddress) : null
  return {
    payer: {
      name: event.payerName ?? card?.name ?? '',
      email: event.payerEmail ?? '',
      phone: event.payerPhone ?? shipping?.phone ?? '',
    },
    billing: card ? billingAddress(card) : null,
    shipping,
    shippingOptionId: event.shippingOption?.id ?? null,
  }
}

type TokenCard = NonNullable<Paid['token']['card']>

function billingAddress(card: TokenCard): WalletAddress | null {
  if (!card.address_country) return null
  return walletAddress({
    country: card.address_country,
    region: card.address_state ?? '',
    city: card.address_city ?? '',
    postalCode: card.address_zip ?? '',
    addressLine: [card.address_line1 ?? '', card.address_line2 ?? ''],
    recipient: card.name ?? '',
    phone: '',
  })
}
