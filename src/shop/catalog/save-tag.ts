import { eq, sql } from 'drizzle-orm'
import { inTransaction, type Tx } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { plainText } from '../../platform/web/plain-text.ts'
import { slugify } from '../../things/entries/slug.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { lockProductsAndStock } from './product-record.store.ts'
import { refreshProducts } from './refresh-product.ts'
import { findTags, productsWithTag, readTag, slugsLike, type Tag } from './tags.store.ts'

/** Fields of a tag; HTML in them is removed. Without slug it is made from the name. */
export type TagFields = {
  readonly name: string
  readonly slug?: string | undefined
  readonly description?: string | undefined
}

export type SavedTag =
  | { readonly ok: true; readonly tag: Tag }
  | { readonly ok: false; readonly problem: { readonly kind: 'no-name' | 'no-such-tag' } }
  /** Another tag has the name, or the slug. */
  | { readonly ok: false; readonly problem: { readonly kind: 'name-taken' | 'slug-taken'; readonly by: number } }

type TagContext = Pick<Platform, 'db' | 'now'>

const refusal = (kind: 'no-name' | 'no-such-tag') => ({ ok: false, problem: { kind } }) as const
const taken = (kind: 'name-taken' | 'slug-taken', by: number) => ({ ok: false, problem: { kind, by } }) as const

/** Makes a tag. A name that another tag has is refused; a slug made from the name gets a number if it is taken. */
export const createTag = ({ db }: TagContext, fields: TagFields): Promise<SavedTag> =>
  inTransaction(db, async (tx) => {
    const name = plainText(fields.name)
    if (name === '') return refusal('no-name')
    await lockTags(tx)
    const base = slugify(fields.slug || name) || 'tag'
    const same = (await findTags(tx, name, base)).find((tag) => tag.name.toLowerCase() === name.toLowerCase())
    if (same && (!fields.slug || same.slug === base)) return taken('name-taken', same.id)
    const slugs = await slugsLike(tx, base)
    let slug = base
    for (let number = 2; slugs.has(slug); number += 1) slug = `${base}-${number}`
    const values = { taxonomy: 'product_tag', name, slug, description: plainText(fields.description ?? '') }
    const [inserted] = await tx.insert(terms).values(values).returning({ id: terms.id })
    return savedTag(tx, inserted?.id ?? 0)
  })

/** Changes a tag; pages that show it, and the search for its products, follow. */
export const updateTag = (shop: TagContext, id: number, fields: Partial<TagFields>): Promise<SavedTag> =>
  inTransaction(shop.db, async (tx) => {
    await lockTags(tx)
    const before = await readTag(tx, id)
    if (!before) return refusal('no-such-tag')
    const name = fields.name === undefined ? before.name : plainText(fields.name)
    if (name === '') return refusal('no-name')
    const slug = fields.slug === undefined ? before.slug : slugify(fields.slug || name) || 'tag'
    const description = fields.description === undefined ? before.description : plainText(fields.description)
    for (const other of await findTags(tx, name, slug)) {
      if (other.id !== id) return taken(other.slug === slug ? 'slug-taken' : 'name-taken', other.id)
    }
    await changeTerm(shop, tx, id, () => tx.update(terms).set({ name, slug, description }).where(eq(terms.id, id)))
    return savedTag(tx, id)
  })

export async function deleteTag(shop: TagContext, id: number): Promise<boolean> {
  const deleted = await inTransaction(shop.db, async (tx) => {
    await lockTags(tx)
    if (!(await readTag(tx, id))) return refusal('no-such-tag')
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
  const tag = await readTag(tx, id)
  return tag ? { ok: true, tag } : refusal('no-such-tag')
}
