import { priceString } from '../../../platform/money/money.ts'
import type { Calculation, ProductChoice } from '../express-purchase.ts'
import type { WalletCart } from '../wallet-client.ts'
import { gatewayData } from './product-choice.client.ts'
import type { WalletCalls } from './wallet-calls.client.ts'

/** What the choice would cost, in every wallet's form (`cart/cart-calculation`). */
export async function calculateCarts(calls: WalletCalls): Promise<Calculation> {
  const { code, message, data } = (await calls.calculate()) ?? {}
  if (code !== undefined || !data) return { ok: false, message: code === 'cart-error' ? (message ?? null) : null }
  const { needsShipping, ...carts } = data
  return { ok: true, needsShipping, carts }
}

/** The page's own price where the shop did not answer: a wallet's first amounts are an estimate anyway. */
export function estimatedCart({ quantity }: ProductChoice): WalletCart {
  const { product, total_cents: totalOfPage, currency } = gatewayData()
  const cents = (product?.price_cents ?? totalOfPage) * quantity
  const total = priceString(cents, currency)
  const label = document.querySelector('.product_title')?.textContent ?? ''
  // Each wallet takes from it what its sheet has.
  const item = { label, type: 'SUBTOTAL', price: total, pending: true, amount: cents }
  return { total, totalCents: cents, displayItems: [item], shippingOptions: [] }
}
