import type { User } from '../accounts/current-user.ts'
import type { Db, Tx } from '../database/connect.ts'
import { hasBought } from '../orders/has-bought.store.ts'
import { findOrderHead } from '../orders/orders.store.ts'
import { orderOfReviewKey } from '../orders/review-key.ts'
import type { Shop } from '../shop.ts'
import type { Place } from './comments.store.ts'

/** The buyer of an order, who came by the link that was mailed when it was completed. */
export type MailedBuyer = { readonly orderId: number; readonly email: string; readonly firstName: string }

/** Who is at a form, as far as it is proved. Both null: a stranger, whatever is typed. */
export type FormVisitor = { readonly user: User | null; readonly buyer: MailedBuyer | null }

/** Who writes. `userId` and `orderId` are proved; name and e-mail address may be no more than typed. */
export type CommentWriter = {
  readonly userId: number | null
  readonly orderId: number | null
  readonly name: string
  readonly email: string
}

/** Who a form is shown to or sent by. A key counts where its order holds this product and is paid. */
export async function visitorAt(
  shop: Pick<Shop, 'db' | 'secret' | 'now'>,
  user: User | null,
  placeId: number,
  reviewKey: string,
): Promise<FormVisitor> {
  const orderId = orderOfReviewKey(shop.secret, reviewKey, shop.now())
  if (orderId === null || !(await hasBought(shop.db, { userId: null, orderId }, placeId))) return { user, buyer: null }
  const order = await findOrderHead(shop.db, orderId)
  if (!order) return { user, buyer: null }
  const { email, firstName } = order.billing
  return { user, buyer: { orderId, email: email.toLowerCase(), firstName } }
}

export function writerOf(
  visitor: FormVisitor,
  typed: { readonly name: string; readonly email: string },
): CommentWriter {
  const { user, buyer } = visitor
  const orderId = buyer?.orderId ?? null
  if (user) return { userId: user.id, orderId, name: user.name, email: user.email.toLowerCase() }
  if (buyer) return { userId: null, orderId, name: typed.name, email: buyer.email }
  return { userId: null, orderId: null, ...typed }
}

/** Whether it is proved that this is who they say: it decides what earlier words of theirs count for. */
export const isProved = (writer: Pick<CommentWriter, 'userId' | 'orderId'>): boolean =>
  writer.userId !== null || writer.orderId !== null

/**
 * The one answer behind the badge 'verified owner' and behind who may review where only buyers may. It never goes by a
 * typed address: that would tell anybody who bought what.
 */
export const isVerifiedOwner = async (
  db: Db | Tx,
  writer: Pick<CommentWriter, 'userId' | 'orderId'>,
  place: Pick<Place, 'id' | 'kind'>,
): Promise<boolean> => place.kind === 'product' && hasBought(db, writer, place.id)
