/** Rows of a WooCommerce export for tests of the import, and short forms of its report. */

import { stringify } from 'csv-stringify/sync'
import type { ImportReport } from './report.ts'

/** The columns of a WooCommerce export, in its order. */
export const header = [
  ...['ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Published', 'Is featured?', 'Visibility in catalog'],
  ...['Short description', 'Description', 'Date sale price starts', 'Date sale price ends', 'Tax status', 'Tax class'],
  ...['In stock?', 'Stock', 'Low stock amount', 'Backorders allowed?', 'Sold individually?', 'Weight (kg)'],
  ...['Length (cm)', 'Width (cm)', 'Height (cm)', 'Allow customer reviews?', 'Purchase note', 'Sale price'],
  ...['Regular price', 'Categories', 'Tags', 'Shipping class', 'Images', 'Download limit', 'Download expiry days'],
  ...['Parent', 'Grouped products', 'Upsells', 'Cross-sells', 'External URL', 'Button text', 'Position'],
  ...['Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 1 visible', 'Attribute 1 global', 'Attribute 1 default'],
  ...['Attribute 2 name', 'Attribute 2 value(s)', 'Attribute 2 visible', 'Attribute 2 global'],
]
/** The cells that an export fills for every product. */
export const usual = {
  Type: 'simple',
  Published: '1',
  'Is featured?': '0',
  'Visibility in catalog': 'visible',
  'Tax status': 'taxable',
  'In stock?': '1',
  'Backorders allowed?': '0',
  'Sold individually?': '0',
  'Regular price': '10',
  Position: '0',
}
export type Row = Readonly<Record<string, string>>
/** A file of these rows, with the columns of an export or others. */
export const csvOf = (rows: readonly Row[], columns = header) =>
  stringify([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))])

/** Each rejected row in one line: number, SKU and reason. */
export const reasons = (report: ImportReport) =>
  report.rejects.map(({ line, sku, reason }) => `${line} ${sku}: ${reason}`)
/** The numbers of rows by outcome. */
export const sums = ({ rows, created, updated, unchanged, rejected }: ImportReport) => ({
  rows,
  created,
  updated,
  unchanged,
  rejected,
})

/** A simple product with all that an export knows of it. */
export const sencha: Row = {
  ...usual,
  ID: '11',
  SKU: 'sencha',
  Name: 'Sencha “Asamushi” Grün',
  'Tax class': 'zero-rate',
  Stock: '12',
  'Regular price': '18.50',
  'Sale price': '15',
  'Weight (kg)': '.12',
  'Low stock amount': '3',
  'Shipping class': 'Glass and clay',
  'Short description': 'Green & steamed.',
  Description: 'First line.\\nSecond.\\n\\nNew <b>paragraph</b>.',
  'Date sale price starts': '2026-11-01 0:00:00',
  'Date sale price ends': '2026-11-30',
  Categories: 'Tea > Green, Gifts',
  Tags: 'spring, deep\\, dark',
  Images: 'https://shop.test/a/sencha.jpg',
  'Attribute 1 name': 'Origin',
  'Attribute 1 value(s)': 'Japan',
  'Attribute 1 visible': '1',
}
/** A variable product with two sizes. */
export const gen: Row = {
  ...usual,
  ID: '44',
  Type: 'variable',
  SKU: 'gen',
  Name: 'Genmaicha',
  'Regular price': '',
  Categories: 'Tea > Green',
  'Attribute 1 name': 'Size',
  'Attribute 1 value(s)': '50 g, 100 g',
  'Attribute 1 visible': '1',
  'Attribute 1 default': '50 g',
  'Attribute 2 name': 'Origin',
  'Attribute 2 value(s)': 'Japan',
}
/** A variation of `gen`. */
export const genOf = (size: string, more: Row = {}): Row => ({
  ...usual,
  Type: 'variation',
  SKU: `gen-${size}`,
  Name: `Genmaicha - ${size}`,
  Parent: 'gen',
  Stock: '4',
  'Attribute 1 name': 'Size',
  'Attribute 1 value(s)': size,
  ...more,
})
