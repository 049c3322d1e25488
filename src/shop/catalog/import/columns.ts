import { unescapeFormula } from '../../../platform/csv.ts'
import { gramsPerUnit } from '../pack-size.ts'
import { truncate } from './cell-text.ts'
import { FileError } from './csv-file.ts'
import { type Column, headings } from './headings.ts'

const columnByName = new Map(headings.map((heading) => [heading.toLowerCase(), heading]))

/** Columns of WooCommerce exports that this shop does not support; their values are counted and ignored. */
const unsupportedColumns = [/^cost of goods$/]

const gramsPerWeightUnit: Readonly<Record<string, number>> = { ...gramsPerUnit, lb: gramsPerUnit.lbs }
const cmPerUnit: Readonly<Record<string, number>> = { cm: 1, m: 100, mm: 0.1, in: 2.54, yd: 91.44 }

type AttributePart = 'name' | 'value(s)' | 'visible' | 'global' | 'default'
type DownloadPart = 'id' | 'name' | 'url'

/** The owner's mapping of each column: a known heading, or an empty text to ignore it. */
export type ColumnMapping = readonly string[]

export type Columns = {
  readonly width: number
  readonly indexes: ReadonlyMap<Column, number>
  readonly attributes: readonly (Readonly<Partial<Record<AttributePart, number>>> & { readonly name: number })[]
  readonly downloads: readonly Readonly<Partial<Record<DownloadPart, number>>>[]
  readonly meta: readonly { readonly key: string; readonly index: number }[]
  readonly gramsPerWeight: number
  readonly cmPerSize: Readonly<Record<string, number>>
  readonly unsupported: readonly { readonly name: string; readonly index: number }[]
  readonly unknown: readonly string[]
}

/** A file with more columns is no product file, and every column costs memory in every row. */
const MAX_COLUMNS = 2000
const MAX_META_KEY_LENGTH = 255

export function checkWidth(cells: readonly string[]): void {
  if (cells.length > MAX_COLUMNS)
    throw new FileError(`The file has ${cells.length} columns; ${MAX_COLUMNS} is the most.`)
}

/** Whether a column with this heading is imported without a mapping. */
export function isKnownHeading(heading: string): boolean {
  try {
    return parseHeader(['Name', heading]).unknown.length === 0
  } catch {
    return heading.trim().toLowerCase() === 'name'
  }
}

export function parseHeader(cells: readonly string[], mapping: ColumnMapping = []): Columns {
  checkWidth(cells)
  const indexes = new Map<Column, number>()
  const attributes = new Map<number, Partial<Record<AttributePart, number>>>()
  const downloads = new Map<number, Partial<Record<DownloadPart, number>>>()
  const meta: { key: string; index: number }[] = []
  const unsupported: { name: string; index: number }[] = []
  const unknown: string[] = []
  const seen = new Set<string>()
  const cmPerSize: Record<string, number> = {}
  let gramsPerWeight = 1000

  for (const [index, cell] of cells.entries()) {
    const heading = (mapping[index] ?? unescapeFormula(cell)).trim()
    const [, metaKey] = /^meta: *(.+)$/is.exec(heading) ?? []
    // Keys of custom fields are case-sensitive.
    const name = metaKey === undefined ? heading.toLowerCase().replace(/\s+/g, ' ') : `meta: ${metaKey}`
    if (name === '') continue
    if (seen.has(name)) throw new FileError(`The column "${truncate(heading)}" appears twice.`)
    seen.add(name)
    const [, measure, unit] = /^(weight|length|width|height)(?: \((.+)\))?$/.exec(name) ?? []
    const [, number, part] = /^attribute (\d+) (name|value\(s\)|visible|global|default)$/.exec(name) ?? []
    const [, fileNumber, filePart] = /^download (\d+) (id|name|url)$/.exec(name) ?? []
    const column = columnByName.get(measure ?? name)
    if (measure) {
      const factor = measure === 'weight' ? gramsPerWeightUnit[unit ?? 'kg'] : cmPerUnit[unit ?? 'cm']
      if (factor === undefined) throw new FileError(`The unit of "${truncate(heading)}" is not known.`)
      if (measure === 'weight') gramsPerWeight = factor
      else if (column) cmPerSize[column] = factor
    }
    if (column) indexes.set(column, index)
    else if (part) attributes.set(Number(number), { ...attributes.get(Number(number)), [part]: index })
    else if (filePart) downloads.set(Number(fileNumber), { ...downloads.get(Number(fileNumber)), [filePart]: index })
    else if (metaKey !== undefined && metaKey.length <= MAX_META_KEY_LENGTH) meta.push({ key: metaKey, index })
    else if (unsupportedColumns.some((pattern) => pattern.test(name))) unsupported.push({ name: heading, index })
    else unknown.push(heading)
  }
  if (!indexes.has('SKU') && !indexes.has('ID') && !indexes.has('Name'))
    throw new FileError('The first line names neither an ID, an SKU nor a Name column: is this a product export?')
  const inOrder = <Parts>(numbered: ReadonlyMap<number, Parts>) =>
    [...numbered].sort(([one], [other]) => one - other).map(([, parts]) => parts)
  return {
    width: cells.length,
    indexes,
    attributes: inOrder(attributes).flatMap(({ name, ...parts }) => (name === undefined ? [] : [{ name, ...parts }])),
    downloads: inOrder(downloads),
    meta,
    gramsPerWeight,
    cmPerSize,
    unsupported,
    unknown,
  }
}
