import { and, eq, or, sql } from 'drizzle-orm'
import { type Tx } from '../../platform/database/connect.ts'
import { escapeLike } from '../../platform/database/list-query.ts'
import type { Platform } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { plainText } from '../../platform/web/plain-text.ts'
import { slugify } from '../../things/entries/slug.ts'
import { entryTerms, terms } from '../../things/entries/terms.table.ts'
import { findTerm, type Taxonomy, type Term } from '../../things/terms/terms.store.ts'
import { lockProductsAndStock } from './product-record.store.ts'
import { refreshProducts } from './refresh-product.ts'

/** Product tags, with how many published products have one. */
export const productTags: Taxonomy = {
  name: 'product_tag',
  count: sql`(select count(*)::int from entry_terms
    join entries on entries.id = entry_terms.entry_id join products on products.id = entries.id
    where entry_terms.term_id = terms.id and entries.status = 'publish' and products.type <> 'variation')`,
}

const isTag = eq(terms.taxonomy, 'product_tag')

/** Fields of a tag; HTML in them is removed. Without slug it is made from the name. */
export type TagFields = Readonly<{ name: string; slug?: string | undefined; description?: string | undefined }>

export type SavedTag =
  | { readonly ok: true; readonly tag: Term }
  | { readonly ok: false; readonly problem: { readonly kind: 'no-name' | 'no-such-tag' } }
  | { readonly ok: false; readonly problem: { readonly kind: 'name-taken' | 'slug-taken'; readonly by: number } }

type TagContext = Pick<Platform, 'db' | 'now'>

const refusal = (kind: 'no-name' | 'no-such-tag') => ({ ok: false, problem: { kind } }) as const
const taken = (kind: 'name-taken' | 'slug-taken', by: number) => ({ ok: false, problem: { kind, by } }) as const

/** Makes a tag. A name that another tag has is refused; a slug made from the name gets a number if it is taken. */
export const createTag = ({ db }: TagContext, fields: TagFields): Promise<SavedTag> =>
  db.transaction(async (tx) => {
    const name = plainText(fields.name)
    if (name === '') return refusal('no-name')
    await lockTags(tx)
    const base = slugify(fields.slug || name) || 'tag'
    const same = (await tagsLike(tx, name, base)).find((tag) => tag.name.toLowerCase() === name.toLowerCase())
    if (same && (!fields.slug || same.slug === base)) return taken('name-taken', same.id)
    const slugs = await slugsLike(tx, base)
    let slug = base
    for (let number = 2; slugs.has(slug); number += 1) slug = `${base}-${number}`
    const values = { taxonomy: 'product_tag', name, slug, description: plainText(fields.description ?? '') }
    const [inserted] = await tx.insert(terms).values(values).returning({ id: terms.id })
    return savedTag(tx, inserted?.id ?? 0)
  })

export const updateTag = (shop: TagContext, id: number, fields: Partial<TagFields>): Promise<SavedTag> =>
  shop.db.transaction(async (tx) => {
    await lockTags(tx)
    const before = await findTerm(tx, productTags, id)
    if (!before) return refusal('no-such-tag')
    const name = fields.name === undefined ? before.name : plainText(fields.name)
    if (name === '') return refusal('no-name')
    const slug = fields.slug === undefined ? before.slug : slugify(fields.slug || name) || 'tag'
    const description = fields.description === undefined ? before.description : plainText(fields.description)
    for (const other of await tagsLike(tx, name, slug)) {
      if (other.id !== id) return taken(other.slug === slug ? 'slug-taken' : 'name-taken', other.id)
    }
    await changeTerm(shop, tx, id, () => tx.update(terms).set({ name, slug, description }).where(eq(terms.id, id)))
    return savedTag(tx, id)
  })

export async function deleteTag(shop: TagContext, id: number): Promise<boolean> {
  const deleted = await shop.db.transaction(async (tx) => {
    await lockTags(tx)
    if (!(await findTerm(tx, productTags, id))) return refusal('no-such-tag')
    await changeTerm(shop, tx, id, () => tx.delete(terms).where(eq(terms.id, id)))
    return { ok: true } as const
  })
  return deleted.ok
}

/** One change at a time, so that two of the same name or slug meet in the checks above. */
const lockTags = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('samovar.tags'))`)

/** Products are locked before their tag, as when a product is saved. */
async function changeTerm({ now }: TagContext, tx: Tx, id: number, write: () => Promise<unknown>): Promise<void> {
  const productIds = await productsWithTag(tx, id)
  await lockProductsAndStock(tx, productIds)
  await write()
  await refreshProducts(tx, productIds, now())
  await invalidatePageTags(tx, ['listing', ...productIds.map((product) => `product:${product}`)])
}

async function savedTag(tx: Tx, id: number): Promise<SavedTag> {
  const tag = await findTerm(tx, productTags, id)
  return tag ? { ok: true, tag } : refusal('no-such-tag')
}

/** Tags with this name, in any case, or with this slug. */
const tagsLike = (tx: Tx, name: string, slug: string) =>
  tx
    .select({ id: terms.id, name: terms.name, slug: terms.slug })
    .from(terms)
    .where(and(isTag, or(sql`lower(${terms.name}) = lower(${name})`, eq(terms.slug, slug))))

/** The slugs of tags that are this one, or this one with a number. */
async function slugsLike(tx: Tx, slug: string): Promise<Set<string>> {
  const isLike = or(eq(terms.slug, slug), sql`${terms.slug} like ${escapeLike(slug)} || '-%'`)
  const rows = await tx.select({ slug: terms.slug }).from(terms).where(and(isTag, isLike))
  return new Set(rows.map((row) => row.slug))
}

/** Of any status. */
async function productsWithTag(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx.select({ id: entryTerms.entryId }).from(entryTerms).where(eq(entryTerms.termId, id))
  return rows.map((row) => row.id)
}
