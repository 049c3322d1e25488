import type { User } from '../../people/identity/auth-session.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { CommentableEntry } from './comments.store.ts'
import type { CommentContext, WithCommentHooks } from './context.ts'

/** The buyer of an order, identified by the review link in the "order completed" email. */
export type InvitedBuyer = { readonly orderId: number; readonly email: string; readonly firstName: string }

/** Verified identity of a form visitor. Both null: anonymous, whatever is typed. */
type FormVisitor = { readonly user: User | null; readonly buyer: InvitedBuyer | null }

/** Author of a comment. `userId` and `orderId` are verified; name and email address may be unverified input. */
export type CommentAuthor = {
  readonly userId: number | null
  readonly orderId: number | null
  readonly name: string
  readonly email: string
}

/** Identifies the visitor of a form. A key is valid if its order is paid and contains this product. */
export const identifyVisitor = async (shop: CommentContext, user: User | null, entryId: number, reviewKey: string) => ({
  user,
  buyer: reviewKey === '' ? null : await shop.commentHooks.findInvitedBuyer(shop, entryId, reviewKey),
})

export function authorOf({ user, buyer }: FormVisitor, input: Pick<CommentAuthor, 'name' | 'email'>): CommentAuthor {
  const orderId = buyer?.orderId ?? null
  if (user) return { userId: user.id, orderId, name: user.name, email: user.email.toLowerCase() }
  return { userId: null, orderId, name: input.name, email: buyer?.email ?? input.email }
}

export const isIdentityProven = (author: Pick<CommentAuthor, 'userId' | 'orderId'>): boolean =>
  author.userId !== null || author.orderId !== null

/** Never based on a typed email address, which would reveal to anyone who bought what. */
export const isVerifiedOwner = async (
  { db, commentHooks }: { readonly db: Db | Tx } & WithCommentHooks,
  author: Pick<CommentAuthor, 'userId' | 'orderId'>,
  entry: Pick<CommentableEntry, 'id' | 'kind'>,
): Promise<boolean> => entry.kind === 'product' && commentHooks.hasPurchased(db, author, entry.id)
