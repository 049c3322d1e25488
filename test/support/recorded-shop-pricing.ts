import type { TaxRate } from '../../src/shop/pricing/tax.ts'
import type { PricingConfig } from '../../src/shop/pricing/total.ts'

/* Pricing of the shop whose exchanges the contract tests replay: one tax per province, a single tax class, and three
   shipping methods within Canada with the flat rate first. */

const places = [
  [1, 'ON', 'HST', 13000],
  [2, 'BC', 'GST+PST', 12000],
  [3, 'QC', 'GST+QST', 14975],
  [4, '', 'GST', 5000],
] as const

/** The same rates in every tax class; those of the standard class have the recorded ids. */
const taxTable = ['standard', 'grocery', 'supplement'].flatMap((taxClass, at) =>
  places.map(
    ([id, state, label, ratePer100k]): TaxRate => ({
      id: id + 4 * at,
      country: 'CA',
      state,
      postcodes: [],
      cities: [],
      label,
      ratePer100k,
      priority: 1,
      isCompound: false,
      taxesShipping: true,
      taxClass,
      order: id,
      from: '',
    }),
  ),
)

export const recordedShopPricing: PricingConfig = {
  taxTable,
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
