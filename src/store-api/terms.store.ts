import { asc, eq, inArray, sql } from 'drizzle-orm'
import { attributes } from '../catalog/catalog.table.ts'
import { type Bits, countBits, dropBits, eachBit } from '../catalog/shelf-index/bits.ts'
import type { ShelfIndex } from '../catalog/shelf-index/shelf-index.ts'
import type { ShelfTerm } from '../catalog/shelf-index/shelf-row.ts'
import type { Db } from '../database/connect.ts'
import { media } from '../media/media.table.ts'
import type { Picture } from '../media/picture.ts'
import type { Shop } from '../shop.ts'

export type FoundTerm = {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly parentId: number | null
  /** Published products in it and below it. */
  readonly count: number
  /** Approved reviews of those. */
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
  /** Null: all of them. */
  readonly page: { readonly number: number; readonly size: number } | null
}

/**
 * The terms of a taxonomy with what is in them, counted by the shelf index. What is in a category below counts in the
 * ones above.
 */
export async function findTerms(
  shop: Pick<Shop, 'db' | 'shelves'>,
  query: TermQuery,
): Promise<{ total: number; terms: FoundTerm[] }> {
  const index = await shop.shelves.current()
  const variations = index.set('type variation')
  const found = index.terms
    .of(query.taxonomy)
    .filter((term) => isAskedFor(term, query))
    .map((term) => {
      const inside = dropBits(index.terms.whole(term.id, index.capacity).slice(), variations)
      return { term, count: countBits(inside), inside }
    })
    .filter(({ count }) => !query.hidesEmpty || count > 0)
    .toSorted(comparing(query))
  const { page } = query
  const shown = page ? found.slice((page.number - 1) * page.size, page.number * page.size) : found
  const reviews = shown.map(({ inside }) => reviewsIn(index, inside))
  const pictures = await picturesOf(
    shop.db,
    shown.flatMap(({ term }) => term.imageId ?? []),
  )
  return {
    total: found.length,
    terms: shown.map(({ term, count }, at) => ({
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

function reviewsIn(index: ShelfIndex, bits: Bits): number {
  let reviews = 0
  eachBit(bits, (slot) => {
    reviews += index.columns.reviewCount[slot] ?? 0
  })
  return reviews
}

function isAskedFor(term: ShelfTerm, { search, include = [], exclude = [], slugs = [], parentId }: TermQuery): boolean {
  return (
    (!search || term.name.toLowerCase().includes(search.toLowerCase())) &&
    (include.length === 0 || include.includes(term.id)) &&
    !exclude.includes(term.id) &&
    (slugs.length === 0 || slugs.includes(term.slug)) &&
    (parentId === undefined || (term.parentId ?? 0) === parentId)
  )
}

type Counted = { readonly term: ShelfTerm; readonly count: number }

/** Equal ones by their number, whichever way the list goes. */
function comparing({ orderBy, direction }: TermQuery): (a: Counted, b: Counted) => number {
  const value = ({ term, count }: Counted) =>
    orderBy === 'count' ? count : orderBy === 'slug' ? term.slug : term.name.toLowerCase()
  const way = direction === 'asc' ? 1 : -1
  return (a, b) => {
    const [one, other] = [value(a), value(b)]
    return one === other ? a.term.id - b.term.id : one < other ? -way : way
  }
}

async function picturesOf(db: Db, ids: readonly number[]): Promise<Map<number, Picture>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: media.id,
      path: media.path,
      width: media.width,
      height: media.height,
      alt: media.alt,
      title: media.title,
      caption: media.caption,
    })
    .from(media)
    .where(inArray(media.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

export type FoundAttribute = {
  readonly id: number
  readonly slug: string
  readonly label: string
  readonly count: number
}

/** The attributes of the shop with how many values each has, by name; or the one with this id. */
export const findAttributes = (db: Db, id?: number): Promise<FoundAttribute[]> =>
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
