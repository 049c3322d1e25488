import type { FeeRule } from './fees.ts'
import type { ShippingConfig } from './shipping.ts'

/** Shipping, taxes and fees. */
export type PricingSettings = {
  readonly shipping: ShippingConfig | null
  /** Tax settings; a change applies to carts at once, but not to existing orders. */
  readonly taxes: { readonly pricesIncludeTax: boolean; readonly roundTax: 'line' | 'subtotal' }
  /** Automatic cart fees. */
  readonly fees: readonly FeeRule[]
}

export const pricingDefaults: PricingSettings = {
  shipping: null,
  taxes: { pricesIncludeTax: false, roundTax: 'line' },
  fees: [],
}
