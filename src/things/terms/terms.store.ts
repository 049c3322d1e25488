import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { among, containsText, escapeLike, listOrder, notAmong, readPage } from '../../platform/database/list-query.ts'
import { numberedSlug } from '../entries/slug.ts'
import { terms } from '../entries/terms.table.ts'
import { media } from '../media/media.table.ts'

/** A taxonomy. `count` counts a term's entries; `entries` selects the ids of the entries with `terms.id`. */
export type Taxonomy = { readonly name: string; readonly count: SQL<number>; readonly entries?: SQL }

/** '' and an empty list do not filter. */
type TermQuery = {
  readonly search: string
  readonly slug: readonly string[]
  readonly include: readonly number[]
  readonly exclude: readonly number[]
  /** Only terms of this entry; 0: all. */
  readonly entry: number
  readonly hide_empty: boolean
  /** 0: only top-level terms. */
  readonly parent?: number | undefined
  readonly orderby: 'id' | 'include' | 'name' | 'slug' | 'term_group' | 'description' | 'count'
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

export const entriesOfTerm = sql`select entry_id from entry_terms where entry_terms.term_id = terms.id`

const columnsOf = ({ count }: Taxonomy) => {
  const { id, name, slug, description, parentId, position, display, tint, imageId } = terms
  return { id, name, slug, description, parentId, position, display, tint, imageId, count, image: media }
}

export type Term = NonNullable<Awaited<ReturnType<typeof findTerm>>>

export async function listTerms(db: Db, taxonomy: Taxonomy, query: TermQuery) {
  const { count, entries = entriesOfTerm } = taxonomy
  const where = and(
    eq(terms.taxonomy, taxonomy.name),
    containsText(query.search, [terms.name, terms.slug]),
    among(terms.slug, query.slug),
    among(terms.id, query.include),
    notAmong(terms.id, query.exclude),
    query.entry > 0 ? sql`${query.entry} in (${entries})` : undefined,
    query.hide_empty ? sql`${count} > 0` : undefined,
    query.parent === undefined ? undefined : sql`coalesce(${terms.parentId}, 0) = ${query.parent}`,
  )
  const { id, slug, description, position } = terms
  const sortColumns = { id, name: sql`lower(${terms.name})`, slug, term_group: position, description, count }
  const order = listOrder(sortColumns, id, query)
  const rows = db.select(columnsOf(taxonomy)).from(terms).leftJoin(media, eq(media.id, terms.imageId)).$dynamic()
  return readPage(db, rows, terms, { ...query, where, order })
}

export const findTerm = (db: Db | Tx, taxonomy: Taxonomy, id: number) =>
  db
    .select(columnsOf(taxonomy))
    .from(terms)
    .leftJoin(media, eq(media.id, terms.imageId))
    .where(and(eq(terms.id, id), eq(terms.taxonomy, taxonomy.name)))
    .then(firstOf)

/** The slug, with the first free number appended if it is taken. */
export async function freeSlug(db: Db | Tx, taxonomy: string, base: string): Promise<string> {
  const isLike = or(eq(terms.slug, base), sql`${terms.slug} like ${escapeLike(base)} || '-%'`)
  const ofTaxonomy = and(eq(terms.taxonomy, taxonomy), isLike)
  const rows = await db.select({ slug: terms.slug }).from(terms).where(ofTaxonomy)
  const slugs = new Set(rows.map(({ slug }) => slug))
  return numberedSlug(base, (slug) => slugs.has(slug))
}
