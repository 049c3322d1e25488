import type { PageKind } from '../gateways/page-kind.ts'
import type { WalletId } from './wallets.ts'

/* A page says what is bought and takes the payment; an adapter draws the button and translates. */

/** Amounts of a purchase in a wallet's own form, as `cart/cart-calculation` answers for each gateway. */
export type WalletCart = {
  readonly total: string
  readonly totalCents: number
  readonly displayItems: readonly unknown[]
  readonly shippingOptions: readonly unknown[]
}

/** What a sheet is opened with. All of it is known before the click: nothing can be awaited inside of it. */
export type WalletSheet = {
  readonly cart: WalletCart
  readonly currency: string
  readonly needsShipping: boolean
  /** Details that the sheet asks the payer for (`asksForDetail`). */
  readonly asks: Readonly<Record<'name' | 'email' | 'phone', boolean>>
}

/** The shipping address in a sheet. Until the payment is authorized, wallets leave out street and name. */
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

/** The answer to a new address or option: `data` of the call, in the wallet's own form, or why it is refused. */
export type SheetUpdate =
  | { readonly ok: true; readonly data: Readonly<Record<string, unknown>>; readonly totalCents: number }
  | WalletRefusal

/** A call of the shop that prices a delivery for a sheet. */
export type DeliveryCall = {
  readonly route: string
  readonly fields: Readonly<Record<string, string>>
  /** The reason of refusals that name none. */
  readonly reason: WalletErrorReason
}

export type WalletPayment = {
  readonly paymentMethodId: string
  readonly payer: { readonly name: string; readonly email: string; readonly phone: string }
  readonly billing: WalletAddress | null
  /** Complete by now; null: nothing is shipped, or the sheet was not asked. */
  readonly shipping: WalletAddress | null
  /** `0:flat_rate:1`; null: none. */
  readonly shippingOptionId: string | null
  readonly shownTotalCents: number
  /** Calculates shipping once more, for a wallet that may leave the shop for its own page. */
  readonly delivery?: DeliveryCall | null
}

/** A refusal is shown in the sheet, which stays open for another card or address where the wallet can. */
export type AuthorizationResult = { readonly ok: true } | WalletRefusal

export type BillingDetails = Readonly<Record<string, unknown>>

export type WalletPage = {
  readonly page: PageKind
  /** Every wallet that is offered on the page. The payment request leaves to each what has a button of its own. */
  readonly wallets: readonly WalletId[]
  readonly settings: Readonly<Record<string, unknown>>
  /** Script and key of the payment provider, which turns a wallet's token into a payment method. */
  readonly provider: { readonly scriptUrl: string; readonly publishableKey: string }
  /** What the page knows of the payer, for the provider: a sheet tells only what it was asked for. */
  billingDetails?(): BillingDetails
  /** The purchase as last calculated; null: the button is disabled. */
  sheet(): WalletSheet | null
  /** Called inside the click, before the sheet opens; false: it does not open (XW-06). */
  start(): boolean
  deliveryChanged(call: DeliveryCall): Promise<SheetUpdate>
  /** Takes the payment, or only its token: then the answer is always `ok` (XW-18). */
  authorized(payment: WalletPayment): Promise<AuthorizationResult>
  /** The sheet has closed. A cancelled one needs no word (XW-09). */
  ended(outcome: SheetOutcome): void
}

/** Status codes of a sheet that failed (XW-12); any other one counts as cancelled. */
export type WalletStatusCode =
  | 'DEVELOPER_ERROR'
  | 'MERCHANT_ACCOUNT_ERROR'
  | 'INTERNAL_ERROR'
  | 'UNSUPPORTED_API_VERSION'

export type SheetOutcome =
  | { readonly kind: 'success' }
  | { readonly kind: 'canceled' }
  /** Closed after a refusal that the sheet has no words for: the page tells it. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'error'; readonly statusCode: WalletStatusCode; readonly message: string }

export type WalletClient = {
  readonly id: WalletId
  /** Whether this device and browser can pay with it; loads the wallet's script. Never rejects (ERR-04). */
  isReady(): Promise<boolean>
  /** Draws the button into the container; a click opens the sheet. Rejects with a button problem (XW-18). */
  mountButton(container: HTMLElement): Promise<void>
  setEnabled(isEnabled: boolean): void
}

export type OpenWallet = (page: WalletPage) => WalletClient
