import type { PageKind } from '../gateways/page-kind.ts'
import type { WalletId } from './wallet-ids.ts'

/** Details of the payer that a wallet can hand over. */
export type PayerDetail = 'name' | 'email' | 'phone'

/** A billing field as the page has it. */
export type PageField = { readonly isRequired: boolean; readonly value: string }

type Question = {
  readonly page: PageKind
  readonly wallet: WalletId
  readonly field: PageField
  readonly detail: PayerDetail
}

/**
 * Whether a wallet asks its customer for a detail (shop.md §5, "Wallet field requests"): at the checkout only for what is
 * required and still empty, for an existing order never, elsewhere for everything that is required.
 */
export function asksForDetail({ page, wallet, field, detail }: Question): boolean {
  // Apple's sheet has no other way to tell who pays.
  if (wallet === 'stripe_applepay' && detail !== 'phone') return true
  if (page === 'order_pay' || !field.isRequired) return false
  return page !== 'checkout' || field.value.trim() === ''
}
