import type { FeeRule } from './fees.ts'
import type { ShippingConfig } from './shipping.ts'

/** Shipping, taxes and fees. */
export type PricingSettings = {
  readonly shipping: ShippingConfig | null
  /** How prices and taxes go together; a change counts for carts from then on, orders keep what they were. */
  readonly taxes: { readonly pricesIncludeTax: boolean; readonly roundTax: 'line' | 'subtotal' }
  /** What is added to some carts. */
  readonly fees: readonly FeeRule[]
}

export const pricingDefaults: PricingSettings = {
  shipping: null,
  taxes: { pricesIncludeTax: false, roundTax: 'line' },
  fees: [],
}
