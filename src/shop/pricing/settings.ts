import type { Exchange } from '../../platform/money/exchange.ts'
import { type SettingsOf, setting } from '../../things/settings/setting.ts'
import type { FeeRule } from './fees.ts'

/** A currency besides the shop's. `rateChangedAt`: ISO time. */
export type CurrencySetting = Exchange & { readonly rateChangedAt: string }

/** Taxes, fees and currencies. A change applies to carts at once, but not to existing orders. */
export const pricingSettings = {
  taxes: setting<{ readonly pricesIncludeTax: boolean; readonly roundTax: 'line' | 'subtotal' }>({
    pricesIncludeTax: false,
    roundTax: 'line',
  }),
  /** Automatic cart fees. */
  fees: setting<readonly FeeRule[]>([]),
  /** Currencies besides the shop's, in display order. */
  currencies: setting<readonly CurrencySetting[]>([]),
}

export type PricingSettings = SettingsOf<typeof pricingSettings>
