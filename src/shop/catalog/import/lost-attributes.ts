import type { AttributeRef } from '../term-registry.ts'
import { truncate } from './cell-text.ts'
import type { ImportRun, PreparedRow } from './import-run.ts'
import { type AttributeOptions, type StoredProduct, variationsOf } from './stored-products.ts'

/** Attributes by which the product's variations are chosen, and which its row no longer has. */
export const lostAttributes = (
  stored: AttributeOptions | undefined,
  attributes: readonly { readonly ref: AttributeRef }[],
) => [...(stored ?? [])].filter(([slug]) => !attributes.some(({ ref }) => ref.slug === slug))

type LosingRow = Pick<PreparedRow, 'row' | 'stored'> & { readonly lost: ReturnType<typeof lostAttributes> }

/** Notes which variations become private when the rows are saved (`writeRecords`). Returns their ids by product. */
export async function withdrawnVariations(run: ImportRun, rows: readonly LosingRow[]) {
  const losing = rows.flatMap(({ row, stored, lost }) => (stored && lost.length > 0 ? [{ row, stored, lost }] : []))
  const productIds = losing.map(({ stored }) => stored.id)
  const variations = losing.length > 0 ? await variationsOf(run.db, productIds) : null
  const withdrawn = new Map<number, number[]>()
  for (const { row, stored, lost } of losing) {
    const isSold = ({ status, choices }: StoredProduct) =>
      ['publish', 'future'].includes(status) && lost.some(([slug]) => choices?.[slug])
    const ids = (variations?.get(stored.id) ?? []).filter(isSold).map(({ id }) => id)
    if (ids.length === 0) continue
    withdrawn.set(stored.id, ids)
    run.stats.withdraw(row.line, ids)
    const labels = lost.map(([, { label }]) => `'${truncate(label)}'`).join(' and ')
    const become = ids.length === 1 ? '1 variation becomes' : `${ids.length} variations become`
    run.stats.note(row.line, `it loses ${labels}, so ${become} private unless rows of the file give new values`)
  }
  return withdrawn
}
