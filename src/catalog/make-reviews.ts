import { type CommentFormState, untouchedForm } from '../content/comment-form-state.ts'
import { pageInQuery, threadsOn } from '../content/comment-pages.ts'
import { visitorAt } from '../content/comment-writer.ts'
import { nothingTyped } from '../content/comments.ts'
import { waitingIdIn } from '../content/waiting-key.ts'
import type { Shop } from '../shop.ts'
import type { Product } from './product.ts'
import { type ReviewList, readReviews } from './reviews.store.ts'

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
  readonly buyersOnly: boolean
  /** A link from a mail was followed that is not good any more. */
  readonly isLinkSpent: boolean
}

/** Reads what the reviews tab shows. A page beyond the last is null when its path asked for it, and the last otherwise. */
export async function loadReviews(
  shop: Pick<Shop, 'db' | 'secret' | 'settings' | 'now'>,
  product: Pick<Product, 'id'>,
  query: Readonly<Record<string, string>>,
  request: ReviewRequest,
): Promise<ReviewsView | null> {
  const { ratingRequired, buyersOnly } = shop.settings().reviews
  const stars = /^[1-5]$/.test(query.review_stars ?? '') ? Number(query.review_stars) : null
  const waitingId = waitingIdIn(query, shop.secret)
  const read = (page: number) =>
    readReviews(shop.db, product.id, {
      page,
      size: threadsOn.product.size,
      ...(stars === null ? {} : { stars }),
      ...(waitingId === undefined ? {} : { waitingId }),
    })
  const asked = request.page ?? pageInQuery(query.cpage)
  let page = asked
  let list = await read(page)
  const pages = Math.max(1, Math.ceil(list.total / threadsOn.product.size))
  if (asked > pages) {
    if (request.page !== undefined) return null
    page = pages
    list = await read(page)
  }
  const reviewKey = query.review_key ?? ''
  const form = request.form ?? (await formFor(shop, product.id, reviewKey))
  return {
    list,
    page,
    pages,
    stars,
    form,
    isRatingRequired: ratingRequired === 'yes',
    buyersOnly,
    isLinkSpent: reviewKey !== '' && form.reviewKey === '',
  }
}

/** Untouched for everybody; whoever came by a mailed link finds the first name of their order in it. */
async function formFor(
  shop: Pick<Shop, 'db' | 'secret' | 'now'>,
  productId: number,
  reviewKey: string,
): Promise<CommentFormState> {
  if (reviewKey === '') return untouchedForm
  const { buyer } = await visitorAt(shop, null, productId, reviewKey)
  return buyer ? { ...untouchedForm, typed: { ...nothingTyped, author: buyer.firstName }, reviewKey } : untouchedForm
}
