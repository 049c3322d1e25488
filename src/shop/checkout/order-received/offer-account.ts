import type { Context } from 'hono'
import { requestAccountAfterOrder, setAccountRequestKey } from '../../../people/identity/account-after-order.ts'
import { currentUser } from '../../../people/identity/auth-session.ts'
import { DAY_MS } from '../../../platform/time/durations.ts'
import { clientAddress } from '../../../platform/web/client-address.ts'
import type { Order } from '../../orders/orders.store.ts'
import type { CheckoutContext } from '../context.ts'
import type { AccountOfferState } from '../pages/account-offer.tsx'

/** Who has the link of a guest's order may request an account with its email address, for a day. */
const OFFER_MS = DAY_MS

export async function offersAccount(context: Context, shop: CheckoutContext, order: Order): Promise<boolean> {
  const isGuestOrder = order.customerId === null && order.pendingAccount === null
  const isOver = order.status === 'cancelled' || order.status === 'refunded'
  const isRecent = shop.now().getTime() - order.createdAt.getTime() < OFFER_MS
  const isOffered = shop.settings().checkout.accountCreation !== 'none' && isGuestOrder && !isOver && isRecent
  return isOffered && (await currentUser(context, shop)) === null
}

/**
 * Requests an account for the email address of a guest's order; a null password stands for a passkey. The answer is the
 * same whether the address has an account or not.
 */
export async function submitAccountRequest(
  context: Context,
  shop: CheckoutContext,
  order: Order,
  password: string | null,
): Promise<AccountOfferState> {
  const { email, firstName, lastName } = order.billing
  const requested = await requestAccountAfterOrder(shop, {
    ...{ email, name: `${firstName} ${lastName}`.trim(), orderId: order.id, password },
    clientAddress: clientAddress(context),
  })
  if (!requested.ok) return { sent: null, problem: requested.problem }
  if (requested.browserKey === null) return { sent: 'passkey', problem: null }
  setAccountRequestKey(context, shop, requested.browserKey)
  return { sent: 'password', problem: null }
}
