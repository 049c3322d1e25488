import type { PricingSettings } from './settings.ts'
import type { ShippingConfig } from './shipping.ts'
import { canadianTaxes } from './tax-rates.ts'
import type { PricingConfig } from './total.ts'

/** The shop's own rates. Free shipping stands first, so that a shopper who has earned it gets it unasked. */
export const canadianShipping: ShippingConfig = {
  zones: [
    {
      name: 'Canada',
      countries: ['CA'],
      methods: [
        { kind: 'free_shipping', instanceId: 2, title: 'Free shipping', minAmountCents: 7500, requires: 'either' },
        { kind: 'flat_rate', instanceId: 1, title: 'Flat rate', costCents: 995, taxable: true },
      ],
    },
  ],
}

/** How the shop prices a cart until its owner says otherwise. */
export const canadianPricing: PricingConfig = {
  taxTable: canadianTaxes,
  shipping: canadianShipping,
  pricesIncludeTax: false,
  roundTax: 'line',
  base: { country: 'CA', state: 'ON' },
  fees: [],
}

/** The same with what the owner has said. */
export const pricingFromSettings = ({ shipping, taxes, fees }: PricingSettings): PricingConfig => ({
  ...canadianPricing,
  ...taxes,
  fees,
  ...(shipping ? { shipping } : {}),
})
