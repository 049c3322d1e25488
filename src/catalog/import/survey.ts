import { plainText } from './clean-html.ts'
import { type Columns, readHeader } from './columns.ts'
import { type CsvRow, FileProblem, readCsv } from './csv-file.ts'
import { identify, type ParentName, type RowIdentity } from './row-identity.ts'

/**
 * What has to be known of the whole file before its first row may be used: that it can be read to its end, what stands
 * twice, and which attributes are chosen from. Variations may come before the product they belong to.
 */
export type Survey = {
  readonly columns: Columns
  readonly rows: number
  readonly variations: number
  /** Why a row may not be used, by line: another one before it claims the same. */
  readonly doubles: ReadonlyMap<number, string>
  /** Labels, in small letters, of the attributes that the variations of a product differ by. */
  readonly chosenBy: ReadonlyMap<string, ReadonlySet<string>>
  /** How many rows have something in a column for which there is no place. */
  readonly left: ReadonlyMap<string, number>
}

/** One spelling for a product as rows refer to it. */
export const parentKey = (parent: ParentName): string =>
  'sku' in parent ? `sku:${parent.sku}` : `id:${parent.originalId}`

/** Every way in which other rows may refer to this one. */
export const keysOf = (identity: RowIdentity): string[] => [
  ...(identity.sku === null ? [] : [parentKey({ sku: identity.sku })]),
  ...(identity.originalId === null ? [] : [parentKey({ originalId: identity.originalId })]),
]

/** The rows of the file behind its header. */
export async function* rowsOf(path: string): AsyncGenerator<CsvRow> {
  let isHeader = true
  for await (const row of readCsv(path)) {
    if (!isHeader && !isEmpty(row)) yield row
    isHeader = false
  }
}

/** Spreadsheets write their empty lines as a row of commas. */
const isEmpty = (row: CsvRow): boolean => 'cells' in row && row.cells.every((cell) => cell.trim() === '')

export async function surveyFile(path: string): Promise<Survey> {
  const columns = await headerOf(path)
  const firstLines = new Map<string, number>()
  const doubles = new Map<number, string>()
  const chosenBy = new Map<string, Set<string>>()
  const left = new Map<string, number>()
  let rows = 0
  let variations = 0

  for await (const row of rowsOf(path)) {
    rows += 1
    if (!('cells' in row) || row.cells.length !== columns.width) continue
    const identity = identify(columns, row.line, row.cells)
    for (const { key, words } of claimsOf(identity)) {
      const first = firstLines.get(key)
      if (first === undefined) firstLines.set(key, row.line)
      else if (!doubles.has(row.line)) doubles.set(row.line, `${words} already in line ${first}`)
    }
    for (const { name, index } of columns.withoutPlace) {
      if (row.cells[index]?.trim()) left.set(name, (left.get(name) ?? 0) + 1)
    }
    if (identity.type !== 'variation') continue
    variations += 1
    if (!identity.parent) continue
    const key = parentKey(identity.parent)
    const labels = chosenBy.get(key) ?? new Set()
    chosenBy.set(key, labels)
    for (const { name } of columns.attributes) {
      const label = plainText(row.cells[name] ?? '').toLowerCase()
      if (label) labels.add(label)
    }
  }
  return { columns, rows, variations, doubles, chosenBy, left }
}

function claimsOf(identity: RowIdentity): { key: string; words: string }[] {
  const { sku, originalId, name, type } = identity
  return [
    ...(sku === null ? [] : [{ key: `sku:${sku}`, words: `the SKU ${sku} stands` }]),
    ...(originalId === null ? [] : [{ key: `id:${originalId}`, words: `the ID ${originalId} stands` }]),
    ...(sku === null && type !== 'variation' && name !== ''
      ? [{ key: `name:${name}`, words: 'a product of this name without SKU stands' }]
      : []),
  ]
}

async function headerOf(path: string): Promise<Columns> {
  for await (const row of readCsv(path)) {
    if (!('cells' in row)) throw new FileProblem(`Line ${row.line}: ${row.problem}.`)
    const header = readHeader(row.cells)
    if (!header.ok) throw new FileProblem(header.problem)
    return header.columns
  }
  throw new FileProblem('The file is empty.')
}
