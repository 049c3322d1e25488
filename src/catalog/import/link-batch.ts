import { announceTags } from '../../web/page-tags.ts'
import { pageTagsOf, saveProducts } from '../save-product.ts'
import type { ImportRun, Linkable, NamedLinks, ProductName } from './import-run.ts'
import { storedBySku } from './stored.ts'
import { parentKey } from './survey.ts'

const rowsAtOnce = 500

/**
 * Ties products to what their rows name: the parts of a group, what is better, what goes with it. Done when all products
 * and variations are there, because rows may name those that come after them. A name that nothing goes by, or that cannot
 * be part of a group, is counted, and its row keeps the others.
 */
export async function importLinks(run: ImportRun): Promise<void> {
  for (let start = 0; start < run.links.length; start += rowsAtOnce) {
    await linkBatch(run, run.links.slice(start, start + rowsAtOnce))
  }
}

async function linkBatch(run: ImportRun, rows: readonly NamedLinks[]): Promise<void> {
  const names = rows.flatMap((row) => [...(row.parts ?? []), ...(row.upSells ?? []), ...(row.crossSells ?? [])])
  const elsewhere = names.flatMap((name) => ('sku' in name && !run.ids.has(parentKey(name)) ? [name.sku] : []))
  const stored = await storedBySku(run.db, elsewhere)
  // A variation is linked to as the product it belongs to.
  const find = (name: ProductName): Linkable | undefined => {
    const there = 'sku' in name ? stored.get(name.sku) : undefined
    return (
      run.ids.get(parentKey(name)) ?? (there && { id: there.parentId ?? there.id, isGroup: there.type === 'grouped' })
    )
  }
  const idsOf = (named: readonly ProductName[] | undefined, mayBe: (found: Linkable) => boolean = () => true) =>
    named?.flatMap((name) => {
      const found = find(name)
      run.tally.links.named += 1
      if (found && mayBe(found)) return [found.id]
      run.tally.links.notFound += 1
      return []
    })
  const inputs = rows.map(({ id, type, parts, upSells, crossSells }) => ({
    ...{ id, type, upSellIds: idsOf(upSells), crossSellIds: idsOf(crossSells) },
    ...(type === 'grouped' ? { partIds: idsOf(parts, ({ isGroup }) => !isGroup) } : {}),
  }))
  if (run.dryRun) return
  await run.db.transaction(async (tx) => {
    const saved = await saveProducts(tx, inputs, { now: run.now, reason: 'import' })
    await announceTags(tx, pageTagsOf(saved.flatMap((one) => (one.ok && one.outcome !== 'unchanged' ? [one] : []))))
  })
}
