import { isDeepStrictEqual } from 'node:util'
import { asc, eq, sql } from 'drizzle-orm'
import { isAnyOf } from '../../platform/database/any-of.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { entryMedia } from '../../things/media/media.table.ts'
import { stockLevels } from '../inventory/stock.table.ts'
import {
  attributes,
  entryTerms,
  type ProductLinkKind,
  productAttributes,
  productLinks,
  products,
  terms,
} from './catalog.table.ts'
import type { TeaFacts } from './facts.ts'
import { type AttributeRecord, type ProductRecord, untrackedStock } from './product-record.ts'

/**
 * Locks products, their stock and their variable parents: stock first, in id order, the same order as for placing an
 * order, to avoid deadlocks.
 */
export async function lockProductsAndStock(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const recordset = sql`${sql.param([...ids])}::int[]`
  await tx.execute(
    sql`select product_id from stock_levels where product_id = any(${recordset}) order by product_id for update`,
  )
  await tx.execute(sql`
    select id from products
    where id = any(${recordset}) or id in (select parent_id from products where id = any(${recordset}))
    order by id for no key update`)
}

/** All stored data of these products; unknown ids are missing from the result. Five queries in total. */
export async function readRecords(db: Db | Tx, ids: readonly number[]): Promise<Map<number, ProductRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await recordRows(db, ids)
  // Sequential, because a transaction has one connection.
  const termRows = await db
    .select({ entryId: entryTerms.entryId, termId: entryTerms.termId, taxonomy: terms.taxonomy })
    .from(entryTerms)
    .innerJoin(terms, eq(terms.id, entryTerms.termId))
    .where(isAnyOf(entryTerms.entryId, ids))
    .orderBy(asc(entryTerms.termId))
  const attributeRows = await db
    .select({ record: productAttributes, slug: attributes.slug })
    .from(productAttributes)
    .innerJoin(attributes, eq(attributes.id, productAttributes.attributeId))
    .where(isAnyOf(productAttributes.productId, ids))
    .orderBy(asc(productAttributes.position), asc(productAttributes.attributeId))
  const pictureRows = await db
    .select({ entryId: entryMedia.entryId, mediaId: entryMedia.mediaId })
    .from(entryMedia)
    .where(isAnyOf(entryMedia.entryId, ids))
    .orderBy(asc(entryMedia.position), asc(entryMedia.mediaId))

  const linkRows = await db
    .select()
    .from(productLinks)
    .where(isAnyOf(productLinks.productId, ids))
    .orderBy(asc(productLinks.position), asc(productLinks.linkedId))

  const linksOf = Map.groupBy(linkRows, (row) => row.productId)
  const termsOf = Map.groupBy(termRows, (row) => row.entryId)
  const attributesOf = Map.groupBy(attributeRows, (row) => row.record.productId)
  const picturesOf = Map.groupBy(pictureRows, (row) => row.entryId)
  return new Map(
    rows.map(({ id, facts, stock, ...row }) => {
      const termIds = (taxonomy: string) =>
        (termsOf.get(id) ?? []).filter((term) => term.taxonomy === taxonomy).map((term) => term.termId)
      const linkedIds = (kind: ProductLinkKind) =>
        (linksOf.get(id) ?? []).filter((link) => link.kind === kind).map((link) => link.linkedId)
      const record: ProductRecord = {
        ...row,
        facts: facts as TeaFacts | null,
        stock: stock ?? untrackedStock,
        categoryIds: termIds('product_cat'),
        tagIds: termIds('product_tag'),
        attributes: (attributesOf.get(id) ?? []).map(
          ({ slug, record: { attributeId, isVisible, isForVariations, defaultSlug } }): AttributeRecord => ({
            attributeId,
            termIds: termIds(slug),
            isVisible,
            isForVariations,
            defaultSlug,
          }),
        ),
        pictureIds: (picturesOf.get(id) ?? []).map((picture) => picture.mediaId),
        groupItemIds: linkedIds('grouped'),
        upSellIds: linkedIds('up-sell'),
        crossSellIds: linkedIds('cross-sell'),
      }
      return [id, record]
    }),
  )
}

/** One array parameter for all ids. */

function recordRows(db: Db | Tx, ids: readonly number[]) {
  return db
    .select({
      id: products.id,
      type: products.type,
      parentId: products.parentId,
      slug: entries.slug,
      name: entries.title,
      status: entries.status,
      excerpt: entries.excerpt,
      content: entries.content,
      menuOrder: entries.menuOrder,
      publishedAt: entries.publishedAt,
      sku: products.sku,
      regularPriceCents: products.regularPriceCents,
      salePriceCents: products.salePriceCents,
      saleFrom: products.saleFrom,
      saleUntil: products.saleUntil,
      taxClass: products.taxClass,
      isTaxable: products.isTaxable,
      isVirtual: products.isVirtual,
      isSoldIndividually: products.isSoldIndividually,
      isFeatured: products.isFeatured,
      visibility: products.visibility,
      weightGrams: products.weightGrams,
      shippingClass: products.shippingClass,
      netGrams: products.netGrams,
      subtitle: products.subtitle,
      facts: products.facts,
      choices: products.choices,
      externalUrl: products.externalUrl,
      buttonText: products.buttonText,
      stock: {
        tracksInventory: stockLevels.tracksInventory,
        onHand: stockLevels.onHand,
        backorders: stockLevels.backorders,
        status: stockLevels.status,
        lowStockAmount: stockLevels.lowStockAmount,
      },
    })
    .from(products)
    .innerJoin(entries, eq(entries.id, products.id))
    .leftJoin(stockLevels, eq(stockLevels.productId, products.id))
    .where(isAnyOf(products.id, ids))
}

export type RecordChange = { readonly id: number; readonly before: ProductRecord | null; readonly after: ProductRecord }

/** New entry ids, ascending. */
export async function newEntryIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('entries', 'id'))::int as id from generate_series(1, ${count}::int)`,
  )
  return rows.map((row) => row.id).sort((a, b) => a - b)
}

/** Writes changed columns in bulk. Stock quantities are not written here but by `setStock`. */
export async function writeRecords(tx: Tx, changes: readonly RecordChange[], now: Date): Promise<void> {
  if (changes.length === 0) return
  await writeRows(tx, changes, now)
  const differing = (part: (record: ProductRecord) => unknown) =>
    changes.filter(({ before, after }) => before === null || !isDeepStrictEqual(part(before), part(after)))
  await writeTerms(
    tx,
    differing((record) => [record.categoryIds, record.tagIds, record.attributes]),
  )
  await writePictures(
    tx,
    differing((record) => record.pictureIds),
  )
  await writeLinks(
    tx,
    differing((record) => [record.groupItemIds, record.upSellIds, record.crossSellIds]),
  )
}

/** One JSON parameter per table: thousands of single parameters are slower to build than to write. */
async function writeRows(tx: Tx, changes: readonly RecordChange[], now: Date): Promise<void> {
  const rows = changes.map(({ id, after }) => {
    const { stock, categoryIds, tagIds, attributes, pictureIds, groupItemIds, upSellIds, crossSellIds, ...record } =
      after
    return {
      ...{ ...record, ...stock, status: record.status, stockStatus: stock.status, id, now },
      kind: record.type === 'variation' ? 'product_variation' : 'product',
    }
  })
  const recordset = sql`json_to_recordset(${JSON.stringify(rows)}::json)`
  await tx.execute(sql`
    insert into entries (id, kind, slug, title, status, parent_id, excerpt, content, menu_order, published_at,
      created_at, updated_at)
    select id, kind, slug, name, status, "parentId", excerpt, content, "menuOrder", "publishedAt", now, now
    from ${recordset} as given (id int, kind text, slug text, name text, status text, "parentId" int, excerpt text,
      content text, "menuOrder" int, "publishedAt" timestamptz, now timestamptz)
    on conflict (id) do update set slug = excluded.slug, title = excluded.title, status = excluded.status,
      excerpt = excluded.excerpt, content = excluded.content, menu_order = excluded.menu_order,
      published_at = excluded.published_at, updated_at = excluded.updated_at`)
  await tx.execute(sql`
    insert into products (id, type, parent_id, sku, regular_price_cents, sale_price_cents, sale_from, sale_until,
      tax_class, is_taxable, is_virtual, is_sold_individually, is_featured, visibility, weight_grams, shipping_class, net_grams, subtitle,
      facts, choices, external_url, button_text)
    select given.* from ${recordset} as given (id int, type text, "parentId" int, sku text, "regularPriceCents" int,
      "salePriceCents" int, "saleFrom" timestamptz, "saleUntil" timestamptz, "taxClass" text, "isTaxable" boolean,
      "isVirtual" boolean, "isSoldIndividually" boolean, "isFeatured" boolean, visibility text, "weightGrams" int,
      "shippingClass" text, "netGrams" int, subtitle text, facts jsonb, choices jsonb, "externalUrl" text, "buttonText" text)
    on conflict (id) do update set type = excluded.type, sku = excluded.sku,
      regular_price_cents = excluded.regular_price_cents, sale_price_cents = excluded.sale_price_cents,
      sale_from = excluded.sale_from, sale_until = excluded.sale_until, tax_class = excluded.tax_class,
      is_taxable = excluded.is_taxable, is_virtual = excluded.is_virtual,
      is_sold_individually = excluded.is_sold_individually, is_featured = excluded.is_featured,
      visibility = excluded.visibility, weight_grams = excluded.weight_grams, shipping_class = excluded.shipping_class, net_grams = excluded.net_grams,
      subtitle = excluded.subtitle, facts = excluded.facts, choices = excluded.choices,
      external_url = excluded.external_url, button_text = excluded.button_text`)
  await tx.execute(sql`
    insert into stock_levels (product_id, tracks_inventory, backorders, status, low_stock_amount)
    select given.* from ${recordset} as given (id int, "tracksInventory" boolean, backorders text, "stockStatus" text,
      "lowStockAmount" int)
    on conflict (product_id) do update set tracks_inventory = excluded.tracks_inventory, backorders = excluded.backorders,
      status = excluded.status, low_stock_amount = excluded.low_stock_amount`)
}

async function writeTerms(tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const ids = changes.filter(({ before }) => before !== null).map(({ id }) => id)
  if (ids.length > 0) {
    await tx.delete(entryTerms).where(isAnyOf(entryTerms.entryId, ids))
    await tx.delete(productAttributes).where(isAnyOf(productAttributes.productId, ids))
  }
  const links = changes.flatMap(({ id, after }) =>
    [
      ...new Set([
        ...after.categoryIds,
        ...after.tagIds,
        ...after.attributes.flatMap((attribute) => attribute.termIds),
      ]),
    ].map((termId) => ({ entryId: id, termId })),
  )
  if (links.length > 0) {
    await tx.execute(sql`
      insert into entry_terms (entry_id, term_id)
      select * from unnest(${sql.param(links.map((link) => link.entryId))}::int[],
        ${sql.param(links.map((link) => link.termId))}::int[])`)
  }
  const attributeRows = changes.flatMap(({ id, after }) =>
    after.attributes.map(({ attributeId, isVisible, isForVariations, defaultSlug }, position) => ({
      ...{ productId: id, attributeId, position, isVisible, isForVariations, defaultSlug },
    })),
  )
  if (attributeRows.length > 0) {
    await tx.execute(sql`
      insert into product_attributes (product_id, attribute_id, position, is_visible, is_for_variations, default_slug)
      select * from json_to_recordset(${JSON.stringify(attributeRows)}::json) as given ("productId" int, "attributeId" int,
        position int, "isVisible" boolean, "isForVariations" boolean, "defaultSlug" text)`)
  }
}

async function writePictures(tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const ids = changes.filter(({ before }) => before !== null).map(({ id }) => id)
  if (ids.length > 0) await tx.delete(entryMedia).where(isAnyOf(entryMedia.entryId, ids))
  const shown = changes.flatMap(({ id, after }) =>
    after.pictureIds.map((mediaId, position) => ({ entryId: id, mediaId, position })),
  )
  if (shown.length > 0) await tx.insert(entryMedia).values(shown)
}

async function writeLinks(tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const ids = changes.filter(({ before }) => before !== null).map(({ id }) => id)
  if (ids.length > 0) await tx.delete(productLinks).where(isAnyOf(productLinks.productId, ids))
  const links = changes.flatMap(({ id, after }) =>
    (
      [
        ['grouped', after.groupItemIds],
        ['up-sell', after.upSellIds],
        ['cross-sell', after.crossSellIds],
      ] as const
    ).flatMap(([kind, linkedIds]) =>
      linkedIds.map((linkedId, position) => ({ productId: id, kind, linkedId, position })),
    ),
  )
  if (links.length === 0) return
  await tx.execute(sql`
    insert into product_links (product_id, kind, linked_id, position)
    select * from json_to_recordset(${JSON.stringify(links)}::json) as given ("productId" int, kind text,
      "linkedId" int, position int)`)
}
