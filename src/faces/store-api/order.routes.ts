import { ok, queryParser } from '../../platform/rest/params.ts'
import { authorizeOrder, authorizeOrderErrors, orderProof } from './authorize-order.ts'
import { storeEndpoint } from './endpoint.ts'
import { orderJson } from './order-json.ts'
import { viewOrderLines } from './order-view.store.ts'
import { storeJson } from './response.ts'
import type { StoreRoute } from './router.ts'
import { orderShape } from './shapes/order-shape.ts'
import { setNoStore, storeSession } from './store-session.ts'

const optionalText = (description: string) => queryParser({ type: 'string', description }, (text = '') => ok(text))

const getOrder = storeEndpoint(
  'An order, for its customer',
  {
    query: { key: optionalText(orderProof.key), billing_email: optionalText(orderProof.billing_email) },
    responses: { 200: orderShape },
    errors: authorizeOrderErrors,
  },
  async ({ context, shop, params }) => {
    const session = await storeSession(context, shop)
    const authorized = await authorizeOrder(context, shop, session, params)
    setNoStore(context, session)
    if (!authorized.ok) return authorized.error
    return storeJson(context, orderJson(shop, authorized.value, await viewOrderLines(shop.db, authorized.value)))
  },
)

export const orderRoutes: readonly StoreRoute[] = [
  { path: '/order/:id{[0-9]+}', displayPath: '/order/(?P<id>[\\d]+)', methods: { GET: getOrder } },
]
