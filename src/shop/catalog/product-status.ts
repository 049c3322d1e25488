import { and, eq, lte } from 'drizzle-orm'
import { type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { productAttributes, products } from './catalog.table.ts'
import {
  deleteUnusedAttributes,
  groupedProductsOf,
  lockForDeletion,
  lockProductsAndStock,
} from './product-record.store.ts'
import { refreshProducts } from './refresh-product.ts'

const tagsOf = (ids: readonly number[]): string[] =>
  ids.length === 0 ? [] : ['listing', ...ids.map((id) => `product:${id}`)]

/**
 * Permanently deletes a product or variation, with its variations and custom attributes. Order lines have copies of the
 * texts. Returns false if it did not exist.
 */
export const deleteProduct = (db: Db | Tx, id: number, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const ids = await lockForDeletion(tx, id)
    const [product] = await tx.select({ parentId: products.parentId }).from(products).where(eq(products.id, id))
    const groups = await groupedProductsOf(tx, ids)
    const attributeRows = await tx
      .select({ id: productAttributes.attributeId })
      .from(productAttributes)
      .where(eq(productAttributes.productId, id))
    const deleted = await tx.delete(entries).where(isAnyOf(entries.id, ids)).returning({ id: entries.id })
    await deleteUnusedAttributes(
      tx,
      attributeRows.map((one) => one.id),
    )
    const shownIn = [...groups, ...(product?.parentId ? [product.parentId] : [])]
    await refreshProducts(tx, shownIn, now)
    await invalidatePageTags(tx, tagsOf([...ids, ...shownIn]))
    return deleted.length > 0
  })

/** Publishes products that are due. The version stays, so that an editor with the form open is not refused. */
export const publishScheduledProducts = (db: Db, now: Date): Promise<number[]> =>
  db.transaction(async (tx) => {
    const isDue = and(eq(entries.status, 'future'), lte(entries.publishedAt, now))
    const dueRows = await tx
      .select({ id: entries.id })
      .from(entries)
      .innerJoin(products, eq(products.id, entries.id))
      .where(isDue)
    const ids = dueRows.map((one) => one.id)
    await lockProductsAndStock(tx, ids)
    const published = await tx
      .update(entries)
      .set({ status: 'publish', wasPublished: true, updatedAt: now })
      .where(and(isAnyOf(entries.id, ids), isDue))
      .returning({ id: entries.id, parentId: entries.parentId })
    const publishedIds = published.map((one) => one.id)
    await refreshProducts(tx, publishedIds, now)
    const shown = published.map((one) => one.parentId ?? one.id)
    await invalidatePageTags(tx, tagsOf([...shown, ...(await groupedProductsOf(tx, shown))]))
    return publishedIds
  })
