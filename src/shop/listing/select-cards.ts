import type { BlockPlace } from '../../things/blocks/block.ts'
import type { WithProductIndex } from './context.ts'
import { type Bits, hasBit, intersectBits, subtractBits } from './index/bits.ts'
import type { ProductIndex } from './index/product-index.ts'
import { bitsOfIds, pageInOrder, withAnyTerm } from './index/select.ts'
import { cardsById } from './listing.store.ts'

export const cardSources = ['newest', 'bestselling', 'featured', 'sale', 'category', 'tag', 'picked'] as const
export const cardOrders = ['default', 'popularity', 'rating', 'date', 'price', 'price-desc'] as const

export type CardSelection = {
  readonly source: (typeof cardSources)[number]
  /** Ids of categories, tags or products, depending on `source`. */
  readonly ids?: readonly number[]
  /** `default` depends on the source: newest first, as picked, or the shop's order. */
  readonly order?: (typeof cardOrders)[number]
  readonly count: number
  readonly hidesSoldOut?: boolean
}

/** For a block: cards of listed products. Ids of hidden, draft or trashed products are left out. */
export async function loadCards({ productIndex }: WithProductIndex, place: BlockPlace, selection: CardSelection) {
  const ids = idsOf(await productIndex.current(), selection)
  const { cards, nextPriceChange } = await cardsById(place.db, ids, place.now)
  // Picked products may become visible later; any other change of the selection comes with the 'listing' tag.
  const isPicked = selection.source === 'picked'
  const shownIds = [...(isPicked ? (selection.ids ?? []) : []), ...cards.map(({ id }) => id)]
  const tags = [...(isPicked ? [] : ['listing']), ...shownIds.map((id) => `product:${id}`)]
  return { data: cards, tags, expiresAt: nextPriceChange }
}

function idsOf(index: ProductIndex, selection: CardSelection): number[] {
  const { source, ids = [], order = 'default', count, hidesSoldOut = false } = selection
  const bits = intersectBits(index.set('listed').slice(), setOf(index, source, ids))
  if (hidesSoldOut) subtractBits(bits, index.set('stock outofstock'))
  if (source === 'picked' && order === 'default')
    return [...new Set(ids)].filter((id) => hasBit(bits, index.slotOf(id) ?? index.capacity)).slice(0, count)
  const ownOrder = ownOrders[source]
  return pageInOrder(index, bits, order === 'default' && ownOrder ? ownOrder : order, { offset: 0, limit: count })
}

const ownOrders: Partial<Record<CardSelection['source'], 'date' | 'popularity'>> = {
  newest: 'date',
  bestselling: 'popularity',
  featured: 'date',
}

function setOf(index: ProductIndex, source: CardSelection['source'], ids: readonly number[]): Bits {
  const withTerms = (taxonomy: string) =>
    withAnyTerm(
      index,
      ids.filter((id) => index.terms.byId(id)?.taxonomy === taxonomy),
    )
  if (source === 'category') return withTerms('product_cat')
  if (source === 'tag') return withTerms('product_tag')
  if (source === 'picked') return bitsOfIds(index, ids)
  if (source === 'featured') return index.set('featured')
  return index.set(source === 'sale' ? 'onSale' : 'listed')
}
