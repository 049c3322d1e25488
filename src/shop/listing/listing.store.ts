import { sql } from 'drizzle-orm'
import { type Db, idArray, type Tx } from '../../platform/database/connect.ts'
import { DAY_MS } from '../../platform/time/durations.ts'
import type { ProductLinkKind } from '../catalog/catalog.table.ts'
import { packSizes } from '../catalog/pack-size.ts'
import { availableOrAll, nextPriceChange, priceRangeOf } from '../catalog/product.ts'
import type { ProductCardData } from '../catalog/product-card.ts'
import { NEW_FOR_DAYS } from './listing.ts'

/** A product, its variations, and a group's products. A union: `or` would scan the whole table for every card. */
const pricedIds = sql`(
  select products.id where products.type not in ('variable', 'grouped')
  union
  select offer.id from products offer where offer.parent_id = products.id
  union
  select link.linked_id from product_links link where link.product_id = products.id and link.kind = 'grouped'
  union
  select offer.id from product_links link join products offer on offer.parent_id = link.linked_id
  join entries part on part.id = link.linked_id and part.status = 'publish' where link.product_id = products.id and link.kind = 'grouped')`

const cardColumns = sql`
  products.id, products.type, entries.slug, entries.title as name, coalesce(products.sku, '') as sku, products.subtitle as subtitle,
  products.facts->>'kind' as kind, products.stock_status as "stockStatus", products.is_featured as "isFeatured",
  products.rating_hundredths as "ratingHundredths", products.review_count as "reviewCount",
  products.external_url as "externalUrl", products.button_text as "buttonText",
  extract(epoch from entries.published_at)::int as "publishedSeconds",
  coalesce((
    select json_agg(json_build_array(offer.regular_price_cents, offer.sale_price_cents, offer.sale_from, offer.sale_until,
      offer.stock_status <> 'outofstock', offer.net_grams))
    from ${pricedIds} offered
    join products offer on offer.id = offered.id
    join entries shown on shown.id = offer.id and shown.status = 'publish'
  ), '[]') as offers,
  coalesce((
    select json_agg(terms.slug order by terms.position, terms.id)
    from entry_terms join terms on terms.id = entry_terms.term_id and terms.taxonomy = 'product_cat'
    where entry_terms.entry_id = products.id
  ), '[]') as "categorySlugs",
  coalesce((
    select json_agg(json_build_object('id', shown.id, 'path', shown.path, 'width', shown.width, 'height', shown.height,
      'alt', shown.alt, 'title', shown.title, 'caption', shown.caption) order by shown.position)
    from (
      select media.*, entry_media.position
      from entry_media join media on media.id = entry_media.media_id
      where entry_media.entry_id = products.id
      order by entry_media.position
      limit 2
    ) shown
  ), '[]') as pictures`

type OfferJson = readonly [number | null, number | null, string | null, string | null, boolean, number | null]

type CardRow = Omit<ProductCardData, 'minCents' | 'maxCents' | 'regularMinCents' | 'isSale' | 'size' | 'isNew'> & {
  readonly publishedSeconds: number
  readonly offers: readonly OfferJson[]
}

const dateOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text))

function toCard({ offers, publishedSeconds, ...rest }: CardRow, now: Date) {
  const prices = offers.map(([regularPriceCents, salePriceCents, from, until, isAvailable, netGrams]) => ({
    regularPriceCents,
    salePriceCents,
    saleFrom: dateOrNull(from),
    saleUntil: dateOrNull(until),
    isAvailable,
    netGrams,
  }))
  const priced = availableOrAll(prices, (price) => price.isAvailable)
  const range = priceRangeOf(priced, now)
  const card: ProductCardData = {
    ...rest,
    minCents: range?.minCents ?? null,
    maxCents: range?.maxCents ?? null,
    regularMinCents: range?.regularMinCents ?? null,
    isSale: range?.isSale ?? false,
    size: rest.type === 'grouped' ? '' : packSizes(priced.map((price) => price.netGrams)),
    isNew: now.getTime() - publishedSeconds * 1000 < NEW_FOR_DAYS * DAY_MS,
  }
  return { card, prices }
}

type LoadedCards = { cards: ProductCardData[]; nextPriceChange: Date | null }

export async function cardsById(db: Db | Tx, ids: readonly number[], now: Date): Promise<LoadedCards> {
  if (ids.length === 0) return { cards: [], nextPriceChange: null }
  const { rows } = await db.execute<CardRow>(sql`select ${cardColumns}
    from products join entries on entries.id = products.id
    where products.id = any(${idArray(ids)}) and entries.status = 'publish'`)
  const loadedById = new Map(rows.map((row) => [row.id, toCard(row, now)]))
  const loaded = ids.flatMap((id) => loadedById.get(id) ?? [])
  const prices = loaded.flatMap((one) => one.prices)
  return { cards: loaded.map(({ card }) => card), nextPriceChange: nextPriceChange(prices, now) ?? null }
}

/** Listed linked products, in stock first, then in the owner's order. Variations use the links of their product. */
export async function linkedIds(db: Db | Tx, kind: ProductLinkKind, productIds: readonly number[], count: number) {
  if (productIds.length === 0 || count < 1) return []
  const own = sql`(select coalesce(own.parent_id, own.id) from products own where own.id = any(${idArray(productIds)}))`
  const { rows } = await db.execute<{ id: number }>(sql`
    select products.id
    from product_links join products on products.id = product_links.linked_id and products.listed
    where product_links.kind = ${kind} and product_links.product_id in ${own} and product_links.linked_id not in ${own}
    group by products.id
    order by products.stock_status = 'outofstock', min(product_links.position), products.id
    limit ${count}`)
  return rows.map((row) => row.id)
}
