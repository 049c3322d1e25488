import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { identifyVisitor } from '../../site/comments/comment-author.ts'
import { type CommentFormState, initialFormState } from '../../site/comments/comment-form-state.ts'
import { emptyFormValues } from '../../site/comments/comment-input.ts'
import { parseQueryPage, threadPaging } from '../../site/comments/comment-pages.ts'
import { pendingCommentId } from '../../site/comments/moderation-hash.ts'
import type { Product } from '../catalog/product.ts'
import { type ReviewList, readReviews } from './reviews.store.ts'
import type { ReviewSettings } from './settings.ts'

/** What a product page was asked to show of its reviews. */
export type ReviewRequest = {
  /** From the path, `comment-page-2`. Left out: `cpage` of the query, or the first. */
  readonly page?: number
  readonly form?: CommentFormState
}

export type ReviewsView = {
  readonly list: ReviewList
  readonly page: number
  readonly pages: number
  /** Only those with so many stars are shown. */
  readonly stars: number | null
  readonly form: CommentFormState
  readonly isRatingRequired: boolean
  readonly verifiedOwnersOnly: boolean
  /** A link from a mail was followed that is not good any more. */
  readonly isLinkExpired: boolean
}

/** Reads what the reviews tab shows. A page beyond the last is null when its path asked for it, and the last otherwise. */
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

/** Untouched for everybody; whoever came by a mailed link finds the first name of their order in it. */
async function formStateFor(
  shop: Pick<Platform, 'db' | 'now' | 'secret'>,
  productId: number,
  reviewKey: string,
): Promise<CommentFormState> {
  if (reviewKey === '') return initialFormState
  const { buyer } = await identifyVisitor(shop, null, productId, reviewKey)
  return buyer
    ? { ...initialFormState, values: { ...emptyFormValues, author: buyer.firstName }, reviewKey }
    : initialFormState
}
