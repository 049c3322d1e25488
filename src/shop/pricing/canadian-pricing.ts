import type { PricingSettings } from './settings.ts'
import type { ShippingConfig } from './shipping.ts'
import { canadianTaxes } from './tax-rates.ts'
import type { PricingConfig } from './total.ts'

/** Default rates of the shop. Free shipping comes first, so that it is preselected when available. */
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

/** Default pricing until the owner changes it. */
export const canadianPricing: PricingConfig = {
  taxTable: canadianTaxes,
  shipping: canadianShipping,
  pricesIncludeTax: false,
  roundTax: 'line',
  base: { country: 'CA', state: 'ON' },
  fees: [],
}

/** Default pricing with the owner's settings applied. */
export const pricingFromSettings = ({ shipping, taxes, fees }: PricingSettings): PricingConfig => ({
  ...canadianPricing,
  ...taxes,
  fees,
  ...(shipping ? { shipping } : {}),
})
