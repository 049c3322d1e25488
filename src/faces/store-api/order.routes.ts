import type { Context } from 'hono'
import { failure, ok, type Parsed, queryParser } from '../../platform/rest/params.ts'
import { isValidOrderKey } from '../../shop/orders/order-key.ts'
import { findOrder, type Order } from '../../shop/orders/orders.store.ts'
import type { StoreApiContext } from './context.ts'
import { type ErrorCodes, storeEndpoint } from './endpoint.ts'
import { viewOrderLines } from './line-views.store.ts'
import { orderJson } from './order-json.ts'
import { type StoreError, storeJson } from './response.ts'
import type { StoreRoute } from './router.ts'
import { orderShape } from './shapes/order-shape.ts'
import { type StoreSession, setNoStore, storeSession } from './store-session.ts'

const orderNotFound: StoreError = { status: 404, code: 'woocommerce_rest_invalid_order', message: 'Invalid order ID.' }
const unauthorized = (code: string, message: string): StoreError => ({ status: 401, code, message })
const invalidKey = unauthorized('woocommerce_rest_invalid_order', 'Invalid order ID or key provided.')
const invalidEmail = (message: string) => unauthorized('woocommerce_rest_invalid_billing_email', message)
const otherCustomer: StoreError = {
  status: 403,
  code: 'woocommerce_rest_invalid_user',
  message: 'This order belongs to a different customer.',
}

/** Error codes for orders, as in store-order.json. */
export const authorizeOrderErrors: ErrorCodes = {
  woocommerce_rest_invalid_order: [401, 404],
  woocommerce_rest_invalid_billing_email: 401,
  woocommerce_rest_invalid_user: 403,
}

/** Parameters that identify a guest, with their descriptions. */
export const orderProof = {
  key: 'The key of the order.',
  billing_email: 'The email address it was ordered with.',
} as const

/**
 * The order in the path, if the caller may see it: its customer when signed in; for a guest order anyone with its key
 * and billing email address. Signing in gives no access to guest orders. A refusal names no allowed methods, as recorded.
 */
export async function authorizeOrder(
  context: Context,
  shop: StoreApiContext,
  session: Pick<StoreSession, 'userId'>,
  proof: { readonly [K in keyof typeof orderProof]: string | undefined },
): Promise<Parsed<Order, StoreError>> {
  const order = await findOrder(shop.db, Number(context.req.param('id')))
  const error = order ? accessError(order, session.userId, proof.key ?? '', proof.billing_email ?? '') : orderNotFound
  if (order && !error) return ok(order)
  context.header('allow', undefined)
  return failure(error ?? orderNotFound)
}

function accessError(order: Order, userId: number, key: string, email: string): StoreError | null {
  if (order.customerId !== null && order.customerId === userId) return null
  if (!isValidOrderKey(order, key)) return invalidKey
  if (email === '') return invalidEmail('No billing email provided.')
  if (normalizeEmail(email) !== normalizeEmail(order.billing.email))
    return invalidEmail('Invalid billing email provided.')
  return order.customerId === null ? null : otherCustomer
}

const normalizeEmail = (email: string): string => email.trim().toLowerCase()

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

export const orderRoutes: readonly StoreRoute[] = [{ path: '/order/:id{[0-9]+}', methods: { GET: getOrder } }]
