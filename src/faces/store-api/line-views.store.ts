import { and, asc, eq, inArray, notInArray } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import type { Cart } from '../../shop/cart/cart.store.ts'
import { loadProducts, loadSellables } from '../../shop/catalog/catalog.store.ts'
import { productLinks, products } from '../../shop/catalog/catalog.table.ts'
import { choiceLabels, choiceSlugs } from '../../shop/catalog/choice-labels.ts'
import type { Product, Sellable } from '../../shop/catalog/product.ts'
import { selectedOptions } from '../../shop/orders/line-choices.ts'
import { type OrderLine, soldIdOf } from '../../shop/orders/order-parts.store.ts'
import type { Order } from '../../shop/orders/orders.store.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { entryMedia, media, type Picture, pictureColumns } from '../../things/media/media.table.ts'

type LineDetails = {
  readonly excerpt: string
  readonly content: string
  readonly visibility: string
  readonly pictures: readonly Picture[]
}
type Choice = { readonly name: string; readonly label: string; readonly value: string }
export type LineView = LineDetails & { readonly choices: readonly Choice[] }
export type CartView = {
  readonly cart: Cart
  readonly crossSells: readonly Product[]
  lineOf(key: string): LineView
}

export async function viewCart(db: Db, cart: Cart): Promise<CartView> {
  const ids = cart.lines.map((line) => line.sellable.id)
  const choicesPerLine = cart.lines.map((line) => line.choices)
  const [detailsOf, labels, crossSells] = await Promise.all([
    loadDetails(db, ids),
    choiceLabels(db, choicesPerLine),
    crossSellsOf(db, cart),
  ])
  const views = new Map(
    cart.lines.map(({ key, sellable, choices }) => {
      const names = Object.keys(choices)
      const labelled = labels(choices).map((choice, index) => ({ name: names[index] ?? '', ...choice }))
      return [key, { ...detailsOf(sellable.id, sellable, 'visible'), choices: labelled }]
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

/** Current product data of an order line; null if the product no longer exists. */
export type OrderLineView = LineDetails & {
  readonly sellable: Sellable | null
  readonly choices: readonly (Choice & { readonly slug: string })[]
}

export async function viewOrderLines(db: Db, order: Order): Promise<(line: OrderLine) => OrderLineView> {
  const ids = [...new Set(order.lines.map(soldIdOf))]
  const orderedChoices = order.lines.flatMap(selectedOptions)
  const [sellables, detailsOf, names] = await Promise.all([
    loadSellables(db, ids),
    loadDetails(db, ids),
    choiceSlugs(db, orderedChoices),
  ])
  return (line) => {
    const sellable = sellables.get(soldIdOf(line)) ?? null
    return {
      ...detailsOf(soldIdOf(line), sellable, 'hidden'),
      sellable,
      choices: selectedOptions(line).map((choice) => ({ ...choice, ...names(choice) })),
    }
  }
}

/** Loads the details with two queries, or none for an empty list. A product without a gallery has its picture. */
async function loadDetails(db: Db, ids: readonly number[]) {
  const isIn = (column: typeof entries.id | typeof entryMedia.entryId) => inArray(column, [...ids])
  const [texts, pictures] =
    ids.length === 0
      ? [[], []]
      : await Promise.all([
          db
            .select({
              id: entries.id,
              excerpt: entries.excerpt,
              content: entries.content,
              visibility: products.visibility,
            })
            .from(entries)
            .innerJoin(products, eq(products.id, entries.id))
            .where(isIn(entries.id)),
          db
            .select({ entryId: entryMedia.entryId, picture: pictureColumns })
            .from(entryMedia)
            .innerJoin(media, eq(media.id, entryMedia.mediaId))
            .where(isIn(entryMedia.entryId))
            .orderBy(asc(entryMedia.entryId), asc(entryMedia.position), asc(entryMedia.mediaId)),
        ])
  const textsById = new Map<number, Omit<LineDetails, 'pictures'>>(texts.map(({ id, ...details }) => [id, details]))
  const galleries = Map.groupBy(pictures, ({ entryId }) => entryId)
  return (id: number, sellable: Sellable | null, fallbackVisibility: string): LineDetails => ({
    ...(textsById.get(id) ?? { excerpt: '', content: '', visibility: fallbackVisibility }),
    pictures: galleries.get(id)?.map(({ picture }) => picture) ?? (sellable?.picture ? [sellable.picture] : []),
  })
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
  const ids = rows.map((row) => row.id)
  return ids.length === 0 ? [] : loadProducts(db, ids)
}
