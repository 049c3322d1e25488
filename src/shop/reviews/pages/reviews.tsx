import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { Icon } from '../../../platform/ui/icon.tsx'
import { Pagination } from '../../../platform/ui/pagination.tsx'
import { ratingText } from '../../../platform/ui/rating-text.ts'
import { Stars } from '../../../platform/ui/stars.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import { CommentForm } from '../../../site/comments/pages/comment-form.tsx'
import thread from '../../../site/comments/pages/comments.module.css'
import { CommentText, MAX_DEPTH } from '../../../site/comments/pages/comments.tsx'
import type { ThreadComment } from '../../../site/comments/threads.store.ts'
import type { Product } from '../../catalog/product.ts'
import { type ReviewsView, ratingBars } from '../load-reviews.ts'
import styles from './reviews.module.css'

type ReviewsProps = { product: Product; view: ReviewsView }

export function Reviews({ product, view }: ReviewsProps) {
  const isFirst = product.reviewCount === 0 && view.threads.length === 0
  return (
    <div id="reviews" className={`woocommerce-Reviews ${styles.reviews}`} data-count={product.reviewCount}>
      {product.reviewCount > 0 && <Histogram product={product} view={view} />}
      <div className={styles.main}>
        <div id="comments" className={styles.comments}>
          {isFirst ? (
            <p className={`woocommerce-noreviews ${styles.none}`}>
              There are no reviews yet.{view.isOpen && ' If you have tried it, tell others how it was.'}
            </p>
          ) : (
            <ReviewPages product={product} view={view} />
          )}
        </div>
        {view.isOpen && (
          <div id="review_form_wrapper">
            <div id="review_form">
              <CommentForm
                entryId={product.id}
                state={view.form}
                rating={view.isRatingRequired ? 'required' : 'optional'}
                title={isFirst ? 'Be the first to review this' : 'Write a review'}
                label="Your review"
                submit="Submit review"
                note={formNote(view)}
              />
            </div>
          </div>
        )}
      </div>
    </div>
  )
}

function formNote({ verifiedOwnersOnly, isLinkExpired }: ReviewsView): string | null {
  if (!isLinkExpired) return verifiedOwnersOnly ? 'Only people who bought this product can review it.' : null
  const advice = verifiedOwnersOnly
    ? 'Sign in to review what you bought.'
    : 'You can still write, or sign in first to be marked as an owner.'
  return `The link from our mail is no longer good. ${advice}`
}

const ReviewPages = ({ product: { slug }, view: { threads, total, page, pages, stars } }: ReviewsProps) => (
  <>
    {stars !== undefined && (
      <p className={styles.filter}>
        {total === 0 ? 'No reviews with' : total === 1 ? '1 review with' : `${total} reviews with`} {starsText(stars)}.{' '}
        <a href={hrefs.reviews(slug)}>Show all reviews</a>
      </p>
    )}
    {threads.length > 0 && (
      <ol className={`commentlist ${styles.list}`}>
        {threads.map((review) => (
          <ReviewItem key={review.id} review={review} depth={1} />
        ))}
      </ol>
    )}
    <Pagination
      page={page}
      pages={pages}
      label="Pages of reviews"
      hrefOf={(number) => hrefs.reviews(slug, number, stars)}
    />
  </>
)

const starsText = (stars: number): string => `${stars} ${stars === 1 ? 'star' : 'stars'}`

const Histogram = ({ product, view }: ReviewsProps) => (
  <section className={styles.histogram} aria-label="Ratings">
    <p className={styles.mean}>
      <strong>{ratingText(product.ratingHundredths).replace(/0$/, '')}</strong> out of 5
    </p>
    <Stars hundredths={product.ratingHundredths} />
    <p className={styles.from}>
      from {product.reviewCount} {product.reviewCount === 1 ? 'review' : 'reviews'}
    </p>
    <ul>
      {ratingBars(view.counts).map((bar) => (
        <li key={bar.rating}>
          <Bar {...bar} slug={product.slug} isSelected={view.stars === bar.rating} />
        </li>
      ))}
    </ul>
    {view.isOpen && (
      <a className={styles.write} href="#review_form">
        Write a review
      </a>
    )}
  </section>
)

type BarProps = ReturnType<typeof ratingBars>[number] & { slug: string; isSelected: boolean }

function Bar({ rating, count, percent, slug, isSelected }: BarProps) {
  const row = (
    <>
      <span className={styles.label}>{starsText(rating)}</span>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className={styles.count}>
        {count}
        <span className="screen-reader-text"> {count === 1 ? 'review' : 'reviews'}</span>
      </span>
    </>
  )
  if (count === 0) return <span className={styles.row}>{row}</span>
  return (
    <a
      className={`${styles.row} ${isSelected ? styles.chosen : ''}`}
      href={hrefs.reviews(slug, 1, isSelected ? undefined : rating)}
      rel="nofollow"
      aria-current={isSelected || undefined}
    >
      {row}
    </a>
  )
}

const ReviewItem = ({ review, depth }: { review: ThreadComment; depth: number }) => (
  <li
    className={`review depth-${depth} ${styles.review} ${review.isStaff ? 'bypostauthor' : ''}`}
    id={`li-comment-${review.id}`}
  >
    <div id={`comment-${review.id}`} className={`comment_container ${styles.container}`} tabIndex={-1}>
      {review.isPending && (
        <p className={`woocommerce-review__awaiting-approval ${thread.awaiting}`} role="status">
          <Icon name="check" size={18} /> Thank you. Your {review.rating === null ? 'words wait' : 'review waits'} for
          approval; until then only you see {review.rating === null ? 'them' : 'it'} here.
        </p>
      )}
      {review.rating !== null && <Stars hundredths={review.rating * 100} />}
      <p className={`meta ${thread.meta} ${styles.meta}`}>
        <strong className="woocommerce-review__author">{review.author}</strong>
        {review.isVerified && <em className="woocommerce-review__verified verified">verified owner</em>}
        {review.isStaff && <em className={thread.shop}>from the shop</em>}
        <time className="woocommerce-review__published-date" dateTime={review.createdAt.toISOString()}>
          {formatShopDay(review.createdAt)}
        </time>
      </p>
      <div className="description">
        <CommentText text={review.text} />
      </div>
    </div>
    {review.replies.length > 0 && (
      <ol className={`children ${thread.replies} ${depth >= MAX_DEPTH ? thread.flat : ''}`}>
        {review.replies.map((reply) => (
          <ReviewItem key={reply.id} review={reply} depth={depth + 1} />
        ))}
      </ol>
    )}
  </li>
)
