import { and, eq, gte, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db, Tx } from '../../../../platform/database/connect.ts'
import { among, containsText, listOrder, readPage } from '../../../../platform/database/list-query.ts'
import { entries } from '../../../../things/entries/entries.table.ts'
import { slugify } from '../../../../things/entries/slug.ts'
import { attributes, products } from '../../catalog.table.ts'
import { hasSku } from '../../sku/sku.ts'
import {
  attributesOf,
  columnConditions,
  entryConditions,
  loadItems,
  type ProductItem,
} from '../products/products.store.ts'
import type { variationQuery } from './variation-shape.ts'

export type VariationItem = ProductItem & { readonly parent: ProductItem }

/** All data of variation responses, including the products, in the order of `ids`. */
export async function loadVariations(db: Db | Tx, ids: readonly number[]): Promise<VariationItem[]> {
  const items = await loadItems(db, ids, true)
  const parents = await loadItems(db, [...new Set(items.map(({ record }) => record.parentId ?? 0))])
  return items.flatMap((item) => {
    const parent = parents.find(({ id }) => id === item.record.parentId)
    return parent ? [{ ...item, parent }] : []
  })
}

/** The attributes that variations differ in, with the product's values. */
export const variationAttributes = (product: ProductItem) =>
  attributesOf(product).filter(({ isForVariations }) => isForVariations)

type Filter = Omit<z.output<z.ZodObject<typeof variationQuery>>, 'include_meta' | 'exclude_meta'> & {
  readonly limit: number
  readonly offset: number
}

const sortColumns = {
  date: entries.publishedAt,
  id: entries.id,
  title: entries.title,
  slug: entries.slug,
  modified: entries.updatedAt,
  menu_order: entries.menuOrder,
}

const ifSet = <V>(value: V | null | undefined, condition: (value: V) => SQL | undefined) =>
  value === undefined || value === null ? undefined : condition(value)

/** An attribute of the shop is named by its slug; one of a product alone by its name or slug, its values by either. */
async function hasValue(db: Db, attribute: string, values: readonly string[]): Promise<SQL | undefined> {
  if (values.length === 0 || attribute.startsWith('pa_'))
    return among(sql`${products.choices} ->> ${attribute}`, values)
  // The slug that responses show follows the name; the stored one stays when the attribute is renamed.
  const all = await db.selectDistinct({ label: attributes.label }).from(attributes).where(eq(attributes.isLocal, true))
  const labels = all.flatMap(({ label }) => (isNamed(label, attribute) ? [label] : []))
  const [names, sent] = [labels, values].map((texts) => sql`${sql.param(texts)}::text[]`)
  return sql`exists (select from product_attributes own
    join attributes on attributes.id = own.attribute_id and attributes.is_local
    join terms on terms.taxonomy = attributes.slug
    where own.product_id = ${products.parentId} and ${products.choices} ->> attributes.slug = terms.slug
      and attributes.label = any(${names})
      and (terms.slug = any(${sent}) or lower(terms.name) in (select lower(name) from unnest(${sent}) name)))`
}

const isNamed = (label: string, name: string): boolean =>
  label.toLowerCase() === name.toLowerCase() || slugify(label) === name

/** A page of variations, of one product or of all. */
export async function listVariations(db: Db, productId: number | null, filter: Filter) {
  const hasValues = await Promise.all(
    (filter.attributes ?? []).map(({ attribute, term, terms = [] }) =>
      hasValue(db, attribute, term === undefined ? terms : [term, ...terms]),
    ),
  )
  const where = and(
    eq(entries.kind, 'product_variation'),
    ifSet(productId, (id) => eq(products.parentId, id)),
    ...entryConditions(filter, products.parentId),
    ...columnConditions(filter),
    containsText(filter.search, [entries.title, sql`shown_text(${entries.content})`]),
    filter.sku.length === 0 ? undefined : hasSku(filter.sku),
    ifSet(filter.min_price, (cents) => gte(products.minPriceCents, cents)),
    ifSet(filter.max_price, (cents) => lte(products.minPriceCents, cents)),
    ifSet(filter.has_price, (has) => (has ? isNotNull : isNull)(products.regularPriceCents)),
    filter.pos_products_only ? eq(products.isDownloadable, false) : undefined,
    ...hasValues,
  )
  const joined = sql`${entries} join ${products} on ${products.id} = ${entries.id}`
  const rows = db.select({ id: entries.id }).from(entries).innerJoin(products, eq(products.id, entries.id)).$dynamic()
  const order = listOrder(sortColumns, entries.id, filter)
  const { items, total } = await readPage(db, rows, joined, { ...filter, where, order })
  const ids = items.map(({ id }) => id)
  return { items: await loadVariations(db, ids), total }
}
