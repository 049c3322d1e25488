/** How a row of a product CSV names itself, and the type it says it has. Pure. */
import { Cells, listOf, short } from './cells.ts'
import { plainText } from './clean-html.ts'
import type { Columns } from './columns.ts'

const rowTypes = ['simple', 'variable', 'variation', 'grouped', 'external'] as const
export type RowType = (typeof rowTypes)[number]
const isRowType = (word: string | undefined): word is RowType => rowTypes.some((type) => type === word)

/** How a row names another product: by its SKU, or by its number in the shop that wrote the file. */
export type ParentName = { readonly sku: string } | { readonly originalId: number }

/** How a row names itself and what it belongs to. */
export type RowIdentity = {
  readonly line: number
  readonly sku: string | null
  /** Its number in the shop that wrote the file. */
  readonly originalId: number | null
  readonly name: string
  /** Null where the file does not say. */
  readonly type: RowType | null
  readonly parent: ParentName | null
}

const longestSku = 100
/** Longer ones do not fit into the index that sorts the listing. */
const longestName = 300

/** Only what a row calls itself: enough to find what stands twice and what belongs together. */
export function identify(columns: Columns, line: number, given: readonly string[]): RowIdentity {
  const cells = new Cells(columns, given)
  const type = typesOf(cells)?.find((word) => !flagWords.has(word))
  const id = cells.text('id') ?? ''
  return {
    line,
    sku: cells.text('sku') || null,
    originalId: /^\d{1,10}$/.test(id) ? Number(id) : null,
    name: plainText(cells.text('name') ?? ''),
    type: isRowType(type) ? type : null,
    parent: nameOf(cells.text('parent') ?? ''),
  }
}

export function nameOf(text: string): ParentName | null {
  if (text === '') return null
  const id = /^id:(\d{1,10})$/i.exec(text)
  return id ? { originalId: Number(id[1]) } : { sku: text }
}

/** Words beside the type that say something else about it. */
const flagWords = new Set(['virtual', 'downloadable'])

export function typesOf(cells: Cells): string[] | undefined {
  const text = cells.text('type')
  if (text === undefined) return undefined
  const words = listOf(text.toLowerCase())
  return words.some((word) => !flagWords.has(word)) ? words : [...words, 'simple']
}

export function checkTypes(cells: Cells, types: readonly string[]): void {
  const [type, another] = types.filter((word) => !flagWords.has(word))
  if (another) cells.refuse(`Type '${short(types.join(', '))}' is more than one type`)
  else if (!isRowType(type)) {
    cells.refuse(`products of type '${short(type ?? '')}' are not sold here, only ${rowTypes.join(', ')}`)
  }
  if (types.includes('downloadable')) cells.refuse('downloadable products are not sold here')
}

export function checkIdentity(cells: Cells, identity: RowIdentity): void {
  const id = cells.text('id') ?? ''
  if (id !== '' && identity.originalId === null) cells.refuse(`ID '${short(id)}' is not a number`)
  if ((identity.sku?.length ?? 0) > longestSku) cells.refuse(`SKU is longer than ${longestSku} characters`)
  if (identity.name.length > longestName) cells.refuse(`Name is longer than ${longestName} characters`)
  if (identity.type === 'variation' || identity.sku !== null || identity.name !== '') return
  cells.refuse('it has neither SKU nor name')
}
