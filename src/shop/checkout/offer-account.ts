import type { Context } from 'hono'
import { requestAccountAfterOrder } from '../../people/accounts/account-after-order.ts'
import { currentUser } from '../../people/accounts/auth-session.ts'
import { DAY_MS } from '../../platform/time/durations.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Order } from '../orders/orders.store.ts'
import type { CheckoutContext } from './context.ts'
import type { AccountOfferState } from './pages/account-offer.tsx'

/** Whoever has a guest order's link may ask for an account with its email address, for a day. */
const OFFER_MS = DAY_MS

export async function offersAccount(context: Context, shop: CheckoutContext, order: Order): Promise<boolean> {
  const isGuestOrder = order.customerId === null && order.pendingAccount === null
  const isOver = order.status === 'cancelled' || order.status === 'refunded'
  const isRecent = shop.now().getTime() - order.createdAt.getTime() < OFFER_MS
  const isOffered = shop.settings().checkout.accountCreation !== 'none' && isGuestOrder && !isOver && isRecent
  return isOffered && (await currentUser(context, shop)) === null
}

/** Takes a guest's wish for an account; the answer is the same whether the address has one or not. */
export async function submitAccountRequest(
  context: Context,
  shop: CheckoutContext,
  order: Order,
  password: string,
): Promise<AccountOfferState> {
  const { email, firstName, lastName } = order.billing
  const problem = await requestAccountAfterOrder(shop, {
    ...{ email, name: `${firstName} ${lastName}`.trim(), orderId: order.id, password },
    clientAddress: clientAddress(context),
  })
  if (problem === null) return { isSent: true, problem: null }
  return { isSent: false, problem: typeof problem === 'string' ? problem : problem.kind }
}
