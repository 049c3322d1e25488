import { z } from 'zod'
import { csvType } from '../../../platform/csv.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import { ids } from '../../../platform/rest/fields.ts'
import { fileStream } from '../../../platform/rest/file.ts'
import { shopDayOf } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { productsWrite } from '../capabilities.ts'
import { exportProducts } from '../export/export-products.ts'

const list = (what: string) =>
  z
    .string()
    .max(5000)
    .transform((text) => text.split('|').filter((one) => one !== ''))
    .default([])
    .describe(`${what}, separated by |. All by default.`)

export const productExportCall = defineCall({
  summary: "Exports products in WooCommerce's CSV format",
  method: 'GET',
  path: paths.restProductExport,
  capability: productsWrite,
  action: 'list',
  returnsFile: true,
  query: z.object({
    status: list('Product statuses, such as publish'),
    type: list('Product types, such as simple'),
    category: ids.describe('IDs of categories. All by default.'),
    columns: list('Column headings, with Attribute and Download for all attribute and download columns'),
    meta: z.boolean().default(false).describe('Whether to include custom fields.'),
  }),
  async handler({ db, publicUrl, now }: Pick<Platform, 'db' | 'publicUrl' | 'now'>, { query }) {
    const { status: statuses, type: types, category: categoryIds, columns, meta: withMeta } = query
    const text = exportProducts(db, publicUrl, { statuses, types, categoryIds, columns, withMeta })
    const name = `products-${shopDayOf(now())}.csv`
    return { download: { name, type: csvType, body: fileStream(text) } }
  },
})
