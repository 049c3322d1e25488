/** One line of a product CSV as what it says of a product, before anything is looked up. Pure. */
import type { StockStatus, TaxClass, Visibility } from '../catalog.table.ts'
import type { ProductInput } from '../product-record.ts'
import { Cells, listOf, pathsOf, short } from './cells.ts'
import { cleanHtml, plainText } from './clean-html.ts'
import type { Columns } from './columns.ts'
import { dayAfter, startOfDay } from './days.ts'
import {
  checkIdentity,
  checkTypes,
  identify,
  nameOf,
  type ParentName,
  type RowIdentity,
  type RowType,
  typesOf,
} from './row-identity.ts'

export type AttributeCell = {
  readonly label: string
  readonly values: readonly string[]
  readonly isVisible?: boolean
  /** Null: none. */
  readonly default?: string | null
}

export type ProductRow = RowIdentity & {
  /** What can be saved as it stands; what the file does not have is left out. */
  readonly plain: Omit<ProductInput, 'type'>
  readonly taxClass: TaxClass | 'parent' | undefined
  readonly categories: readonly (readonly string[])[] | undefined
  readonly tags: readonly string[] | undefined
  readonly attributes: readonly AttributeCell[] | undefined
  readonly images: readonly string[] | undefined
  /** Parts of a group, what is better, what goes with it. */
  readonly parts: readonly ParentName[] | undefined
  readonly upSells: readonly ParentName[] | undefined
  readonly crossSells: readonly ParentName[] | undefined
}

export type ReadRow =
  | { readonly ok: true; readonly row: ProductRow }
  | { readonly ok: false; readonly identity: RowIdentity; readonly reason: string }

/** Reads a row. Every mistake in it is in the reason, not only the first. */
export function readRow(columns: Columns, line: number, given: readonly string[], timeZone: string): ReadRow {
  const cells = new Cells(columns, given)
  if (given.length !== columns.width) {
    cells.refuse(`it has ${given.length} cells where the first line has ${columns.width}`)
    return { ok: false, identity: identify(columns, line, given), reason: cells.problems.join('; ') }
  }
  if (given.some((cell) => cell.includes('\0'))) cells.refuse('it holds a character that is no text (NUL)')
  const identity = identify(columns, line, given)
  const types = typesOf(cells)
  if (types) checkTypes(cells, types)
  checkIdentity(cells, identity)

  const plain = plainFields(cells, identity, types ?? [], timeZone)
  const row: ProductRow = {
    ...identity,
    plain,
    taxClass: taxClassOf(cells, identity.type === 'variation'),
    categories: identity.type === 'variation' ? undefined : categoriesOf(cells),
    tags: identity.type === 'variation' ? undefined : tagsOf(cells),
    attributes: attributesOf(cells, columns, identity.type),
    images: cells.text('images') === undefined ? undefined : listOf(cells.text('images') ?? ''),
    ...linksOf(cells, identity.type === 'variation'),
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

function plainFields(
  cells: Cells,
  identity: RowIdentity,
  types: readonly string[],
  timeZone: string,
): Omit<ProductInput, 'type'> {
  const isVariation = identity.type === 'variation'
  const regularPriceCents = cells.price('regularPrice', 'Regular price')
  const salePriceCents = cells.price('salePrice', 'Sale price')
  if (typeof salePriceCents === 'number') {
    if (regularPriceCents === null) cells.refuse('there is a sale price without a regular price')
    else if (regularPriceCents !== undefined && salePriceCents >= regularPriceCents) {
      cells.refuse('the sale price is not below the regular price')
    }
  }
  const from = cells.day('saleFrom', 'Date sale price starts')
  const until = cells.day('saleUntil', 'Date sale price ends')
  if (from && until && until < from) cells.refuse('the sale ends before it starts')
  const status = cells.choice('published', 'Published', { ...statuses, '': 'publish' } as const)
  // A variation of a draft is written as a draft; it is the product that is not published.
  const ownStatus = isVariation && status === 'draft' ? 'publish' : status

  return {
    ...(identity.sku === null ? {} : { sku: identity.sku }),
    name: cells.text('name') === undefined || identity.name === '' ? undefined : identity.name,
    status: ownStatus,
    content: htmlOf(cells.text('description')),
    menuOrder: cells.whole('position', 'Position', -1_000_000) ?? (cells.text('position') === '' ? 0 : undefined),
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
    shelf: shelfOf(cells),
    ...(isVariation
      ? {}
      : {
          excerpt: htmlOf(cells.text('shortDescription')),
          isFeatured: cells.flag('featured', 'Is featured?', false),
          visibility: cells.choice('visibility', 'Visibility in catalog', visibilities),
          isSoldIndividually: cells.flag('soldIndividually', 'Sold individually?', false),
          externalUrl: cells.text('externalUrl') === '' ? null : cells.text('externalUrl'),
          externalText: cells.text('externalText'),
        }),
  }
}

const htmlOf = (text: string | undefined): string | undefined => (text === undefined ? undefined : cleanHtml(text))

const taxStatuses = { taxable: true, shipping: false, none: false, true: true, false: false, '': true } as const

function taxClassOf(cells: Cells, isVariation: boolean): TaxClass | 'parent' | undefined {
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

const stockWords: Readonly<Record<string, StockStatus>> = {
  ...{ '1': 'instock', yes: 'instock', true: 'instock', instock: 'instock', '': 'instock' },
  ...{ '0': 'outofstock', no: 'outofstock', false: 'outofstock', outofstock: 'outofstock' },
  ...{ backorder: 'onbackorder', onbackorder: 'onbackorder' },
}

const backorderWords = {
  '1': 'yes',
  yes: 'yes',
  true: 'yes',
  '0': 'no',
  no: 'no',
  false: 'no',
  '': 'no',
  notify: 'notify',
} as const

function shelfOf(cells: Cells): ProductInput['shelf'] {
  const status = cells.choice('inStock', 'In stock?', stockWords)
  const rest = {
    backorders: cells.choice('backorders', 'Backorders allowed?', backorderWords),
    lowThreshold: cells.whole('lowStock', 'Low stock amount'),
  }
  if (cells.text('stock')?.toLowerCase() === 'parent') {
    return cells.refuse('its stock is kept on the product; here every variation needs a number of its own')
  }
  const onHand = cells.whole('stock', 'Stock')
  if (typeof onHand === 'number') return { ...rest, isKept: true, onHand }
  return { ...rest, status, isKept: onHand === null ? false : undefined }
}

function categoriesOf(cells: Cells): string[][] | undefined {
  const text = cells.text('categories')
  if (text === undefined) return undefined
  const paths = pathsOf(text).map((path) => path.map(plainText))
  for (const name of paths.flat()) checkTermName(cells, name, `Categories '${short(text)}'`)
  return paths
}

function tagsOf(cells: Cells): string[] | undefined {
  const text = cells.text('tags')
  if (text === undefined) return undefined
  const names = listOf(text).map(plainText)
  for (const name of names) checkTermName(cells, name, `Tags '${short(text)}'`)
  return names
}

function linksOf(cells: Cells, isVariation: boolean): Pick<ProductRow, 'parts' | 'upSells' | 'crossSells'> {
  const names = (column: 'parts' | 'upSells' | 'crossSells') => {
    const text = isVariation ? undefined : cells.text(column)
    return text === undefined ? undefined : listOf(text).flatMap((name) => nameOf(name) ?? [])
  }
  return { parts: names('parts'), upSells: names('upSells'), crossSells: names('crossSells') }
}

function checkTermName(cells: Cells, name: string, where: string): void {
  if (name === '') cells.refuse(`${where} has an empty name in it`)
  if (name.length > 200) cells.refuse(`${where} has a name of more than 200 characters in it`)
}

function attributesOf(cells: Cells, columns: Columns, type: RowType | null): AttributeCell[] | undefined {
  if (columns.attributes.length === 0) return undefined
  const found: AttributeCell[] = []
  for (const at of columns.attributes) {
    const label = plainText(cells.at(at.name) ?? '')
    if (label === '') continue
    checkTermName(cells, label, 'an attribute')
    if (found.some((other) => other.label.toLowerCase() === label.toLowerCase())) {
      cells.refuse(`the attribute '${short(label)}' stands there twice`)
    }
    const values = listOf(cells.at(at.values) ?? '').map(plainText)
    for (const value of values) checkTermName(cells, value, `the attribute '${short(label)}'`)
    if (type === 'variation' && values.length > 1) {
      cells.refuse(`a variation has one value of '${short(label)}', not ${values.length}`)
    }
    if (type !== 'variation' && values.length === 0) continue
    const visible = cells.at(at.visible)
    const preset = cells.at(at.default)
    found.push({
      label,
      values,
      ...(visible === undefined || visible === ''
        ? {}
        : { isVisible: visible !== '0' && visible.toLowerCase() !== 'no' }),
      ...(preset === undefined ? {} : { default: preset === '' ? null : plainText(preset) }),
    })
  }
  return found
}
