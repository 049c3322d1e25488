import { and, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type Db, inOrderOf, type Tx } from '../../platform/database/connect.ts'
import { among, containsText, escapeLike, listOrder, notAmong, readPage } from '../../platform/database/list-query.ts'
import { entryTerms, terms } from '../../things/entries/terms.table.ts'

export type Tag = {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly description: string
  /** Published products with the tag. */
  readonly count: number
}

/** A page of tags; an empty text or list does not filter. */
export type TagQuery = {
  readonly search: string
  readonly slug: string
  readonly include: readonly number[]
  readonly exclude: readonly number[]
  /** A product that has the tags; 0: any. */
  readonly product: number
  readonly hide_empty: boolean
  /** No tag is within another one. */
  readonly parent: number
  readonly orderby: 'id' | 'include' | 'name' | 'slug' | 'term_group' | 'description' | 'count'
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

const isTag = eq(terms.taxonomy, 'product_tag')
const productCount = sql<number>`(select count(*)::int from entry_terms
  join entries on entries.id = entry_terms.entry_id join products on products.id = entries.id
  where entry_terms.term_id = terms.id and entries.status = 'publish' and products.type <> 'variation')`
const tagColumns = {
  id: terms.id,
  name: terms.name,
  slug: terms.slug,
  description: terms.description,
  count: productCount,
}

export async function readTags(db: Db, query: TagQuery): Promise<{ items: Tag[]; total: number }> {
  const ofProduct = db
    .select({ id: entryTerms.termId })
    .from(entryTerms)
    .where(and(eq(entryTerms.termId, terms.id), eq(entryTerms.entryId, query.product)))
  const where = and(
    isTag,
    query.parent === 0 ? undefined : sql`false`,
    containsText(query.search, [terms.name, terms.slug]),
    query.slug === '' ? undefined : inArray(terms.slug, query.slug.split(',')),
    among(terms.id, query.include),
    notAmong(terms.id, query.exclude),
    query.product > 0 ? exists(ofProduct) : undefined,
    query.hide_empty ? sql`${productCount} > 0` : undefined,
  )
  const columns: Readonly<Record<TagQuery['orderby'], SQL>> = {
    id: sql`terms.id`,
    include: inOrderOf(terms.id, query.include),
    name: sql`lower(terms.name)`,
    slug: sql`terms.slug`,
    term_group: sql`terms.position`,
    description: sql`terms.description`,
    count: productCount,
  }
  return readPage(db, db.select(tagColumns).from(terms).$dynamic(), terms, {
    ...{ where, order: listOrder(columns, terms.id, query), limit: query.limit, offset: query.offset },
  })
}

export async function readTag(db: Db | Tx, id: number): Promise<Tag | null> {
  const [tag] = await db
    .select(tagColumns)
    .from(terms)
    .where(and(isTag, eq(terms.id, id)))
  return tag ?? null
}

/** Tags with this name, in any case, or with this slug. */
export const findTags = (tx: Tx, name: string, slug: string): Promise<{ id: number; name: string; slug: string }[]> =>
  tx
    .select({ id: terms.id, name: terms.name, slug: terms.slug })
    .from(terms)
    .where(and(isTag, or(sql`lower(${terms.name}) = lower(${name})`, eq(terms.slug, slug))))

/** The slugs of tags that are this one, or this one with a number. */
export async function slugsLike(tx: Tx, slug: string): Promise<Set<string>> {
  const rows = await tx
    .select({ slug: terms.slug })
    .from(terms)
    .where(and(isTag, or(eq(terms.slug, slug), sql`${terms.slug} like ${escapeLike(slug)} || '-%'`)))
  return new Set(rows.map((row) => row.slug))
}

/** Products with the tag, of any status. */
export async function productsWithTag(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx.select({ id: entryTerms.entryId }).from(entryTerms).where(eq(entryTerms.termId, id))
  return rows.map((row) => row.id)
}
