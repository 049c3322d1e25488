import { and, desc, eq } from 'drizzle-orm'
import { defineCall } from '../../../platform/rest/call.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { adminLog } from '../../../things/admin-log/admin-log.table.ts'
import { productTextsWrite } from '../capabilities.ts'

export type LastChangeJson = { readonly user_name: string; readonly date_gmt: string }

export const lastChangeCall = defineCall({
  summary: 'Retrieves the user and time of the last change of a product',
  method: 'GET',
  path: `${paths.restProductNames}/:id{[0-9]+}/last-change`,
  capability: productTextsWrite,
  async handler({ db }: Pick<Platform, 'db'>, { id }) {
    const isOfProduct = and(eq(adminLog.kind, 'product'), eq(adminLog.link, `${paths.adminProducts}${id}/`))
    const [last] = await db.select().from(adminLog).where(isOfProduct).orderBy(desc(adminLog.id)).limit(1)
    return {
      json: { user_name: last?.userName ?? '', date_gmt: last ? toGmtIso(last.at) : '' } satisfies LastChangeJson,
    }
  },
})
