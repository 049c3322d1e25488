import type { Context } from 'hono'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { MessageSettings } from '../../things/messages/settings.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import type { CommentAuthor, InvitedBuyer } from './comment-author.ts'
import type { ReviewSettings } from './settings.ts'

/** Product-specific parts of comments, implemented by reviews and injected by composition. */
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
  /** Locks the products among the entries. Lock order: products, entries, comments. */
  readonly lockProducts: (tx: Tx, entryIds: readonly number[]) => Promise<unknown>
  /** Whether the visitor has entered the password of an entry. */
  readonly isOpened: (
    context: Context,
    shop: Pick<Platform, 'db' | 'secret' | 'url'>,
    entryId: number,
  ) => Promise<boolean>
  /** Updates data derived from visible comments, in their transaction. Returns the changed product ids. */
  readonly refreshEntries: (tx: Tx, entryIds: readonly number[], now: Date) => Promise<number[]>
}

export type WithCommentHooks = { readonly commentHooks: CommentHooks }

export type CommentContext = Pick<Platform, 'db' | 'jobs' | 'now' | 'proofCost' | 'secret' | 'url'> &
  WithCommentHooks &
  WithSettings<MessageSettings & ReviewSettings & SiteSettings>
