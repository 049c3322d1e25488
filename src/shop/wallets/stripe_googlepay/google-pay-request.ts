import { addressDetails, addressFields, totalLabel } from '../payment-sheet.ts'
import type {
  AuthorizationResult,
  DeliveryCall,
  SheetOutcome,
  SheetUpdate,
  WalletAddress,
  WalletPage,
  WalletPayment,
  WalletSheet,
  WalletStatusCode,
} from '../wallet-client.ts'

/* Translates between the shop and Google Pay (shop.md §9, "Payments" and "Product-page wallet"). */

export const cardNetworks = ['AMEX', 'DISCOVER', 'INTERAC', 'JCB', 'MASTERCARD', 'VISA'] as const

/** Cards of the Google account, not device tokens of a phone. */
export const cardAuthMethods = ['PAN_ONLY'] as const

/** Status of the price before there is a shipping address. Later updates are final. */
export const initialPriceStatus = 'ESTIMATED'

type Google = typeof google.payments.api
export type PaymentsClient = InstanceType<Google['PaymentsClient']>
type PaymentDataRequest = google.payments.api.PaymentDataRequest & {
  readonly existingPaymentMethodRequired: boolean
  readonly forceRedirect: boolean
}
export type PaymentCallbacks = google.payments.api.PaymentDataCallbacks & {
  /** Status of a sheet that replaced the page and returned without a payment, when no promise is left. */
  onPaymentsError?(error: google.payments.api.PaymentsError): void
}
type Shop = Pick<WalletPage, 'settings' | 'provider'>

const apiVersion = { apiVersion: 2, apiVersionMinor: 0 }

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const cardParameters = () => ({ allowedAuthMethods: [...cardAuthMethods], allowedCardNetworks: [...cardNetworks] })

function cardMethod({ provider }: Shop, { requestedDetails }: Pick<WalletSheet, 'requestedDetails'>) {
  return {
    type: 'CARD' as const,
    parameters: {
      ...cardParameters(),
      ...(requestedDetails.name || requestedDetails.phone
        ? {
            billingAddressRequired: true as const,
            billingAddressParameters: { format: 'FULL' as const, phoneNumberRequired: requestedDetails.phone },
          }
        : {}),
    },
    tokenizationSpecification: {
      type: 'PAYMENT_GATEWAY' as const,
      parameters: {
        gateway: 'stripe',
        'stripe:version': '2022-08-01',
        'stripe:publishableKey': provider.publishableKey,
      },
    },
  }
}

/** For `isReadyToPay`, which then also reports whether the buyer has a card in the wallet. */
export const readinessRequest = (): google.payments.api.IsReadyToPayRequest => ({
  ...apiVersion,
  allowedPaymentMethods: [{ type: 'CARD', parameters: cardParameters() }],
  existingPaymentMethodRequired: true,
})

function merchantInfo({ settings }: Shop): google.payments.api.MerchantInfo {
  const id = settings.environment === 'PRODUCTION' ? textOf(settings.merchant_id) : ''
  const merchantName = textOf(settings.merchant_name)
  const info = { merchantName, ...(id ? { merchantId: id } : {}), softwareInfo: { id: 'samovar' } }
  return info as google.payments.api.MerchantInfo
}

export function paymentDataRequest(sheet: WalletSheet, shop: Shop): PaymentDataRequest {
  const { cart, currency, needsShipping, requestedDetails } = sheet
  const shippingOptions = cart.shippingOptions as google.payments.api.SelectionOption[]
  const [firstOption] = shippingOptions
  return {
    ...apiVersion,
    allowedPaymentMethods: [cardMethod(shop, sheet)],
    transactionInfo: {
      currencyCode: currency,
      countryCode: textOf(shop.settings.processing_country) || 'CA',
      totalPriceStatus: initialPriceStatus,
      totalPrice: cart.total,
      totalPriceLabel: textOf(shop.settings.total_price_label) || totalLabel,
      displayItems: (cart.displayItems as google.payments.api.DisplayItem[]).map(({ label, type, price }) => ({
        label,
        type,
        price,
      })),
    },
    merchantInfo: merchantInfo(shop),
    emailRequired: requestedDetails.email,
    existingPaymentMethodRequired: true,
    // Google decides how its sheet opens: on a page of its own it could not request delivery prices.
    forceRedirect: false,
    ...(needsShipping
      ? {
          callbackIntents: ['SHIPPING_ADDRESS', 'SHIPPING_OPTION', 'PAYMENT_AUTHORIZATION'],
          shippingAddressRequired: true,
          shippingAddressParameters: { phoneNumberRequired: requestedDetails.phone },
          shippingOptionRequired: true,
          shippingOptionParameters: {
            shippingOptions,
            ...(firstOption ? { defaultSelectedOptionId: firstOption.id } : {}),
          },
        }
      : { callbackIntents: ['PAYMENT_AUTHORIZATION'] }),
  }
}

export const clientOptions = (
  shop: Shop,
  paymentDataCallbacks: PaymentCallbacks,
): google.payments.api.PaymentOptions => ({
  environment: shop.settings.environment === 'PRODUCTION' ? 'PRODUCTION' : 'TEST',
  merchantInfo: merchantInfo(shop),
  paymentDataCallbacks,
})

/** For `createButton` (shop.md §9, "Product-page wallet"). Corners have the radius from the settings. */
export function buttonOptions({ settings }: Shop, onClick: () => void): google.payments.api.ButtonOptions {
  const radius = Number.parseInt(textOf(settings.button_radius), 10)
  return {
    onClick,
    buttonColor: (textOf(settings.button_color) || 'black') as google.payments.api.ButtonColor,
    buttonType: (textOf(settings.button_style) || 'buy') as google.payments.api.ButtonType,
    buttonSizeMode: (textOf(settings.button_size_mode) || 'fill') as google.payments.api.ButtonSizeMode,
    buttonRadius: Number.isNaN(radius) ? 4 : radius,
    ...(textOf(settings.button_locale) ? { buttonLocale: textOf(settings.button_locale) } : {}),
    allowedPaymentMethods: [{ type: 'CARD', parameters: cardParameters() }],
  }
}

export function walletAddress(
  address: Omit<google.payments.api.IntermediateAddress, 'iso3166AdministrativeArea'> &
    Partial<google.payments.api.Address>,
): WalletAddress {
  return {
    country: address.countryCode.toUpperCase(),
    state: address.administrativeArea,
    city: address.locality,
    postcode: address.postalCode,
    ...addressDetails({
      name: address.name ?? '',
      lines: [address.address1, address.address2, address.address3],
      phone: address.phoneNumber ?? '',
    }),
  }
}

/** The selected rate; null for Google's placeholder `default`. */
export const chosenOption = (data: google.payments.api.SelectionOptionData | undefined): string | null =>
  data && data.id.includes(':') ? data.id : null

/** One call updates both address and option. */
export const deliveryCall = (address: WalletAddress, optionId: string | null): DeliveryCall => ({
  route: 'payment_data',
  fields: { ...addressFields(address), shipping_method: optionId ?? '' },
  reason: 'SHIPPING_ADDRESS_INVALID',
})

export function requestUpdate(
  update: SheetUpdate,
  intent: google.payments.api.CallbackIntent,
): google.payments.api.PaymentDataRequestUpdate {
  if (!update.ok) return { error: { reason: update.reason, message: update.message, intent } }
  return update.data.paymentRequestUpdate ?? {}
}

export const authorizationResult = (result: AuthorizationResult): google.payments.api.PaymentAuthorizationResult =>
  result.ok
    ? { transactionState: 'SUCCESS' }
    : {
        transactionState: 'ERROR',
        error: { reason: result.reason, message: result.message, intent: 'PAYMENT_AUTHORIZATION' },
      }

export function tokenOf({ paymentMethodData }: google.payments.api.PaymentData): string | null {
  try {
    const token: unknown = JSON.parse(paymentMethodData.tokenizationData.token)
    const id: unknown = typeof token === 'object' && token !== null ? Reflect.get(token, 'id') : null
    return typeof id === 'string' ? id : null
  } catch {
    return null
  }
}

export function paymentDetails(
  data: google.payments.api.PaymentData,
): Pick<WalletPayment, 'payer' | 'billing' | 'shipping' | 'shippingOptionId'> {
  const billing = data.paymentMethodData.info?.billingAddress
  const shipping = data.shippingAddress
  return {
    payer: {
      name: billing?.name ?? shipping?.name ?? '',
      email: data.email ?? '',
      phone: billing?.phoneNumber ?? shipping?.phoneNumber ?? '',
    },
    billing: billing ? walletAddress(billing) : null,
    shipping: shipping ? walletAddress(shipping) : null,
    shippingOptionId: chosenOption(data.shippingOptionData),
  }
}

const errorCodes: readonly string[] = [
  'DEVELOPER_ERROR',
  'MERCHANT_ACCOUNT_ERROR',
  'INTERNAL_ERROR',
  'UNSUPPORTED_API_VERSION',
] satisfies WalletStatusCode[]
const isErrorCode = (code: string): code is WalletStatusCode => errorCodes.includes(code)

/** Why a sheet ended without a payment. Any code that is not an error counts as cancelled. */
export function outcomeOf(error: unknown): SheetOutcome {
  const read = (name: string): string =>
    typeof error === 'object' && error !== null ? textOf(Reflect.get(error, name)) : ''
  const statusCode = read('statusCode')
  return isErrorCode(statusCode) ? { kind: 'error', statusCode, message: read('statusMessage') } : { kind: 'canceled' }
}
