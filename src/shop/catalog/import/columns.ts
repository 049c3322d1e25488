/** Columns of a product CSV, by the names that WooCommerce's export writes in English; order and case do not matter. */

export type Column =
  | 'id'
  | 'type'
  | 'sku'
  | 'name'
  | 'published'
  | 'featured'
  | 'visibility'
  | 'shortDescription'
  | 'description'
  | 'saleFrom'
  | 'saleUntil'
  | 'taxStatus'
  | 'taxClass'
  | 'shippingClass'
  | 'inStock'
  | 'stock'
  | 'lowStock'
  | 'backorders'
  | 'soldIndividually'
  | 'weight'
  | 'salePrice'
  | 'regularPrice'
  | 'categories'
  | 'tags'
  | 'images'
  | 'parent'
  | 'groupItems'
  | 'upSells'
  | 'crossSells'
  | 'externalUrl'
  | 'buttonText'
  | 'position'

const columnByHeading: Readonly<Record<string, Column>> = {
  id: 'id',
  type: 'type',
  sku: 'sku',
  name: 'name',
  published: 'published',
  'is featured?': 'featured',
  'visibility in catalog': 'visibility',
  'short description': 'shortDescription',
  description: 'description',
  'date sale price starts': 'saleFrom',
  'date sale price ends': 'saleUntil',
  'tax status': 'taxStatus',
  'tax class': 'taxClass',
  'shipping class': 'shippingClass',
  'in stock?': 'inStock',
  stock: 'stock',
  'low stock amount': 'lowStock',
  'backorders allowed?': 'backorders',
  'sold individually?': 'soldIndividually',
  'sale price': 'salePrice',
  'regular price': 'regularPrice',
  categories: 'categories',
  tags: 'tags',
  images: 'images',
  parent: 'parent',
  'grouped products': 'groupItems',
  upsells: 'upSells',
  'cross-sells': 'crossSells',
  'external url': 'externalUrl',
  'button text': 'buttonText',
  position: 'position',
}

/** Columns of WooCommerce exports that this shop does not support; their values are counted and ignored. */
const unsupportedColumns = [
  /^gtin, upc, ean, or isbn$/,
  /^(length|width|height) \(.+\)$/,
  /^allow customer reviews\?$/,
  /^purchase note$/,
  /^download (limit|expiry days)$/,
  /^download \d+ (id|name|url)$/,
  /^(cost of goods|brands)$/,
  /^meta: /,
]

const gramsPerUnit: Readonly<Record<string, number>> = {
  kg: 1000,
  g: 1,
  lbs: 453.59237,
  lb: 453.59237,
  oz: 28.349523125,
}

export type AttributeColumns = {
  readonly name: number
  readonly values?: number
  readonly visible?: number
  readonly default?: number
}

export type Columns = {
  readonly width: number
  readonly at: ReadonlyMap<Column, number>
  readonly attributes: readonly AttributeColumns[]
  /** Grams per unit of the weight column. */
  readonly gramsPerWeight: number
  readonly unsupported: readonly { readonly name: string; readonly index: number }[]
  readonly unknown: readonly string[]
}

export type ParsedHeader =
  | { readonly ok: true; readonly columns: Columns }
  | { readonly ok: false; readonly problem: string }

export function parseHeader(cells: readonly string[]): ParsedHeader {
  const at = new Map<Column, number>()
  const attributes = new Map<number, { -readonly [part in keyof AttributeColumns]?: number }>()
  const unsupported: { name: string; index: number }[] = []
  const unknown: string[] = []
  const seen = new Set<string>()
  let gramsPerWeight = 1000

  for (const [index, cell] of cells.entries()) {
    const heading = cell.trim()
    const name = heading.toLowerCase().replace(/\s+/g, ' ')
    if (name === '') continue
    if (seen.has(name)) return { ok: false, problem: `The column "${heading}" stands there twice.` }
    seen.add(name)

    const weight = /^weight(?: \((.+)\))?$/.exec(name)
    const attribute = /^attribute (\d+) (name|value\(s\)|visible|global|default)$/.exec(name)
    const column = columnByHeading[name]
    if (weight) {
      const grams = gramsPerUnit[weight[1] ?? 'kg']
      if (grams === undefined) return { ok: false, problem: `The weight unit of "${heading}" is not known.` }
      gramsPerWeight = grams
      at.set('weight', index)
    } else if (attribute) {
      const parts = attributes.get(Number(attribute[1])) ?? {}
      attributes.set(Number(attribute[1]), parts)
      if (attribute[2] === 'name') parts.name = index
      if (attribute[2] === 'value(s)') parts.values = index
      if (attribute[2] === 'visible') parts.visible = index
      if (attribute[2] === 'default') parts.default = index
    } else if (column) at.set(column, index)
    else if (unsupportedColumns.some((pattern) => pattern.test(name))) unsupported.push({ name: heading, index })
    else unknown.push(heading)
  }

  if (!at.has('sku') && !at.has('id') && !at.has('name')) {
    return {
      ok: false,
      problem: 'The first line names neither an ID, an SKU nor a Name column: is this a product export?',
    }
  }
  return {
    ok: true,
    columns: {
      width: cells.length,
      at,
      attributes: [...attributes]
        .sort(([one], [other]) => one - other)
        .flatMap(([, { name, ...parts }]) => (name === undefined ? [] : [{ name, ...parts }])),
      gramsPerWeight,
      unsupported,
      unknown,
    },
  }
}
