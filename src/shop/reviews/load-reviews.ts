import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { type CommentFormState, initialFormState } from '../../site/comments/comment-form-state.ts'
import { emptyFormValues } from '../../site/comments/comment-input.ts'
import { parseQueryPage, threadPaging } from '../../site/comments/comment-pages.ts'
import { pendingCommentId } from '../../site/comments/moderation-hash.ts'
import type { ReviewSettings } from '../../site/comments/settings.ts'
import type { Product } from '../catalog/product.ts'
import { findInvitedBuyer } from './invited-buyer.ts'
import { type ReviewList, readReviews } from './reviews.store.ts'

/** Request parameters of the reviews tab. */
export type ReviewRequest = {
  /** From the path, `comment-page-2`. If omitted: `cpage` of the query, or page 1. */
  readonly page?: number
  readonly form?: CommentFormState
}

export type ReviewsView = {
  readonly list: ReviewList
  readonly page: number
  readonly pages: number
  /** Filter by number of stars. */
  readonly stars: number | null
  readonly form: CommentFormState
  readonly isRatingRequired: boolean
  readonly verifiedOwnersOnly: boolean
  /** The request came from an expired link in an email. */
  readonly isLinkExpired: boolean
}

/** Loads the reviews tab. A page out of range is null if it came from the path, and clamped to the last otherwise. */
export async function loadReviews(
  shop: Pick<Platform, 'db' | 'now' | 'secret'> & WithSettings<ReviewSettings>,
  product: Pick<Product, 'id'>,
  query: Readonly<Record<string, string>>,
  request: ReviewRequest,
): Promise<ReviewsView | null> {
  const { ratingRequired, verifiedOwnersOnly } = shop.settings().reviews
  const stars = /^[1-5]$/.test(query.review_stars ?? '') ? Number(query.review_stars) : null
  const pendingId = pendingCommentId(query, shop.secret)
  const load = (page: number) =>
    readReviews(shop.db, product.id, {
      page,
      size: threadPaging.product.size,
      ...(stars === null ? {} : { stars }),
      ...(pendingId === undefined ? {} : { pendingId }),
    })
  const requestedPage = request.page ?? parseQueryPage(query.cpage)
  let page = requestedPage
  let list = await load(page)
  const pages = Math.max(1, Math.ceil(list.total / threadPaging.product.size))
  if (requestedPage > pages) {
    if (request.page !== undefined) return null
    page = pages
    list = await load(page)
  }
  const reviewKey = query.review_key ?? ''
  const form = request.form ?? (await formStateFor(shop, product.id, reviewKey))
  return {
    list,
    page,
    pages,
    stars,
    form,
    isRatingRequired: ratingRequired === 'yes',
    verifiedOwnersOnly,
    isLinkExpired: reviewKey !== '' && form.reviewKey === '',
  }
}

/** Empty by default; a visitor with a valid review link gets the first name of the order. */
async function formStateFor(
  shop: Pick<Platform, 'db' | 'now' | 'secret'>,
  productId: number,
  reviewKey: string,
): Promise<CommentFormState> {
  if (reviewKey === '') return initialFormState
  const buyer = await findInvitedBuyer(shop, productId, reviewKey)
  return buyer
    ? { ...initialFormState, values: { ...emptyFormValues, author: buyer.firstName }, reviewKey }
    : initialFormState
}
