import { randomUUID } from 'node:crypto'
import { descriptionCell, isScalar, nameCell, scalarCell } from '../export/cell-forms.ts'
import type { ProductInput } from '../product-record.ts'
import { cleanText, type ProductRow, type TextField } from './product-row.ts'
import type { StoredDetails } from './stored-products.ts'

const cellForms: Readonly<Record<TextField, (text: string) => string>> = {
  name: nameCell,
  content: descriptionCell,
  excerpt: descriptionCell,
  purchaseNote: (text) => text,
}

/** Texts, downloads and custom fields of a row, except texts and fields that an export would write the same way. */
export function detailsInput(
  { texts, downloads, meta }: ProductRow,
  stored: StoredDetails | undefined,
): Partial<ProductInput> {
  const changed = Object.entries(texts).flatMap(([name, cell]) => {
    const field = name as TextField
    const isSame = stored && readBack(cellForms[field](stored[field])) === cell
    return isSame || (field === 'name' && cell === '') ? [] : [[field, cleanText(field, cell)]]
  })
  return {
    ...(Object.fromEntries(changed) as Partial<Record<TextField, string>>),
    downloads: downloads && withIds(downloads, stored?.downloads ?? []),
    meta: meta.size === 0 ? undefined : mergedMeta(meta, stored?.meta ?? []),
  }
}

/** Files keep their ids, and a file in place of another one has its id. No id is given twice: a buyer gets each once. */
function withIds(cells: NonNullable<ProductRow['downloads']>, stored: StoredDetails['downloads']) {
  const taken = new Set<string>()
  const take = (id: string | undefined) => (id !== undefined && !taken.has(id) && taken.add(id) ? id : undefined)
  const own = cells.map(({ id }) => take(id))
  const ofFile = cells.map(
    ({ file }, at) => own[at] ?? take(stored.find((one) => one.file === file && !taken.has(one.id))?.id),
  )
  return cells.map(({ name, file }, at) => ({ id: ofFile[at] ?? take(stored[at]?.id) ?? randomUUID(), name, file }))
}

/** The text as an import reads it back from an export: with line feeds, and trimmed. */
const readBack = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim()

/** Of several fields with one key, an export contains the last. Lists and objects cannot be exported and stay. */
function mergedMeta(cells: ProductRow['meta'], stored: StoredDetails['meta']): StoredDetails['meta'] {
  let lastId = Math.max(0, ...stored.map(({ id }) => id))
  const merged = new Map(stored.map((field) => [field.id, field]))
  for (const [key, value] of cells) {
    const before = stored.findLast((field) => field.key === key && isScalar(field.value))
    if (before ? readBack(scalarCell(before.value)) === value : value === '') continue
    if (value === '') merged.delete(before?.id ?? 0)
    else {
      const id = before?.id ?? ++lastId
      merged.set(id, { id, key, value })
    }
  }
  return [...merged.values()]
}
