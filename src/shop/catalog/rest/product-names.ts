import { asc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import { ids, pageFields } from '../../../platform/rest/fields.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { productTextsWrite } from '../capabilities.ts'
import { parentEntries } from '../catalog.store.ts'
import { products } from '../catalog.table.ts'

const nameShape = z.strictObject({
  id: z.int(),
  name: z.string().describe('Name of the product. For a variation, the name of its parent product.'),
  status: z.string(),
})

export const productNamesCall = defineCall({
  summary: 'Lists the names of products by ID',
  method: 'GET',
  path: paths.restProductNames,
  capability: productTextsWrite,
  query: z.object({ include: ids, per_page: pageFields.per_page }),
  response: z.array(nameShape),
  handler: async ({ db }: Pick<Platform, 'db'>, { query }) => ({
    json: await db
      .select({
        id: products.id,
        name: sql<string>`coalesce(${parentEntries.title}, ${entries.title})`,
        status: sql<string>`case when ${parentEntries.status} <> 'publish' then ${parentEntries.status} else ${entries.status} end`,
      })
      .from(products)
      .innerJoin(entries, eq(entries.id, products.id))
      .leftJoin(parentEntries, eq(parentEntries.id, products.parentId))
      .where(inArray(products.id, query.include))
      .orderBy(asc(products.id)),
  }),
})
