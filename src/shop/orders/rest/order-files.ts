import { z } from 'zod'
import { csvType } from '../../../platform/csv.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import { fileStream } from '../../../platform/rest/file.ts'
import { invalidFields, MAX_ID, missingParams } from '../../../platform/rest/params.ts'
import { errorOf } from '../../../platform/rest/response.ts'
import { shopDayOf } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { WithPayments } from '../../gateways/context.ts'
import { ordersRead } from '../capabilities.ts'
import type { OrderContext } from '../context.ts'
import { exportOrders } from '../export/export-orders.ts'
import { invoiceOf, packingSlipOf } from '../invoice/invoice.ts'
import { drawPapers } from '../invoice/invoice-pdf.ts'
import { readOrdersByIds } from '../orders-read.store.ts'
import { orderFilterFields, orderFilterOf } from './order-shape.ts'

type OrderShop = OrderContext & Pick<Platform, 'now'>

/** Each paper takes some 20 ms of CPU time. */
export const MAX_PAPERS = 100

const noPaper = errorOf(
  404,
  'samovar_no_paper',
  'None of these orders has such a paper: an invoice is made once an order is accepted.',
)

export const orderFileCalls = [
  defineCall({
    capability: ordersRead,
    summary: 'Downloads the packing slips or invoices of orders as one PDF file',
    method: 'GET',
    path: paths.restOrderPapers,
    action: 'list',
    returnsFile: true,
    query: z.object({
      type: z.enum(['packing-slip', 'invoice']).default('packing-slip'),
      include: z
        .array(z.int().min(1).max(MAX_ID))
        .default([])
        .describe(`IDs of at most ${MAX_PAPERS} orders, in the order of the pages.`),
    }),
    async handler(shop: OrderShop, { query: { type, include } }) {
      if (include.length === 0) return missingParams(['include'])
      if (include.length > MAX_PAPERS) return invalidFields({ include: `include takes at most ${MAX_PAPERS} orders.` })
      const settings = shop.settings()
      const paperOf = type === 'invoice' ? invoiceOf : packingSlipOf
      const papers = (await readOrdersByIds(shop.db, include)).flatMap((order) => paperOf(order, settings) ?? [])
      if (papers.length === 0) return noPaper
      const title = type === 'invoice' ? 'Invoices' : 'Packing slips'
      const body = fileStream(drawPapers(papers, { title, createdAt: shop.now() }))
      const name = `${type}s-${shopDayOf(shop.now())}.pdf`
      return { download: { name, type: 'application/pdf', body } }
    },
  }),
  defineCall({
    capability: ordersRead,
    summary: 'Exports orders as CSV, newest first',
    method: 'GET',
    path: paths.restOrderExport,
    action: 'list',
    returnsFile: true,
    query: orderFilterFields,
    async handler(shop: OrderShop & WithPayments, { query }) {
      const filter = orderFilterOf(shop, query)
      if (filter && 'code' in filter) return filter
      const text = exportOrders(shop.db, filter ?? { statuses: [], search: '', include: [0] })
      const name = `orders-${shopDayOf(shop.now())}.csv`
      return { download: { name, type: csvType, body: fileStream(text) } }
    },
  }),
]
