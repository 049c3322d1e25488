import type { User } from '../../people/accounts/auth-session.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { findOrderRow } from '../../shop/orders/orders.store.ts'
import { hasPurchased } from '../../shop/reviews/has-purchased.store.ts'
import { verifyReviewKey } from '../../shop/reviews/review-key.ts'
import type { CommentableEntry } from './comments.store.ts'

/** The buyer of an order, who came by the link that was mailed when it was completed. */
export type InvitedBuyer = { readonly orderId: number; readonly email: string; readonly firstName: string }

/** Who is at a form, as far as it is proved. Both null: a stranger, whatever is typed. */
export type FormVisitor = { readonly user: User | null; readonly buyer: InvitedBuyer | null }

/** Who writes. `userId` and `orderId` are proved; name and e-mail address may be no more than typed. */
export type CommentAuthor = {
  readonly userId: number | null
  readonly orderId: number | null
  readonly name: string
  readonly email: string
}

/** Who a form is shown to or sent by. A key counts where its order holds this product and is paid. */
export async function identifyVisitor(
  shop: Pick<Platform, 'db' | 'now' | 'secret'>,
  user: User | null,
  entryId: number,
  reviewKey: string,
): Promise<FormVisitor> {
  const orderId = verifyReviewKey(shop.secret, reviewKey, shop.now())
  if (orderId === null || !(await hasPurchased(shop.db, { userId: null, orderId }, entryId)))
    return { user, buyer: null }
  const order = await findOrderRow(shop.db, orderId)
  if (!order) return { user, buyer: null }
  const { email, firstName } = order.billing
  return { user, buyer: { orderId, email: email.toLowerCase(), firstName } }
}

export function authorOf(
  visitor: FormVisitor,
  input: { readonly name: string; readonly email: string },
): CommentAuthor {
  const { user, buyer } = visitor
  const orderId = buyer?.orderId ?? null
  if (user) return { userId: user.id, orderId, name: user.name, email: user.email.toLowerCase() }
  if (buyer) return { userId: null, orderId, name: input.name, email: buyer.email }
  return { userId: null, orderId: null, ...input }
}

/** Whether it is proved that this is who they say: it decides what earlier words of theirs count for. */
export const isIdentityProven = (author: Pick<CommentAuthor, 'userId' | 'orderId'>): boolean =>
  author.userId !== null || author.orderId !== null

/**
 * The one answer behind the badge 'verified owner' and behind who may review where only buyers may. It never goes by a
 * typed address: that would tell anybody who bought what.
 */
export const isVerifiedOwner = async (
  db: Db | Tx,
  author: Pick<CommentAuthor, 'userId' | 'orderId'>,
  entry: Pick<CommentableEntry, 'id' | 'kind'>,
): Promise<boolean> => entry.kind === 'product' && hasPurchased(db, author, entry.id)
