/** What cells with a choice mean, in the words of exports of several versions and of spreadsheets. */
import type { Backorders } from '../../inventory/stock.table.ts'
import type { StockStatus, TaxClass, Visibility } from '../catalog.table.ts'

export const statuses = {
  '1': 'publish',
  '0': 'private',
  '-1': 'draft',
  '2': 'pending',
  true: 'publish',
  false: 'draft',
  '': 'publish',
} as const
export const visibilities: Readonly<Record<string, Visibility>> = {
  visible: 'visible',
  catalog: 'catalog',
  search: 'search',
  hidden: 'hidden',
  '': 'visible',
}
export const taxStatuses = { taxable: true, shipping: false, none: false, true: true, false: false, '': true }
export const taxClasses: Readonly<Record<string, TaxClass>> = {
  '': 'standard',
  standard: 'standard',
  grocery: 'grocery',
  supplement: 'supplement',
  'zero-rate': 'grocery',
  'zero rate': 'grocery',
}
export const variationTaxClasses = { ...taxClasses, parent: 'parent', '': 'parent' } as const
export const stockStatuses: Readonly<Record<string, StockStatus>> = {
  '1': 'instock',
  yes: 'instock',
  true: 'instock',
  instock: 'instock',
  '': 'instock',
  '0': 'outofstock',
  no: 'outofstock',
  false: 'outofstock',
  outofstock: 'outofstock',
  backorder: 'onbackorder',
  onbackorder: 'onbackorder',
}
export const backorders: Readonly<Record<string, Backorders>> = {
  '1': 'yes',
  yes: 'yes',
  true: 'yes',
  '0': 'no',
  no: 'no',
  false: 'no',
  '': 'no',
  notify: 'notify',
}
