import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { plainText } from '../../platform/web/plain-text.ts'
import { slugify } from '../../things/entries/slug.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { attributes, productAttributes, products } from './catalog.table.ts'
import { withdraw } from './product-taxonomies.ts'
import { changeProducts, lockTerms } from './save-term.ts'

export type Attribute = typeof attributes.$inferSelect
type AttributeFields = Readonly<{ name: string; slug?: string | undefined }> &
  Partial<Pick<Attribute, 'display' | 'orderBy' | 'hasArchives'>>

export type AttributeProblem =
  | { readonly kind: 'no-such-attribute' | 'no-name' }
  | { readonly kind: 'slug-taken' | 'slug-too-long' | 'slug-reserved'; readonly slug: string }
export type SavedAttribute =
  | { readonly ok: true; readonly attribute: Attribute }
  | { readonly ok: false; readonly problem: AttributeProblem }

type AttributeContext = Pick<Platform, 'db' | 'now'>

export const MAX_SLUG_LENGTH = 28

/** Parameters of addresses, which a filter by an attribute of that name would take the place of. */
const reserved = new Set(
  `attachment author category class comment cookie count custom cpage day default description error exact feed fields
  hour include link list locale map menu meta minute month name nav nonce object offset options order orderby page paged
  parameter post posts product query rating rest_route role s search second source static status tag tags tax taxonomy
  term terms theme title type types url user w week where wp_query year`.split(/\s+/),
)

const refusal = (problem: AttributeProblem) => ({ ok: false, problem }) as const
const isOffered = eq(attributes.isLocal, false)

export const listAttributes = (db: Db): Promise<Attribute[]> =>
  db.select().from(attributes).where(isOffered).orderBy(asc(attributes.label), asc(attributes.id))

export const findAttribute = (db: Db | Tx, id: number): Promise<Attribute | null> =>
  db
    .select()
    .from(attributes)
    .where(and(eq(attributes.id, id), isOffered))
    .then(firstOf)

/** Slugs are sent with or without `pa_`. */
const bareSlug = (text: string): string => slugify(text.replace(/^pa_/, ''))

function slugProblem(slug: string): AttributeProblem | null {
  if (slug === '') return { kind: 'no-name' }
  if (slug.length > MAX_SLUG_LENGTH) return { kind: 'slug-too-long', slug }
  return reserved.has(slug) ? { kind: 'slug-reserved', slug } : null
}

export const createAttribute = ({ db }: AttributeContext, fields: AttributeFields): Promise<SavedAttribute> =>
  db.transaction(async (tx) => {
    const label = plainText(fields.name)
    if (label === '') return refusal({ kind: 'no-name' })
    const slug = bareSlug(fields.slug || label)
    const problem = slugProblem(slug)
    if (problem) return refusal(problem)
    await lockTerms(tx)
    const values = { ...fields, label, slug: `pa_${slug}` }
    const isTaken = (await tx.$count(attributes, eq(attributes.slug, values.slug))) > 0
    // Imports make attributes without the lock.
    const [attribute] = isTaken ? [] : await tx.insert(attributes).values(values).onConflictDoNothing().returning()
    return attribute ? { ok: true, attribute } : refusal({ kind: 'slug-taken', slug })
  })

/** A slug that was made from the name follows it. Values, products and variations follow the slug. */
export const updateAttribute = (
  shop: AttributeContext,
  id: number,
  fields: Partial<AttributeFields>,
): Promise<SavedAttribute> =>
  shop.db.transaction(async (tx) => {
    await lockTerms(tx)
    const before = await findAttribute(tx, id)
    if (!before) return refusal({ kind: 'no-such-attribute' })
    const label = fields.name === undefined ? before.label : plainText(fields.name)
    if (label === '') return refusal({ kind: 'no-name' })
    const isFollowing = fields.slug === '' || before.slug === `pa_${slugify(before.label)}`
    const bare = bareSlug(fields.slug || (isFollowing && fields.name !== undefined ? label : before.slug))
    const slug = `pa_${bare}`
    if (slug !== before.slug) {
      const problem = slugProblem(bare)
      if (problem) return refusal(problem)
      if ((await tx.$count(attributes, eq(attributes.slug, slug))) > 0)
        return refusal({ kind: 'slug-taken', slug: bare })
    }
    const ids = await productsOf(tx, before)
    await changeProducts(shop, tx, ids, slug !== before.slug, async () => {
      const { display, orderBy, hasArchives } = fields
      await tx.update(attributes).set({ label, slug, display, orderBy, hasArchives }).where(eq(attributes.id, id))
      if (slug === before.slug) return
      await tx.update(terms).set({ taxonomy: slug }).where(eq(terms.taxonomy, before.slug))
      await tx
        .update(products)
        .set({
          choices: sql`${products.choices} - ${before.slug}::text
            || jsonb_build_object(${slug}::text, ${products.choices}->${before.slug}::text)`,
        })
        .where(names(before.slug))
    })
    const attribute = await findAttribute(tx, id)
    return attribute ? { ok: true, attribute } : refusal({ kind: 'no-such-attribute' })
  })

/** With its values. Variations that were one of them are taken off sale: without it, nobody could choose between them. */
export const deleteAttribute = (shop: AttributeContext, id: number): Promise<boolean> =>
  shop.db.transaction(async (tx) => {
    await lockTerms(tx)
    const attribute = await findAttribute(tx, id)
    if (!attribute) return false
    const { slug } = attribute
    await changeProducts(shop, tx, await productsOf(tx, attribute), true, async () => {
      await withdraw(tx, and(names(slug), sql`${products.choices}->>${slug} <> ''`))
      await tx
        .update(products)
        .set({ choices: sql`${products.choices} - ${slug}::text` })
        .where(names(slug))
      await tx.delete(terms).where(eq(terms.taxonomy, slug))
      await tx.delete(attributes).where(eq(attributes.id, id))
    })
    return true
  })

const names = (slug: string) => and(isNotNull(products.choices), sql`${products.choices} ? ${slug}`)

/** Products with the attribute, and the variations that are one of its values. */
async function productsOf(tx: Tx, { id, slug }: Attribute): Promise<number[]> {
  const rows = await tx
    .select({ id: productAttributes.productId })
    .from(productAttributes)
    .where(eq(productAttributes.attributeId, id))
    .union(tx.select({ id: products.id }).from(products).where(names(slug)))
  return rows.map((row) => row.id)
}
