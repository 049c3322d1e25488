import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { type ProductLinkKind, productLinks, products } from '../catalog/catalog.table.ts'
import type { ProductCardData } from '../catalog/product-card.ts'
import { cardsById } from './listing.store.ts'

/** Up-sells of this product in the owner's order; at most `count` cards, listed products only. */
export const upSellCards = (db: Db | Tx, productId: number, count: number, now: Date): Promise<ProductCardData[]> =>
  linkedCards(db, 'up-sell', [productId], count, now)

/**
 * Cross-sells of these cart items, without products already in the cart: at most `count` cards, in stock before sold
 * out. Ids may be those of variations, which use the links of their product. Deterministic.
 */
export const crossSellCards = (
  db: Db | Tx,
  productIds: readonly number[],
  count: number,
  now: Date,
): Promise<ProductCardData[]> => linkedCards(db, 'cross-sell', productIds, count, now)

async function linkedCards(
  db: Db | Tx,
  kind: ProductLinkKind,
  productIds: readonly number[],
  count: number,
  now: Date,
): Promise<ProductCardData[]> {
  if (productIds.length === 0 || count < 1) return []
  const idsSql = sql`${sql.param([...productIds])}::int[]`
  const own = sql`(select coalesce(own.parent_id, own.id) from products own where own.id = any(${idsSql}))`
  const rows = await db
    .select({ id: products.id })
    .from(productLinks)
    .innerJoin(products, and(eq(products.id, productLinks.linkedId), products.listed))
    .where(
      and(
        eq(productLinks.kind, kind),
        sql`${productLinks.productId} in ${own}`,
        sql`${productLinks.linkedId} not in ${own}`,
      ),
    )
    .groupBy(products.id)
    .orderBy(sql`${products.stockStatus} = 'outofstock'`, asc(sql`min(${productLinks.position})`), asc(products.id))
    .limit(count)
  const ids = rows.map((row) => row.id)
  return [...(await cardsById(db, ids, now)).cards]
}
