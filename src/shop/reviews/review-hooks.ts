import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import type { CommentAuthor, InvitedBuyer } from '../../site/comments/comment-author.ts'
import type { CommentHooks } from '../../site/comments/context.ts'
import { readUnlockedTexts } from '../catalog/product-password.ts'
import { lockProducts, refreshProducts } from '../catalog/refresh-product.ts'
import { verifyReviewKey } from '../orders/order-key.ts'
import { findOrderRow } from '../orders/orders.store.ts'

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

/** Guest orders count for an account only after its address was confirmed, because anyone can register any address. */
async function hasPurchased(
  db: Db | Tx,
  { userId, orderId }: Pick<CommentAuthor, 'userId' | 'orderId'>,
  productId: number,
): Promise<boolean> {
  if (userId === null && orderId === null) return false
  const { rows } = await db.execute(sql`
    select 1 from order_lines
    join orders on orders.id = order_lines.order_id
    where order_lines.product_id = ${productId}
      and orders.status in ('processing', 'completed')
      and (orders.customer_id = ${userId}::int or orders.id = ${orderId}::int
        or lower(orders.billing->>'email') =
          (select users.email from users where users.id = ${userId}::int and users.email_verified))
    limit 1`)
  return rows.length > 0
}

/** Makes comments on products reviews: verified owners, review links, and ratings that follow every change. */
export const reviewHooks: CommentHooks = {
  findInvitedBuyer,
  hasPurchased,
  lockProducts,
  isOpened: async (context, shop, id) => (await readUnlockedTexts(context, shop, id)) !== null,
  refreshEntries: refreshProducts,
}
