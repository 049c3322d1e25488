import { hrefs } from '../../../platform/web/routes.ts'
import type { ProductRecord } from '../product-record.ts'
import type { readShared } from '../product-relations.ts'
import * as form from './cell-forms.ts'

type Ref = { readonly id: number; readonly sku: string | null }
type Product = Ref & { readonly record: ProductRecord }

/** Everything that the rows of a batch refer to by id. */
export type Names = Awaited<ReturnType<typeof readShared>> & {
  readonly url: string
  readonly products: ReadonlyMap<number, Ref>
  /** For categories and brands: the names from the top level down. */
  readonly paths: ReadonlyMap<number, readonly string[]>
  readonly shippingClasses: ReadonlyMap<string, string>
  /** Slugs. */
  readonly taxClasses: readonly string[]
}

export type ExportRow = Product & { readonly parent: Product | null; readonly names: Names }
export type ExportColumn = readonly [heading: string, cell: (row: ExportRow) => string]

const statuses: Readonly<Record<string, string>> = { publish: '1', future: '1', private: '0', pending: '2' }
const stockStatuses = { instock: '1', outofstock: '0', onbackorder: 'backorder' } as const
const backorders = { no: '0', yes: '1', notify: 'notify' } as const

const termsOf = ({ names }: ExportRow, ids: readonly number[]) => ids.flatMap((id) => names.terms.get(id) ?? [])
const pathsOf = ({ names }: ExportRow, ids: readonly number[]) =>
  form.pathsCell(ids.flatMap((id) => [names.paths.get(id) ?? []]))
const linksOf = ({ names }: ExportRow, ids: readonly number[]) =>
  form.refsCell(ids.flatMap((id) => names.products.get(id) ?? []))

function stockStatus({ record: { stock } }: ExportRow): string {
  if (!stock.tracksInventory) return stockStatuses[stock.status]
  return stock.onHand > 0 ? '1' : stockStatuses[stock.backorders === 'no' ? 'outofstock' : 'onbackorder']
}

/** Groceries are exported as WooCommerce's `zero-rate` class, unless the shop has a class of that name. */
function taxClass({ record, parent, names: { taxClasses } }: ExportRow): string {
  const word = record.taxClass === 'grocery' && !taxClasses.includes('zero-rate') ? 'zero-rate' : record.taxClass
  if (!parent) return word === 'standard' ? '' : word
  return record.taxClass === parent.record.taxClass ? 'parent' : word
}

function nameOf(row: ExportRow): string {
  const { record, parent } = row
  if (!parent) return form.nameCell(record.name)
  const values = attributesOf(row).flatMap(({ values }) => values)
  return form.nameCell([parent.record.name, values.join(', ')].filter(Boolean).join(' - '))
}

function typeOf({ record }: ExportRow): string {
  const { type, isDownloadable, isVirtual } = record
  return [type, isDownloadable && 'downloadable', isVirtual && 'virtual'].filter(Boolean).join(', ')
}

/** Headings and order of WooCommerce's export. */
export const productColumns: readonly ExportColumn[] = [
  ['ID', ({ id }) => `${id}`],
  ['Type', typeOf],
  ['SKU', ({ sku }) => sku ?? ''],
  ['GTIN, UPC, EAN, or ISBN', ({ record }) => record.gtin ?? ''],
  ['Name', nameOf],
  ['Published', ({ record }) => statuses[record.status] ?? '-1'],
  ['Is featured?', ({ record }) => form.flagCell(record.isFeatured)],
  ['Visibility in catalog', ({ record }) => record.visibility],
  ['Short description', ({ record }) => form.descriptionCell(record.excerpt)],
  ['Description', ({ record }) => form.descriptionCell(record.content)],
  ['Date sale price starts', ({ record }) => form.timeCell(record.saleFrom)],
  ['Date sale price ends', ({ record }) => form.timeCell(record.saleUntil)],
  ['Tax status', ({ record }) => (record.isTaxable ? 'taxable' : 'none')],
  ['Tax class', taxClass],
  ['In stock?', stockStatus],
  ['Stock', ({ record: { stock } }) => (stock.tracksInventory ? `${stock.onHand}` : '')],
  ['Low stock amount', ({ record }) => form.numberCell(record.stock.lowStockAmount)],
  ['Backorders allowed?', ({ record }) => backorders[record.stock.backorders]],
  ['Sold individually?', ({ record }) => form.flagCell(record.isSoldIndividually)],
  ['Weight (kg)', ({ record }) => (record.weightGrams === null ? '' : `${record.weightGrams / 1000}`)],
  ['Length (cm)', ({ record }) => form.numberCell(record.lengthCm)],
  ['Width (cm)', ({ record }) => form.numberCell(record.widthCm)],
  ['Height (cm)', ({ record }) => form.numberCell(record.heightCm)],
  ['Allow customer reviews?', ({ record, parent }) => form.flagCell(record.commentsOpen && !parent)],
  ['Purchase note', ({ record }) => record.purchaseNote],
  ['Sale price', ({ record }) => form.priceCell(record.salePriceCents)],
  ['Regular price', ({ record }) => form.priceCell(record.regularPriceCents)],
  ['Categories', (row) => pathsOf(row, row.record.categoryIds)],
  ['Tags', (row) => form.namesCell(termsOf(row, row.record.tagIds).map(({ name }) => name))],
  [
    'Shipping class',
    ({ record, names }) => form.nameCell(names.shippingClasses.get(record.shippingClass) ?? record.shippingClass),
  ],
  [
    'Images',
    ({ record, names }) =>
      record.pictureIds.map((id) => names.url + hrefs.upload(names.pictures.get(id)?.path ?? '')).join(', '),
  ],
  ['Download limit', ({ record }) => form.numberCell(record.downloadLimit)],
  ['Download expiry days', ({ record }) => form.numberCell(record.downloadDays)],
  ['Parent', ({ parent }) => (parent ? form.refOf(parent) : '')],
  ['Grouped products', (row) => linksOf(row, row.record.groupItemIds)],
  ['Upsells', (row) => linksOf(row, row.record.upSellIds)],
  ['Cross-sells', (row) => linksOf(row, row.record.crossSellIds)],
  ['External URL', ({ record }) => record.externalUrl ?? ''],
  ['Button text', ({ record }) => record.buttonText],
  ['Position', ({ record }) => `${record.menuOrder}`],
  ['Brands', (row) => pathsOf(row, row.record.brandIds)],
]

/** Attributes with the names of their values; a variation has one value each, or none for "any". */
function attributesOf(row: ExportRow) {
  const { record, parent, names } = row
  const owner = (parent ?? row).record
  return owner.attributes.flatMap((attribute) => {
    const name = names.attributes.get(attribute.attributeId)
    const choice = name && record.choices?.[name.slug]
    if (!name || (parent && choice === undefined)) return []
    const offered = termsOf(row, attribute.termIds)
    const values = (parent ? offered.filter(({ slug }) => slug === choice) : offered).map((term) => term.name)
    const initial = parent ? undefined : offered.find(({ slug }) => slug === attribute.defaultSlug)?.name
    return [{ ...name, values, initial: initial ?? '', visible: parent ? '' : form.flagCell(attribute.isVisible) }]
  })
}

export function attributeColumns(index: number): ExportColumn[] {
  const cell = (of: (attribute: ReturnType<typeof attributesOf>[number]) => string) => (row: ExportRow) => {
    const attribute = attributesOf(row)[index]
    return attribute ? of(attribute) : ''
  }
  const heading = `Attribute ${index + 1}`
  return [
    [`${heading} name`, cell(({ label }) => form.nameCell(label))],
    [`${heading} value(s)`, cell(({ values }) => form.namesCell(values))],
    [`${heading} visible`, cell(({ visible }) => visible)],
    [`${heading} global`, cell(({ isLocal }) => form.flagCell(!isLocal))],
    [`${heading} default`, cell(({ initial }) => form.nameCell(initial))],
  ]
}

export const downloadColumns = (index: number): ExportColumn[] => [
  [`Download ${index + 1} ID`, ({ record }) => record.downloads[index]?.id ?? ''],
  [`Download ${index + 1} name`, ({ record }) => record.downloads[index]?.name ?? ''],
  [`Download ${index + 1} URL`, ({ record }) => record.downloads[index]?.file ?? ''],
]

export const metaColumn = (key: string): ExportColumn => [
  `Meta: ${key}`,
  ({ record }) => {
    const field = record.meta.findLast((one) => one.key === key && form.isScalar(one.value))
    return field ? form.scalarCell(field.value) : ''
  },
]
