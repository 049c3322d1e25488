import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { type CommentFormState, formValuesOf, initialFormState } from '../../site/comments/comment-input.ts'
import type { ReviewSettings } from '../../site/comments/settings.ts'
import { loadThreads } from '../../site/comments/threads.store.ts'
import { findInvitedBuyer } from './review-hooks.ts'

export type ReviewRequest = {
  /** From the path, `comment-page-2`. If omitted, the `cpage` query parameter decides, or page 1. */
  readonly page?: number
  readonly form?: CommentFormState
}

export type ReviewsView = NonNullable<Awaited<ReturnType<typeof loadReviews>>>

/** Loads the reviews tab; null if the page number is out of range (see `loadThreads`). */
export async function loadReviews(
  shop: Pick<Platform, 'db' | 'now' | 'secret'> & WithSettings<ReviewSettings>,
  { id }: { readonly id: number },
  query: Readonly<Record<string, string>>,
  request: ReviewRequest,
) {
  const { counts, all, isOpen } = await countRatings(shop.db, id)
  const stars = /^[1-5]$/.test(query.review_stars ?? '') ? Number(query.review_stars) : undefined
  const total = stars === undefined ? all : (counts[stars - 1] ?? 0)
  const view = await loadThreads(shop, { id, kind: 'product' }, total, query, { pathPage: request.page, stars })
  if (!view) return null
  const reviewKey = query.review_key ?? ''
  const form = request.form ?? (await formStateFor(shop, id, reviewKey))
  const { ratingRequired, verifiedOwnersOnly } = shop.settings().reviews
  return {
    ...view,
    total,
    counts,
    isOpen,
    stars,
    form,
    verifiedOwnersOnly,
    isRatingRequired: ratingRequired === 'yes',
    isLinkExpired: reviewKey !== '' && form.reviewKey === '',
  }
}

/** Numbers of approved reviews: by rating from one to five stars, and in total including those without a rating. */
export async function countRatings(db: Db | Tx, productId: number) {
  const { rows } = await db.execute<{ rating: number | null; reviews: number; isOpen: boolean }>(sql`
    select comments.rating, count(comments.id)::int as reviews, entries.comments_open as "isOpen"
    from entries
    left join comments on comments.entry_id = entries.id and comments.status = 'approved' and comments.parent_id is null
    where entries.id = ${productId}
    group by comments.rating, entries.comments_open`)
  return {
    counts: [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.rating === stars)?.reviews ?? 0),
    all: rows.reduce((sum, row) => sum + row.reviews, 0),
    isOpen: rows[0]?.isOpen ?? false,
  }
}

/** Empty by default; a visitor with a valid review link gets the first name of the order. */
async function formStateFor(shop: Pick<Platform, 'db' | 'now' | 'secret'>, productId: number, reviewKey: string) {
  const buyer = reviewKey === '' ? null : await findInvitedBuyer(shop, productId, reviewKey)
  return buyer
    ? { ...initialFormState, values: formValuesOf({ author: buyer.firstName }), reviewKey }
    : initialFormState
}

export function ratingBars(counts: readonly number[]) {
  const all = counts.reduce((sum, count) => sum + count, 0)
  return counts
    .map((count, index) => ({ rating: index + 1, count, percent: all === 0 ? 0 : Math.round((count * 100) / all) }))
    .toReversed()
}
