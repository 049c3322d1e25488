import { type OrderSettings } from '../../../shop/orders/settings.ts'
import type { BankAccount } from '../../../shop/payments/gateways.ts'
import { type PaymentMethodSettings } from '../../../shop/payments/settings.ts'

type GatewayJson = { readonly enabled: boolean; readonly title: string; readonly description: string }
type OfflineGatewayJson = GatewayJson & { readonly instructions: string }

/** The JSON of the "Payments" settings screen. */
export type PaymentSettings = {
  readonly stripe_cc: GatewayJson
  readonly bacs: OfflineGatewayJson & { readonly accounts: readonly BankAccountJson[] }
  readonly cheque: OfflineGatewayJson
  readonly cod: OfflineGatewayJson & { readonly shipping_methods: readonly string[] }
  /** 0: no limit. */
  readonly hold_stock_minutes: number
  /** Days until an order waiting for a transfer or a cheque is cancelled; 0: never. */
  readonly on_hold_days: number
  /** Maximum stock reserved by one buyer's unpaid orders; 0: no limit. Money in cents. */
  readonly unpaid_max_pieces: number
  readonly unpaid_max_products: number
  readonly unpaid_max_cents: number
  readonly first_order_number: number
  readonly restock_refunded: RestockRefunded
}

export const restockOptions = ['unsent', 'always', 'never'] as const
export type RestockRefunded = (typeof restockOptions)[number]

export const emptyBankAccount = {
  account_name: '',
  bank_name: '',
  institution: '',
  transit: '',
  account_number: '',
}

export type BankAccountJson = Readonly<typeof emptyBankAccount>

/** Kinds of shipping methods, for the setting that restricts a payment method to them. */
export const shippingKinds = [
  ['local_pickup', 'Local pickup'],
  ['flat_rate', 'Flat rate'],
  ['free_shipping', 'Free shipping'],
] as const

export const paymentLimits = {
  maxTitleLength: 60,
  maxDescriptionLength: 300,
  maxInstructionsLength: 1000,
  maxBankAccounts: 5,
  maxHoldStockMinutes: 10_080,
  onHoldDays: 365,
  unpaid: 1_000_000,
} as const

const bankAccountJson = (account: BankAccount): BankAccountJson => ({
  account_name: account.accountName,
  bank_name: account.bankName,
  institution: account.institution,
  transit: account.transit,
  account_number: account.accountNumber,
})

export const bankAccountOf = (account: BankAccountJson): BankAccount => ({
  accountName: account.account_name,
  bankName: account.bank_name,
  institution: account.institution,
  transit: account.transit,
  accountNumber: account.account_number,
})

/** Settings of the "Payments" screen: payment methods and handling of unpaid orders. */
export type PaymentScreenSettings = PaymentMethodSettings & OrderSettings

export function paymentSettingsOf(settings: OrderSettings & PaymentMethodSettings): PaymentSettings {
  const { gateways, holdStockMinutes, onHoldDays, unpaidHold, firstOrderNumber, restockRefunded } = settings
  const { accounts, ...bacs } = gateways.bacs
  const { shippingMethods, ...cod } = gateways.cod
  return {
    stripe_cc: gateways.stripe_cc,
    bacs: { ...bacs, accounts: accounts.map(bankAccountJson) },
    cheque: gateways.cheque,
    cod: { ...cod, shipping_methods: shippingMethods },
    hold_stock_minutes: holdStockMinutes,
    on_hold_days: onHoldDays,
    unpaid_max_pieces: unpaidHold.maxPieces,
    unpaid_max_products: unpaidHold.maxProducts,
    unpaid_max_cents: unpaidHold.maxCents,
    first_order_number: firstOrderNumber,
    restock_refunded: restockRefunded,
  }
}
