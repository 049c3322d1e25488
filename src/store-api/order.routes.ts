import { described, right } from '../rest/params.ts'
import { storeError, storeJson } from './answer.ts'
import { plainCall } from './call.ts'
import { openOrder, openOrderErrors, orderIdOf } from './open-order.ts'
import { orderJson } from './order-json.ts'
import { viewOrderLines } from './order-view.store.ts'
import type { StoreRoute } from './router.ts'
import { orderShape } from './shapes/order-shape.ts'
import { setNeverKept, storeSession } from './store-session.ts'

const inAddress = (description: string) =>
  described({ type: 'string', description }, (text: string | undefined) => right(text ?? ''))

const getOrder = plainCall(
  {
    summary: 'An order, for whoever ordered it',
    query: {
      key: inAddress('The key of the order.'),
      billing_email: inAddress('The email address it was ordered with.'),
    },
    answers: { 200: orderShape },
    errors: openOrderErrors,
  },
  async (context, shop) => {
    const session = await storeSession(context, shop)
    const proof = { key: context.req.query('key') ?? '', email: context.req.query('billing_email') ?? '' }
    const opened = await openOrder(shop, session, { id: orderIdOf(context), proof })
    setNeverKept(context, session)
    if (!opened.ok) {
      context.header('allow', undefined)
      return storeError(context, opened.error)
    }
    return storeJson(context, orderJson(shop, opened.order, await viewOrderLines(shop.db, opened.order)))
  },
)

export const orderRoutes: readonly StoreRoute[] = [
  { path: '/order/:id{[0-9]+}', shown: '/order/(?P<id>[\\d]+)', methods: { GET: getOrder } },
]
