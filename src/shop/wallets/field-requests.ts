import type { PageKind } from '../gateways/page-kind.ts'

export type PayerDetail = 'name' | 'email' | 'phone'

export type PageField = { readonly isRequired: boolean; readonly value: string }

/** shop.md §5, "Wallet field requests": at the checkout only what is still empty, for an order nothing. */
export function asksForDetail(page: PageKind, field: PageField): boolean {
  if (page === 'order_pay' || !field.isRequired) return false
  return page !== 'checkout' || field.value.trim() === ''
}
