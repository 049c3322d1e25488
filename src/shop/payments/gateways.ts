import type { PaymentMethodSettings } from './settings.ts'

/** A payment method without provider: the shop gives instructions and confirms the payment manually. */
export type OfflineGateway = {
  readonly enabled: boolean
  readonly title: string
  /** Shown below the method at the checkout. */
  readonly description: string
  /** Payment instructions on the order-received page and in the customer's email, one paragraph per line. */
  readonly instructions: string
}

/** A bank account for transfers, in Canadian format. */
export type BankAccount = {
  readonly accountName: string
  readonly bankName: string
  /** Three digits. */
  readonly institution: string
  /** Five digits. */
  readonly transit: string
  readonly accountNumber: string
}

export type Gateways = {
  readonly stripe_cc: { readonly enabled: boolean; readonly title: string; readonly description: string }
  readonly bacs: OfflineGateway & { readonly accounts: readonly BankAccount[] }
  readonly cheque: OfflineGateway
  /** Available with these shipping methods only, by kind such as `local_pickup`; with all when empty. */
  readonly cod: OfflineGateway & { readonly shippingMethods: readonly string[] }
}

export const defaultGateways: Gateways = {
  stripe_cc: {
    enabled: true,
    title: 'Card',
    description: 'Visa, Mastercard, American Express, Discover, JCB, Interac.',
  },
  cod: {
    enabled: false,
    title: 'Cash on delivery',
    description: 'Pay with cash upon delivery.',
    instructions: 'Please have the amount ready when you receive your order.',
    shippingMethods: [],
  },
  bacs: {
    enabled: false,
    title: 'Direct bank transfer',
    description: 'Make your payment directly into our bank account.',
    instructions: 'Please transfer the total to our account. We get your order ready when your payment arrives.',
    accounts: [],
  },
  cheque: {
    enabled: false,
    title: 'Check payments',
    description: 'Please send a check.',
    instructions: 'Please send us a cheque. We get your order ready when it has cleared.',
  },
}

/** The owner's stored settings merged over the defaults. */
export function mergeGateways(stored: { readonly [Id in GatewayId]?: Partial<Gateways[Id]> }): Gateways {
  return {
    stripe_cc: { ...defaultGateways.stripe_cc, ...stored.stripe_cc },
    bacs: { ...defaultGateways.bacs, ...stored.bacs },
    cheque: { ...defaultGateways.cheque, ...stored.cheque },
    cod: { ...defaultGateways.cod, ...stored.cod },
  }
}

/** Whether this payment method is available with a shipping rate such as `local_pickup:3`. Null: nothing is shipped. */
export function isGatewayAvailable(settings: PaymentMethodSettings, id: GatewayId, rateId: string | null): boolean {
  const gateway = settings.gateways[id]
  if (!gateway.enabled) return false
  const { shippingMethods } = settings.gateways.cod
  if (id !== 'cod' || shippingMethods.length === 0) return true
  return rateId !== null && shippingMethods.includes(rateId.split(':')[0] ?? '')
}

/** The instructions of a payment method as paragraphs; none for methods without. */
export function instructionsFor(settings: PaymentMethodSettings, id: string): readonly string[] {
  const { bacs, cheque, cod } = settings.gateways
  const offlineGateways: Readonly<Record<string, OfflineGateway>> = { bacs, cheque, cod }
  return (offlineGateways[id]?.instructions ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** A bank account as labelled rows, for pages and emails. */
export const bankAccountRows = (account: BankAccount): readonly (readonly [label: string, value: string])[] =>
  (
    [
      ['Account name', account.accountName],
      ['Bank', account.bankName],
      ['Institution number', account.institution],
      ['Transit number', account.transit],
      ['Account number', account.accountNumber],
    ] as const
  ).filter(([, value]) => value !== '')

/** Payment methods in display order; the first one is the default. */
const gatewayIds = ['stripe_cc', 'bacs', 'cheque', 'cod'] as const

export type GatewayId = (typeof gatewayIds)[number]

/** Whether a method's payments go through the provider, which alone decides whether money arrived. */
export const isProviderMethod = (id: string): boolean => id === 'stripe_cc'

export const enabledGateways = (settings: PaymentMethodSettings): GatewayId[] =>
  gatewayIds.filter((id) => settings.gateways[id].enabled)

/** The payment methods available with this shipping rate. */
export const availableGateways = (settings: PaymentMethodSettings, rateId: string | null): GatewayId[] =>
  gatewayIds.filter((id) => isGatewayAvailable(settings, id, rateId))

const list = new Intl.ListFormat('en-CA', { type: 'disjunction' })

/** 'by card, by bank transfer or when you pick up your order' */
export function paymentMethodsText({ gateways }: PaymentMethodSettings): string {
  const { shippingMethods } = gateways.cod
  const isOnlyAtPickup = shippingMethods.length > 0 && shippingMethods.every((kind) => kind === 'local_pickup')
  const methods = [
    gateways.stripe_cc.enabled ? 'by card' : '',
    gateways.bacs.enabled ? 'by bank transfer' : '',
    gateways.cheque.enabled ? 'by cheque' : '',
    gateways.cod.enabled ? (isOnlyAtPickup ? 'when you pick up your order' : 'on delivery') : '',
  ].filter((method) => method !== '')
  return methods.length === 0 ? 'as we agree with you' : list.format(methods)
}
