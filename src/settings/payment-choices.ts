import type { BankAccount } from './gateways.ts'
import type { Settings } from './settings.ts'

type Offered = { readonly enabled: boolean; readonly title: string; readonly description: string }
type Explained = Offered & { readonly instructions: string }

/** What the screen “Payments” shows and changes, under the names that its JSON has. */
export type PaymentChoices = {
  readonly stripe_cc: Offered
  readonly bacs: Explained & { readonly accounts: readonly WireAccount[] }
  readonly cheque: Explained
  readonly cod: Explained & { readonly shipping_methods: readonly string[] }
  /** 0: for as long as it takes. */
  readonly hold_stock_minutes: number
  /** Days that an order waits for a transfer or a cheque; 0: for ever. */
  readonly on_hold_days: number
  /** What one buyer may have kept without a payment; 0: as much as they like. Money in cents. */
  readonly unpaid_max_pieces: number
  readonly unpaid_max_products: number
  readonly unpaid_max_cents: number
  readonly first_order_number: number
  readonly restock_refunded: RestockRefunded
}

export const restockChoices = ['unsent', 'always', 'never'] as const
export type RestockRefunded = (typeof restockChoices)[number]

export type WireAccount = {
  readonly account_name: string
  readonly bank_name: string
  readonly institution: string
  readonly transit: string
  readonly account_number: string
}

export const emptyAccount: WireAccount = {
  account_name: '',
  bank_name: '',
  institution: '',
  transit: '',
  account_number: '',
}

/** Kinds of ways to send, as the choice of “with these only” names them. */
export const shippingKinds = [
  ['local_pickup', 'Local pickup'],
  ['flat_rate', 'Flat rate'],
  ['free_shipping', 'Free shipping'],
] as const

export const longest = {
  title: 60,
  description: 300,
  instructions: 1000,
  accounts: 5,
  holdMinutes: 10_080,
  onHoldDays: 365,
  unpaid: 1_000_000,
} as const

const wireAccount = (account: BankAccount): WireAccount => ({
  account_name: account.accountName,
  bank_name: account.bankName,
  institution: account.institution,
  transit: account.transit,
  account_number: account.accountNumber,
})

export const storedAccount = (account: WireAccount): BankAccount => ({
  accountName: account.account_name,
  bankName: account.bank_name,
  institution: account.institution,
  transit: account.transit,
  accountNumber: account.account_number,
})

export function paymentChoicesOf(settings: Settings): PaymentChoices {
  const { gateways, holdStockMinutes, onHoldDays, unpaidHold, firstOrderNumber, restockRefunded } = settings
  const { accounts, ...bacs } = gateways.bacs
  const { shippingMethods, ...cod } = gateways.cod
  return {
    stripe_cc: gateways.stripe_cc,
    bacs: { ...bacs, accounts: accounts.map(wireAccount) },
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
