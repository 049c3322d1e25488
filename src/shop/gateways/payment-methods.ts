import type { Exchange } from '../../platform/money/exchange.ts'
import { shopCurrency } from '../../platform/money/money.ts'
import { bankTransfer } from './methods/bacs/bank-transfer.ts'
import { cheque } from './methods/cheque/cheque.ts'
import { onDelivery } from './methods/cod/on-delivery.ts'
import { affirm } from './methods/stripe_affirm/affirm.ts'
import { afterpay } from './methods/stripe_afterpay/afterpay.ts'
import { applePay } from './methods/stripe_applepay/apple-pay.ts'
import { card } from './methods/stripe_cc/card.ts'
import { googlePay } from './methods/stripe_googlepay/google-pay.ts'
import { klarna } from './methods/stripe_klarna/klarna.ts'
import { paymentRequest } from './methods/stripe_payment_request/payment-request.ts'
import type { PayLaterMessageList } from './pay-later/pay-later-message.tsx'
import type { PayLaterSection } from './pay-later/sections.ts'
import type { Payable, PaymentPlace } from './payable.ts'
import type { CaptureMethod, RedirectMethodType } from './payment-intent.ts'
import type {
  OfflinePayment,
  PaymentData,
  PaymentMethod,
  PaymentRows,
  ProviderPayment,
  WalletShop,
} from './payment-method.ts'
import type { PaymentMethodSettings } from './settings.ts'
import type { WalletSection } from './wallet/wallet-options.ts'

/** The payment methods in display order; the first one is the default. */
export const paymentMethods = [
  card,
  googlePay,
  applePay,
  paymentRequest,
  afterpay,
  klarna,
  affirm,
  bankTransfer,
  cheque,
  onDelivery,
] as const

type AnyMethod = (typeof paymentMethods)[number]
export type GatewayId = AnyMethod['id']

/** The settings of each payment method, by its id. */
export type Gateways = { readonly [Method in AnyMethod as Method['id']]: Method['defaults'] }

const byId: ReadonlyMap<string, PaymentMethod> = new Map(
  // Each gets only settings of its own, so that one type is enough for all.
  paymentMethods.map((method) => [method.id, method as unknown as PaymentMethod]),
)
const ids = paymentMethods.map((method) => method.id)
const methodOf = (id: GatewayId): PaymentMethod => byId.get(id) as PaymentMethod

/** A value for each payment method. */
const forEachMethod = <T>(value: (method: PaymentMethod, id: GatewayId) => T) =>
  Object.fromEntries(ids.map((id) => [id, value(methodOf(id), id)])) as Readonly<Record<GatewayId, T>>

export const defaultGateways = forEachMethod((method) => method.defaults) as Gateways

/** The owner's stored settings merged over the defaults. */
export const mergeGateways = (stored: { readonly [Id in GatewayId]?: Partial<Gateways[Id]> }) =>
  forEachMethod(({ defaults }, id) => ({ ...defaults, ...stored[id] })) as Gateways

/** The methods' settings in the API of the back office: as JSON and back, and the schemas of that JSON. */
export type GatewaysJson = { readonly [Method in AnyMethod as Method['id']]: ReturnType<Method['json']['of']> }

export const gatewaySchemas = forEachMethod((method) => method.json.schema) as {
  readonly [Method in AnyMethod as Method['id']]: Method['json']['schema']
}
export const gatewaysJson = (gateways: Gateways) =>
  forEachMethod((method, id) => method.json.of(gateways[id])) as GatewaysJson
export const parseGateways = (json: GatewaysJson) =>
  forEachMethod((method, id) => method.json.parse(json[id])) as Gateways

/** The payment method with this id, if it is enabled. */
export const enabledGateway = (id: string, { gateways }: PaymentMethodSettings): GatewayId | null =>
  ids.find((each) => each === id && gateways[each].enabled) ?? null

export const enabledGateways = ({ gateways }: PaymentMethodSettings): GatewayId[] =>
  ids.filter((id) => gateways[id].enabled)

/** Whether this payment method has the provider's Link. */
export const hasLink = ({ gateways }: PaymentMethodSettings, id: GatewayId): boolean =>
  gateways[id].enabled && (methodOf(id).hasLink?.(gateways[id]) ?? false)

/** What forms say of it to their scripts (CHK-16). */
export const linkPayment = (settings: PaymentMethodSettings): 'yes' | undefined =>
  ids.some((id) => hasLink(settings, id)) ? 'yes' : undefined

/** Whether this payment method is available for a payment. */
export const isGatewayAvailable = ({ gateways }: PaymentMethodSettings, id: GatewayId, payable: Payable): boolean =>
  gateways[id].enabled && (methodOf(id).isOffered?.(gateways[id], payable) ?? true)

/** The payment methods available for a payment. */
export const availableGateways = (settings: PaymentMethodSettings, payable: Payable): GatewayId[] =>
  ids.filter((id) => isGatewayAvailable(settings, id, payable))

/** The enabled ways of paying later that this kind of page says something of. */
export const payLaterGateways = (settings: PaymentMethodSettings, section: PayLaterSection): GatewayId[] =>
  enabledGateways(settings).filter((id) => methodOf(id).messageSections?.(settings.gateways[id]).includes(section))

/** What this kind of page says of them. */
export const payLaterMessages = (
  settings: PaymentMethodSettings,
  place: PaymentPlace,
  section: PayLaterSection,
): PayLaterMessageList =>
  payLaterGateways(settings, section).flatMap((id) => {
    const terms = methodOf(id).payLaterTerms?.(settings.gateways[id], place)
    return terms ? [{ id, terms }] : []
  })

type PricePage = { readonly exchange: Exchange | null; readonly shopCountry: string }

/** The same for prices that every visitor sees. Nothing is said of one that only approximates what is charged. */
export const payLaterPriceMessages = (
  settings: PaymentMethodSettings,
  { exchange, shopCountry }: PricePage,
  section: 'product' | 'shop',
): PayLaterMessageList =>
  exchange?.isCharged === false
    ? []
    : payLaterMessages(
        settings,
        { currency: exchange?.currency ?? shopCurrency, billingCountry: '', shopCountry },
        section,
      )

/** Settings of a method's messages on pages, and the pages that have them. */
export const messageParams = ({ gateways }: PaymentMethodSettings, id: GatewayId, place: PaymentPlace) => ({
  ...methodOf(id).messageParams?.(gateways[id], place),
  payment_sections: methodOf(id).messageSections?.(gateways[id]) ?? [],
})

/** Whether it is a wallet, which only the script of a page can show. */
export const isWallet = (id: GatewayId): boolean => methodOf(id).wallet !== undefined

/** The enabled wallets whose own button stands in this section. */
export const enabledWallets = (settings: PaymentMethodSettings, section: WalletSection): readonly GatewayId[] =>
  enabledGateways(settings).filter((id) => methodOf(id).wallet?.sections(settings.gateways[id]).includes(section))

/** A wallet's own settings on pages, and its name in messages; null if it is none. */
export function walletParams({ gateways }: PaymentMethodSettings, id: GatewayId, shop: WalletShop) {
  const { wallet } = methodOf(id)
  return wallet ? { name: wallet.name, params: wallet.params(gateways[id], shop) } : null
}

/** How a method's payments go through the provider, which alone decides whether money arrived; null: they do not. */
export const providerPayment = (id: string): ProviderPayment | null => byId.get(id)?.provider ?? null
export const isProviderMethod = (id: string): boolean => providerPayment(id) !== null

/** Enabled payment methods that can be saved in an account. */
export const savableGateways = (settings: PaymentMethodSettings): GatewayId[] =>
  enabledGateways(settings).filter((id) => providerPayment(id)?.savesMethod !== undefined)
/** The page of the provider that is visited to pay with this method; null: none. */
export const redirectOf = (id: string): RedirectMethodType | null => providerPayment(id)?.redirect ?? null

/** Whether payments of this method are captured at once or later. */
export function captureMethodOf({ gateways }: PaymentMethodSettings, methodId: string): CaptureMethod {
  const id = ids.find((each) => each === methodId)
  return id && methodOf(id).isCapturedLater?.(gateways[id]) ? 'manual' : 'automatic'
}

/** How orders are accepted that are paid without provider; null: they have to be paid through it. */
export const offlinePayment = (id: string): OfflinePayment | null => byId.get(id)?.offline ?? null

/** Whether an order is paid when its customer receives it. */
export const isPaidOnDelivery = (id: string): boolean => offlinePayment(id)?.acceptedAs === 'processing'

/** Ids of methods whose orders wait for a payment that the customer still has to make. */
export const awaitedMethods = ids.filter((id) => offlinePayment(id)?.acceptedAs === 'on-hold')

export type AwaitingOrder = {
  readonly status: string
  readonly paidAt: Date | null
  readonly paymentMethod: string
}

/** Whether an accepted order waits for a payment that its customer still has to make, such as a transfer. */
export const awaitsTransfer = ({ status, paidAt, paymentMethod }: AwaitingOrder): boolean =>
  status === 'on-hold' && paidAt === null && awaitedMethods.some((id) => id === paymentMethod)

/** What is missing in the data of a payment, as told to the shopper; null: nothing. */
export function paymentDataProblem(id: string, data: PaymentData): string | null {
  const provider = providerPayment(id)
  return provider?.paymentMethodId(data) === '' ? provider.missing : null
}

/** Whether a field of a form belongs to a payment method, such as a card's token. */
export const isPaymentField = (name: string): boolean => ids.some((id) => name.startsWith(`${id}_`))

export const checkoutPartOf = (id: GatewayId): PaymentMethod['CheckoutPart'] => methodOf(id).CheckoutPart

/** How to pay an accepted order: the owner's instructions as paragraphs, and accounts to pay to. */
export function paymentInstructions({ gateways }: PaymentMethodSettings, methodId: string) {
  const id = ids.find((each) => each === methodId)
  const accounts: readonly PaymentRows[] = (id && methodOf(id).accounts?.(gateways[id])) ?? []
  return { paragraphs: (id && methodOf(id).instructions?.(gateways[id])) ?? [], accounts }
}

const list = new Intl.ListFormat('en-CA', { type: 'disjunction' })

/** 'by card, by bank transfer or when you pick up your order' */
export function paymentMethodsText(settings: PaymentMethodSettings): string {
  const clauses = enabledGateways(settings).map((id) => methodOf(id).clause(settings.gateways[id]))
  return clauses.length === 0 ? 'as we agree with you' : list.format(clauses)
}
