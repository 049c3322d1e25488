import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import type { entries } from '../../things/entries/entries.table.ts'
import { entryTags, isPublic } from '../../things/entries/entry.ts'
import { slugify } from '../../things/entries/slug.ts'
import { entryTerms, terms } from '../../things/entries/terms.table.ts'
import { findTerm, freeSlug, type Taxonomy, type Term } from '../../things/terms/terms.store.ts'

export type PostTaxonomy = 'category' | 'post_tag' | 'project_category'

/** Page tags of cached lists that show terms of a taxonomy. */
const listTags = { category: 'posts', post_tag: 'posts', project_category: 'projects' } as const

/** A taxonomy whose terms count their published posts or projects. */
export const postTaxonomy = (name: PostTaxonomy): Taxonomy => ({
  name,
  count: sql`(select count(*)::int from entry_terms join entries on entries.id = entry_terms.entry_id
    where entry_terms.term_id = terms.id and entries.kind in ('post', 'project') and entries.status = 'publish')`,
})

export type TermFields = { readonly name?: string; readonly slug?: string; readonly description?: string }

export type SavedTerm =
  | { readonly ok: true; readonly term: Term }
  | { readonly ok: false; readonly problem: 'no-such-term' | 'no-name' }
  | { readonly ok: false; readonly problem: 'name-taken' | 'slug-taken'; readonly by: number }

/** A new term whose slug is taken gets the next free one, as in WordPress. */
export const saveTerm = (db: Db, taxonomy: PostTaxonomy, fields: TermFields, id?: number): Promise<SavedTerm> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('samovar.post-terms'))`)
    const before = id === undefined ? null : await findTerm(tx, postTaxonomy(taxonomy), id)
    if (id !== undefined && !before) return { ok: false, problem: 'no-such-term' }
    const name = fields.name ?? before?.name ?? ''
    const slug = fields.slug === undefined && before ? before.slug : slugify(fields.slug || name)
    if (name === '' || slug === '') return { ok: false, problem: 'no-name' }
    const isTaken = before ? eq(terms.slug, slug) : sql`lower(${terms.name}) = lower(${name})`
    const [taken] = await tx
      .select({ id: terms.id })
      .from(terms)
      .where(and(eq(terms.taxonomy, taxonomy), isTaken))
    if (taken && taken.id !== id) return { ok: false, problem: before ? 'slug-taken' : 'name-taken', by: taken.id }
    const values = { taxonomy, name, slug, description: fields.description ?? before?.description ?? '' }
    const [row] =
      id === undefined
        ? await tx
            .insert(terms)
            .values({ ...values, slug: await freeSlug(tx, taxonomy, slug) })
            .returning({ id: terms.id })
        : await tx.update(terms).set(values).where(eq(terms.id, id)).returning({ id: terms.id })
    if (before) await invalidatePageTags(tx, [listTags[taxonomy]])
    const term = await findTerm(tx, postTaxonomy(taxonomy), row?.id ?? 0)
    return term ? { ok: true, term } : { ok: false, problem: 'no-such-term' }
  })

export const deleteTerm = (db: Db, taxonomy: PostTaxonomy, id: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const deleted = await tx
      .delete(terms)
      .where(and(eq(terms.id, id), eq(terms.taxonomy, taxonomy)))
      .returning({ id: terms.id })
    if (deleted.length > 0) await invalidatePageTags(tx, [listTags[taxonomy]])
    return deleted.length > 0
  })

export type PostTerms = Awaited<ReturnType<typeof readTermsOf>>

/** Categories and tags of a post, in display order. */
export const readTermsOf = (db: Db | Tx, post: number) =>
  db
    .select({ taxonomy: terms.taxonomy, slug: terms.slug, name: terms.name })
    .from(entryTerms)
    .innerJoin(terms, eq(terms.id, entryTerms.termId))
    .where(and(eq(entryTerms.entryId, post), inArray(terms.taxonomy, ['category', 'post_tag'])))
    .orderBy(terms.position, terms.id)

export type TermsOfPost = Readonly<Partial<Record<PostTaxonomy, readonly number[] | undefined>>>

const taxonomies = ['category', 'post_tag', 'project_category'] as const

/** The first taxonomy with a requested term that does not exist; null if all exist. */
export async function unknownTerms(db: Db, wanted: TermsOfPost): Promise<PostTaxonomy | null> {
  for (const taxonomy of taxonomies) {
    const ids = [...new Set(wanted[taxonomy] ?? [])]
    if (ids.length === 0) continue
    if ((await db.$count(terms, and(eq(terms.taxonomy, taxonomy), inArray(terms.id, ids)))) < ids.length)
      return taxonomy
  }
  return null
}

export async function setPostTerms(tx: Tx, post: typeof entries.$inferSelect, wanted: TermsOfPost): Promise<void> {
  let isChanged = false
  for (const taxonomy of taxonomies) {
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
    // The lock leaves out terms that are being deleted.
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
