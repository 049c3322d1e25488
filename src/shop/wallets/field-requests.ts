import type { PageKind } from '../gateways/page-kind.ts'

/** Details of the payer that a wallet can hand over. */
export type PayerDetail = 'name' | 'email' | 'phone'

/** A billing field as the page has it. */
export type PageField = { readonly isRequired: boolean; readonly value: string }

/**
 * Whether a wallet asks its customer for a detail (shop.md §5, "Wallet field requests"): at the checkout only for what is
 * required and still empty, for an existing order never, elsewhere for everything that is required.
 */
export function asksForDetail(page: PageKind, field: PageField): boolean {
  if (page === 'order_pay' || !field.isRequired) return false
  return page !== 'checkout' || field.value.trim() === ''
}
