import type { Exchange } from '../../platform/money/exchange.ts'
import { boolean, line, oneOf, type SettingsOf, setting } from '../../things/settings/setting.ts'
import type { FeeRule } from './fees.ts'

/** A currency other than the shop's. `rateChangedAt` is an ISO time. */
export type CurrencySetting = Exchange & { readonly rateChangedAt: string }

const taxGroup = 'Prices and rounding'

/** Taxes, fees and currencies. A change applies to carts at once, but not to existing orders. */
export const pricingSettings = {
  taxes: {
    pricesIncludeTax: setting(false, boolean, {
      json: 'prices_include_tax',
      group: taxGroup,
      label: 'I enter prices with tax',
      hint: 'With the taxes of the shop’s own address, which are taken out before those of the buyer’s are added.',
    }),
    roundTax: setting('line', oneOf({ line: 'For each line', subtotal: 'Once for each rate' }), {
      json: 'round_tax',
      group: taxGroup,
      label: 'Round taxes',
    }),
    /** `inherit`: the class of the items. */
    shippingTaxClass: setting('inherit', line({ max: 200 }), {
      json: 'shipping_tax_class',
      description: 'Slug of the tax class of shipping, or `inherit` for the class of the items.',
      group: taxGroup,
      label: 'Tax class of shipping',
    }),
  },
  /** Automatic cart fees. */
  fees: setting<readonly FeeRule[]>([]),
  /** Currencies besides the shop's, in display order. */
  currencies: setting<readonly CurrencySetting[]>([]),
}

export type PricingSettings = SettingsOf<typeof pricingSettings>
