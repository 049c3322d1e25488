import { invalidatePageTags } from '../../../platform/web/page-tags.ts'
import { productCacheTags, saveProducts } from '../save-product.ts'
import type { ImportRun, Linkable, LinkRef, RowLinks } from './import-run.ts'
import { productRefKey } from './scan-file.ts'
import { storedBySku } from './stored-products.ts'

const BATCH_SIZE = 500

/**
 * Resolves links between products: children of groups, up-sells, cross-sells. Runs after all products and variations,
 * because rows may refer to later ones. Unresolvable references are counted; the other links of the row are saved.
 */
export async function importLinks(run: ImportRun): Promise<void> {
  for (let start = 0; start < run.links.length; start += BATCH_SIZE) {
    await saveLinkBatch(run, run.links.slice(start, start + BATCH_SIZE))
  }
}

async function saveLinkBatch(run: ImportRun, rows: readonly RowLinks[]): Promise<void> {
  const names = rows.flatMap((row) => [...(row.groupItems ?? []), ...(row.upSells ?? []), ...(row.crossSells ?? [])])
  const skusNotInFile = names.flatMap((name) => ('sku' in name && !run.ids.has(productRefKey(name)) ? [name.sku] : []))
  const stored = await storedBySku(run.db, skusNotInFile)
  // A link to a variation becomes a link to its product.
  const find = (name: LinkRef): Linkable | undefined => {
    const storedProduct = 'sku' in name ? stored.get(name.sku) : undefined
    return (
      run.ids.get(productRefKey(name)) ??
      (storedProduct && { id: storedProduct.parentId ?? storedProduct.id, isGroup: storedProduct.type === 'grouped' })
    )
  }
  const idsOf = (named: readonly LinkRef[] | undefined, isAllowed: (product: Linkable) => boolean = () => true) =>
    named?.flatMap((name) => {
      const product = find(name)
      run.stats.links.named += 1
      if (product && isAllowed(product)) return [product.id]
      run.stats.links.notFound += 1
      return []
    })
  const inputs = rows.map(({ id, type, groupItems, upSells, crossSells }) => ({
    ...{ id, type, upSellIds: idsOf(upSells), crossSellIds: idsOf(crossSells) },
    ...(type === 'grouped' ? { groupItemIds: idsOf(groupItems, ({ isGroup }) => !isGroup) } : {}),
  }))
  if (run.dryRun) return
  await run.db.transaction(async (tx) => {
    const saved = await saveProducts(tx, inputs, { now: run.now, reason: 'import' })
    await invalidatePageTags(
      tx,
      productCacheTags(saved.flatMap((one) => (one.ok && one.outcome !== 'unchanged' ? [one] : []))),
    )
  })
}
