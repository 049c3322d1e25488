import type { Exchange } from '../../platform/money/exchange.ts'
import type { FeeRule } from './fees.ts'
import type { ShippingConfig } from './shipping.ts'

/** A currency besides the shop's. `rateChangedAt`: ISO time. */
export type CurrencySetting = Exchange & { readonly rateChangedAt: string }

/** Shipping, taxes, fees and currencies. */
export type PricingSettings = {
  readonly shipping: ShippingConfig | null
  /** Tax settings; a change applies to carts at once, but not to existing orders. */
  readonly taxes: { readonly pricesIncludeTax: boolean; readonly roundTax: 'line' | 'subtotal' }
  /** Automatic cart fees. */
  readonly fees: readonly FeeRule[]
  /** Currencies besides the shop's, in display order. A change applies to carts at once, but not to existing orders. */
  readonly currencies: readonly CurrencySetting[]
}

export const pricingDefaults: PricingSettings = {
  shipping: null,
  taxes: { pricesIncludeTax: false, roundTax: 'line' },
  fees: [],
  currencies: [],
}
