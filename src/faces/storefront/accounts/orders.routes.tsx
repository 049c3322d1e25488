import { type Context, Hono } from 'hono'
import type { AuthSession } from '../../../people/identity/auth-session.ts'
import { loadAddresses } from '../../../people/identity/users.store.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { setFlash } from '../../../platform/web/flash.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { cancelHref, orderAgainHref } from '../../../shop/checkout/order-links/order-links.routes.tsx'
import {
  MESSAGE_FIELD,
  MESSAGE_NONCE,
  MESSAGE_TAKEN,
  type OrderMessageState,
  problemText,
} from '../../../shop/checkout/pages/order-message-form.tsx'
import { featuredProducts } from '../../../shop/listing/list-products.ts'
import { askAboutOrder } from '../../../shop/orders/ask-about-order.ts'
import { orderName } from '../../../shop/orders/order-status.ts'
import { type OrderDetails, readOrder, readOrderNotes, readOrders } from '../../../shop/orders/orders-read.store.ts'
import { accountForm, accountPage, formNonce, renderAccountPage } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import type { OrderLinks } from './pages/order-actions.tsx'
import { OrderPage } from './pages/order-page.tsx'
import { OrdersPage } from './pages/orders-page.tsx'
import { OverviewPage } from './pages/overview-page.tsx'
import { savedSummary } from './saved.routes.tsx'

const ORDERS_PER_PAGE = 20
/** Cards for who has not bought yet. */
const PICKS = 4

/** A customer's own orders: overview, list and one order. */
export function accountOrdersRoutes(shop: AccountContext): Hono {
  const app = new Hono()

  const ordersPage = async (context: Context, session: AuthSession) => {
    const page = Math.min(Number(context.req.param('page') ?? 1) || 1, 99_999)
    const search = (context.req.query('search') ?? '').slice(0, 100)
    const { orders, total } = await ordersOf(shop, session, search, page, ORDERS_PER_PAGE)
    const pages = Math.ceil(total / ORDERS_PER_PAGE)
    if (page > 1 && page > pages) return context.notFound()
    return renderAccountPage(context, shop, session, {
      section: 'orders',
      title: 'Your orders',
      body: <OrdersPage {...{ orders, page, pages, search }} links={linksOf(shop, session)} />,
    })
  }
  accountPage(app, shop, paths.accountOrders, ordersPage)
  accountPage(app, shop, paths.accountOrdersPage, ordersPage)

  accountPage(app, shop, paths.account, async (context, session) => {
    const [{ orders }, addresses, saved] = await Promise.all([
      ordersOf(shop, session, '', 1, 1),
      loadAddresses(shop.db, session.user.id),
      savedSummary(context, shop),
    ])
    const order = orders[0] ?? null
    const picks = order ? [] : await featuredProducts(shop, PICKS, shop.now())
    return renderAccountPage(context, shop, session, {
      section: 'dashboard',
      title: `Hello, ${session.user.name}.`,
      body: <OverviewPage {...{ user: session.user, order, links: linksOf(shop, session), addresses, picks, saved }} />,
    })
  })

  accountPage(app, shop, paths.viewOrder, async (context, session) => {
    const order = await ownOrder(context, shop, session)
    return order ? orderPage(context, shop, session, order) : noSuchOrder(context, shop, session)
  })

  accountForm(app, shop, paths.viewOrder, {
    nonceField: MESSAGE_NONCE,
    async submit(context, session, fields) {
      const order = await ownOrder(context, shop, session)
      if (!order) return noSuchOrder(context, shop, session)
      const text = fields[MESSAGE_FIELD] ?? ''
      const problem = await askAboutOrder(shop, order, text)
      if (problem) {
        if (problem.kind === 'rate-limited') context.header('retry-after', String(problem.retryAfterSeconds))
        const notice = { kind: 'error', text: problemText(problem), field: MESSAGE_FIELD } as const
        return orderPage(context, shop, session, order, { text, problem }, [notice])
      }
      setFlash(context, shop, [{ kind: 'success', text: MESSAGE_TAKEN }])
      return context.redirect(hrefs.viewOrder(order.id), 303)
    },
    async again(context, session, fields, notices) {
      const order = await ownOrder(context, shop, session)
      if (!order) return noSuchOrder(context, shop, session)
      return orderPage(context, shop, session, order, { text: fields[MESSAGE_FIELD] ?? '', problem: null }, notices)
    },
  })

  return app
}

/** The order in the address, if it is this customer's: another's looks like one that does not exist. */
async function ownOrder(context: Context, { db }: AccountContext, { user }: AuthSession): Promise<OrderDetails | null> {
  const order = await readOrder(db, Number(context.req.param('order')))
  return order?.customerId === user.id ? order : null
}

const noSuchOrder = (context: Context, shop: AccountContext, session: AuthSession) =>
  renderAccountPage(context, shop, session, {
    section: 'orders',
    title: 'Your orders',
    notices: [{ kind: 'error', text: 'There is no such order in this account.' }],
    status: 404,
    body: <a href={paths.accountOrders}>All your orders</a>,
  })

async function orderPage(
  context: Context,
  shop: AccountContext,
  session: AuthSession,
  order: OrderDetails,
  state: OrderMessageState = { text: '', problem: null },
  notices: NoticeList = [],
) {
  const notes = (await readOrderNotes(shop.db, order.id)).filter((note) => note.isCustomerNote)
  const message = { action: hrefs.viewOrder(order.id), nonce: formNonce(shop, session, MESSAGE_NONCE), state }
  return renderAccountPage(context, shop, session, {
    section: 'orders',
    title: orderName(order),
    notices,
    body: <OrderPage {...{ order, notes, message }} links={linksOf(shop, session)} />,
  })
}

const ordersOf = ({ db }: AccountContext, { user }: AuthSession, search: string, page: number, size: number) =>
  readOrders(
    db,
    { statuses: [], search, customerId: user.id, searchesItems: true },
    { by: 'date', direction: 'desc' },
    { limit: size, offset: (page - 1) * size },
  )

const linksOf = (shop: AccountContext, session: AuthSession): OrderLinks => ({
  cancel: (order) => cancelHref(shop, order, session.sessionId, paths.accountOrders),
  again: (order) => orderAgainHref(shop, order.id, session),
})
