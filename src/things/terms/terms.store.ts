import { and, eq, exists, type SQL, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { among, containsText, listOrder, notAmong, readPage } from '../../platform/database/list-query.ts'
import { entryTerms, terms } from '../entries/terms.table.ts'

/** A taxonomy, and how many entries have a term of it. */
export type Taxonomy = { readonly name: string; readonly count: SQL<number> }

/** An empty text or list does not filter. */
type TermQuery = {
  readonly search: string
  readonly slug: readonly string[]
  readonly include: readonly number[]
  readonly exclude: readonly number[]
  /** An entry that has the terms; 0: any. */
  readonly entry: number
  readonly hide_empty: boolean
  /** 0: those in no other one. */
  readonly parent?: number | undefined
  readonly orderby: 'id' | 'include' | 'name' | 'slug' | 'term_group' | 'description' | 'count'
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

const columnsOf = ({ count }: Taxonomy) => {
  const { id, name, slug, description, parentId } = terms
  return { id, name, slug, description, parentId, count }
}

export type Term = NonNullable<Awaited<ReturnType<typeof findTerm>>>

export async function listTerms(db: Db, taxonomy: Taxonomy, query: TermQuery) {
  const { count } = taxonomy
  const ofEntry = db
    .select({ id: entryTerms.termId })
    .from(entryTerms)
    .where(and(eq(entryTerms.termId, terms.id), eq(entryTerms.entryId, query.entry)))
  const where = and(
    eq(terms.taxonomy, taxonomy.name),
    containsText(query.search, [terms.name, terms.slug]),
    among(terms.slug, query.slug),
    among(terms.id, query.include),
    notAmong(terms.id, query.exclude),
    query.entry > 0 ? exists(ofEntry) : undefined,
    query.hide_empty ? sql`${count} > 0` : undefined,
    query.parent === undefined ? undefined : sql`coalesce(${terms.parentId}, 0) = ${query.parent}`,
  )
  const { id, slug, description, position } = terms
  const sortColumns = { id, name: sql`lower(${terms.name})`, slug, term_group: position, description, count }
  const order = listOrder(sortColumns, id, query)
  return readPage(db, db.select(columnsOf(taxonomy)).from(terms).$dynamic(), terms, { ...query, where, order })
}

export const findTerm = (db: Db | Tx, taxonomy: Taxonomy, id: number) =>
  db
    .select(columnsOf(taxonomy))
    .from(terms)
    .where(and(eq(terms.id, id), eq(terms.taxonomy, taxonomy.name)))
    .then(firstOf)
