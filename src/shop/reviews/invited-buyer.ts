import type { Platform } from '../../platform/web/context.ts'
import type { InvitedBuyer } from '../../site/comments/comment-author.ts'
import { verifyReviewKey } from '../orders/order-key.ts'
import { findOrderRow } from '../orders/orders.store.ts'
import { hasPurchased } from './has-purchased.store.ts'

/** The buyer that a review link was emailed to. A key is valid if its order is paid and contains this product. */
export async function findInvitedBuyer(
  shop: Pick<Platform, 'db' | 'now' | 'secret'>,
  productId: number,
  reviewKey: string,
): Promise<InvitedBuyer | null> {
  const orderId = verifyReviewKey(shop.secret, reviewKey, shop.now())
  if (orderId === null || !(await hasPurchased(shop.db, { userId: null, orderId }, productId))) return null
  const order = await findOrderRow(shop.db, orderId)
  if (!order) return null
  const { email, firstName } = order.billing
  return { orderId, email: email.toLowerCase(), firstName }
}
