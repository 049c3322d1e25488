import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'
import { type Card, DAYS_NEW, type Listing, type ListingRequest, type Sorting } from './listing.ts'
import { nextPriceChange, type Picture, type PriceList, priceRange, type StockStatus } from './product.ts'

/** Each ends in the id, so that no product shows twice or never while a shopper turns pages. One index serves each. */
const orders: Readonly<Record<Sorting, SQL>> = {
  menu_order: sql`entries.menu_order, entries.title, entries.id`,
  popularity: sql`products.total_sales desc nulls last, products.id desc nulls last`,
  rating: sql`products.rating_hundredths desc nulls last, products.review_count desc nulls last, products.id desc nulls last`,
  date: sql`entries.published_at desc nulls last, entries.id desc nulls last`,
  price: sql`products.min_price_cents, products.id`,
  'price-desc': sql`products.max_price_cents desc nulls last, products.id`,
}

const cardColumns = sql`
  products.id, products.type, entries.slug, entries.title as name, coalesce(products.sku, '') as sku, products.line,
  products.facts->>'kind' as kind, products.stock_status as "stockStatus", products.is_featured as "isFeatured",
  products.rating_hundredths as "ratingHundredths", products.review_count as "reviewCount",
  products.net_grams as "netGrams", products.external_url as "externalUrl", products.external_text as "externalText",
  extract(epoch from entries.published_at)::int as "publishedSeconds",
  coalesce((
    select json_agg(json_build_array(offer.regular_price_cents, offer.sale_price_cents, offer.sale_from, offer.sale_until))
    from products offer
    join entries offered on offered.id = offer.id and offered.status = 'publish'
    where (offer.id = products.id and products.type <> 'variable') or offer.parent_id = products.id
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

type OfferJson = readonly [number | null, number | null, string | null, string | null]

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
  netGrams: number | null
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
  const prices = offers.map(
    ([regularPriceCents, salePriceCents, from, until]): PriceList => ({
      regularPriceCents,
      salePriceCents,
      saleFrom: moment(from),
      saleUntil: moment(until),
    }),
  )
  const priced = prices.filter((price) => price.regularPriceCents !== null)
  const [own] = priced
  const range = own ? priceRange({ ...own, type: 'variable', variations: priced }, now) : null
  return {
    card: {
      ...rest,
      minCents: range?.minCents ?? null,
      maxCents: range?.maxCents ?? null,
      regularMinCents: range?.regularMinCents ?? null,
      isSale: range?.isSale ?? false,
      isNew: now.getTime() - publishedSeconds * 1000 < DAYS_NEW * 86_400_000,
    },
    prices,
  }
}

/** One query for the cards, one for the count. A page past the end has no cards. */
export async function listCards(db: Db | Tx, { filters, sorting, ...request }: ListingRequest): Promise<Listing> {
  const where = sql.join(
    [
      sql`entries.kind = 'product' and entries.status = 'publish'`,
      filters.search === undefined ? sql`products.listed` : matchesWords(filters.search),
      ...(filters.categorySlug === undefined ? [] : [inCategory(filters.categorySlug)]),
    ],
    sql` and `,
  )
  const from = sql`from products join entries on entries.id = products.id where ${where}`
  const order = orders[sorting === 'relevance' ? 'menu_order' : sorting]
  const [cards, counts] = await Promise.all([
    db.execute<CardRow>(sql`select ${cardColumns} ${from} order by ${order}
      limit ${request.perPage} offset ${(request.page - 1) * request.perPage}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total ${from}`),
  ])
  const total = counts.rows[0]?.total ?? 0
  const shown = cards.rows.map((row) => toCard(row, request.now))
  return {
    cards: shown.map(({ card }) => card),
    total,
    page: request.page,
    pages: Math.ceil(total / request.perPage),
    nextPriceChange:
      nextPriceChange(
        shown.flatMap(({ prices }) => prices),
        request.now,
      ) ?? null,
    correctedSearch: null,
  }
}

/** Every word must stand in the name, the line, the short text, the description or the SKU, in upper or lower case. */
export function matchesWords(search: string): SQL {
  const words = search.trim().split(/\s+/).filter(Boolean).slice(0, 8)
  const each = words.map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    return sql`(entries.title ilike ${pattern} or products.line ilike ${pattern} or products.sku ilike ${pattern}
      or entries.excerpt ilike ${pattern} or entries.content ilike ${pattern})`
  })
  return sql.join(
    [sql`products.type <> 'variation' and products.visibility in ('visible', 'search')`, ...each],
    sql` and `,
  )
}

const inCategory = (slug: string): SQL => sql`exists (
  with recursive branch (id) as (
    select id from terms where taxonomy = 'product_cat' and slug = ${slug}
    union all
    select child.id from terms child join branch on child.parent_id = branch.id
  )
  select 1 from entry_terms join branch on branch.id = entry_terms.term_id where entry_terms.entry_id = products.id)`

/** The cards of these products, in the order of their addresses; what is not listed is left out. */
export async function cardsBySlug(db: Db | Tx, slugs: readonly string[], now: Date): Promise<Card[]> {
  if (slugs.length === 0) return []
  const { rows } = await db.execute<CardRow>(sql`select ${cardColumns}
    from products join entries on entries.id = products.id
    where products.listed and entries.kind = 'product' and entries.slug = any(${sql.param([...slugs])}::text[])`)
  const cards = new Map(rows.map((row) => [row.slug, toCard(row, now).card]))
  return slugs.flatMap((slug) => cards.get(slug) ?? [])
}

/** Featured products, in menu order. */
export async function featuredCards(db: Db | Tx, count: number, now: Date): Promise<Card[]> {
  const { rows } = await db.execute<CardRow>(sql`select ${cardColumns}
    from products join entries on entries.id = products.id
    where products.listed and products.is_featured and products.stock_status <> 'outofstock'
    order by entries.published_at desc, entries.id limit ${count}`)
  return rows.map((row) => toCard(row, now).card)
}

/**
 * What to look at next: products that share most categories and tags with this one, those in stock first. Always the
 * same ones for the same data, so that the page can be kept.
 */
export async function relatedCards(db: Db | Tx, productId: number, count: number, now: Date): Promise<Card[]> {
  const { rows } = await db.execute<CardRow>(sql`
    with shared as (
      select other.entry_id as id, count(*) as terms
      from entry_terms own
      join terms on terms.id = own.term_id and terms.taxonomy in ('product_cat', 'product_tag')
      join entry_terms other on other.term_id = own.term_id and other.entry_id <> own.entry_id
      where own.entry_id = ${productId}
      group by other.entry_id
    )
    select ${cardColumns}
    from shared join products on products.id = shared.id and products.listed join entries on entries.id = products.id
    order by products.stock_status = 'outofstock', shared.terms desc, products.rating_hundredths desc, products.id
    limit ${count}`)
  return rows.map((row) => toCard(row, now).card)
}
