import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCart, anyRates, cartTotal, item, montreal, on, price, tableOf } from '../../../test/support/carts.ts'
import { canadianTaxes } from './canadian-pricing.ts'
import { type Region, type TaxRate, taxesFor } from './tax.ts'
import type { PricingConfig } from './total.ts'

describe('a compound tax', () => {
  const quebecOf2012 = tableOf(
    { label: 'GST', priority: 1 },
    { label: 'QST', ratePer100k: 9500, priority: 2, isCompound: true },
  )

  test('is charged on the price with the other taxes, and rounded once', () => {
    expect(price([item(10_000)], { taxTable: quebecOf2012 }).taxLines).toMatchObject([
      { label: 'GST', itemsCents: 500, shippingCents: 50 },
      { label: 'QST', itemsCents: 998, shippingCents: 99 },
    ])
  })

  test('follows the others whatever its priority, and compounds on an earlier compound one', () => {
    const taxTable = tableOf(
      { label: 'First', ratePer100k: 10_000, priority: 1, isCompound: true },
      { label: 'Simple', ratePer100k: 10_000, priority: 2 },
      { label: 'Second', ratePer100k: 10_000, priority: 3, isCompound: true },
    )
    const { lines } = price([item(10_000)], { taxTable })
    expect(lines[0]?.taxes.map((tax) => [tax.label, tax.cents])).toEqual([
      ['First', 1100],
      ['Simple', 1000],
      ['Second', 1210],
    ])
  })

  test('is taken out of prices with tax as it is put on', () => {
    const { lines } = price([item(11_498)], { taxTable: quebecOf2012, pricesIncludeTax: true })
    expect(lines[0]).toMatchObject({ totalCents: 10_000, taxCents: 1498 })
    expect(lines[0]?.taxes.map((tax) => tax.cents)).toEqual([500, 998])
  })
})

describe('where a rate applies', () => {
  const labels = (table: readonly TaxRate[], region: Region, taxOn?: 'shipping') =>
    taxesFor(table, region, 'standard', on, taxOn).map(({ label }) => label)

  test('of one priority the narrowest place counts: postal codes, cities, province, country, all', () => {
    const table = tableOf(
      { label: 'World', country: '' },
      { label: 'Canada' },
      { label: 'Quebec', state: 'QC' },
      { label: 'Montréal', state: 'QC', cities: ['MONTRÉAL'] },
      { label: 'Plateau', state: 'QC', postcodes: ['H2X*', 'H2J*'] },
    )
    expect(labels(table, montreal)).toEqual(['Plateau'])
    expect(labels(table, { ...montreal, postcode: 'h3a 0b1' })).toEqual(['Montréal'])
    expect(labels(table, { ...montreal, postcode: 'G1A 1A1', city: 'Québec' })).toEqual(['Quebec'])
    expect(labels(table, { country: 'CA', state: 'AB' })).toEqual(['Canada'])
    expect(labels(table, { country: 'FR', state: '' })).toEqual(['World'])
  })

  test('postal codes are exact, begin so, or lie in a range; with cities both must match', () => {
    const table = tableOf({ country: 'US', postcodes: ['10001', '90210...90299', '3*'], cities: ['SPRINGFIELD'] })
    const at = (postcode: string, city: string) => labels(table, { country: 'US', state: 'IL', postcode, city }).length
    expect([at('10001', 'Springfield'), at('90250', ' springfield '), at('31234', 'Springfield')]).toEqual([1, 1, 1])
    expect([at('10001', 'Chicago'), at('90300', 'Springfield'), at('', 'Springfield')]).toEqual([0, 0, 0])
  })

  test('the order of the list decides between equals, and the later day before it', () => {
    const table = tableOf({ label: 'B', order: 2 }, { label: 'A', order: 1 })
    expect(labels(table, montreal)).toEqual(['A'])
    expect(labels([...table, ...tableOf({ id: 9, label: 'New', order: 3, from: '2026-11-20' })], montreal)).toEqual([
      'New',
    ])
    expect(labels([...table, ...tableOf({ id: 9, label: 'New', order: 3, from: '2026-11-21' })], montreal)).toEqual([
      'A',
    ])
  })

  test('a rate that is not for shipping replaces a wider or an earlier one on shipping, too', () => {
    const wider = tableOf({ label: 'City', state: 'QC', taxesShipping: false }, { label: 'Canada' })
    expect([labels(wider, montreal), labels(wider, montreal, 'shipping')]).toEqual([['City'], []])
    const earlier = tableOf({ label: 'Old' }, { label: 'New', from: '2026-11-20', taxesShipping: false })
    expect([labels(earlier, montreal), labels(earlier, montreal, 'shipping')]).toEqual([['New'], []])
  })
})

describe('shipping', () => {
  const taxTable = tableOf(
    { label: 'Full', ratePer100k: 20_000 },
    { label: 'Low', ratePer100k: 5000, taxClass: 'low' },
    { label: 'None', ratePer100k: 0, taxClass: 'books' },
  )
  const onShipping = (classes: readonly string[], config: Partial<PricingConfig> = {}) =>
    price(
      classes.map((taxClass) => item(1000, taxClass)),
      { taxTable, ...config },
    ).shippingTaxCents

  test('has the class of the items, or one of its own', () => {
    expect(onShipping(['books', 'standard', 'low'])).toBe(199)
    expect(onShipping(['books', 'low'])).toBe(50)
    expect([onShipping(['books']), onShipping([''])]).toEqual([0, 0])
    expect(onShipping(['books'], { shippingTaxClass: 'low' })).toBe(50)
    expect(onShipping(['standard'], { shippingTaxClass: 'gone' })).toBe(0)
  })

  test('does not have the class of what is not shipped', () => {
    const guide = { ...item(1000), needsShipping: false }
    expect(price([item(1000, 'books'), guide], { taxTable }).shippingTaxCents).toBe(0)
    expect(price([item(1000, 'low'), guide], { taxTable }).shippingTaxCents).toBe(50)
  })
})

test('rates of two classes with one code are one line on the receipt, and different rates are two', () => {
  const same = price([item(1000), item(1000, 'supplement')], { taxTable: canadianTaxes })
  expect(same.taxLines.map(({ code, rateId }) => [code, rateId])).toEqual([
    ['CA-QC-GST-1', 19],
    ['CA-QC-QST-2', 20],
  ])
  const vat = tableOf({ label: 'VAT', ratePer100k: 20_000 }, { label: 'VAT', ratePer100k: 5000, taxClass: 'low' })
  expect(price([item(1000), item(1000, 'low')], { taxTable: vat }).taxLines).toMatchObject([
    { code: 'CA-VAT-1', ratePer100k: 20_000, itemsCents: 200 },
    { code: 'CA-VAT-1', ratePer100k: 5000, itemsCents: 50 },
  ])
})

describe('for every set of rates', () => {
  const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0)

  test('the lines, the taxes and the parts each add up to the total, in whole cents that are not negative', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const total = cartTotal(cart)
        expect(total.totalCents).toBe(total.itemsTotalCents + total.feesCents + total.shippingCents + total.taxCents)
        expect(total.taxCents).toBe(total.itemsTaxCents + total.feesTaxCents + total.shippingTaxCents)
        expect(total.taxCents).toBe(sum(total.taxLines.map((tax) => tax.cents)))
        for (const { taxes, taxCents } of [...total.lines, ...total.fees])
          expect(sum(taxes.map((tax) => tax.cents))).toBe(taxCents)
        for (const tax of total.taxLines) expect(tax.itemsCents + tax.shippingCents).toBe(tax.cents)
        JSON.stringify(total, (key, value) => {
          if (/Cents$|^cents$/.test(key))
            expect(value === null || (Number.isSafeInteger(value) && value >= 0), `${key}: ${value}`).toBe(true)
          return value as unknown
        })
      }),
    )
  })

  test('at the base, prices with tax are what is paid, whatever is in them', () => {
    fc.assert(
      fc.property(anyCart, ({ rates: given, lines, roundTax }) => {
        const taxTable = tableOf(...given)
        const { itemsTotalCents, itemsTaxCents } = price(
          lines.map((line) => item(line.cents, line.taxClass, line.quantity)),
          { taxTable, roundTax, pricesIncludeTax: true },
        )
        expect(itemsTotalCents + itemsTaxCents).toBe(sum(lines.map(({ cents, quantity }) => cents * quantity)))
      }),
    )
  })

  test('a tax that is put on is within a cent of the exact one', () => {
    fc.assert(
      fc.property(anyRates, fc.integer({ min: 0, max: 100_000 }), (given, cents) => {
        const taxTable = tableOf(...given)
        const { lines } = price([item(cents)], { taxTable })
        const taxes = taxesFor(taxTable, montreal, 'standard', on)
        let before = cents * (1 + sum(taxes.map((tax) => (tax.compoundOn ? 0 : tax.ratePer100k))) / 100_000)
        for (const [index, tax] of taxes.entries()) {
          const exact = ((tax.compoundOn ? before : cents) * tax.ratePer100k) / 100_000
          if (tax.compoundOn) before += exact
          expect(Math.abs((lines[0]?.taxes[index]?.cents ?? 0) - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
        }
      }),
    )
  })
})
