import { and, eq, or, sql } from 'drizzle-orm'
import { isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { escapeLike } from '../../platform/database/list-query.ts'
import type { Platform } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { plainText } from '../../platform/web/plain-text.ts'
import { slugify } from '../../things/entries/slug.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { findTerm, type Term } from '../../things/terms/terms.store.ts'
import { products } from './catalog.table.ts'
import { lockProductsAndStock } from './product-record.store.ts'
import { type ProductTaxonomy, productsWith } from './product-taxonomies.ts'
import { refreshProducts } from './refresh-product.ts'

/** Fields of a term; HTML in its texts is removed. Without slug it is made from the name. A parent of 0 is none. */
export type TermFields = Readonly<{ name: string; slug?: string | undefined; description?: string | undefined }> &
  Partial<Omit<typeof terms.$inferSelect, 'id' | 'taxonomy' | 'name' | 'slug' | 'description'>>

export type TermProblem =
  | { readonly kind: 'no-name' | 'no-such-term' | 'no-parent' | 'ring' }
  | { readonly kind: 'name-taken'; readonly by: number }
  | { readonly kind: 'slug-taken'; readonly by: number; readonly slug: string }
export type SavedTerm =
  | { readonly ok: true; readonly term: Term }
  | { readonly ok: false; readonly problem: TermProblem }

type TermContext = Pick<Platform, 'db' | 'now'>

/** WooCommerce's category for products without any; it cannot be deleted. */
export const DEFAULT_CATEGORY = 'uncategorized'

const refusal = (problem: TermProblem) => ({ ok: false, problem }) as const

/** Makes a term. A name that another one has is refused; a slug made from the name gets a number if it is taken. */
export const createTerm = ({ db }: TermContext, taxonomy: ProductTaxonomy, fields: TermFields): Promise<SavedTerm> =>
  db.transaction(async (tx) => {
    const name = plainText(fields.name)
    if (name === '') return refusal({ kind: 'no-name' })
    await lockTerms(tx)
    const parent = fields.parentId ? await findTerm(tx, taxonomy, fields.parentId) : null
    if (fields.parentId && !parent) return refusal({ kind: 'no-parent' })
    const base = slugify(fields.slug || name) || 'term'
    const others = await termsLike(tx, taxonomy, name, base)
    const same = others.find((one) => isNamesake(taxonomy, one, name, parent?.id))
    if (same && (!fields.slug || same.slug === base)) return refusal({ kind: 'name-taken', by: same.id })
    const start = parent && others.some(({ slug }) => slug === base) ? `${base}-${parent.slug}` : base
    const description = plainText(fields.description ?? '')
    // Imports make terms without the lock: one of them may take the slug meanwhile.
    for (;;) {
      const slug = await freeSlug(tx, taxonomy, start)
      const values = { ...fields, taxonomy: taxonomy.name, name, slug, description, parentId: parent?.id ?? null }
      const [inserted] = await tx.insert(terms).values(values).onConflictDoNothing().returning({ id: terms.id })
      if (inserted) return saved(tx, taxonomy, inserted.id)
    }
  })

export const updateTerm = (
  shop: TermContext,
  taxonomy: ProductTaxonomy,
  id: number,
  fields: Partial<TermFields>,
): Promise<SavedTerm> =>
  shop.db.transaction(async (tx) => {
    await lockTerms(tx)
    const before = await findTerm(tx, taxonomy, id)
    if (!before) return refusal({ kind: 'no-such-term' })
    const name = fields.name === undefined ? before.name : plainText(fields.name)
    if (name === '') return refusal({ kind: 'no-name' })
    const slug = fields.slug === undefined ? before.slug : slugify(fields.slug || name) || 'term'
    const description = fields.description === undefined ? before.description : plainText(fields.description)
    const parentId = (fields.parentId === undefined ? before.parentId : fields.parentId) || null
    if (parentId !== null && parentId !== before.parentId) {
      if (!(await findTerm(tx, taxonomy, parentId))) return refusal({ kind: 'no-parent' })
      if (await isWithin(tx, parentId, id)) return refusal({ kind: 'ring' })
    }
    for (const other of await termsLike(tx, taxonomy, name, slug)) {
      if (other.id === id) continue
      if (other.slug === slug) return refusal({ kind: 'slug-taken', by: other.id, slug })
      if (isNamesake(taxonomy, other, name, parentId)) return refusal({ kind: 'name-taken', by: other.id })
    }
    const isReworded = name !== before.name || slug !== before.slug || parentId !== before.parentId
    await changeTerm(shop, tx, taxonomy, id, isReworded, async () => {
      await tx
        .update(terms)
        .set({ ...fields, name, slug, description, parentId })
        .where(eq(terms.id, id))
      if (slug !== before.slug) await taxonomy.follow?.(tx, before.slug, slug)
    })
    return saved(tx, taxonomy, id)
  })

/** What was below it comes to its place. False if it is not there. */
export const deleteTerm = (shop: TermContext, taxonomy: ProductTaxonomy, id: number): Promise<boolean> =>
  shop.db.transaction(async (tx) => {
    await lockTerms(tx)
    const term = await findTerm(tx, taxonomy, id)
    if (!term) return false
    await changeTerm(shop, tx, taxonomy, id, true, async () => {
      await taxonomy.follow?.(tx, term.slug, null)
      await tx.update(terms).set({ parentId: term.parentId }).where(eq(terms.parentId, id))
      await tx.delete(terms).where(eq(terms.id, id))
    })
    return true
  })

/** One change at a time, so that two of the same name or slug meet in the checks above. */
export const lockTerms = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('samovar.terms'))`)

async function changeTerm(
  shop: TermContext,
  tx: Tx,
  taxonomy: ProductTaxonomy,
  id: number,
  isReworded: boolean,
  write: () => Promise<unknown>,
) {
  const ids = await productsWith(tx, taxonomy, [id])
  await changeProducts(shop, tx, ids, isReworded, write)
}

/** Products are locked before what is written about them, as when a product is saved, and their pages are dropped. */
export async function changeProducts(
  { now }: TermContext,
  tx: Tx,
  ids: readonly number[],
  isReworded: boolean,
  write: () => Promise<unknown>,
): Promise<void> {
  if (isReworded) await lockProductsAndStock(tx, ids)
  await write()
  if (isReworded) await refreshProducts(tx, ids, now())
  const parents = await tx.select({ id: products.parentId }).from(products).where(isAnyOf(products.id, ids))
  const shown = new Set([...ids, ...parents.flatMap(({ id }) => id ?? [])])
  await invalidatePageTags(tx, ['listing', ...[...shown].map((id) => `product:${id}`)])
}

async function saved(tx: Tx, taxonomy: ProductTaxonomy, id: number): Promise<SavedTerm> {
  const term = await findTerm(tx, taxonomy, id)
  return term ? { ok: true, term } : refusal({ kind: 'no-such-term' })
}

type Like = { readonly name: string; readonly parentId: number | null }
const isNamesake = ({ isTree }: ProductTaxonomy, one: Like, name: string, parentId: number | null | undefined) =>
  one.name.toLowerCase() === name.toLowerCase() && (!isTree || one.parentId === (parentId ?? null))

/** Terms with this name, in any case, or with this slug. */
const termsLike = (tx: Tx, { name: taxonomy }: ProductTaxonomy, name: string, slug: string) =>
  tx
    .select({ id: terms.id, name: terms.name, slug: terms.slug, parentId: terms.parentId })
    .from(terms)
    .where(and(eq(terms.taxonomy, taxonomy), or(sql`lower(${terms.name}) = lower(${name})`, eq(terms.slug, slug))))

/** This slug, or with the first number that no other term has. */
export async function freeSlug(tx: TermContext['db'] | Tx, { name }: ProductTaxonomy, base: string): Promise<string> {
  const isLike = or(eq(terms.slug, base), sql`${terms.slug} like ${escapeLike(base)} || '-%'`)
  const rows = await tx
    .select({ slug: terms.slug })
    .from(terms)
    .where(and(eq(terms.taxonomy, name), isLike))
  const slugs = new Set(rows.map(({ slug }) => slug))
  let slug = base
  for (let number = 2; slugs.has(slug); number += 1) slug = `${base}-${number}`
  return slug
}

/** Whether a term is another one, or somewhere below it. */
async function isWithin(tx: Tx, id: number, other: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`with recursive above as (
    select id, parent_id from terms where id = ${id}
    union select terms.id, terms.parent_id from terms join above on terms.id = above.parent_id)
    select from above where id = ${other}`)
  return rows.length > 0
}
