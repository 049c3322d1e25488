import { priceString } from '../../platform/money/money.ts'
import type { Calculation, ProductChoice } from './express-purchase.ts'
import { gatewayData } from './product-choice.client.ts'
import type { WalletCart } from './wallet-client.ts'
import { isGooglePay, type WalletId } from './wallet-ids.ts'

type Gateway = {
  readonly gateway_id: string
  readonly currency: string
  readonly routes: Readonly<Record<string, string>>
}

type Answer = {
  readonly code?: string
  readonly message?: string
  readonly data?: { readonly needsShipping: boolean } & Readonly<Partial<Record<WalletId, WalletCart>>>
}

/** What the choice would cost, in every wallet's form (`cart/cart-calculation`). Nothing is stored by it. */
export async function calculateCarts(gateway: Gateway, { item }: ProductChoice): Promise<Calculation> {
  const { gateway_id: id, currency, routes } = gateway
  const body = new URLSearchParams({ ...item, payment_method: id, currency, page_id: 'product' })
  try {
    const { code, message, data } = (await (
      await fetch(routes.cart_calculation ?? '', { method: 'POST', body })
    ).json()) as Answer
    if (code !== undefined || !data) return { ok: false, message: code === 'cart-error' ? (message ?? null) : null }
    const { needsShipping, ...carts } = data
    return { ok: true, needsShipping, carts }
  } catch {
    return { ok: false, message: null }
  }
}

/** The page's own price where the shop did not answer: a wallet's first amounts are an estimate anyway. */
export function estimatedCart(wallet: WalletId, { quantity }: ProductChoice): WalletCart {
  const { product, total_cents: totalOfPage, currency } = gatewayData()
  const cents = (product?.price_cents ?? totalOfPage) * quantity
  const total = priceString(cents, currency)
  const label = document.querySelector('.product_title')?.textContent ?? ''
  const item = isGooglePay(wallet) ? { label, type: 'SUBTOTAL', price: total } : { label, pending: true, amount: cents }
  return { total, totalCents: cents, displayItems: [item], shippingOptions: [] }
}
