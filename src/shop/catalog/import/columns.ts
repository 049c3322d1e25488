import { FileError } from './csv-file.ts'

/** Columns of a product CSV, by the headings of WooCommerce's export in English; order and case do not matter. */
const headings = [
  ...(['ID', 'Type', 'SKU', 'Name', 'Published', 'Is featured?', 'Visibility in catalog'] as const),
  ...(['Short description', 'Description', 'Date sale price starts', 'Date sale price ends'] as const),
  ...(['Tax status', 'Tax class', 'Shipping class', 'In stock?', 'Stock', 'Low stock amount'] as const),
  ...(['Backorders allowed?', 'Sold individually?', 'Weight', 'Sale price', 'Regular price'] as const),
  ...(['Categories', 'Tags', 'Images', 'Parent', 'Grouped products', 'Upsells', 'Cross-sells'] as const),
  ...(['External URL', 'Button text', 'Position'] as const),
]
export type Column = (typeof headings)[number]
const columnByName = new Map(headings.map((heading) => [heading.toLowerCase(), heading]))

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

type AttributePart = 'name' | 'value(s)' | 'visible' | 'global' | 'default'

export type Columns = {
  readonly width: number
  readonly at: ReadonlyMap<Column, number>
  readonly attributes: readonly (Readonly<Partial<Record<AttributePart, number>>> & { readonly name: number })[]
  readonly gramsPerWeight: number
  readonly unsupported: readonly { readonly name: string; readonly index: number }[]
  readonly unknown: readonly string[]
}

export function parseHeader(cells: readonly string[]): Columns {
  const at = new Map<Column, number>()
  const attributes = new Map<number, Partial<Record<AttributePart, number>>>()
  const unsupported: { name: string; index: number }[] = []
  const unknown: string[] = []
  const seen = new Set<string>()
  let gramsPerWeight = 1000

  for (const [index, cell] of cells.entries()) {
    const heading = cell.trim()
    const name = heading.toLowerCase().replace(/\s+/g, ' ')
    if (name === '') continue
    if (seen.has(name)) throw new FileError(`The column "${heading}" stands there twice.`)
    seen.add(name)

    const weight = /^weight(?: \((.+)\))?$/.exec(name)
    const [, number, part] = /^attribute (\d+) (name|value\(s\)|visible|global|default)$/.exec(name) ?? []
    const column = columnByName.get(weight ? 'weight' : name)
    if (weight) {
      const grams = gramsPerUnit[weight[1] ?? 'kg']
      if (grams === undefined) throw new FileError(`The weight unit of "${heading}" is not known.`)
      gramsPerWeight = grams
    }
    if (column) at.set(column, index)
    else if (part) attributes.set(Number(number), { ...attributes.get(Number(number)), [part]: index })
    else if (unsupportedColumns.some((pattern) => pattern.test(name))) unsupported.push({ name: heading, index })
    else unknown.push(heading)
  }

  if (!at.has('SKU') && !at.has('ID') && !at.has('Name'))
    throw new FileError('The first line names neither an ID, an SKU nor a Name column: is this a product export?')
  return {
    width: cells.length,
    at,
    attributes: [...attributes]
      .sort(([one], [other]) => one - other)
      .flatMap(([, { name, ...parts }]) => (name === undefined ? [] : [{ name, ...parts }])),
    gramsPerWeight,
    unsupported,
    unknown,
  }
}
