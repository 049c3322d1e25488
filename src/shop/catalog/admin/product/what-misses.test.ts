import { describe, expect, it } from 'vitest'
import { emptyValues, type ProductValues, toBody, toTextBody } from './product-values.ts'
import { cutTo } from './search-result.ts'
import { missingDetails } from './what-misses.ts'

const whole: ProductValues = {
  ...emptyValues,
  name: 'Assam',
  regular_price: '12.50',
  status: 'publish',
  images: [1],
  categories: [2],
  description: '<p>Malty.</p>',
  short_description: 'Malty',
  weight: '0.1',
}
const now = '2026-11-26T12:00:00'
const missesOf = (values: Partial<ProductValues>, alts = ['Leaves'], variations = 0) =>
  missingDetails({ values: { ...whole, ...values }, alts, variations, now })
const needs = (...parameters: Parameters<typeof missesOf>) =>
  missesOf(...parameters).flatMap(({ field, isNeeded }) => (isNeeded ? [field] : []))

describe('what misses before a product sells', () => {
  it('is nothing of a whole product, and almost everything of a new one', () => {
    expect(missesOf({})).toEqual([])
    const missing = missingDetails({ values: emptyValues, alts: [], variations: 0, now })
    expect(missing.map(({ field }) => field)).toEqual([
      ...['name', 'regular_price', 'status'],
      ...['images', 'categories', 'description', 'short_description', 'weight'],
    ])
    expect(missing.filter(({ isNeeded }) => isNeeded)).toHaveLength(3)
  })

  it('is what each kind of product needs', () => {
    const none = { regular_price: '', weight: '' }
    expect(needs({ ...none, type: 'variable' })).toEqual(['variations'])
    expect(needs({ ...none, type: 'variable' }, [], 2)).toEqual([])
    expect(needs({ ...none, type: 'grouped' })).toEqual(['grouped_products'])
    expect(needs({ ...none, type: 'external' })).toEqual(['external_url'])
    expect(needs({ downloadable: true })).toEqual(['downloads'])
    expect(missesOf({ virtual: true, weight: '' })).toEqual([])
  })

  it('counts what was received, and orders beyond it', () => {
    const tracked = { manage_stock: true, stock_quantity: 0 }
    expect(needs(tracked)).toEqual(['samovar.stock_change'])
    expect(needs({ ...tracked, samovar: { ...whole.samovar, stock_change: 12 } })).toEqual([])
    expect(needs({ ...tracked, backorders: 'notify' })).toEqual([])
    expect(needs({ stock_status: 'outofstock' })).toEqual(['stock_status'])
  })

  it('names a date to come, a text of tags alone, a hidden place and a picture without words', () => {
    expect(needs({ date: '2026-11-26T12:01' })).toEqual(['date'])
    expect(needs({ date: '2026-11-26T12:00' })).toEqual([])
    const fields = missesOf({ description: '<p>&nbsp;</p>', catalog_visibility: 'hidden', post_password: 'x' }, [
      'Leaves',
      '',
    ])
    expect(fields.map(({ field }) => field)).toEqual(['images', 'description', 'catalog_visibility', 'post_password'])
  })
})

describe('the body of a product', () => {
  it('has what is on hand as the difference alone, and no facts of what is no tea', () => {
    const body = toBody({ ...whole, stock_quantity: 40, samovar: { ...whole.samovar, version: 3, stock_change: -2 } })
    expect(body).not.toHaveProperty('stock_quantity')
    expect(body.samovar).toMatchObject({ version: 3, stock_change: -2, facts: null })
    expect(toBody(whole).samovar).not.toHaveProperty('stock_change')
  })

  it('says that its date was emptied', () => {
    expect(toBody({ ...whole, date: '2026-12-10T09:00' }).date_created_gmt).toMatch(/^2026-12-10T/)
    expect(toBody({ ...whole, date: '' }).date_created_gmt).toBe('')
  })

  it('is of texts alone for who may write no more', () => {
    expect(Object.keys(toTextBody(whole)).toSorted().join(' ')).toBe(
      'description name purchase_note samovar short_description slug',
    )
  })
})

it('cuts what a search engine shows between words', () => {
  expect(cutTo('  Malty\n Assam ', 20)).toBe('Malty Assam')
  expect(cutTo('Malty Assam, from the river', 14)).toBe('Malty Assam …')
  expect(cutTo('Donaudampfschifffahrt', 10)).toBe('Donaudampf …')
})
