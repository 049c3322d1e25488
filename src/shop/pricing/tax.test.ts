import SalesTax from 'sales-tax'
import { describe, expect, test } from 'vitest'
import { recordedShopPricing } from '../../../test/support/recorded-shop-pricing.ts'
import { canadianTaxes } from './canadian-pricing.ts'
import { rateClassName, rateIdOf, ratePercent, type TaxRate, taxesFor } from './tax.ts'

const provinces = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT']
const today = new Date('2026-11-20T12:00:00Z')

function taxes(state: string, on: Date = today, table: readonly TaxRate[] = canadianTaxes) {
  return taxesFor(table, { country: 'CA', state }, 'standard', on).map((tax) => `${tax.label} ${tax.ratePer100k}`)
}

describe('taxes of Canada', () => {
  test('every province and territory owes what it should', () => {
    expect(Object.fromEntries(provinces.map((state) => [state, taxes(state)]))).toEqual({
      AB: ['GST 5000'],
      BC: ['GST 5000', 'PST 7000'],
      MB: ['GST 5000', 'PST 7000'],
      NB: ['HST 15000'],
      NL: ['HST 15000'],
      NS: ['HST 14000'],
      NT: ['GST 5000'],
      NU: ['GST 5000'],
      ON: ['HST 13000'],
      PE: ['HST 15000'],
      QC: ['GST 5000', 'QST 9975'],
      SK: ['GST 5000', 'PST 6000'],
      YT: ['GST 5000'],
    })
  })

  // When it was last compared, the package agreed with our table completely; a difference here means that a rate has to
  // be checked.
  test('an independent table of rates agrees', async () => {
    for (const state of provinces) {
      const ours = taxesFor(canadianTaxes, { country: 'CA', state }, 'standard', today)
      const theirs = await SalesTax.getSalesTax('CA', state)
      const sum = ours.reduce((parts, tax) => parts + tax.ratePer100k, 0)
      expect([state, sum]).toEqual([state, Math.round(theirs.rate * 100_000)])
    }
  })

  test('a rate changes at midnight in Toronto, not in Greenwich', () => {
    expect(taxes('NS', new Date('2025-04-01T03:59:59Z'))).toEqual(['HST 15000'])
    expect(taxes('NS', new Date('2025-04-01T04:00:00Z'))).toEqual(['HST 14000'])
    expect(taxes('MB', new Date('2019-06-30T12:00:00Z'))).toEqual(['GST 5000', 'PST 8000'])
  })

  test('tea is zero-rated everywhere', () => {
    for (const state of provinces)
      expect(taxesFor(canadianTaxes, { country: 'CA', state }, 'grocery', today)).toEqual([])
  })

  test('an unknown province owes the federal tax, another country and an unknown address none', () => {
    expect(taxes('')).toEqual(['GST 5000'])
    expect(taxesFor(canadianTaxes, { country: 'US', state: 'NY' }, 'standard', today)).toEqual([])
    expect(taxesFor(canadianTaxes, null, 'standard', today)).toEqual([])
  })

  test('no two rows share an id, or class, region, priority and start date', () => {
    const ids = canadianTaxes.map((rate) => rate.id)
    const starts = canadianTaxes.map((rate) => `${rate.taxClass} ${rate.state} ${rate.priority} ${rate.from}`)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(starts).size).toBe(starts.length)
  })
})

test('the tax code stored with an order identifies its rate', () => {
  for (const state of [...provinces, '']) {
    for (const on of [today, new Date('2015-01-01T12:00:00Z'), new Date('2025-03-31T12:00:00Z')]) {
      for (const tax of taxesFor(canadianTaxes, { country: 'CA', state }, 'standard', on)) {
        expect([tax.code, on, rateIdOf(canadianTaxes, tax.code, on)]).toEqual([tax.code, on, tax.rateId])
      }
    }
  }
  expect(rateIdOf(canadianTaxes, 'CA-ON-VAT-1', today)).toBe(0)
})

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

describe('any table', () => {
  test('[the recorded rates] a shop may have its own table', () => {
    const codes = (state: string) =>
      taxesFor(recordedShopPricing.taxTable, { country: 'CA', state }, 'grocery', today).map((tax) => [
        tax.code,
        tax.ratePer100k,
      ])
    expect(codes('ON')).toEqual([['CA-ON-HST-1', 13000]])
    expect(codes('BC')).toEqual([['CA-BC-GST+PST-1', 12000]])
    expect(codes('QC')).toEqual([['CA-QC-GST+QST-1', 14975]])
    expect(codes('AB')).toEqual([['CA-GST-1', 5000]])
  })

  test('a row of 0 ends a tax', () => {
    const ended: TaxRate = { ...anyRate, id: 99, state: 'AB', label: 'GST', ratePer100k: 0, from: '2026-01-01' }
    const table = [...canadianTaxes, ended]
    expect(taxes('AB', today, table)).toEqual([])
    expect(taxes('AB', new Date('2025-12-31T12:00:00Z'), table)).toEqual(['GST 5000'])
  })

  test('codes become class names as the recorded pages have them', () => {
    expect(rateClassName('CA-ON-HST-1')).toBe('ca-on-hst-1')
    expect(rateClassName('CA-BC-GST+PST-1')).toBe('ca-bc-gstpst-1')
  })

  test('rates are printed without spare zeros', () => {
    expect([13000, 14975, 9975, 500, 5050, 0].map(ratePercent)).toEqual([
      '13%',
      '14.975%',
      '9.975%',
      '0.5%',
      '5.05%',
      '0%',
    ])
  })
})
