/** Rows that belong to products: read as JSON in the same statement, or for many products at once. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { columnsOf, type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { entryTerms, terms } from '../../things/entries/terms.table.ts'
import { entryMedia, media, type Picture, pictureColumns } from '../../things/media/media.table.ts'
import { attributes, productAttributes, products } from './catalog.table.ts'
import type { ProductAttribute, Term } from './product.ts'
import type { ProductRecord } from './product-record.ts'

const { id, taxonomy, slug, name, parentId, tint } = terms
export const termColumns = {
  id,
  taxonomy,
  slug,
  name,
  parentId,
  tint,
  picturePath: media.path,
  pictureWidth: media.width,
}

const { isVisible, isForVariations, defaultSlug } = productAttributes
const attributeColumns = { ...getTableColumns(attributes), isVisible, isForVariations, defaultSlug }

/** Only for columns of numbers, texts and booleans, which JSON preserves. */
function jsonRows<Row>(columns: Readonly<Record<string, PgColumn>>, orderBy: SQL, from: SQL): SQL<Row[]> {
  const fields = Object.entries(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`)
  return sql`coalesce((
    select json_agg(json_build_object(${sql.join(fields, sql`, `)}) order by ${orderBy}) from ${from}), '[]')`
}

export const pictureRows = jsonRows<Picture>(
  pictureColumns,
  sql`${entryMedia.position}, ${entryMedia.mediaId}`,
  sql`${entryMedia} join ${media} on ${media.id} = ${entryMedia.mediaId} where ${entryMedia.entryId} = ${products.id}`,
)

export const termRows = jsonRows<Term>(
  termColumns,
  sql`${terms.taxonomy}, ${terms.position}, ${terms.id}`,
  sql`${entryTerms} join ${terms} on ${terms.id} = ${entryTerms.termId}
    left join ${media} on ${media.id} = ${terms.imageId} where ${entryTerms.entryId} = ${products.id}`,
)

export const attributeRows = jsonRows<Omit<ProductAttribute, 'terms'>>(
  attributeColumns,
  sql`${productAttributes.position}, ${attributes.id}`,
  sql`${productAttributes} join ${attributes} on ${attributes.id} = ${productAttributes.attributeId}
    where ${productAttributes.productId} = ${products.id}`,
)

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

/** Terms, attributes and pictures of these products, by id. */
export async function readShared(db: Db | Tx, records: readonly ProductRecord[]) {
  const attributeRecords = records.flatMap((one) => one.attributes)
  const termIds = records.flatMap(({ categoryIds, tagIds, brandIds }) => [categoryIds, tagIds, brandIds].flat())
  const ids = {
    terms: [...termIds, ...attributeRecords.flatMap((attribute) => attribute.termIds)],
    attributes: attributeRecords.map(({ attributeId }) => attributeId),
    pictures: records.flatMap((one) => one.pictureIds),
  }
  const columns = columnsOf(terms, 'id', 'name', 'slug', 'position')
  return {
    terms: byId(await db.select(columns).from(terms).where(isAnyOf(terms.id, ids.terms))),
    attributes: byId(await db.select().from(attributes).where(isAnyOf(attributes.id, ids.attributes))),
    pictures: byId(await db.select().from(media).where(isAnyOf(media.id, ids.pictures))),
  }
}
