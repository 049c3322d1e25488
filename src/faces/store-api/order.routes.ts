import { ok, withSchema } from '../../platform/rest/params.ts'
import { authorizeOrder, authorizeOrderErrors, orderIdOf } from './authorize-order.ts'
import { storeEndpoint } from './endpoint.ts'
import { orderJson } from './order-json.ts'
import { viewOrderLines } from './order-view.store.ts'
import { storeError, storeJson } from './response.ts'
import type { StoreRoute } from './router.ts'
import { orderShape } from './shapes/order-shape.ts'
import { setNoStore, storeSession } from './store-session.ts'

const optionalText = (description: string) =>
  withSchema({ type: 'string', description }, (text: string | undefined) => ok(text ?? ''))

const getOrder = storeEndpoint(
  {
    summary: 'An order, for its customer',
    query: {
      key: optionalText('The key of the order.'),
      billing_email: optionalText('The email address it was ordered with.'),
    },
    responses: { 200: orderShape },
    errors: authorizeOrderErrors,
  },
  async (context, shop) => {
    const session = await storeSession(context, shop)
    const proof = { key: context.req.query('key') ?? '', email: context.req.query('billing_email') ?? '' }
    const authorized = await authorizeOrder(shop, session, { id: orderIdOf(context), proof })
    setNoStore(context, session)
    if (!authorized.ok) {
      context.header('allow', undefined)
      return storeError(context, authorized.error)
    }
    return storeJson(context, orderJson(shop, authorized.order, await viewOrderLines(shop.db, authorized.order)))
  },
)

export const orderRoutes: readonly StoreRoute[] = [
  { path: '/order/:id{[0-9]+}', displayPath: '/order/(?P<id>[\\d]+)', methods: { GET: getOrder } },
]
