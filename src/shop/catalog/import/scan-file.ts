import { Cells } from './cells.ts'
import { plainText } from './clean-html.ts'
import { type ColumnMapping, type Columns, parseHeader } from './columns.ts'
import { type CsvRow, FileError, readCsv } from './csv-file.ts'
import { parseIdentity, parseProductRef, productRefKey, type RowIdentity } from './row-identity.ts'

/** What a first pass over the file finds: duplicates, and attributes of variations, which may precede their product. */
export type FileScan = {
  readonly columns: Columns
  readonly rows: number
  readonly variations: number
  readonly duplicates: ReadonlyMap<number, string>
  /** Lower-case labels of the attributes that distinguish a product's variations. */
  readonly variationAttributes: ReadonlyMap<string, ReadonlySet<string>>
  /** Keys of the products that link cells refer to. */
  readonly linked: ReadonlySet<string>
  readonly unsupported: ReadonlyMap<string, number>
}

export async function* rowsOf(path: string): AsyncGenerator<CsvRow> {
  let isHeader = true
  for await (const row of readCsv(path)) {
    if (!isHeader && !isEmpty(row)) yield row
    isHeader = false
  }
}

/** Spreadsheets write empty lines as rows of commas. */
const isEmpty = (row: CsvRow): boolean => 'cells' in row && row.cells.every((cell) => cell.trim() === '')

const linkColumns = ['Grouped products', 'Upsells', 'Cross-sells'] as const

export async function scanFile(path: string, mapping?: ColumnMapping): Promise<FileScan> {
  const columns = await headerColumns(path, mapping)
  const firstLines = new Map<string, number>()
  const duplicates = new Map<number, string>()
  const variationAttributes = new Map<string, Set<string>>()
  const linked = new Set<string>()
  const unsupported = new Map<string, number>()
  let rows = 0
  let variations = 0

  for await (const row of rowsOf(path)) {
    rows += 1
    if (!('cells' in row) || row.cells.length !== columns.width) continue
    const identity = parseIdentity(columns, row.line, row.cells)
    for (const { key, description } of uniqueKeysOf(identity)) {
      const first = firstLines.get(key)
      if (first === undefined) firstLines.set(key, row.line)
      else if (!duplicates.has(row.line)) duplicates.set(row.line, `${description} already in line ${first}`)
    }
    for (const { name, index } of columns.unsupported) {
      if (row.cells[index]?.trim()) unsupported.set(name, (unsupported.get(name) ?? 0) + 1)
    }
    const cells = new Cells(columns, row.cells)
    for (const name of linkColumns.flatMap((column) => cells.list(column) ?? [])) {
      const ref = parseProductRef(name)
      if (ref) linked.add(productRefKey(ref))
    }
    if (identity.type !== 'variation') continue
    variations += 1
    if (!identity.parent) continue
    const key = productRefKey(identity.parent)
    const labels = variationAttributes.get(key) ?? new Set()
    variationAttributes.set(key, labels)
    for (const { name } of columns.attributes) {
      const label = plainText(row.cells[name] ?? '').toLowerCase()
      if (label) labels.add(label)
    }
  }
  return { columns, rows, variations, duplicates, variationAttributes, linked, unsupported }
}

function uniqueKeysOf({ sku, originalId, gtin, name, type }: RowIdentity): { key: string; description: string }[] {
  return [
    ...(sku === null ? [] : [{ key: productRefKey({ sku }), description: `the SKU ${sku} stands` }]),
    ...(originalId === null ? [] : [{ key: `id:${originalId}`, description: `the ID ${originalId} stands` }]),
    ...(gtin ? [{ key: `gtin:${gtin}`, description: `the GTIN ${gtin} stands` }] : []),
    ...(sku === null && type !== 'variation' && name !== ''
      ? [{ key: `name:${name}`, description: 'a product of this name without SKU stands' }]
      : []),
  ]
}

async function headerColumns(path: string, mapping?: ColumnMapping): Promise<Columns> {
  for await (const row of readCsv(path)) {
    if (!('cells' in row)) throw new FileError(`Line ${row.line}: ${row.problem}.`)
    return parseHeader(row.cells, mapping)
  }
  throw new FileError('The file is empty.')
}
