import type { Context } from 'hono'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { MessageSettings } from '../../things/messages/settings.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import type { CommentAuthor, InvitedBuyer } from './comment-author.ts'
import type { ReviewSettings } from './settings.ts'

/** What the shop adds to comments on its products. Comments know products only through this; composition passes it in. */
export type CommentHooks = {
  /** The buyer that a review link was emailed to; null: the key is invalid, expired or for other products. */
  readonly findInvitedBuyer: (
    shop: Pick<Platform, 'db' | 'now' | 'secret'>,
    entryId: number,
    reviewKey: string,
  ) => Promise<InvitedBuyer | null>
  readonly hasPurchased: (
    db: Db | Tx,
    buyer: Pick<CommentAuthor, 'userId' | 'orderId'>,
    productId: number,
  ) => Promise<boolean>
  /** Locks those that are products: before their entries, and these before their comments. */
  readonly lockProducts: (tx: Tx, entryIds: readonly number[]) => Promise<unknown>
  /** Whether the password of an entry was entered in this browser. */
  readonly isOpened: (
    context: Context,
    shop: Pick<Platform, 'db' | 'secret' | 'url'>,
    entryId: number,
  ) => Promise<boolean>
  /** Updates what is derived from texts and visible comments, in their transaction. Answers the products that changed. */
  readonly refreshEntries: (tx: Tx, entryIds: readonly number[], now: Date) => Promise<number[]>
}

export type WithCommentHooks = { readonly commentHooks: CommentHooks }

export type CommentContext = Pick<Platform, 'db' | 'jobs' | 'now' | 'proofCost' | 'secret' | 'url'> &
  WithCommentHooks &
  WithSettings<MessageSettings & ReviewSettings & SiteSettings>
