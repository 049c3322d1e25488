import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/connect.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { entriesOfTerm, type Taxonomy } from '../../things/terms/terms.store.ts'
import { attributes, productAttributes, products } from './catalog.table.ts'

/** Categories, tags, brands, shipping classes, or the values of an attribute. */
export type ProductTaxonomy = Taxonomy & {
  readonly entries: SQL
  /** Whether terms have parents. Names are then unique only among siblings. */
  readonly isTree: boolean
  /** Ids of products whose pages name the term: those of the term and, in a tree, of its descendants. */
  readonly reach: SQL
  /** Whether there is still such a taxonomy; all but those of attributes always are. */
  readonly exists?: (tx: Tx) => Promise<boolean>
  /** Updates products that refer to a term by its slug when the slug changes; `to` is null if the term is deleted. */
  readonly follow?: (tx: Tx, from: string, to: string | null) => Promise<unknown>
}

/** Evaluated once for all terms, and short, because most products are published. */
const unpublished = sql`select id from entries
  where kind = 'product' and status in ('draft', 'pending', 'private', 'future', 'trash')`

/** An array, so that PostgreSQL uses the index for each category instead of reading the table. */
const below = sql`select entry_id from entry_terms where term_id = any(array(
  with recursive below as (
    select terms.id as id union select child.id from terms child join below on child.parent_id = below.id)
  select id from below))`

function taxonomy(name: string, isTree = false, entryIds = entriesOfTerm): ProductTaxonomy {
  const reach = isTree ? below : entryIds
  const count = sql<number>`(select count(distinct of.id)::int from (${reach}) of(id) where of.id not in (${unpublished}))`
  return { name, isTree, entries: entryIds, reach, count }
}

export const productCategories = taxonomy('product_cat', true)
export const productBrands = taxonomy('product_brand', true)
export const productTags = taxonomy('product_tag')

const ofClass = sql`select products.id from products where products.shipping_class = terms.slug`
export const shippingClasses: ProductTaxonomy = {
  ...taxonomy('product_shipping_class', false, ofClass),
  count: sql<number>`(select count(*)::int from (${ofClass} and products.type <> 'variation') of(id)
    where of.id not in (${unpublished}))`,
  follow: async (tx, from, to) => {
    await tx
      .update(products)
      .set({ shippingClass: to ?? '' })
      .where(eq(products.shippingClass, from))
    // Shipping rates refer to it, too.
    await invalidatePageTags(tx, ['shipping'])
  },
}

/** The values of an attribute, whose slug is `pa_…`. Variations refer to them by slug. */
export function attributeValues(slug: string): ProductTaxonomy {
  const chosen = sql`select products.id from products
    where products.choices @> jsonb_build_object(${slug}::text, terms.slug)`
  return {
    ...taxonomy(slug),
    reach: sql`${entriesOfTerm} union ${chosen}`,
    exists: async (tx) => (await tx.$count(attributes, eq(attributes.slug, slug))) > 0,
    follow: async (tx, from, to) => {
      const isChosen = and(
        isNotNull(products.choices),
        sql`${products.choices} @> jsonb_build_object(${slug}::text, ${from}::text)`,
      )
      const choices = sql`${products.choices} || jsonb_build_object(${slug}::text, ${to}::text)`
      await (to === null ? withdraw(tx, isChosen) : tx.update(products).set({ choices }).where(isChosen))
      const { attributeId, defaultSlug } = productAttributes
      const isUsed = inArray(
        attributeId,
        tx.select({ id: attributes.id }).from(attributes).where(eq(attributes.slug, slug)),
      )
      await tx
        .update(productAttributes)
        .set({ defaultSlug: to })
        .where(and(eq(defaultSlug, from), isUsed))
      const otherValues = sql`select from entry_terms join terms on terms.id = term_id
        where entry_id = product_id and terms.taxonomy = ${slug} and terms.slug <> ${from}`
      if (to === null) await tx.delete(productAttributes).where(and(isUsed, sql`not exists (${otherValues})`))
    },
  }
}

/** Makes variations private, also scheduled ones, that have lost a value, without which they would be sold as any value. */
export function withdraw(tx: Tx, variations: SQL | undefined) {
  const ids = tx.select({ id: products.id }).from(products).where(variations)
  const isSold = and(inArray(entries.status, ['publish', 'future']), inArray(entries.id, ids))
  return tx.update(entries).set({ status: 'private' }).where(isSold)
}

/** Products of any status with the term, or one of its descendants. */
export async function productsWith(tx: Tx, { reach }: ProductTaxonomy, id: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`select product.id from terms
    cross join lateral (${reach}) of(id) join products product on product.id = of.id where terms.id = ${id}`)
  return [...new Set(rows.map((row) => row.id))]
}
