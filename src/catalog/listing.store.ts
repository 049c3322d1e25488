import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'
import type { Picture } from '../media/picture.ts'
import type { StockStatus } from '../stock/stock-level.ts'
import { type Card, DAYS_NEW } from './listing.ts'
import { packSizes } from './pack-size.ts'
import { countedThings, nextPriceChange, type PriceList, rangeOfPrices } from './product.ts'

/**
 * What a card's price is made of: the product itself, its variations, and the parts of a group with theirs. Each found on
 * its own: joined by `or`, they would have the whole table read for every card.
 */
const offered = sql`(
  select products.id where products.type not in ('variable', 'grouped')
  union
  select offer.id from products offer where offer.parent_id = products.id
  union
  select link.linked_id from product_links link where link.product_id = products.id and link.kind = 'grouped'
  union
  select offer.id from product_links link join products offer on offer.parent_id = link.linked_id
  where link.product_id = products.id and link.kind = 'grouped')`

const cardColumns = sql`
  products.id, products.type, entries.slug, entries.title as name, coalesce(products.sku, '') as sku, products.line,
  products.facts->>'kind' as kind, products.stock_status as "stockStatus", products.is_featured as "isFeatured",
  products.rating_hundredths as "ratingHundredths", products.review_count as "reviewCount",
  products.external_url as "externalUrl", products.external_text as "externalText",
  extract(epoch from entries.published_at)::int as "publishedSeconds",
  coalesce((
    select json_agg(json_build_array(offer.regular_price_cents, offer.sale_price_cents, offer.sale_from, offer.sale_until,
      offer.stock_status <> 'outofstock', offer.net_grams))
    from ${offered} offered
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

type CardRow = {
  id: number
  type: Card['type']
  slug: string
  name: string
  sku: string
  line: string
  kind: string | null
  stockStatus: StockStatus
  isFeatured: boolean
  ratingHundredths: number
  reviewCount: number
  externalUrl: string | null
  externalText: string
  publishedSeconds: number
  offers: OfferJson[]
  categorySlugs: string[]
  pictures: Picture[]
}

const moment = (text: string | null): Date | null => (text === null ? null : new Date(text))

function toCard(row: CardRow, now: Date): { card: Card; prices: PriceList[] } {
  const { offers, publishedSeconds, ...rest } = row
  const prices = offers.map(([regularPriceCents, salePriceCents, from, until, isThere, netGrams]) => ({
    regularPriceCents,
    salePriceCents,
    saleFrom: moment(from),
    saleUntil: moment(until),
    isThere,
    netGrams,
  }))
  const counted = countedThings(prices, (price) => price.isThere)
  const range = rangeOfPrices(counted, now)
  return {
    card: {
      ...rest,
      minCents: range?.minCents ?? null,
      maxCents: range?.maxCents ?? null,
      regularMinCents: range?.regularMinCents ?? null,
      isSale: range?.isSale ?? false,
      size: row.type === 'grouped' ? '' : packSizes(counted.map((price) => price.netGrams)),
      isNew: now.getTime() - publishedSeconds * 1000 < DAYS_NEW * 86_400_000,
    },
    prices,
  }
}

export type LoadedCards = {
  readonly cards: readonly Card[]
  /** When a price shown here changes by itself, because a sale begins or ends. */
  readonly nextPriceChange: Date | null
}

/** The cards of these products, in the order of `ids`; what is not published any more is left out. One query. */
export async function cardsById(db: Db | Tx, ids: readonly number[], now: Date): Promise<LoadedCards> {
  if (ids.length === 0) return { cards: [], nextPriceChange: null }
  const { rows } = await db.execute<CardRow>(sql`select ${cardColumns}
    from products join entries on entries.id = products.id
    where products.id = any(${sql.param([...ids])}::int[]) and entries.status = 'publish'`)
  const found = new Map(rows.map((row) => [row.id, toCard(row, now)]))
  const shown = ids.flatMap((id) => found.get(id) ?? [])
  return {
    cards: shown.map(({ card }) => card),
    nextPriceChange:
      nextPriceChange(
        shown.flatMap(({ prices }) => prices),
        now,
      ) ?? null,
  }
}

/** The cards of these products, in the order of their addresses; what is not listed is left out. */
export async function cardsBySlug(db: Db | Tx, slugs: readonly string[], now: Date): Promise<Card[]> {
  if (slugs.length === 0) return []
  const { rows } = await db.execute<CardRow>(sql`select ${cardColumns}
    from products join entries on entries.id = products.id
    where products.listed and entries.kind = 'product' and entries.slug = any(${sql.param([...slugs])}::text[])`)
  const cards = new Map(rows.map((row) => [row.slug, toCard(row, now).card]))
  return slugs.flatMap((slug) => cards.get(slug) ?? [])
}
