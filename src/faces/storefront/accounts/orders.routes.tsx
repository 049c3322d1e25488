import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { addressRateLimiter } from '../../../people/abuse/rate-limit.ts'
import { currentAuthSession } from '../../../people/identity/auth-session.ts'
import { loadAddresses } from '../../../people/identity/users.store.ts'
import { can } from '../../../platform/access/permissions.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { clientAddress } from '../../../platform/web/client-address.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { cancelHref, orderAgainHref } from '../../../shop/checkout/order-links/order-links.routes.tsx'
import { DownloadsTable } from '../../../shop/checkout/pages/order-extras.tsx'
import {
  MESSAGE_FIELD,
  MESSAGE_NONCE,
  messageNotice,
  type OrderMessageState,
} from '../../../shop/checkout/pages/order-message-form.tsx'
import { featuredProducts } from '../../../shop/listing/list-products.ts'
import { askAboutOrder } from '../../../shop/orders/ask-about-order.ts'
import { ordersRead } from '../../../shop/orders/capabilities.ts'
import { downloadsOfCustomer, extrasOf } from '../../../shop/orders/downloads/order-downloads.ts'
import { invoiceOf } from '../../../shop/orders/invoice/invoice.ts'
import { invoicePdf } from '../../../shop/orders/invoice/invoice-pdf.ts'
import { isReceiptKey, isValidOrderKey } from '../../../shop/orders/order-key.ts'
import { orderName } from '../../../shop/orders/order-status.ts'
import { findOrder, type Order } from '../../../shop/orders/orders.store.ts'
import { type OrderDetails, readOrder, readOrderNotes, readOrders } from '../../../shop/orders/orders-read.store.ts'
import { loadSavedTeas } from '../../../shop/saved/load-saved.ts'
import { SavedSummary, SavedTeas } from '../../../shop/saved/pages/saved-teas.tsx'
import { ownSavedTeas } from '../../../shop/saved/saved.routes.tsx'
import { savedListOf } from '../../../shop/saved/saved.store.ts'
import { savedOwnerOf } from '../../../shop/saved/saved-session.ts'
import { type AccountRequest, accountForm, accountPage, type Fields, renderSignIn } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { type OrderLinks, OrderPage } from './pages/order-page.tsx'
import { OrdersPage } from './pages/orders-page.tsx'
import { OverviewPage } from './pages/overview-page.tsx'

const ORDERS_PER_PAGE = 20
const PICKS = 4

export function accountOrdersRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  accountPage(app, shop, paths.accountOrders, ordersPage)
  accountPage(app, shop, paths.accountOrdersPage, ordersPage)
  accountPage(app, shop, paths.account, overviewPage)
  accountPage(app, shop, paths.accountDownloads, downloadsPage)
  accountPage(app, shop, paths.accountSaved, savedPage)
  accountForm(app, shop, { path: paths.viewOrder, nonceField: MESSAGE_NONCE, show, submit })
  app.get(paths.invoice, (context) => invoice(context, shop))
  return app
}

async function ordersPage(request: AccountRequest) {
  const { context, render } = request
  const page = Math.min(Number(context.req.param('page') ?? 1) || 1, 99_999)
  const search = (context.req.query('search') ?? '').slice(0, 100)
  const { orders, total } = await ordersOf(request, search, page, ORDERS_PER_PAGE)
  const pages = Math.ceil(total / ORDERS_PER_PAGE)
  if (page > 1 && page > pages) return context.notFound()
  const body = <OrdersPage orders={orders} page={page} pages={pages} search={search} links={linksOf(request)} />
  return render({ section: 'orders', title: 'Your orders', body })
}

async function overviewPage(request: AccountRequest) {
  const { context, shop, user, render } = request
  const [{ orders }, addresses, saved] = await Promise.all([
    ordersOf(request, '', 1, 1),
    loadAddresses(shop.db, user.id),
    savedSummary(context, shop),
  ])
  const order = orders[0] ?? null
  const picks = order ? [] : await featuredProducts(shop, PICKS, shop.now())
  const body = (
    <OverviewPage
      user={user}
      order={order}
      links={linksOf(request)}
      addresses={addresses}
      picks={picks}
      saved={saved}
    />
  )
  return render({ section: 'dashboard', title: `Hello, ${user.name}.`, body })
}

async function downloadsPage({ shop, user, render }: AccountRequest) {
  const body = <DownloadsTable downloads={await downloadsOfCustomer(shop.db, user.id, shop.now())} />
  return render({ section: 'downloads', title: 'Your downloads', body })
}

async function show(request: AccountRequest, notices: NoticeList, typed: Fields = {}) {
  const order = await ownOrder(request)
  if (!order) return noSuchOrder(request)
  return orderPage(request, order, { text: typed[MESSAGE_FIELD] ?? '', problem: null }, notices)
}

async function submit(request: AccountRequest, fields: Fields) {
  const order = await ownOrder(request)
  if (!order) return noSuchOrder(request)
  const text = fields[MESSAGE_FIELD] ?? ''
  const problem = await askAboutOrder(request.shop, order, text)
  const notice = messageNotice(problem)
  if (!problem) return request.redirect(hrefs.viewOrder(order.id), notice)
  if (problem.kind === 'rate-limited') request.context.header('retry-after', String(problem.retryAfterSeconds))
  return orderPage(request, order, { text, problem }, [notice])
}

/** The order in the URL. Null if it is another customer's, which then looks like a missing one. */
async function ownOrder({ context, shop, user }: AccountRequest): Promise<OrderDetails | null> {
  const order = await readOrder(shop.db, Number(context.req.param('order')))
  return order?.customerId === user.id ? order : null
}

const noSuchOrder = ({ render }: AccountRequest) =>
  render({
    section: 'orders',
    title: 'Your orders',
    status: 404,
    notices: [{ kind: 'error', text: 'There is no such order in this account.' }],
    body: <a href={paths.accountOrders}>All your orders</a>,
  })

async function orderPage(request: AccountRequest, order: OrderDetails, state: OrderMessageState, notices: NoticeList) {
  const notes = (await readOrderNotes(request.shop.db, order.id)).filter((note) => note.isCustomerNote)
  const message = { action: hrefs.viewOrder(order.id), nonce: request.nonce(MESSAGE_NONCE).value, state }
  const extras = await extrasOf(request.shop.db, order, request.shop.now())
  const body = (
    <OrderPage
      order={order}
      settings={request.shop.settings()}
      notes={notes}
      extras={extras}
      message={message}
      links={linksOf(request)}
    />
  )
  return request.render({ section: 'orders', title: orderName(order), notices, body })
}

const ordersOf = ({ shop, user }: AccountRequest, search: string, page: number, size: number) =>
  readOrders(
    shop.db,
    { statuses: [], search, customerId: user.id, searchesItems: true },
    { orderby: 'date', order: 'desc' },
    { limit: size, offset: (page - 1) * size },
  )

const linksOf = ({ shop, session }: AccountRequest): OrderLinks => ({
  cancel: (order) => cancelHref(shop, order, session.sessionId, paths.accountOrders),
  again: (order) => orderAgainHref(shop, order.id, session),
})

/** Invoices per network within ten minutes: each takes some 20 ms of CPU time. */
const MAX_INVOICES = 60

async function invoice(context: Context, shop: AccountContext): Promise<Response> {
  context.header('cache-control', 'private, no-store')
  context.header('x-robots-tag', 'noindex')
  const id = Number(context.req.param('order'))
  const isReceipt = isReceiptKey(shop.secret, id, context.req.query('key'), shop.now())
  const order = await (isReceipt ? findOrder(shop.db, id) : readableOrder(context, shop))
  if (order === 'sign-in') return renderSignIn(context, shop)
  const details = order && invoiceOf(order, shop.settings())
  if (!order || !details) return context.notFound()
  const limiter = addressRateLimiter(shop, { name: 'invoice', max: MAX_INVOICES, seconds: 600 })
  const limit = await limiter.consume(clientAddress(context))
  if (!limit.ok) {
    context.header('retry-after', String(limit.retryAfterSeconds))
    return context.text('Too many invoices at once. Please try again in a few minutes.', 429)
  }
  return context.body(await invoicePdf(details, shop.now()), 200, {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${details.number}.pdf"`,
  })
}

/** The order, if the caller may read it. Another customer's order looks like a missing one. */
async function readableOrder(context: Context, shop: AccountContext): Promise<Order | 'sign-in' | null> {
  const order = await findOrder(shop.db, Number(context.req.param('order')))
  const key = context.req.query('key')
  if (order && isValidOrderKey(order, key)) return order
  const session = await currentAuthSession(context, shop)
  if (!session) return key === undefined ? 'sign-in' : null
  return order && (order.customerId === session.user.id || can(session.user, ordersRead)) ? order : null
}

const GLANCE_COUNT = 4

const savedPage = async ({ context, shop, render }: AccountRequest) =>
  render({ section: 'saved', title: 'Saved teas', body: <SavedTeas {...(await ownSavedTeas(context, shop))} /> })

async function savedSummary(context: Context, shop: AccountContext): Promise<ReactNode> {
  const { items } = await savedListOf(shop.db, await savedOwnerOf(context, shop))
  const { lowStockThreshold: lowStock } = shop.settings()
  const teas = await loadSavedTeas(shop.db, items.slice(0, GLANCE_COUNT), { now: shop.now(), lowStock })
  return teas.length > 0 ? <SavedSummary teas={teas} total={items.length} /> : null
}
