/** Carts and tax rates for property tests of totals. */
import fc from 'fast-check'
import { canadianPricing } from '../../src/shop/pricing/canadian-pricing.ts'
import type { Region, TaxRate } from '../../src/shop/pricing/tax.ts'
import { calculateTotal, type LineToPrice, type PricingConfig } from '../../src/shop/pricing/total.ts'

export const on = new Date('2026-11-20T12:00:00Z')
const anyRate: TaxRate = {
  id: 1,
  country: 'CA',
  state: '',
  postcodes: [],
  cities: [],
  label: 'Tax',
  ratePer100k: 5000,
  priority: 1,
  isCompound: false,
  taxesShipping: true,
  taxClass: 'standard',
  order: 0,
  from: '',
}
/** Numbers the rates in the order of the list. */
export const tableOf = (...rates: readonly Partial<TaxRate>[]): TaxRate[] =>
  rates.map((rate, index) => ({ ...anyRate, id: index + 1, ...rate }))

export const item = (cents: number, taxClass = 'standard', quantity = 1): LineToPrice => ({
  key: `${taxClass} ${cents} ${quantity} ${Math.random()}`,
  productId: 1,
  name: 'Kettle',
  quantity,
  unitPriceCents: cents,
  taxClass,
  needsShipping: true,
  weightGrams: 100,
})

export const price = (lines: readonly LineToPrice[], config: Partial<PricingConfig>, destination: Region = montreal) =>
  calculateTotal({
    lines,
    destination,
    shippingMethod: 'flat_rate:1',
    config: { ...canadianPricing, base: montreal, ...config },
    date: on,
  })
export const montreal: Region = { country: 'CA', state: 'QC', postcode: 'H2X 1Y4', city: 'Montréal' }

const classes = ['standard', 'low', 'books']
export const anyRates = fc.array(
  fc.record({
    country: fc.constantFrom('CA', ''),
    state: fc.constantFrom('', 'QC', 'ON'),
    postcodes: fc.constantFrom([], ['H2X*'], ['10001...20000', 'H2X1Y4']),
    cities: fc.constantFrom([], ['MONTRÉAL']),
    label: fc.constantFrom('GST', 'VAT', ''),
    ratePer100k: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.constantFrom(0, 1, 5000, 9975, 100_000)),
    priority: fc.integer({ min: 1, max: 6 }),
    isCompound: fc.boolean(),
    taxesShipping: fc.boolean(),
    taxClass: fc.constantFrom(...classes),
    order: fc.integer({ min: 0, max: 3 }),
    from: fc.constantFrom('', '2020-01-01', '2026-11-20', '2027-01-01'),
  }),
  { maxLength: 14 },
)
export const anyCart = fc.record({
  rates: anyRates,
  lines: fc.array(
    fc.record({
      cents: fc.integer({ min: 0, max: 100_000 }),
      quantity: fc.integer({ min: 1, max: 40 }),
      taxClass: fc.constantFrom(...classes, ''),
    }),
    { minLength: 1, maxLength: 7 },
  ),
  state: fc.constantFrom('QC', 'ON', 'AB'),
  baseState: fc.constantFrom('QC', 'ON'),
  pricesIncludeTax: fc.boolean(),
  roundTax: fc.constantFrom('line' as const, 'subtotal' as const),
  shippingTaxClass: fc.constantFrom('inherit', 'standard', 'low', 'gone'),
  fee: fc.integer({ min: 0, max: 900 }),
})

export type Cart = typeof anyCart extends fc.Arbitrary<infer T> ? T : never

/** The total of the cart, with a fee in the tax class 'low'. */
export const cartTotal = ({ rates, lines, state, baseState, fee, ...rules }: Cart) =>
  price(
    lines.map((line) => item(line.cents, line.taxClass, line.quantity)),
    {
      ...rules,
      taxTable: tableOf(...rates),
      base: { country: 'CA', state: baseState },
      fees: [{ id: 'f', name: 'Fee', kind: 'fixed', amount: fee, taxClass: 'low' }],
    },
    { ...montreal, state },
  )
