import type { PaymentMethodSettings } from './settings.ts'

/** A way to pay that needs no provider: the shop says how, and sees for itself when the money is there. */
export type OfflineGateway = {
  readonly enabled: boolean
  readonly title: string
  /** Stands under the choice at the checkout. */
  readonly description: string
  /** What to do now: on the page after the order and in the customer's mail. One paragraph a line. */
  readonly instructions: string
}

/** Where money is sent to, as Canadian banks ask for it. */
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
  /** Offered with these ways to send only, by kind such as `local_pickup`; with all when empty. */
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

/** What an owner has stored over the defaults: a name that is not stored, or came later, has its default. */
export function mergeGateways(stored: { readonly [Id in GatewayId]?: Partial<Gateways[Id]> }): Gateways {
  return {
    stripe_cc: { ...defaultGateways.stripe_cc, ...stored.stripe_cc },
    bacs: { ...defaultGateways.bacs, ...stored.bacs },
    cheque: { ...defaultGateways.cheque, ...stored.cheque },
    cod: { ...defaultGateways.cod, ...stored.cod },
  }
}

/** May somebody pay this way who has it sent by this rate, `local_pickup:3`? Null: nothing is sent. */
export function isGatewayAvailable(settings: PaymentMethodSettings, id: GatewayId, rateId: string | null): boolean {
  const gateway = settings.gateways[id]
  if (!gateway.enabled) return false
  const { shippingMethods } = settings.gateways.cod
  if (id !== 'cod' || shippingMethods.length === 0) return true
  return rateId !== null && shippingMethods.includes(rateId.split(':')[0] ?? '')
}

/** The instructions of a way to pay as paragraphs; none for ways without. */
export function instructionsFor(settings: PaymentMethodSettings, id: string): readonly string[] {
  const { bacs, cheque, cod } = settings.gateways
  const offlineGateways: Readonly<Record<string, OfflineGateway>> = { bacs, cheque, cod }
  return (offlineGateways[id]?.instructions ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** A bank account as rows of words, for pages and mails. */
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

/** Ways to pay, in the order in which shoppers see them; the first one is taken when nothing is said. */
const gatewayIds = ['stripe_cc', 'bacs', 'cheque', 'cod'] as const

export type GatewayId = (typeof gatewayIds)[number]

export const enabledGateways = (settings: PaymentMethodSettings): GatewayId[] =>
  gatewayIds.filter((id) => settings.gateways[id].enabled)

/** What somebody can choose from who has the order sent by this rate. */
export const availableGateways = (settings: PaymentMethodSettings, rateId: string | null): GatewayId[] =>
  gatewayIds.filter((id) => isGatewayAvailable(settings, id, rateId))
