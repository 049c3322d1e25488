import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { entriesOfTerm, type Taxonomy } from '../../things/terms/terms.store.ts'
import { attributes, productAttributes, products } from './catalog.table.ts'

/** What products are grouped by. */
export type ProductTaxonomy = Taxonomy & {
  readonly entries: SQL
  /** Its terms may be below others. Names differ among those below the same one. */
  readonly isTree: boolean
  /** Products of a term, and those below it: their pages name it. */
  readonly reach: SQL
  /** Changes the products that name a term by its slug; null if it is deleted. */
  readonly follow?: (tx: Tx, from: string, to: string | null) => Promise<unknown>
}

const below = sql`select entry_id from entry_terms where term_id in (
  with recursive below as (
    select terms.id as id union select child.id from terms child join below on child.parent_id = below.id)
  select id from below)`

const taxonomy = (name: string, { isTree = false, entries: own = entriesOfTerm, ...more } = {}): ProductTaxonomy => {
  const reach = isTree ? below : own
  const count = sql<number>`(select count(*)::int from entries join products on products.id = entries.id
    where entries.id in (${reach}) and entries.status = 'publish' and products.type <> 'variation')`
  return { name, isTree, entries: own, reach, count, ...more }
}

export const productCategories = taxonomy('product_cat', { isTree: true })
export const productBrands = taxonomy('product_brand', { isTree: true })
export const productTags = taxonomy('product_tag')
export const shippingClasses: ProductTaxonomy = {
  ...taxonomy('product_shipping_class', {
    entries: sql`select products.id from products where products.shipping_class = terms.slug`,
  }),
  follow: (tx, from, to) =>
    tx
      .update(products)
      .set({ shippingClass: to ?? '' })
      .where(eq(products.shippingClass, from)),
}

/** The values of an attribute, whose slug is `pa_…`. Variations name them by slug. */
export const attributeValues = (slug: string): ProductTaxonomy => ({
  ...taxonomy(slug, {
    entries: sql`${entriesOfTerm} union select products.id from products where products.choices->>${slug} = terms.slug`,
  }),
  count: taxonomy(slug).count,
  follow: async (tx, from, to) => {
    const chosen = and(isNotNull(products.choices), sql`${products.choices}->>${slug} = ${from}`)
    // A variation of a value that is gone would be sold as any value.
    if (to === null) await withdraw(tx, chosen)
    else
      await tx
        .update(products)
        .set({ choices: sql`${products.choices} || jsonb_build_object(${slug}::text, ${to}::text)` })
        .where(chosen)
    const used = tx.select({ id: attributes.id }).from(attributes).where(eq(attributes.slug, slug))
    await tx
      .update(productAttributes)
      .set({ defaultSlug: to })
      .where(and(eq(productAttributes.defaultSlug, from), inArray(productAttributes.attributeId, used)))
    if (to !== null) return
    await tx.delete(productAttributes).where(
      and(
        inArray(productAttributes.attributeId, used),
        sql`not exists (select from entry_terms join terms on terms.id = term_id
          where entry_id = product_id and terms.taxonomy = ${slug} and terms.slug <> ${from})`,
      ),
    )
  },
})

/** Takes variations off sale, until the owner says what they are now. */
export const withdraw = (tx: Tx, variations: SQL | undefined) =>
  tx
    .update(entries)
    .set({ status: 'private' })
    .where(
      and(
        eq(entries.status, 'publish'),
        inArray(entries.id, tx.select({ id: products.id }).from(products).where(variations)),
      ),
    )

/** Products of any status that have one of the terms. */
export async function productsWith(tx: Tx, { reach }: ProductTaxonomy, ids: readonly number[]): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select distinct product.id from ${terms} cross join lateral (${reach}) of(id) join products product on product.id = of.id
      where ${isAnyOf(terms.id, ids)}`,
  )
  return rows.map(({ id }) => id)
}
