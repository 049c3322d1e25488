import { type Context, Hono } from 'hono'
import { addressRateLimiter } from '../../../people/abuse/rate-limit.ts'
import { currentAuthSession } from '../../../people/identity/auth-session.ts'
import { can } from '../../../platform/access/permissions.ts'
import { clientAddress } from '../../../platform/web/client-address.ts'
import { paths } from '../../../platform/web/routes.ts'
import { invoiceOf } from '../../../shop/orders/invoice/invoice.ts'
import { invoicePdf } from '../../../shop/orders/invoice/invoice-pdf.ts'
import { isValidOrderKey } from '../../../shop/orders/order-key.ts'
import { findOrder, type Order } from '../../../shop/orders/orders.store.ts'
import { renderSignIn } from './account-page.tsx'
import type { AccountContext } from './context.ts'

/** Invoices for one network within ten minutes: each takes some 20 ms of the processor. */
const MAX_INVOICES = 60

/** /my-account/invoice/{id}/: the invoice of an order, for its customer, for staff, and for who has the order's key. */
export function invoiceRoutes(shop: AccountContext): Hono {
  return new Hono().get(paths.invoice, async (context) => {
    context.header('cache-control', 'private, no-store')
    context.header('x-robots-tag', 'noindex')
    const order = await readableOrder(context, shop)
    if (order === 'sign-in') return renderSignIn(context, shop)
    const invoice = order && invoiceOf(order, shop.settings())
    if (!order || !invoice) return context.notFound()
    const limiter = addressRateLimiter(shop, { name: 'invoice', max: MAX_INVOICES, seconds: 600 })
    const limit = await limiter.consume(clientAddress(context))
    if (!limit.ok) {
      context.header('retry-after', String(limit.retryAfterSeconds))
      return context.text('Too many invoices at once. Please try again in a few minutes.', 429)
    }
    return context.body(await invoicePdf(invoice, shop.now()), 200, {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${invoice.number}.pdf"`,
    })
  })
}

/** The order, if the caller may read it. Somebody else's looks like one that does not exist. */
async function readableOrder(context: Context, shop: AccountContext): Promise<Order | 'sign-in' | null> {
  const order = await findOrder(shop.db, Number(context.req.param('order')))
  const key = context.req.query('key')
  if (order && isValidOrderKey(order, key)) return order
  const session = await currentAuthSession(context, shop)
  if (!session) return key === undefined ? 'sign-in' : null
  return order && (order.customerId === session.user.id || can(session.user, 'orders.read')) ? order : null
}
