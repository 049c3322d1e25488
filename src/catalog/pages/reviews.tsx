import { shopDay } from '../../settings/shop-time.ts'
import { ratingText } from '../../ui/rating-text.ts'
import { Stars } from '../../ui/stars.tsx'
import { type Product } from '../product.ts'
import { ratingCounts } from '../ratings.ts'
import type { Review } from '../reviews.store.ts'
import styles from './reviews.module.css'

/** What others say: the mean, how the ratings are spread, and the reviews themselves (REV-01). */
export function Reviews({ product, reviews }: { product: Product; reviews: readonly Review[] }) {
  return (
    <div id="reviews" className={`woocommerce-Reviews ${styles.reviews}`}>
      {reviews.length === 0 ? (
        <p className="woocommerce-noreviews">There are no reviews yet.</p>
      ) : (
        <>
          <Histogram product={product} reviews={reviews} />
          <div id="comments">
            <ol className={`commentlist ${styles.list}`}>
              {reviews.map((review) => (
                <ReviewItem key={review.id} review={review} />
              ))}
            </ol>
          </div>
        </>
      )}
    </div>
  )
}

function Histogram({ product, reviews }: { product: Product; reviews: readonly Review[] }) {
  const counts = ratingCounts(reviews.map((review) => review.rating))
  return (
    <div className={styles.histogram}>
      <p className={styles.mean}>
        <strong>{ratingText(product.ratingHundredths).replace(/0$/, '')}</strong> out of 5
      </p>
      <Stars hundredths={product.ratingHundredths} />
      <p className={styles.from}>
        from {product.reviewCount} {product.reviewCount === 1 ? 'review' : 'reviews'}
      </p>
      <dl>
        {counts.map(({ rating, count, percent }) => (
          <div key={rating}>
            <dt>
              {rating} {rating === 1 ? 'star' : 'stars'}
            </dt>
            <dd>
              <span className={styles.bar} aria-hidden="true">
                <span style={{ width: `${percent}%` }} />
              </span>
              {count}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function ReviewItem({ review }: { review: Review }) {
  return (
    <li className={`review ${styles.review}`} id={`li-comment-${review.id}`}>
      <div id={`comment-${review.id}`} className="comment_container">
        <Stars hundredths={review.rating * 100} />
        <p className={`meta ${styles.meta}`}>
          <strong className="woocommerce-review__author">{review.author}</strong>
          {review.isVerified && <em className="woocommerce-review__verified verified">verified owner</em>}
          <time className="woocommerce-review__published-date" dateTime={review.writtenAt.toISOString()}>
            {shopDay(review.writtenAt)}
          </time>
        </p>
        <div className="description">
          {review.text.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </li>
  )
}
