import type { PageKind } from '../gateways/page-kind.ts'
import type { WalletId } from './wallets.ts'

/* The page knows the purchase and takes the payment; an adapter draws the button and translates formats. */

/** Amounts of a purchase in a wallet's format, as returned by `cart/cart-calculation` for each gateway. */
export type WalletCart = {
  readonly total: string
  readonly totalCents: number
  readonly displayItems: readonly unknown[]
  readonly shippingOptions: readonly unknown[]
}

/** Everything that opens a sheet; known before the click, because nothing can be awaited during it. */
export type WalletSheet = {
  readonly cart: WalletCart
  readonly currency: string
  readonly needsShipping: boolean
  /** Details that the sheet requests from the payer (`requestsDetail`). */
  readonly requestedDetails: Readonly<Record<'name' | 'email' | 'phone', boolean>>
}

/** Shipping address in a sheet. Wallets omit street and name until the payment is authorized. */
export type WalletAddress = Readonly<
  Record<'country' | 'state' | 'postcode' | 'city', string> &
    Partial<Record<'address_1' | 'address_2' | 'first_name' | 'last_name' | 'company' | 'phone', string>>
>

/** Error reasons of a callback (XW-12). */
export type WalletErrorReason =
  | 'OTHER_ERROR'
  | 'SHIPPING_ADDRESS_INVALID'
  | 'SHIPPING_ADDRESS_UNSERVICEABLE'
  | 'SHIPPING_OPTION_INVALID'
  | 'OFFER_INVALID'
  | 'PAYMENT_DATA_INVALID'

export type WalletRefusal = { readonly ok: false; readonly reason: WalletErrorReason; readonly message: string }

/** Response to a new address or option: `data` of the call in the wallet's format, or a refusal. */
export type SheetUpdate =
  | { readonly ok: true; readonly data: Readonly<Record<string, unknown>>; readonly totalCents: number }
  | WalletRefusal

/** A call to the shop that calculates delivery prices for a sheet. */
export type DeliveryCall = {
  readonly route: string
  readonly fields: Readonly<Record<string, string>>
  /** Used for refusals without a reason. */
  readonly reason: WalletErrorReason
}

export type WalletPayment = {
  readonly paymentMethodId: string
  readonly payer: { readonly name: string; readonly email: string; readonly phone: string }
  readonly billing: WalletAddress | null
  /** Complete address; null if nothing is shipped, or the sheet did not request it. */
  readonly shipping: WalletAddress | null
  /** `0:flat_rate:1`, or null. */
  readonly shippingOptionId: string | null
  readonly shownTotalCents: number
  /** Recalculates shipping after a wallet that may have replaced the page. */
  readonly delivery?: DeliveryCall | null
}

/** The sheet shows a refusal; if the wallet allows it, it stays open for another card or address. */
export type AuthorizationResult = { readonly ok: true } | WalletRefusal

export type BillingDetails = Readonly<Record<string, unknown>>

export type WalletPage = {
  readonly page: PageKind
  /** All wallets on the page. The payment request leaves out those with their own button. */
  readonly wallets: readonly WalletId[]
  readonly settings: Readonly<Record<string, unknown>>
  /** Script and key of the payment provider, which creates a payment method from a wallet's token. */
  readonly provider: { readonly scriptUrl: string; readonly publishableKey: string }
  /** Payer details from the page, for the provider: a sheet returns only requested details. */
  billingDetails?(): BillingDetails
  /** The last calculated purchase; null: the button is disabled. */
  sheet(): WalletSheet | null
  /** Called during the click, before the sheet opens; false prevents opening (XW-06). */
  start(): boolean
  deliveryChanged(call: DeliveryCall): Promise<SheetUpdate>
  /** Takes the payment, or only its token; then the result is always `ok` (XW-18). */
  authorized(payment: WalletPayment): Promise<AuthorizationResult>
  /** The sheet has closed. A cancelled one shows no message (XW-09). */
  ended(outcome: SheetOutcome): void
}

/** Status codes of a failed sheet (XW-12); any other code counts as cancelled. */
export type WalletStatusCode =
  | 'DEVELOPER_ERROR'
  | 'MERCHANT_ACCOUNT_ERROR'
  | 'INTERNAL_ERROR'
  | 'UNSUPPORTED_API_VERSION'

export type SheetOutcome =
  | { readonly kind: 'success' }
  | { readonly kind: 'canceled' }
  /** Closed after a refusal that the sheet could not display; the page shows the message. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'error'; readonly statusCode: WalletStatusCode; readonly message: string }

export type WalletClient = {
  readonly id: WalletId
  /** Loads the wallet's script, and checks whether this device and browser can pay. Never rejects (ERR-04). */
  isReady(): Promise<boolean>
  /** Draws the button; a click opens the sheet. Rejects with a button problem (XW-18). */
  mountButton(container: HTMLElement): Promise<void>
  setEnabled(isEnabled: boolean): void
}

export type OpenWallet = (page: WalletPage) => WalletClient
