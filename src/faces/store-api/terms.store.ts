import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { attributes } from '../../shop/catalog/catalog.table.ts'
import type { WithProductIndex } from '../../shop/listing/context.ts'
import { type Bits, countBits, forEachBit, subtractBits } from '../../shop/listing/index/bits.ts'
import type { IndexTerm } from '../../shop/listing/index/index-row.ts'
import type { ProductIndex } from '../../shop/listing/index/product-index.ts'
import { media, pictureColumns } from '../../things/media/media.table.ts'
import type { Picture } from '../../things/media/picture.ts'

export type TermWithCount = {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly parentId: number | null
  /** Published products in the term and its descendants. */
  readonly count: number
  /** Approved reviews of those products. */
  readonly reviewCount: number
  readonly picture: Picture | null
}

export type TermQuery = {
  readonly taxonomy: string
  readonly search?: string | undefined
  readonly include?: readonly number[]
  readonly exclude?: readonly number[]
  readonly slugs?: readonly string[]
  readonly parentId?: number | undefined
  readonly hidesEmpty: boolean
  readonly orderBy: 'name' | 'slug' | 'count'
  readonly direction: 'asc' | 'desc'
  /** Null: all terms. */
  readonly page: { readonly number: number; readonly size: number } | null
}

/** The terms of a taxonomy with product counts from the product index. Products count for the ancestors of their category. */
export async function findTerms(
  shop: Pick<Platform, 'db'> & WithProductIndex,
  query: TermQuery,
): Promise<{ total: number; terms: TermWithCount[] }> {
  const index = await shop.productIndex.current()
  const variations = index.set('type variation')
  const matches = index.terms
    .inTaxonomy(query.taxonomy)
    .filter((term) => matchesQuery(term, query))
    .map((term) => {
      const productBits = subtractBits(index.terms.subtreeBits(term.id, index.capacity).slice(), variations)
      return { term, count: countBits(productBits), inside: productBits }
    })
    .filter(({ count }) => !query.hidesEmpty || count > 0)
    .toSorted(comparator(query))
  const { page } = query
  const paged = page ? matches.slice((page.number - 1) * page.size, page.number * page.size) : matches
  const reviews = paged.map(({ inside: productBits }) => reviewsIn(index, productBits))
  const pictures = await picturesOf(
    shop.db,
    paged.flatMap(({ term }) => term.imageId ?? []),
  )
  return {
    total: matches.length,
    terms: paged.map(({ term, count }, at) => ({
      id: term.id,
      name: term.name,
      slug: term.slug,
      description: term.description,
      parentId: term.parentId,
      count,
      reviewCount: reviews[at] ?? 0,
      picture: term.imageId === null ? null : (pictures.get(term.imageId) ?? null),
    })),
  }
}

function reviewsIn(index: ProductIndex, bits: Bits): number {
  let reviews = 0
  forEachBit(bits, (slot) => {
    reviews += index.columns.reviewCount[slot] ?? 0
  })
  return reviews
}

function matchesQuery(
  term: IndexTerm,
  { search, include = [], exclude = [], slugs = [], parentId }: TermQuery,
): boolean {
  return (
    (!search || term.name.toLowerCase().includes(search.toLowerCase())) &&
    (include.length === 0 || include.includes(term.id)) &&
    !exclude.includes(term.id) &&
    (slugs.length === 0 || slugs.includes(term.slug)) &&
    (parentId === undefined || (term.parentId ?? 0) === parentId)
  )
}

type TermAndCount = { readonly term: IndexTerm; readonly count: number }

/** Ties are broken by id, in either direction. */
function comparator({ orderBy, direction }: TermQuery): (a: TermAndCount, b: TermAndCount) => number {
  const value = ({ term, count }: TermAndCount) =>
    orderBy === 'count' ? count : orderBy === 'slug' ? term.slug : term.name.toLowerCase()
  const sign = direction === 'asc' ? 1 : -1
  return (a, b) => {
    const [one, other] = [value(a), value(b)]
    return one === other ? a.term.id - b.term.id : one < other ? -sign : sign
  }
}

async function picturesOf(db: Db, ids: readonly number[]): Promise<Map<number, Picture>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select(pictureColumns)
    .from(media)
    .where(inArray(media.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

export type AttributeWithCount = {
  readonly id: number
  readonly slug: string
  readonly label: string
  readonly count: number
}

/** All product attributes with the number of their values, by name; or the one with this id. */
export const findAttributes = (db: Db, id?: number): Promise<AttributeWithCount[]> =>
  db
    .select({
      id: attributes.id,
      slug: attributes.slug,
      label: attributes.label,
      count: sql<number>`(select count(*)::int from terms t where t.taxonomy = attributes.slug)`,
    })
    .from(attributes)
    .where(id === undefined ? undefined : eq(attributes.id, id))
    .orderBy(asc(attributes.label), asc(attributes.id))
