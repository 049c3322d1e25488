import type { Exchange } from '../../platform/money/exchange.ts'
import { shopCurrency } from '../../platform/money/money.ts'
import { bankTransfer } from '../gateways/methods/bacs/bank-transfer.ts'
import { cheque } from '../gateways/methods/cheque/cheque.ts'
import { onDelivery } from '../gateways/methods/cod/on-delivery.ts'
import { affirm } from '../gateways/methods/stripe_affirm/affirm.ts'
import { afterpay } from '../gateways/methods/stripe_afterpay/afterpay.ts'
import { card } from '../gateways/methods/stripe_cc/card.ts'
import { klarna } from '../gateways/methods/stripe_klarna/klarna.ts'
import type { PayLaterMessageList } from '../gateways/pay-later/pay-later-message.tsx'
import type { PayLaterSection } from '../gateways/pay-later/pay-later-options.ts'
import type { CaptureMethod, RedirectMethodType } from '../gateways/payment-intent.ts'
import type {
  OfflinePayment,
  Payable,
  PaymentData,
  PaymentMethod,
  PaymentPlace,
  PaymentRows,
  ProviderPayment,
} from '../gateways/payment-method.ts'
import { walletMethods } from '../wallets/wallets.ts'
import type { PaymentMethodSettings } from './settings.ts'

export const paymentMethods = [
  card,
  ...walletMethods,
  afterpay,
  klarna,
  affirm,
  bankTransfer,
  cheque,
  onDelivery,
] as const

type AnyMethod = (typeof paymentMethods)[number]
export type GatewayId = AnyMethod['id']

export type Gateways = { readonly [Method in AnyMethod as Method['id']]: Method['defaults'] }

const byId: ReadonlyMap<string, PaymentMethod> = new Map(
  // Safe, because each method receives only its own settings.
  paymentMethods.map((method) => [method.id, method as unknown as PaymentMethod]),
)
const ids = paymentMethods.map((method) => method.id)
const methodOf = (id: GatewayId): PaymentMethod => byId.get(id) as PaymentMethod

const forEachMethod = <T>(value: (method: PaymentMethod, id: GatewayId) => T) =>
  Object.fromEntries(ids.map((id) => [id, value(methodOf(id), id)])) as Readonly<Record<GatewayId, T>>

export const defaultGateways = forEachMethod((method) => method.defaults) as Gateways

export const mergeGateways = (stored: { readonly [Id in GatewayId]?: Partial<Gateways[Id]> }) =>
  forEachMethod(({ defaults }, id) => ({ ...defaults, ...stored[id] })) as Gateways

export type GatewaysJson = { readonly [Method in AnyMethod as Method['id']]: ReturnType<Method['json']['of']> }

export const gatewaySchemas = forEachMethod((method) => method.json.schema) as {
  readonly [Method in AnyMethod as Method['id']]: Method['json']['schema']
}
export const gatewaysJson = (stored: Parameters<typeof mergeGateways>[0]) => {
  const gateways = mergeGateways(stored)
  return forEachMethod((method, id) => method.json.of(gateways[id])) as GatewaysJson
}
export const parseGateways = (json: GatewaysJson) =>
  forEachMethod((method, id) => method.json.parse(json[id])) as Gateways

export const enabledGateway = (id: string, { gateways }: PaymentMethodSettings): GatewayId | null =>
  ids.find((each) => each === id && gateways[each].enabled) ?? null

/** All methods in the order of display. */
export const gatewaysInOrder = ({ gatewayOrder = {} }: Pick<PaymentMethodSettings, 'gatewayOrder'>): GatewayId[] =>
  ids.toSorted((one, other) => (gatewayOrder[one] ?? Infinity) - (gatewayOrder[other] ?? Infinity) || 0)

export const enabledGateways = (settings: PaymentMethodSettings): GatewayId[] =>
  gatewaysInOrder(settings).filter((id) => settings.gateways[id].enabled)

export const hasLink = ({ gateways }: PaymentMethodSettings, id: GatewayId): boolean =>
  gateways[id].enabled && (methodOf(id).hasLink?.(gateways[id]) ?? false)

/** The value by which forms tell scripts that Link is on (CHK-16). */
export const linkPayment = (settings: PaymentMethodSettings): 'yes' | undefined =>
  ids.some((id) => hasLink(settings, id)) ? 'yes' : undefined

export const isGatewayAvailable = ({ gateways }: PaymentMethodSettings, id: GatewayId, payable: Payable): boolean =>
  gateways[id].enabled && (methodOf(id).isOffered?.(gateways[id], payable) ?? true)

export const availableGateways = (settings: PaymentMethodSettings, payable: Payable): GatewayId[] =>
  gatewaysInOrder(settings).filter((id) => isGatewayAvailable(settings, id, payable))

export const payLaterGateways = (settings: PaymentMethodSettings, section: PayLaterSection): GatewayId[] =>
  enabledGateways(settings).filter((id) => methodOf(id).messageSections?.(settings.gateways[id]).includes(section))

export const payLaterMessages = (settings: PaymentMethodSettings, place: PaymentPlace, section: PayLaterSection) =>
  payLaterGateways(settings, section).flatMap((id) => {
    const terms = methodOf(id).payLaterTerms?.(settings.gateways[id], place)
    return terms ? [{ id, terms }] : []
  })

type PricePage = { readonly exchange: Exchange | null; readonly shopCountry: string }

/** Messages for prices on public pages; none for a converted price, which only approximates what is charged. */
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

export const messageParams = ({ gateways }: PaymentMethodSettings, id: GatewayId, place: PaymentPlace) => ({
  ...methodOf(id).messageParams?.(gateways[id], place),
  payment_sections: methodOf(id).messageSections?.(gateways[id]) ?? [],
})

export const methodScripts = ids.flatMap((id) => {
  const { script } = methodOf(id)
  return script ? [{ id, ...script }] : []
})

/** The provider part of a method, where the provider alone decides whether money arrived; null for offline methods. */
export const providerPayment = (id: string): ProviderPayment | null => byId.get(id)?.provider ?? null
export const isProviderMethod = (id: string): boolean => providerPayment(id) !== null

export const savableGateways = (settings: PaymentMethodSettings): GatewayId[] =>
  enabledGateways(settings).filter((id) => providerPayment(id)?.savesMethod !== undefined)
/** The redirect type of a method that is paid on a page of the provider; null: no redirect. */
export const redirectOf = (id: string): RedirectMethodType | null => providerPayment(id)?.redirect ?? null

export function captureMethodOf({ gateways }: PaymentMethodSettings, methodId: string): CaptureMethod {
  const id = ids.find((each) => each === methodId)
  return id && methodOf(id).isCapturedLater?.(gateways[id]) ? 'manual' : 'automatic'
}

/** How orders with an offline method are accepted; null for methods of the provider. */
export const offlinePayment = (id: string): OfflinePayment | null => byId.get(id)?.offline ?? null

/** Whether the method is paid on delivery or pickup. */
export const isPaidOnDelivery = (id: string): boolean => offlinePayment(id)?.acceptedAs === 'processing'

export const awaitedMethods = ids.filter((id) => offlinePayment(id)?.acceptedAs === 'on-hold')

export type AwaitingOrder = {
  readonly status: string
  readonly paidAt: Date | null
  readonly paymentMethod: string
}

export const awaitsTransfer = ({ status, paidAt, paymentMethod }: AwaitingOrder): boolean =>
  status === 'on-hold' && paidAt === null && awaitedMethods.some((id) => id === paymentMethod)

/** A message for the shopper about missing payment data; null if complete. */
export function paymentDataProblem(id: string, data: PaymentData): string | null {
  const provider = providerPayment(id)
  return provider?.paymentMethodId(data) === '' ? provider.missing : null
}

export const isPaymentField = (name: string): boolean => ids.some((id) => name.startsWith(`${id}_`))

export const checkoutPartOf = (id: GatewayId): PaymentMethod['CheckoutPart'] => methodOf(id).CheckoutPart

export function paymentInstructions({ gateways }: PaymentMethodSettings, methodId: string) {
  const id = ids.find((each) => each === methodId)
  const accounts: readonly PaymentRows[] = (id && methodOf(id).accounts?.(gateways[id])) ?? []
  return { paragraphs: (id && methodOf(id).instructions?.(gateways[id])) ?? [], accounts }
}

const list = new Intl.ListFormat('en-CA', { type: 'disjunction' })

export function paymentMethodsText(settings: PaymentMethodSettings): string {
  const clauses = enabledGateways(settings).map((id) => methodOf(id).clause(settings.gateways[id]))
  return clauses.length === 0 ? 'as we agree with you' : list.format(clauses)
}
