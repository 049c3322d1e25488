import type { Context } from 'hono'
import type { Platform } from '../../platform/web/context.ts'
import { isValidOrderKey } from '../../shop/orders/order-key.ts'
import { findOrder, type Order } from '../../shop/orders/orders.store.ts'
import type { ErrorCodes } from './endpoint.ts'
import type { StoreError } from './response.ts'
import type { StoreSession } from './store-session.ts'

const orderNotFound: StoreError = { status: 404, code: 'woocommerce_rest_invalid_order', message: 'Invalid order ID.' }
const invalidKey: StoreError = {
  status: 401,
  code: 'woocommerce_rest_invalid_order',
  message: 'Invalid order ID or key provided.',
}
const invalidEmail = (message: string): StoreError => ({
  status: 401,
  code: 'woocommerce_rest_invalid_billing_email',
  message,
})
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

export type OrderProof = { readonly key: string; readonly email: string }

/**
 * The order with this id, if the caller may see it: its customer when signed in; for a guest order anyone with its key
 * and billing email address. Signing in gives no access to guest orders.
 */
export async function authorizeOrder(
  shop: Pick<Platform, 'db'>,
  session: Pick<StoreSession, 'userId'>,
  request: { readonly id: number; readonly proof: OrderProof },
): Promise<{ readonly ok: true; readonly order: Order } | { readonly ok: false; readonly error: StoreError }> {
  const order = await findOrder(shop.db, request.id)
  if (!order) return { ok: false, error: orderNotFound }
  if (order.customerId !== null && order.customerId === session.userId) return { ok: true, order }
  const { key, email } = request.proof
  if (!isValidOrderKey(order, key)) return { ok: false, error: invalidKey }
  if (email === '') return { ok: false, error: invalidEmail('No billing email provided.') }
  if (normalizeEmail(email) !== normalizeEmail(order.billing.email))
    return { ok: false, error: invalidEmail('Invalid billing email provided.') }
  return order.customerId === null ? { ok: true, order } : { ok: false, error: otherCustomer }
}

const normalizeEmail = (email: string): string => email.trim().toLowerCase()

export const orderIdOf = (context: Context): number => Number(context.req.param('id') ?? 0)
