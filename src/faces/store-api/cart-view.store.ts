import { and, asc, eq, inArray, notInArray } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import type { Cart } from '../../shop/cart/cart.store.ts'
import { loadProducts } from '../../shop/catalog/catalog.store.ts'
import { productLinks, products } from '../../shop/catalog/catalog.table.ts'
import { choiceLabels } from '../../shop/catalog/choice-labels.ts'
import type { Product } from '../../shop/catalog/product.ts'
import type { Picture } from '../../things/media/picture.ts'
import { loadDescriptions, loadGalleries, type SellableDescription } from './sellable-details.store.ts'

/** Product data of a cart line for responses. */
export type LineView = SellableDescription & {
  readonly pictures: readonly Picture[]
  readonly choices: readonly { readonly name: string; readonly label: string; readonly value: string }[]
}
export type CartView = {
  readonly cart: Cart
  /** Cross-sells that are not in the cart yet. */
  readonly crossSells: readonly Product[]
  lineOf(key: string): LineView
}

/** Four queries in total, none for an empty cart; more if there are cross-sells. */
export async function viewCart(db: Db, cart: Cart): Promise<CartView> {
  const ids = [...new Set(cart.lines.map((line) => line.sellable.id))]
  const choices = cart.lines.map((line) => line.choices)
  const [descriptions, galleries, labels, crossSells] = await Promise.all([
    loadDescriptions(db, ids),
    loadGalleries(db, ids),
    choiceLabels(db, choices),
    crossSellsOf(db, cart),
  ])
  const views = new Map(
    cart.lines.map((line): [string, LineView] => {
      const gallery = galleries.get(line.sellable.id) ?? []
      const pictures = gallery.length === 0 && line.sellable.picture ? [line.sellable.picture] : gallery
      const names = Object.keys(line.choices)
      return [
        line.key,
        {
          ...(descriptions.get(line.sellable.id) ?? { excerpt: '', content: '', visibility: 'visible' }),
          pictures,
          choices: labels(line.choices).map((choice, index) => ({ name: names[index] ?? '', ...choice })),
        },
      ]
    }),
  )
  return {
    cart,
    crossSells,
    lineOf(key) {
      const view = views.get(key)
      if (!view) throw new Error(`The cart has no line ${key}`)
      return view
    },
  }
}

const MAX_CROSS_SELLS = 8

async function crossSellsOf(db: Db, cart: Cart): Promise<readonly Product[]> {
  const cartProductIds = [...new Set(cart.lines.map(({ sellable }) => sellable.parentId ?? sellable.id))]
  if (cartProductIds.length === 0) return []
  const rows = await db
    .selectDistinct({ id: productLinks.linkedId })
    .from(productLinks)
    .innerJoin(products, and(eq(products.id, productLinks.linkedId), products.listed))
    .where(
      and(
        eq(productLinks.kind, 'cross-sell'),
        inArray(productLinks.productId, cartProductIds),
        notInArray(productLinks.linkedId, cartProductIds),
      ),
    )
    .orderBy(asc(productLinks.linkedId))
    .limit(MAX_CROSS_SELLS)
  return rows.length === 0
    ? []
    : loadProducts(
        db,
        rows.map((row) => row.id),
      )
}
