import { endOfShopDay } from '../../../platform/time/shop-time.ts'
import type { Backorders } from '../../inventory/stock.table.ts'
import type { StockStatus, TaxClass, Visibility } from '../catalog.table.ts'
import type { ProductInput } from '../product-record.ts'
import { Cells, parseList, truncate } from './cells.ts'
import { cleanHtml, plainText } from './clean-html.ts'
import type { Column, Columns } from './columns.ts'
import {
  checkIdentity,
  checkTypes,
  type ProductRef,
  parseIdentity,
  parseProductRef,
  parseTypes,
  type RowIdentity,
} from './row-identity.ts'

type AttributeCell = {
  readonly label: string
  readonly values: readonly string[]
  readonly isVisible: boolean | undefined
  readonly default: string | null | undefined
}

export type ProductRow = RowIdentity & {
  readonly fields: Omit<ProductInput, 'type'>
  readonly taxClass: TaxClass | 'parent' | undefined
  readonly categories?: readonly (readonly string[])[] | undefined
  readonly tags?: readonly string[] | undefined
  readonly attributes: readonly AttributeCell[] | undefined
  readonly images: readonly string[] | undefined
  readonly groupItems?: readonly ProductRef[] | undefined
  readonly upSells?: readonly ProductRef[] | undefined
  readonly crossSells?: readonly ProductRef[] | undefined
}

export function parseRow(columns: Columns, line: number, values: readonly string[]) {
  const cells = new Cells(columns, values)
  const identity = parseIdentity(columns, line, values)
  if (values.length !== columns.width) {
    cells.addProblem(`it has ${values.length} cells where the first line has ${columns.width}`)
    return { identity, row: null, problems: cells.problems }
  }
  if (values.some((cell) => cell.includes('\0'))) cells.addProblem('it holds a character that is no text (NUL)')
  const types = parseTypes(cells)
  if (types) checkTypes(cells, types)
  checkIdentity(cells, identity)

  const isVariation = identity.type === 'variation'
  const row: ProductRow = {
    ...identity,
    fields: parseFields(cells, identity, types),
    taxClass: cells.option('Tax class', isVariation ? variationTaxClasses : taxClasses),
    ...(isVariation ? {} : parseRelations(cells)),
    attributes: parseAttributes(cells, columns, isVariation),
    images: cells.list('Images'),
  }
  return { identity, row: cells.problems.length === 0 ? row : null, problems: cells.problems }
}

const statuses = {
  '1': 'publish',
  '0': 'private',
  '-1': 'draft',
  '2': 'pending',
  true: 'publish',
  false: 'draft',
  '': 'publish',
} as const
const visibilities: Readonly<Record<string, Visibility>> = {
  visible: 'visible',
  catalog: 'catalog',
  search: 'search',
  hidden: 'hidden',
  '': 'visible',
}
const taxStatuses = { taxable: true, shipping: false, none: false, true: true, false: false, '': true }
const taxClasses: Readonly<Record<string, TaxClass>> = {
  '': 'standard',
  standard: 'standard',
  grocery: 'grocery',
  supplement: 'supplement',
  'zero-rate': 'grocery',
  'zero rate': 'grocery',
}
const variationTaxClasses = { ...taxClasses, parent: 'parent', '': 'parent' } as const
const stockStatuses: Readonly<Record<string, StockStatus>> = {
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
const backorders: Readonly<Record<string, Backorders>> = {
  '1': 'yes',
  yes: 'yes',
  true: 'yes',
  '0': 'no',
  no: 'no',
  false: 'no',
  '': 'no',
  notify: 'notify',
}

function parseFields(cells: Cells, identity: RowIdentity, types: readonly string[] = []): ProductRow['fields'] {
  const isVariation = identity.type === 'variation'
  const regularPriceCents = cells.price('Regular price')
  const salePriceCents = cells.price('Sale price')
  if (typeof salePriceCents === 'number') {
    if (regularPriceCents === null) cells.addProblem('there is a sale price without a regular price')
    else if (regularPriceCents !== undefined && salePriceCents >= regularPriceCents) {
      cells.addProblem('the sale price is not below the regular price')
    }
  }
  const saleFrom = cells.day('Date sale price starts')
  const lastDay = cells.day('Date sale price ends')
  if (saleFrom && lastDay && lastDay < saleFrom) cells.addProblem('the sale ends before it starts')
  const status = cells.option('Published', statuses)

  return {
    sku: identity.sku ?? undefined,
    name: identity.name || undefined,
    // Variations of a draft are exported as drafts; only the product itself is unpublished.
    status: isVariation && status === 'draft' ? 'publish' : status,
    content: htmlOf(cells.text('Description')),
    menuOrder: cells.integer('Position', -1_000_000) ?? (cells.text('Position') === '' ? 0 : undefined),
    regularPriceCents,
    salePriceCents,
    saleFrom,
    saleUntil: lastDay && endOfShopDay(lastDay),
    isTaxable: cells.option('Tax status', taxStatuses),
    isVirtual: types.length === 0 ? undefined : types.includes('virtual'),
    weightGrams: cells.grams('Weight'),
    shippingClass: cells
      .text('Shipping class')
      ?.toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-'),
    stock: parseStock(cells),
    ...(isVariation
      ? {}
      : {
          excerpt: htmlOf(cells.text('Short description')),
          isFeatured: cells.flag('Is featured?'),
          visibility: cells.option('Visibility in catalog', visibilities),
          isSoldIndividually: cells.flag('Sold individually?'),
          externalUrl: cells.text('External URL') === '' ? null : cells.text('External URL'),
          buttonText: cells.text('Button text'),
        }),
  }
}

const htmlOf = (text: string | undefined): string | undefined => (text === undefined ? undefined : cleanHtml(text))

function parseStock(cells: Cells): ProductInput['stock'] {
  const status = cells.option('In stock?', stockStatuses)
  const rest = {
    backorders: cells.option('Backorders allowed?', backorders),
    lowStockAmount: cells.integer('Low stock amount'),
  }
  if (cells.text('Stock')?.toLowerCase() === 'parent') {
    return cells.addProblem('its stock is kept on the product; here every variation needs a number of its own')
  }
  const onHand = cells.integer('Stock')
  if (typeof onHand === 'number') return { ...rest, tracksInventory: true, onHand }
  return { ...rest, status, tracksInventory: onHand === null ? false : undefined }
}

function parseRelations(cells: Cells) {
  // `Tea > Green, Gifts` is two category paths.
  const categories = cells.list('Categories')?.map((path) => path.split('>').map(plainText))
  const tags = cells.list('Tags')?.map(plainText)
  checkTermNames(cells, `Categories '${truncate(cells.text('Categories') ?? '')}'`, categories?.flat())
  checkTermNames(cells, `Tags '${truncate(cells.text('Tags') ?? '')}'`, tags)
  const refs = (column: Column) => cells.list(column)?.flatMap((name) => parseProductRef(name) ?? [])
  return {
    categories,
    tags,
    groupItems: refs('Grouped products'),
    upSells: refs('Upsells'),
    crossSells: refs('Cross-sells'),
  }
}

function checkTermNames(cells: Cells, where: string, names: readonly string[] = []): void {
  for (const name of names) {
    if (name === '') cells.addProblem(`${where} has an empty name in it`)
    if (name.length > 200) cells.addProblem(`${where} has a name of more than 200 characters in it`)
  }
}

function parseAttributes(cells: Cells, columns: Columns, isVariation: boolean): AttributeCell[] | undefined {
  if (columns.attributes.length === 0) return undefined
  const attributes: AttributeCell[] = []
  for (const at of columns.attributes) {
    const label = plainText(cells.cell(at.name) ?? '')
    if (label === '') continue
    checkTermNames(cells, 'an attribute', [label])
    const shown = `'${truncate(label)}'`
    if (attributes.some((other) => other.label.toLowerCase() === label.toLowerCase())) {
      cells.addProblem(`the attribute ${shown} stands there twice`)
    }
    const values = parseList(cells.cell(at['value(s)']) ?? '').map(plainText)
    checkTermNames(cells, `the attribute ${shown}`, values)
    if (isVariation && values.length > 1) {
      cells.addProblem(`a variation has one value of ${shown}, not ${values.length}`)
    }
    if (!isVariation && values.length === 0) continue
    const visible = cells.cell(at.visible)?.toLowerCase()
    const defaultValue = cells.cell(at.default)
    attributes.push({
      label,
      values,
      isVisible: visible ? visible !== '0' && visible !== 'no' : undefined,
      default: defaultValue === '' ? null : defaultValue && plainText(defaultValue),
    })
  }
  return attributes
}
