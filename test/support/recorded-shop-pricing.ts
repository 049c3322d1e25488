import type { TaxClass, TaxRate } from '../../src/shop/pricing/tax.ts'
import type { PricingConfig } from '../../src/shop/pricing/total.ts'

/* Pricing of the shop whose exchanges the contract tests replay: one tax per province, a single tax class, and three
   shipping methods within Canada with the flat rate first. */

const allTaxClasses: readonly TaxClass[] = ['standard', 'grocery', 'supplement']

function rate(id: number, state: string, label: string, ratePer100k: number): TaxRate {
  return { id, country: 'CA', state, label, ratePer100k, priority: 1, classes: allTaxClasses, from: '2000-01-01' }
}

export const recordedShopPricing: PricingConfig = {
  taxTable: [
    rate(1, 'ON', 'HST', 13000),
    rate(2, 'BC', 'GST+PST', 12000),
    rate(3, 'QC', 'GST+QST', 14975),
    rate(4, '', 'GST', 5000),
  ],
  shipping: {
    zones: [
      {
        name: 'Canada',
        locations: [{ type: 'country', code: 'CA' }],
        methods: [
          { kind: 'flat_rate', instanceId: 1, title: 'Flat rate', costCents: 995, taxable: true },
          { kind: 'free_shipping', instanceId: 2, title: 'Free shipping', minAmountCents: 7500 },
          { kind: 'local_pickup', instanceId: 3, title: 'Local pickup', costCents: 0, taxable: true },
        ],
      },
    ],
  },
  pricesIncludeTax: false,
  roundTax: 'line',
  base: { country: 'CA', state: 'ON' },
  fees: [],
}
