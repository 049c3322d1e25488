import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import type { entries } from '../../things/entries/entries.table.ts'
import { entryTags, isPublic } from '../../things/entries/entry.ts'
import { slugify } from '../../things/entries/slug.ts'
import { entryTerms, terms } from '../../things/entries/terms.table.ts'
import { findTerm, type Taxonomy, type Term } from '../../things/terms/terms.store.ts'

export type PostTaxonomy = 'category' | 'post_tag'

/** A taxonomy with how many published posts have one of its terms. */
export const postTaxonomy = (name: PostTaxonomy): Taxonomy => ({
  name,
  count: sql`(select count(*)::int from entry_terms join entries on entries.id = entry_terms.entry_id
    where entry_terms.term_id = terms.id and entries.kind = 'post' and entries.status = 'publish')`,
})

export type TermFields = { readonly name?: string; readonly slug?: string; readonly description?: string }

export type SavedTerm =
  | { readonly ok: true; readonly term: Term }
  | { readonly ok: false; readonly problem: 'no-such-term' | 'no-name' }
  /** Another term has the slug, which follows from the name unless it is given. */
  | { readonly ok: false; readonly problem: 'taken'; readonly by: number }

export const saveTerm = (db: Db, taxonomy: PostTaxonomy, fields: TermFields, id?: number): Promise<SavedTerm> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('samovar.post-terms'))`)
    const before = id === undefined ? null : await findTerm(tx, postTaxonomy(taxonomy), id)
    if (id !== undefined && !before) return { ok: false, problem: 'no-such-term' }
    const name = fields.name ?? before?.name ?? ''
    const slug = fields.slug === undefined && before ? before.slug : slugify(fields.slug || name)
    if (name === '' || slug === '') return { ok: false, problem: 'no-name' }
    const [taken] = await tx
      .select({ id: terms.id })
      .from(terms)
      .where(and(eq(terms.taxonomy, taxonomy), eq(terms.slug, slug)))
    if (taken && taken.id !== id) return { ok: false, problem: 'taken', by: taken.id }
    const values = { taxonomy, name, slug, description: fields.description ?? before?.description ?? '' }
    const [row] =
      id === undefined
        ? await tx.insert(terms).values(values).returning({ id: terms.id })
        : await tx.update(terms).set(values).where(eq(terms.id, id)).returning({ id: terms.id })
    if (before) await invalidatePageTags(tx, ['posts'])
    const term = await findTerm(tx, postTaxonomy(taxonomy), row?.id ?? 0)
    return term ? { ok: true, term } : { ok: false, problem: 'no-such-term' }
  })

export const deleteTerm = (db: Db, taxonomy: PostTaxonomy, id: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const deleted = await tx
      .delete(terms)
      .where(and(eq(terms.id, id), eq(terms.taxonomy, taxonomy)))
      .returning({ id: terms.id })
    if (deleted.length > 0) await invalidatePageTags(tx, ['posts'])
    return deleted.length > 0
  })

export type PostTerms = Awaited<ReturnType<typeof readTermsOf>>

/** Categories and tags of a post, in the order in which they are shown. */
export const readTermsOf = (db: Db | Tx, post: number) =>
  db
    .select({ taxonomy: terms.taxonomy, slug: terms.slug, name: terms.name })
    .from(entryTerms)
    .innerJoin(terms, eq(terms.id, entryTerms.termId))
    .where(and(eq(entryTerms.entryId, post), inArray(terms.taxonomy, ['category', 'post_tag'])))
    .orderBy(terms.position, terms.id)

export type TermsOfPost = Readonly<Record<PostTaxonomy, readonly number[] | undefined>>

export async function unknownTerms(db: Db, { category, post_tag }: TermsOfPost): Promise<'categories' | 'tags' | null> {
  const exist = async (taxonomy: PostTaxonomy, ids: readonly number[] = []) => {
    const wanted = [...new Set(ids)]
    if (wanted.length === 0) return true
    return (await db.$count(terms, and(eq(terms.taxonomy, taxonomy), inArray(terms.id, wanted)))) === wanted.length
  }
  if (!(await exist('category', category))) return 'categories'
  return (await exist('post_tag', post_tag)) ? null : 'tags'
}

export async function setPostTerms(tx: Tx, post: typeof entries.$inferSelect, wanted: TermsOfPost): Promise<void> {
  let isChanged = false
  for (const taxonomy of ['category', 'post_tag'] as const) {
    const ids = wanted[taxonomy]
    if (ids === undefined) continue
    const ofTaxonomy = tx.select({ id: terms.id }).from(terms).where(eq(terms.taxonomy, taxonomy))
    const removed = await tx
      .delete(entryTerms)
      .where(
        and(
          eq(entryTerms.entryId, post.id),
          inArray(entryTerms.termId, ofTaxonomy),
          ids.length > 0 ? notInArray(entryTerms.termId, [...ids]) : undefined,
        ),
      )
      .returning({ id: entryTerms.termId })
    // Locked, so that a term which is being deleted is left out.
    const existing =
      ids.length === 0
        ? []
        : await tx
            .select({ id: terms.id })
            .from(terms)
            .where(and(eq(terms.taxonomy, taxonomy), isAnyOf(terms.id, ids)))
            .orderBy(terms.id)
            .for('key share')
    const added =
      existing.length === 0
        ? []
        : await tx
            .insert(entryTerms)
            .values(existing.map(({ id: termId }) => ({ entryId: post.id, termId })))
            .onConflictDoNothing()
            .returning({ id: entryTerms.termId })
    isChanged ||= removed.length + added.length > 0
  }
  if (isChanged && isPublic(post)) await invalidatePageTags(tx, entryTags(post))
}
