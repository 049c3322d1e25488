import { z } from 'zod'
import { defineCall, type RestResult } from '../../../platform/rest/call.ts'
import { each, fixed, itemShape, shownIn } from '../../../platform/rest/item-shape.ts'
import { parseShopTime, toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { customersWrite } from '../../customers/capabilities.ts'
import { readCustomer } from '../../customers/customers.store.ts'
import { customerNotFound } from '../../customers/rest/customers.ts'
import { downloadHref, downloadsOfCustomer, type OrderDownload } from '../../orders/downloads/order-downloads.ts'

const shape = itemShape(
  'customer_download',
  Object.fromEntries(
    Object.entries({
      ...each(z.string(), 'download_id', 'download_url', 'product_name', 'download_name', 'order_key'),
      ...each(z.int(), 'product_id', 'order_id'),
      downloads_remaining: z.string(),
      ...each(z.string().nullable(), 'access_expires', 'access_expires_gmt'),
      file: z.strictObject({ name: z.string(), file: z.string() }),
    }).map(([name, one]) => [name, fixed(shownIn(one, 'view'))]),
  ),
)

function downloadJson(one: OrderDownload, url: string) {
  const expires = one.expiresOn === null ? null : parseShopTime(one.expiresOn)
  return {
    download_id: one.downloadId,
    download_url: url + downloadHref(one),
    product_id: one.productId,
    product_name: one.productName,
    download_name: one.name,
    order_id: one.orderId,
    order_key: one.orderKey,
    downloads_remaining: one.remaining === null ? 'unlimited' : String(one.remaining),
    access_expires: one.expiresOn && `${one.expiresOn}T00:00:00`,
    access_expires_gmt: expires && toGmtIso(expires),
    file: { name: one.name, file: one.file },
    _links: {
      collection: [{ href: `${url}${hrefs.restCustomer(one.customerId ?? 0)}/downloads` }],
      product: [{ href: `${url}${paths.restProducts}/${one.productId}` }],
      order: [{ href: url + hrefs.restOrder(one.orderId) }],
    },
  }
}

export const customerDownloadsCall = defineCall({
  summary: 'Lists the files that a customer can download',
  method: 'GET',
  path: paths.restCustomerDownloads,
  capability: customersWrite,
  action: 'list',
  query: z.object({ context: z.literal('view').default('view') }),
  response: z.array(shape),
  async handler({ db, now, url }: Pick<Platform, 'db' | 'now' | 'url'>, { id }): Promise<RestResult> {
    if (!(await readCustomer(db, id))) return customerNotFound
    return { json: (await downloadsOfCustomer(db, id, now())).map((one) => downloadJson(one, url)) }
  },
})
