import { endOfShopDay } from '../../../platform/time/shop-time.ts'
import { cleanContent } from '../../../things/entries/clean-content.ts'
import type { ProductDownload } from '../catalog.table.ts'
import { isDownloadFile, MAX_ATTRIBUTES, MAX_LIST_LENGTH, MAX_PICTURES, type ProductInput } from '../product-record.ts'
import * as options from './cell-options.ts'
import { parseList, truncate } from './cell-text.ts'
import { Cells } from './cells.ts'
import { cleanHtml, plainText } from './clean-html.ts'
import type { Columns } from './columns.ts'
import type { Column } from './headings.ts'
import {
  checkIdentity,
  checkTypes,
  type ProductRef,
  parseProductRef,
  parseTypes,
  type RowIdentity,
} from './row-identity.ts'

type AttributeCell = {
  readonly label: string
  /** A custom attribute of this product alone. */
  readonly isLocal: boolean
  readonly values: readonly string[]
  readonly isVisible: boolean | undefined
  readonly default: string | null | undefined
}

/** Texts as in the file; they are sanitized once they are known to differ from the stored ones. */
const textColumns = {
  name: 'Name',
  content: 'Description',
  excerpt: 'Short description',
  purchaseNote: 'Purchase note',
} as const satisfies Readonly<Record<string, Column>>

export type TextField = keyof typeof textColumns

export type ProductRow = RowIdentity & {
  readonly fields: Omit<ProductInput, 'type'>
  /** Of a product that is created, if its cell is blank. */
  readonly newStatus: 'draft' | undefined
  readonly texts: Readonly<Partial<Record<TextField, string>>>
  readonly downloads: readonly (Omit<ProductDownload, 'id'> & { readonly id: string | undefined })[] | undefined
  /** Custom fields by key; an empty value removes the field. */
  readonly meta: ReadonlyMap<string, string>
  readonly shippingClass: string | undefined
  readonly taxClass: string | undefined
  readonly categories?: readonly (readonly string[])[] | undefined
  readonly brands?: readonly (readonly string[])[] | undefined
  readonly tags?: readonly string[] | undefined
  readonly attributes: readonly AttributeCell[] | undefined
  readonly images: readonly string[] | undefined
  readonly groupItems?: readonly ProductRef[] | undefined
  readonly upSells?: readonly ProductRef[] | undefined
  readonly crossSells?: readonly ProductRef[] | undefined
}

export function parseRow(
  columns: Columns,
  identity: RowIdentity,
  values: readonly string[],
  taxClasses: options.TaxClassMeanings,
): { row: ProductRow | null; problems: readonly string[] } {
  const cells = new Cells(columns, values)
  if (values.length !== columns.width) {
    cells.addProblem(`it has ${values.length} cells where the first line has ${columns.width}`)
    return { row: null, problems: cells.problems }
  }
  if (values.some((cell) => cell.includes('\0'))) cells.addProblem('it holds a character that is not text (NUL)')
  const types = parseTypes(cells)
  if (types) checkTypes(cells, types)
  checkIdentity(cells, identity)

  const isVariation = identity.type === 'variation'
  const row: ProductRow = {
    ...identity,
    fields: parseFields(cells, identity, types),
    // As in WooCommerce; a variation is sold only with its product.
    newStatus: cells.text('Published') === '' && !isVariation ? 'draft' : undefined,
    texts: parseTexts(cells, isVariation),
    downloads: parseDownloads(cells, columns),
    meta: new Map(columns.meta.map(({ key, index }) => [key, cells.cell(index) ?? ''])),
    shippingClass: cells.text('Shipping class'),
    taxClass: cells.option('Tax class', isVariation ? taxClasses.ofVariations : taxClasses.ofProducts),
    ...(isVariation ? {} : parseRelations(cells)),
    attributes: parseAttributes(cells, columns, isVariation),
    images: cells.list('Images', MAX_PICTURES),
  }
  return { row: cells.problems.length === 0 ? row : null, problems: cells.problems }
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
  const saleFrom = cells.time('Date sale price starts')
  const end = cells.time('Date sale price ends')
  // A sale includes its last day.
  const saleUntil = end?.isDay ? endOfShopDay(end.at) : end && end.at
  if (saleFrom && saleUntil && saleUntil <= saleFrom.at) cells.addProblem('the sale ends before it starts')
  const status = cells.option('Published', options.statuses)

  return {
    sku: identity.sku ?? undefined,
    gtin: identity.gtin === '' ? null : identity.gtin,
    // Variations of a draft are exported as drafts; only the product itself is unpublished.
    status: isVariation && status === 'draft' ? undefined : status,
    menuOrder: cells.integer('Position', -1_000_000) ?? (cells.text('Position') === '' ? 0 : undefined),
    regularPriceCents,
    salePriceCents,
    saleFrom: saleFrom && saleFrom.at,
    saleUntil,
    isTaxable: cells.option('Tax status', options.taxStatuses),
    isVirtual: types.length === 0 ? undefined : types.includes('virtual'),
    isDownloadable: types.length === 0 ? undefined : types.includes('downloadable'),
    downloadLimit: unlimitedAs(cells.integer('Download limit', -1)),
    downloadDays: unlimitedAs(cells.integer('Download expiry days', -1)),
    weightGrams: cells.grams('Weight'),
    lengthCm: cells.centimetres('Length'),
    widthCm: cells.centimetres('Width'),
    heightCm: cells.centimetres('Height'),
    stock: parseStock(cells),
    ...(isVariation
      ? {}
      : {
          commentsOpen: cells.flag('Allow customer reviews?'),
          isFeatured: cells.flag('Is featured?'),
          visibility: cells.option('Visibility in catalog', options.visibilities),
          isSoldIndividually: cells.flag('Sold individually?'),
          externalUrl: cells.text('External URL') === '' ? null : cells.text('External URL'),
          buttonText: cells.text('Button text'),
        }),
  }
}

/** Some versions of WooCommerce export -1 for no limit. */
const unlimitedAs = (limit: number | null | undefined) => (limit === -1 ? null : limit)

/** A variation's name and short description are ignored: it is named by its product and attributes. */
function parseTexts(cells: Cells, isVariation: boolean): ProductRow['texts'] {
  const texts = Object.entries(textColumns).map(([field, column]) => [field, cells.text(column)] as const)
  return Object.fromEntries(
    texts.filter(([field, text]) => text !== undefined && !(isVariation && (field === 'name' || field === 'excerpt'))),
  )
}

/** A text from the file, as it is stored. */
export const cleanText = (field: TextField, text: string): string =>
  field === 'name' ? plainText(text) : field === 'purchaseNote' ? cleanContent(text) : cleanHtml(text)

function parseDownloads(cells: Cells, columns: Columns): ProductRow['downloads'] {
  if (columns.downloads.length === 0) return undefined
  return columns.downloads.flatMap((indexes) => {
    const file = cells.cell(indexes.url) ?? ''
    if (file === '') return []
    if (!isDownloadFile(file))
      cells.addProblem(`Download URL '${truncate(file)}' is neither a public https address nor a file of this shop`)
    return [{ id: cells.cell(indexes.id) || undefined, name: cells.cell(indexes.name) ?? '', file }]
  })
}

function parseStock(cells: Cells): ProductInput['stock'] {
  const status = cells.option('In stock?', options.stockStatuses)
  const stockFields = {
    backorders: cells.option('Backorders allowed?', options.backorders),
    lowStockAmount: cells.integer('Low stock amount'),
  }
  if (cells.text('Stock')?.toLowerCase() === 'parent') {
    return cells.addProblem('its stock is kept on the product; here every variation needs a number of its own')
  }
  const onHand = cells.integer('Stock')
  if (typeof onHand === 'number') return { ...stockFields, tracksInventory: true, onHand }
  return { ...stockFields, status, tracksInventory: onHand === null ? false : undefined }
}

function parseRelations(cells: Cells) {
  // `Tea > Green, Gifts` is two category paths.
  const paths = (column: Column) => cells.list(column)?.map((path) => path.split('>').map(plainText))
  const categories = paths('Categories')
  const brands = paths('Brands')
  const tags = cells.list('Tags')?.map(plainText)
  checkTermNames(cells, `Categories '${truncate(cells.text('Categories') ?? '')}'`, categories?.flat())
  checkTermNames(cells, `Tags '${truncate(cells.text('Tags') ?? '')}'`, tags)
  checkTermNames(cells, `Brands '${truncate(cells.text('Brands') ?? '')}'`, brands?.flat())
  const refs = (column: Column) => cells.list(column)?.flatMap((name) => parseProductRef(name) ?? [])
  return {
    categories,
    brands,
    tags,
    groupItems: refs('Grouped products'),
    upSells: refs('Upsells'),
    crossSells: refs('Cross-sells'),
  }
}

function checkTermNames(cells: Cells, where: string, names: readonly string[] = []): void {
  if (names.length > MAX_LIST_LENGTH) cells.addProblem(`${where} has more than ${MAX_LIST_LENGTH} names in it`)
  for (const name of names) {
    if (name === '') cells.addProblem(`${where} has an empty name in it`)
    if (name.length > 200) cells.addProblem(`${where} has a name of more than 200 characters in it`)
  }
}

function parseAttributes(cells: Cells, columns: Columns, isVariation: boolean): AttributeCell[] | undefined {
  if (columns.attributes.length === 0) return undefined
  const attributes: AttributeCell[] = []
  for (const indexes of columns.attributes) {
    const label = plainText(cells.cell(indexes.name) ?? '')
    if (label === '') continue
    checkTermNames(cells, 'an attribute', [label])
    const quoted = `'${truncate(label)}'`
    if (attributes.some((other) => other.label.toLowerCase() === label.toLowerCase())) {
      cells.addProblem(`the attribute ${quoted} stands there twice`)
    }
    const values = parseList(cells.cell(indexes['value(s)']) ?? '').map(plainText)
    checkTermNames(cells, `the attribute ${quoted}`, values)
    if (isVariation && values.length > 1) {
      cells.addProblem(`a variation has one value of ${quoted}, not ${values.length}`)
    }
    if (!isVariation && values.length === 0) continue
    const visible = cells.cell(indexes.visible)?.toLowerCase()
    const defaultValue = cells.cell(indexes.default)
    attributes.push({
      label,
      isLocal: cells.cell(indexes.global) === '0',
      values,
      isVisible: visible ? visible !== '0' && visible !== 'no' : undefined,
      default: defaultValue === '' ? null : defaultValue && plainText(defaultValue),
    })
  }
  if (attributes.length > MAX_ATTRIBUTES)
    cells.addProblem(`it has ${attributes.length} attributes; ${MAX_ATTRIBUTES} is the most`)
  return attributes
}
