import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { containsText } from '../../platform/database/list-query.ts'
import { cutText } from '../../platform/storable-text.ts'
import { plainText } from '../../platform/web/plain-text.ts'
import { slugify } from '../../things/entries/slug.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { attributes, productAttributes, products } from './catalog.table.ts'
import { withdraw } from './product-taxonomies.ts'
import { changeProducts, lockTerms, type TermContext } from './save-term.ts'

export type Attribute = typeof attributes.$inferSelect
type AttributeFields = { readonly name?: string | undefined } & Partial<Omit<Attribute, 'id' | 'label' | 'isLocal'>>
/** `problem` is a message for the user; null if there is no such attribute. */
export type SavedAttribute =
  | { readonly ok: true; readonly attribute: Attribute }
  | { readonly ok: false; readonly problem: string | null }

const MAX_SLUG_LENGTH = 28
/** Reserved query parameters: an attribute with such a slug could not be used as a filter. */
const reserved = new Set(
  'attachment author category class day error feed hour link minute month name order orderby page paged post posts product rating search second static status tag tax taxonomy term terms theme title type types w year'.split(
    ' ',
  ),
)

const refusal = (problem: string | null) => ({ ok: false, problem }) as const
const isOffered = eq(attributes.isLocal, false)

export const listAttributes = (db: Db, search: string): Promise<Attribute[]> =>
  db
    .select()
    .from(attributes)
    .where(and(isOffered, containsText(search, [attributes.label, attributes.slug])))
    .orderBy(asc(attributes.label), asc(attributes.id))

export const findAttribute = (db: Db | Tx, id: number): Promise<Attribute | null> =>
  db
    .select()
    .from(attributes)
    .where(and(eq(attributes.id, id), isOffered))
    .then(firstOf)

/** Creates or changes an attribute. A slug generated from the name follows it; values and products follow the slug. */
export const saveAttribute = (shop: TermContext, fields: AttributeFields, id?: number): Promise<SavedAttribute> =>
  shop.db.transaction(async (tx) => {
    await lockTerms(tx)
    const before = id === undefined ? null : await findAttribute(tx, id)
    if (id !== undefined && !before) return refusal(null)
    const label = plainText(fields.name ?? before?.label ?? '')
    const isCustomSlug = before !== null && before.slug !== `pa_${slugify(before.label)}`
    const baseSlug = slugify((fields.slug || (isCustomSlug ? before.slug : label)).replace(/^pa_/, ''))
    if (baseSlug === '' && fields.slug)
      return refusal(`Slug "${cutText(fields.slug, MAX_SLUG_LENGTH)}" has no letters or digits. Change it, please.`)
    if (label === '' || baseSlug === '') return refusal('Please, provide an attribute name.')
    const slug = `pa_${baseSlug}`
    const values = { ...fields, label, slug }
    if (slug !== before?.slug) {
      if (baseSlug.length > MAX_SLUG_LENGTH)
        return refusal(`Slug "${baseSlug}" is too long (${MAX_SLUG_LENGTH} characters max). Shorten it, please.`)
      if (reserved.has(baseSlug))
        return refusal(`Slug "${baseSlug}" is not allowed because it is a reserved term. Change it, please.`)
      // Imports create attributes without the lock.
      const isFree = (await tx.$count(attributes, eq(attributes.slug, slug))) === 0
      const inserted =
        isFree && !before
          ? await tx.insert(attributes).values(values).onConflictDoNothing({ target: attributes.slug }).returning()
          : []
      if (before ? !isFree : inserted.length === 0)
        return refusal(`Slug "${baseSlug}" is already in use. Change it, please.`)
    }
    if (before) {
      const ids = await productsOf(tx, before)
      await changeProducts(shop, tx, ids, slug !== before.slug, async () => {
        await tx.update(attributes).set(values).where(eq(attributes.id, before.id))
        if (slug !== before.slug) await renameTaxonomy(tx, before.slug, slug)
      })
    }
    const [attribute] = await tx.select().from(attributes).where(eq(attributes.slug, slug))
    return attribute ? { ok: true, attribute } : refusal(null)
  })

async function renameTaxonomy(tx: Tx, from: string, to: string): Promise<void> {
  await tx.update(terms).set({ taxonomy: to }).where(eq(terms.taxonomy, from))
  const renamed = sql`jsonb_build_object(${to}::text, ${products.choices}->${from}::text)`
  const choices = sql`${products.choices} - ${from}::text || ${renamed}`
  await tx.update(products).set({ choices }).where(hasChoiceOf(from))
}

/** Deletes an attribute and its values. Variations with one are taken off sale: buyers could not choose between them. */
export const deleteAttribute = (shop: TermContext, id: number): Promise<boolean> =>
  shop.db.transaction(async (tx) => {
    await lockTerms(tx)
    const attribute = await findAttribute(tx, id)
    if (!attribute) return false
    const { slug } = attribute
    await changeProducts(shop, tx, await productsOf(tx, attribute), true, async () => {
      await withdraw(tx, and(hasChoiceOf(slug), sql`${products.choices}->>${slug}::text <> ''`))
      const choices = sql`${products.choices} - ${slug}::text`
      await tx.update(products).set({ choices }).where(hasChoiceOf(slug))
      await tx.delete(attributes).where(eq(attributes.id, id))
      // Afterwards, as the deletion waits for products that are saved with new values.
      await tx.delete(terms).where(eq(terms.taxonomy, slug))
    })
    return true
  })

const hasChoiceOf = (slug: string) => and(isNotNull(products.choices), sql`${products.choices} ? ${slug}`)

/** Products with the attribute, and variations with one of its values. */
async function productsOf(tx: Tx, { id, slug }: Attribute): Promise<number[]> {
  const variations = tx.select({ id: products.id }).from(products).where(hasChoiceOf(slug))
  const { productId, attributeId } = productAttributes
  const having = tx.select({ id: productId }).from(productAttributes).where(eq(attributeId, id))
  return (await having.union(variations)).map((row) => row.id)
}
