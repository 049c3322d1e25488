import type { CommentHooks } from '../../site/comments/context.ts'
import { refreshProducts } from '../catalog/refresh-product.ts'
import { hasPurchased } from './has-purchased.store.ts'
import { findInvitedBuyer } from './invited-buyer.ts'

/** Makes comments on products reviews: verified owners, review links, and ratings that follow every change. */
export const reviewHooks: CommentHooks = { findInvitedBuyer, hasPurchased, refreshEntries: refreshProducts }
