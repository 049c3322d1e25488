import { columnsOf, type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { media } from '../../things/media/media.table.ts'
import { attributes } from './catalog.table.ts'
import type { ProductRecord } from './product-record.ts'

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

/** Terms, attributes and pictures that products have, by id. */
export async function readShared(db: Db | Tx, records: readonly ProductRecord[]) {
  const own = records.flatMap((one) => one.attributes)
  const termIds = records.flatMap(({ categoryIds, tagIds, brandIds }) => [categoryIds, tagIds, brandIds].flat())
  const ids = {
    terms: [...termIds, ...own.flatMap((attribute) => attribute.termIds)],
    attributes: own.map(({ attributeId }) => attributeId),
    pictures: records.flatMap((one) => one.pictureIds),
  }
  const termColumns = columnsOf(terms, 'id', 'name', 'slug', 'position')
  return {
    terms: byId(await db.select(termColumns).from(terms).where(isAnyOf(terms.id, ids.terms))),
    attributes: byId(await db.select().from(attributes).where(isAnyOf(attributes.id, ids.attributes))),
    pictures: byId(await db.select().from(media).where(isAnyOf(media.id, ids.pictures))),
  }
}
