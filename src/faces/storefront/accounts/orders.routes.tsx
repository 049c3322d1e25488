import { type Context, Hono } from 'hono'
import type { AuthSession } from '../../../people/accounts/auth-session.ts'
import { paths } from '../../../platform/web/routes.ts'
import { readOrder, readOrderNotes, readOrders } from '../../../shop/orders/orders-read.store.ts'
import { accountPage, renderAccountPage } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { OrderPage } from './pages/order-page.tsx'
import { OrdersPage } from './pages/orders-page.tsx'
import { OverviewPage } from './pages/overview-page.tsx'

const ORDERS_PER_PAGE = 20

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
      body: <OrdersPage {...{ orders, page, pages, search }} />,
    })
  }
  accountPage(app, shop, paths.accountOrders, ordersPage)
  accountPage(app, shop, paths.accountOrdersPage, ordersPage)

  accountPage(app, shop, paths.account, async (context, session) => {
    const { orders } = await ordersOf(shop, session, '', 1, 1)
    return renderAccountPage(context, shop, session, {
      section: 'dashboard',
      title: `Hello, ${session.user.name}.`,
      body: <OverviewPage user={session.user} order={orders[0] ?? null} />,
    })
  })

  accountPage(app, shop, paths.viewOrder, async (context, session) => {
    const order = await readOrder(shop.db, Number(context.req.param('order')))
    // Another customer's order looks like one that does not exist.
    if (!order || order.customerId !== session.user.id) {
      return renderAccountPage(context, shop, session, {
        section: 'orders',
        title: 'Your orders',
        notices: [{ kind: 'error', text: 'There is no such order in this account.' }],
        status: 404,
        body: <a href={paths.accountOrders}>All your orders</a>,
      })
    }
    const notes = (await readOrderNotes(shop.db, order.id)).filter((note) => note.isCustomerNote)
    return renderAccountPage(context, shop, session, {
      section: 'orders',
      title: order.number === null ? 'Unpaid order' : `Order #${order.number}`,
      body: <OrderPage order={order} notes={notes} />,
    })
  })

  return app
}

const ordersOf = ({ db }: AccountContext, { user }: AuthSession, search: string, page: number, size: number) =>
  readOrders(
    db,
    { statuses: [], search, customerId: user.id },
    { by: 'date', direction: 'desc' },
    { number: page, size },
  )
