import { and, asc, desc, eq, exists, inArray, notInArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Db, inOrderOf, type Tx } from '../../platform/database/connect.ts'
import { containsText } from '../../platform/database/list-query.ts'
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
    query.slug.length > 0 ? inArray(terms.slug, [...query.slug]) : undefined,
    query.include.length > 0 ? inArray(terms.id, [...query.include]) : undefined,
    query.exclude.length > 0 ? notInArray(terms.id, [...query.exclude]) : undefined,
    query.entry > 0 ? exists(ofEntry) : undefined,
    query.hide_empty ? sql`${count} > 0` : undefined,
    query.parent === undefined ? undefined : sql`coalesce(${terms.parentId}, 0) = ${query.parent}`,
  )
  const { id, slug, description, position } = terms
  const columns = { id, name: sql`lower(${terms.name})`, slug, term_group: position, description, count }
  const by: SQLWrapper = query.orderby === 'include' ? inOrderOf(id, query.include) : columns[query.orderby]
  const direction = query.order === 'asc' ? asc : desc
  const sorted = db.select(columnsOf(taxonomy)).from(terms).where(where).orderBy(direction(by), direction(id))
  const [items, total] = await Promise.all([sorted.limit(query.limit).offset(query.offset), db.$count(terms, where)])
  return { items, total }
}

export async function findTerm(db: Db | Tx, taxonomy: Taxonomy, id: number) {
  const isTerm = and(eq(terms.id, id), eq(terms.taxonomy, taxonomy.name))
  const [row] = await db.select(columnsOf(taxonomy)).from(terms).where(isTerm)
  return row ?? null
}
