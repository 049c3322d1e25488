/** Parses one CSV row into product data, without any lookup. Pure. */
import type { StockStatus, TaxClass, Visibility } from '../catalog.table.ts'
import type { ProductInput } from '../product-record.ts'
import { Cells, parseCategoryPaths, parseList, truncate } from './cells.ts'
import { cleanHtml, plainText } from './clean-html.ts'
import type { Columns } from './columns.ts'
import { dayAfter, startOfDay } from './days.ts'
import {
  checkIdentity,
  checkTypes,
  type ProductRef,
  parseIdentity,
  parseProductRef,
  parseTypes,
  type RowIdentity,
  type RowType,
} from './row-identity.ts'

export type AttributeCell = {
  readonly label: string
  readonly values: readonly string[]
  readonly isVisible?: boolean
  /** Null: no default. */
  readonly default?: string | null
}

export type ProductRow = RowIdentity & {
  /** Fields that need no lookup; columns missing from the file are left out. */
  readonly fields: Omit<ProductInput, 'type'>
  readonly taxClass: TaxClass | 'parent' | undefined
  readonly categories: readonly (readonly string[])[] | undefined
  readonly tags: readonly string[] | undefined
  readonly attributes: readonly AttributeCell[] | undefined
  readonly images: readonly string[] | undefined
  /** Grouped products, up-sells, cross-sells. */
  readonly groupItems: readonly ProductRef[] | undefined
  readonly upSells: readonly ProductRef[] | undefined
  readonly crossSells: readonly ProductRef[] | undefined
}

export type ParsedRow =
  | { readonly ok: true; readonly row: ProductRow }
  | { readonly ok: false; readonly identity: RowIdentity; readonly reason: string }

/** Parses a row. The error lists every problem of the row. */
export function parseRow(columns: Columns, line: number, values: readonly string[], timeZone: string): ParsedRow {
  const cells = new Cells(columns, values)
  if (values.length !== columns.width) {
    cells.addProblem(`it has ${values.length} cells where the first line has ${columns.width}`)
    return { ok: false, identity: parseIdentity(columns, line, values), reason: cells.problems.join('; ') }
  }
  if (values.some((cell) => cell.includes('\0'))) cells.addProblem('it holds a character that is no text (NUL)')
  const identity = parseIdentity(columns, line, values)
  const types = parseTypes(cells)
  if (types) checkTypes(cells, types)
  checkIdentity(cells, identity)

  const fields = parseFields(cells, identity, types ?? [], timeZone)
  const row: ProductRow = {
    ...identity,
    fields,
    taxClass: parseTaxClass(cells, identity.type === 'variation'),
    categories: identity.type === 'variation' ? undefined : parseCategories(cells),
    tags: identity.type === 'variation' ? undefined : parseTags(cells),
    attributes: parseAttributes(cells, columns, identity.type),
    images: cells.text('images') === undefined ? undefined : parseList(cells.text('images') ?? ''),
    ...parseLinks(cells, identity.type === 'variation'),
  }
  return cells.problems.length === 0 ? { ok: true, row } : { ok: false, identity, reason: cells.problems.join('; ') }
}

const statuses = {
  '1': 'publish',
  '0': 'private',
  '-1': 'draft',
  '2': 'pending',
  true: 'publish',
  false: 'draft',
} as const
const visibilities: Record<string, Visibility> = {
  ...{ visible: 'visible', catalog: 'catalog', search: 'search', hidden: 'hidden', '': 'visible' },
}

function parseFields(
  cells: Cells,
  identity: RowIdentity,
  types: readonly string[],
  timeZone: string,
): Omit<ProductInput, 'type'> {
  const isVariation = identity.type === 'variation'
  const regularPriceCents = cells.price('regularPrice', 'Regular price')
  const salePriceCents = cells.price('salePrice', 'Sale price')
  if (typeof salePriceCents === 'number') {
    if (regularPriceCents === null) cells.addProblem('there is a sale price without a regular price')
    else if (regularPriceCents !== undefined && salePriceCents >= regularPriceCents) {
      cells.addProblem('the sale price is not below the regular price')
    }
  }
  const from = cells.day('saleFrom', 'Date sale price starts')
  const until = cells.day('saleUntil', 'Date sale price ends')
  if (from && until && until < from) cells.addProblem('the sale ends before it starts')
  const status = cells.choice('published', 'Published', { ...statuses, '': 'publish' } as const)
  // Variations of a draft are exported as drafts; only the product itself is unpublished.
  const ownStatus = isVariation && status === 'draft' ? 'publish' : status

  return {
    ...(identity.sku === null ? {} : { sku: identity.sku }),
    name: cells.text('name') === undefined || identity.name === '' ? undefined : identity.name,
    status: ownStatus,
    content: htmlOf(cells.text('description')),
    menuOrder: cells.integer('position', 'Position', -1_000_000) ?? (cells.text('position') === '' ? 0 : undefined),
    regularPriceCents,
    salePriceCents,
    saleFrom: typeof from === 'string' ? startOfDay(from, timeZone) : from,
    saleUntil: typeof until === 'string' ? startOfDay(dayAfter(until), timeZone) : until,
    isTaxable: cells.choice('taxStatus', 'Tax status', taxStatuses),
    isVirtual: types.length === 0 ? undefined : types.includes('virtual'),
    weightGrams: cells.grams(),
    shippingClass: cells
      .text('shippingClass')
      ?.toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-'),
    stock: parseStock(cells),
    ...(isVariation
      ? {}
      : {
          excerpt: htmlOf(cells.text('shortDescription')),
          isFeatured: cells.flag('featured', 'Is featured?', false),
          visibility: cells.choice('visibility', 'Visibility in catalog', visibilities),
          isSoldIndividually: cells.flag('soldIndividually', 'Sold individually?', false),
          externalUrl: cells.text('externalUrl') === '' ? null : cells.text('externalUrl'),
          buttonText: cells.text('buttonText'),
        }),
  }
}

const htmlOf = (text: string | undefined): string | undefined => (text === undefined ? undefined : cleanHtml(text))

const taxStatuses = { taxable: true, shipping: false, none: false, true: true, false: false, '': true } as const

function parseTaxClass(cells: Cells, isVariation: boolean): TaxClass | 'parent' | undefined {
  const classes: Record<string, TaxClass | 'parent'> = {
    ...{
      '': 'standard',
      standard: 'standard',
      grocery: 'grocery',
      supplement: 'supplement',
      'zero-rate': 'grocery',
      'zero rate': 'grocery',
    },
    ...(isVariation ? { parent: 'parent', '': 'parent' } : {}),
  }
  return cells.choice('taxClass', 'Tax class', classes)
}

const stockStatuses: Readonly<Record<string, StockStatus>> = {
  ...{ '1': 'instock', yes: 'instock', true: 'instock', instock: 'instock', '': 'instock' },
  ...{ '0': 'outofstock', no: 'outofstock', false: 'outofstock', outofstock: 'outofstock' },
  ...{ backorder: 'onbackorder', onbackorder: 'onbackorder' },
}

const backorderValues = {
  '1': 'yes',
  yes: 'yes',
  true: 'yes',
  '0': 'no',
  no: 'no',
  false: 'no',
  '': 'no',
  notify: 'notify',
} as const

function parseStock(cells: Cells): ProductInput['stock'] {
  const status = cells.choice('inStock', 'In stock?', stockStatuses)
  const rest = {
    backorders: cells.choice('backorders', 'Backorders allowed?', backorderValues),
    lowStockAmount: cells.integer('lowStock', 'Low stock amount'),
  }
  if (cells.text('stock')?.toLowerCase() === 'parent') {
    return cells.addProblem('its stock is kept on the product; here every variation needs a number of its own')
  }
  const onHand = cells.integer('stock', 'Stock')
  if (typeof onHand === 'number') return { ...rest, tracksInventory: true, onHand }
  return { ...rest, status, tracksInventory: onHand === null ? false : undefined }
}

function parseCategories(cells: Cells): string[][] | undefined {
  const text = cells.text('categories')
  if (text === undefined) return undefined
  const paths = parseCategoryPaths(text).map((path) => path.map(plainText))
  for (const name of paths.flat()) checkTermName(cells, name, `Categories '${truncate(text)}'`)
  return paths
}

function parseTags(cells: Cells): string[] | undefined {
  const text = cells.text('tags')
  if (text === undefined) return undefined
  const names = parseList(text).map(plainText)
  for (const name of names) checkTermName(cells, name, `Tags '${truncate(text)}'`)
  return names
}

function parseLinks(cells: Cells, isVariation: boolean): Pick<ProductRow, 'groupItems' | 'upSells' | 'crossSells'> {
  const names = (column: 'groupItems' | 'upSells' | 'crossSells') => {
    const text = isVariation ? undefined : cells.text(column)
    return text === undefined ? undefined : parseList(text).flatMap((name) => parseProductRef(name) ?? [])
  }
  return { groupItems: names('groupItems'), upSells: names('upSells'), crossSells: names('crossSells') }
}

function checkTermName(cells: Cells, name: string, where: string): void {
  if (name === '') cells.addProblem(`${where} has an empty name in it`)
  if (name.length > 200) cells.addProblem(`${where} has a name of more than 200 characters in it`)
}

function parseAttributes(cells: Cells, columns: Columns, type: RowType | null): AttributeCell[] | undefined {
  if (columns.attributes.length === 0) return undefined
  const attributes: AttributeCell[] = []
  for (const at of columns.attributes) {
    const label = plainText(cells.cell(at.name) ?? '')
    if (label === '') continue
    checkTermName(cells, label, 'an attribute')
    if (attributes.some((other) => other.label.toLowerCase() === label.toLowerCase())) {
      cells.addProblem(`the attribute '${truncate(label)}' stands there twice`)
    }
    const values = parseList(cells.cell(at.values) ?? '').map(plainText)
    for (const value of values) checkTermName(cells, value, `the attribute '${truncate(label)}'`)
    if (type === 'variation' && values.length > 1) {
      cells.addProblem(`a variation has one value of '${truncate(label)}', not ${values.length}`)
    }
    if (type !== 'variation' && values.length === 0) continue
    const visible = cells.cell(at.visible)
    const defaultValue = cells.cell(at.default)
    attributes.push({
      label,
      values,
      ...(visible === undefined || visible === ''
        ? {}
        : { isVisible: visible !== '0' && visible.toLowerCase() !== 'no' }),
      ...(defaultValue === undefined ? {} : { default: defaultValue === '' ? null : plainText(defaultValue) }),
    })
  }
  return attributes
}
