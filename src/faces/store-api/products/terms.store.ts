import { and, asc, eq, sql } from 'drizzle-orm'
import { type Db, isAnyOf } from '../../../platform/database/connect.ts'
import { foldText } from '../../../platform/web/plain-text.ts'
import { attributes } from '../../../shop/catalog/catalog.table.ts'
import { type Bits, countBits, forEachBit, subtractBits } from '../../../shop/listing/index/bits.ts'
import type { IndexTerm } from '../../../shop/listing/index/product-index.store.ts'
import type { ProductIndex } from '../../../shop/listing/index/product-index.ts'
import { media, type Picture, pictureColumns } from '../../../things/media/media.table.ts'
import type { StoreApiContext } from '../context.ts'

export type TermWithCount = IndexTerm & {
  readonly count: number
  readonly reviewCount: number
  readonly picture: Picture | null
}

export type TermQuery = {
  readonly search?: string
  readonly include?: readonly number[]
  readonly exclude?: readonly number[]
  readonly slug?: readonly string[]
  readonly parent?: number | undefined
  readonly hide_empty?: boolean
  readonly orderby?: 'name' | 'slug' | 'count'
  readonly order?: 'asc' | 'desc'
  readonly page?: number
  /** 0: all terms. */
  readonly per_page?: number
}

/** The terms of a taxonomy with product counts from the product index. Products count for the ancestors of their category. */
export async function findTerms(
  { db, productIndex }: Pick<StoreApiContext, 'db' | 'productIndex'>,
  taxonomy: string,
  query: TermQuery,
): Promise<{ total: number; terms: TermWithCount[] }> {
  const index = await productIndex.current()
  const variations = index.set('type variation')
  const matches = index.terms
    .inTaxonomy(taxonomy)
    .filter((term) => matchesQuery(term, query))
    .map((term) => {
      const bits = subtractBits(index.terms.subtreeBits(term.id, index.capacity).slice(), variations)
      return { term, count: countBits(bits), bits }
    })
    .filter(({ count }) => !query.hide_empty || count > 0)
    .toSorted(comparator(query))
  const { page = 1, per_page: size = 0 } = query
  const paged = size > 0 ? matches.slice((page - 1) * size, page * size) : matches
  const pictureIds = paged.flatMap(({ term }) => term.imageId ?? [])
  const pictures = await picturesOf(db, pictureIds)
  return {
    total: matches.length,
    terms: paged.map(({ term, count, bits }) => ({
      ...term,
      count,
      reviewCount: reviewsIn(index, bits),
      picture: pictures.get(term.imageId ?? 0) ?? null,
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

function matchesQuery(term: IndexTerm, { search, include = [], exclude = [], slug = [], parent }: TermQuery): boolean {
  return (
    (!search || foldText(term.name).includes(foldText(search))) &&
    (include.length === 0 || include.includes(term.id)) &&
    !exclude.includes(term.id) &&
    (slug.length === 0 || slug.includes(term.slug)) &&
    (parent === undefined || (term.parentId ?? 0) === parent)
  )
}

type TermAndCount = { readonly term: IndexTerm; readonly count: number }

/** Ties are broken by id, in either direction. */
function comparator({ orderby, order }: TermQuery): (a: TermAndCount, b: TermAndCount) => number {
  const value = ({ term, count }: TermAndCount) =>
    orderby === 'count' ? count : orderby === 'slug' ? term.slug : term.name.toLowerCase()
  const sign = order === 'desc' ? -1 : 1
  return (a, b) => {
    const [one, other] = [value(a), value(b)]
    return one === other ? a.term.id - b.term.id : one < other ? -sign : sign
  }
}

async function picturesOf(db: Db, ids: readonly number[]): Promise<Map<number, Picture>> {
  if (ids.length === 0) return new Map()
  const rows = await db.select(pictureColumns).from(media).where(isAnyOf(media.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

export type AttributeWithCount = Awaited<ReturnType<typeof findAttributes>>[number]

export const findAttributes = (db: Db, id?: number) =>
  db
    .select({
      id: attributes.id,
      slug: attributes.slug,
      label: attributes.label,
      count: sql<number>`(select count(*)::int from terms t where t.taxonomy = attributes.slug)`,
    })
    .from(attributes)
    .where(and(eq(attributes.isLocal, false), id === undefined ? undefined : eq(attributes.id, id)))
    .orderBy(asc(attributes.label), asc(attributes.id))
