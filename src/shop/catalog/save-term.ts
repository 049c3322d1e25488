import { and, eq, or, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/connect.ts'
import { retryingConflicts } from '../../platform/database/retry-conflict.ts'
import type { Platform } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { plainText } from '../../platform/web/plain-text.ts'
import { slugify } from '../../things/entries/slug.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { isPicture, media } from '../../things/media/media.table.ts'
import { findTerm, freeSlug, type Term } from '../../things/terms/terms.store.ts'
import { parentsOf } from './catalog.store.ts'
import { lockProductsAndStock } from './product-record.store.ts'
import { type ProductTaxonomy, productsWith } from './product-taxonomies.ts'
import { refreshProducts } from './refresh-product.ts'

/** HTML is removed from texts. The default slug is generated from the name. `parentId` 0 means none. */
type TermFields = Partial<Omit<typeof terms.$inferInsert, 'id' | 'taxonomy'>>
export type TermProblem = {
  readonly kind:
    | 'no-taxonomy'
    | 'no-name'
    | 'no-such-term'
    | 'no-picture'
    | 'no-parent'
    | 'ring'
    | 'name-taken'
    | 'slug-taken'
  /** Id of the term that has the name or the slug, or of the picture that is not there. */
  readonly by: number
  readonly slug: string
}
export type SavedTerm =
  | { readonly ok: true; readonly term: Term }
  | { readonly ok: false; readonly problem: TermProblem }
export type TermContext = Pick<Platform, 'db' | 'now'>

const refusal = (kind: TermProblem['kind'], by = 0, slug = '') => ({ ok: false, problem: { kind, by, slug } }) as const

/**
 * Creates or changes a term. A new term whose slug is taken gets a number. Repeated if products that are saved with the
 * term at the same moment wait for it while it waits for them, or if its picture is deleted meanwhile.
 */
export const saveTerm = retryingConflicts(trySave)

function trySave(shop: TermContext, taxonomy: ProductTaxonomy, fields: TermFields, id?: number): Promise<SavedTerm> {
  return shop.db.transaction(async (tx) => {
    await lockTerms(tx)
    if (taxonomy.exists && !(await taxonomy.exists(tx))) return refusal('no-taxonomy')
    const before = id === undefined ? null : await findTerm(tx, taxonomy, id)
    if (id !== undefined && !before) return refusal('no-such-term')
    if (fields.imageId && (await tx.$count(media, and(eq(media.id, fields.imageId), isPicture))) === 0)
      return refusal('no-picture', fields.imageId)
    const name = plainText(fields.name ?? before?.name ?? '')
    if (name === '') return refusal('no-name')
    const parentId = (fields.parentId === undefined ? before?.parentId : fields.parentId) || null
    const parent = parentId === null ? null : await findTerm(tx, taxonomy, parentId)
    if (parentId !== null && !parent) return refusal('no-parent')
    if (before && parent && (await isWithin(tx, parent.id, before.id))) return refusal('ring')
    const slug = fields.slug === undefined && before ? before.slug : slugify(fields.slug || name) || 'term'
    const similarTerms = (await termsLike(tx, taxonomy, name, slug)).filter((one) => one.id !== id)
    const owner = similarTerms.find((one) => one.slug === slug)
    if (before && owner) return refusal('slug-taken', owner.id, slug)
    const isSibling = (one: (typeof similarTerms)[number]) => !taxonomy.isTree || one.parentId === parentId
    const namesake = similarTerms.find((one) => one.name.toLowerCase() === name.toLowerCase() && isSibling(one))
    if (namesake && (before || !fields.slug || namesake === owner)) return refusal('name-taken', namesake.id)
    const description = plainText(fields.description ?? before?.description ?? '')
    const values = { ...fields, taxonomy: taxonomy.name, name, slug, description, parentId }
    if (before) {
      const isReworded = name !== before.name || slug !== before.slug || parentId !== before.parentId
      await changeProducts(shop, tx, await productsWith(tx, taxonomy, before.id), isReworded, async () => {
        await tx.update(terms).set(values).where(eq(terms.id, before.id))
        if (slug !== before.slug) await taxonomy.follow?.(tx, before.slug, slug)
      })
    }
    const term = await findTerm(tx, taxonomy, before?.id ?? (await insertTerm(tx, values, owner && parent?.slug)))
    return term ? { ok: true, term } : refusal('no-such-term')
  })
}

/** Imports create terms without the lock, so the slug may be taken in between. */
async function insertTerm(tx: Tx, values: typeof terms.$inferInsert, suffix?: string): Promise<number> {
  for (;;) {
    const slug = await freeSlug(tx, values.taxonomy, suffix ? `${values.slug}-${suffix}` : values.slug)
    const [row] = await tx
      .insert(terms)
      .values({ ...values, slug })
      .onConflictDoNothing({ target: [terms.taxonomy, terms.slug] })
      .returning({ id: terms.id })
    if (row) return row.id
  }
}

/** Its children move to its parent. Returns false if it does not exist. */
export const deleteTerm = retryingConflicts(tryDelete)

function tryDelete(shop: TermContext, taxonomy: ProductTaxonomy, id: number): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    await lockTerms(tx)
    const term = await findTerm(tx, taxonomy, id)
    if (!term) return false
    await changeProducts(shop, tx, await productsWith(tx, taxonomy, id), true, async () => {
      await tx.update(terms).set({ parentId: term.parentId }).where(eq(terms.parentId, id))
      await tx.delete(terms).where(eq(terms.id, id))
      // Afterwards, as the deletion waits for products that are saved with the term.
      await taxonomy.follow?.(tx, term.slug, null)
    })
    return true
  })
}

/** One change at a time, so that the checks above see a concurrent change with the same name or slug. */
export const lockTerms = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('samovar.terms'))`)

/** Runs `write` with the products locked first, as a save does. Then refreshes them and invalidates their pages. */
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
  const affectedIds = new Set([...ids, ...(await parentsOf(tx, ids))])
  await invalidatePageTags(tx, ['listing', ...[...affectedIds].map((id) => `product:${id}`)])
}

/** Terms with this name, in any case, or with this slug. */
const termsLike = (tx: Tx, { name: taxonomy }: ProductTaxonomy, name: string, slug: string) =>
  tx
    .select({ id: terms.id, name: terms.name, slug: terms.slug, parentId: terms.parentId })
    .from(terms)
    .where(and(eq(terms.taxonomy, taxonomy), or(sql`lower(${terms.name}) = lower(${name})`, eq(terms.slug, slug))))

/** Whether a term is the other one or its descendant. */
async function isWithin(tx: Tx, id: number, other: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`with recursive above as (
    select id, parent_id from terms where id = ${id}
    union select terms.id, terms.parent_id from terms join above on terms.id = above.parent_id)
    select from above where id = ${other}`)
  return rows.length > 0
}
