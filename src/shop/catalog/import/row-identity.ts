import type { ProductType } from '../catalog.table.ts'
import { MAX_SKU_LENGTH, skuKey } from '../sku/sku.ts'
import { truncate } from './cell-text.ts'
import { Cells } from './cells.ts'
import { plainText } from './clean-html.ts'
import type { Columns } from './columns.ts'

const rowTypes: readonly ProductType[] = ['simple', 'variable', 'variation', 'grouped', 'external']
const isRowType = (value: string | undefined): value is ProductType => rowTypes.some((type) => type === value)

export type ProductRef = { readonly sku: string } | { readonly originalId: number }

export type RowIdentity = {
  readonly line: number
  readonly sku: string | null
  /** Its id in the exporting shop. */
  readonly originalId: number | null
  /** Undefined if the file has no such column. */
  readonly gtin: string | undefined
  readonly name: string
  readonly type: ProductType | null
  readonly parent: ProductRef | null
}

/** Limit of the index that sorts the listing by name. */
const MAX_NAME_LENGTH = 300

export function parseIdentity(columns: Columns, line: number, values: readonly string[]): RowIdentity {
  const cells = new Cells(columns, values)
  const type = parseTypes(cells)?.find((value) => !typeFlags.has(value))
  const id = cells.text('ID') ?? ''
  return {
    line,
    sku: cells.text('SKU') || null,
    originalId: /^\d{1,10}$/.test(id) ? Number(id) : null,
    gtin: cells.text('GTIN, UPC, EAN, or ISBN'),
    name: plainText(cells.text('Name') ?? ''),
    type: isRowType(type) ? type : null,
    parent: parseProductRef(cells.text('Parent') ?? ''),
  }
}

export function parseProductRef(text: string): ProductRef | null {
  if (text === '') return null
  const id = /^id:(\d{1,10})$/i.exec(text)
  return id ? { originalId: Number(id[1]) } : { sku: text }
}

export const productRefKey = (ref: ProductRef): string =>
  'sku' in ref ? `sku:${skuKey(ref.sku)}` : `id:${ref.originalId}`

export const refKeys = ({ sku, originalId }: RowIdentity): string[] => [
  ...(sku === null ? [] : [productRefKey({ sku })]),
  ...(originalId === null ? [] : [productRefKey({ originalId })]),
]

const typeFlags = new Set(['virtual', 'downloadable'])

export function parseTypes(cells: Cells): string[] | undefined {
  const values = cells.list('Type')?.map((value) => value.toLowerCase())
  return values?.every((value) => typeFlags.has(value)) ? [...values, 'simple'] : values
}

export function checkTypes(cells: Cells, types: readonly string[]): void {
  const [type, another] = types.filter((value) => !typeFlags.has(value))
  if (another) cells.addProblem(`Type '${truncate(types.join(', '))}' is more than one type`)
  else if (!isRowType(type)) {
    cells.addProblem(`products of type '${truncate(type ?? '')}' are not sold here, only ${rowTypes.join(', ')}`)
  }
}

export function checkIdentity(cells: Cells, identity: RowIdentity): void {
  const id = cells.text('ID') ?? ''
  if (id !== '' && identity.originalId === null) cells.addProblem(`ID '${truncate(id)}' is not a number`)
  if (identity.gtin && !/^[\dX-]{1,30}$/i.test(identity.gtin))
    cells.addProblem(`GTIN '${truncate(identity.gtin)}' is not made of digits`)
  if ((identity.sku?.length ?? 0) > MAX_SKU_LENGTH) cells.addProblem(`SKU is longer than ${MAX_SKU_LENGTH} characters`)
  if (identity.name.length > MAX_NAME_LENGTH) cells.addProblem(`Name is longer than ${MAX_NAME_LENGTH} characters`)
  if (identity.type === 'variation' || identity.sku !== null || identity.name !== '') return
  cells.addProblem('it has neither SKU nor name')
}
