import { and, desc, eq, gte, isNull } from 'drizzle-orm'
import { columnsOf, type Db, isAnyOf, type Tx } from '../../../platform/database/connect.ts'
import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { Stars } from '../../../platform/ui/stars.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import { comments } from '../../../site/comments/comments.table.ts'
import { CommentText } from '../../../site/comments/pages/comments.tsx'
import { defineBlock } from '../../../things/blocks/block.ts'
import { choice, entities, flag, number } from '../../../things/blocks/options.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { products } from '../../catalog/catalog.table.ts'
import styles from './reviews-block.module.css'

type ReviewQuery = { readonly productIds: readonly number[]; readonly minStars: number; readonly count: number }

/** The newest approved reviews of the given products; of every listed product if `productIds` is empty. */
const newestReviews = (db: Db | Tx, { productIds, minStars, count }: ReviewQuery) =>
  db
    .select({
      ...columnsOf(comments, 'id', 'entryId', 'authorName', 'content', 'rating', 'isVerified', 'createdAt'),
      product: columnsOf(entries, 'title', 'slug'),
    })
    .from(comments)
    .innerJoin(products, and(eq(products.id, comments.entryId), products.listed))
    .innerJoin(entries, and(eq(entries.id, products.id), eq(entries.password, '')))
    .where(
      and(
        eq(comments.status, 'approved'),
        isNull(comments.parentId),
        gte(comments.rating, minStars),
        productIds.length > 0 ? isAnyOf(comments.entryId, productIds) : undefined,
      ),
    )
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(count)

/** Customer reviews as a page block. Their text is never parsed for shortcodes. */
export const reviewsBlock = defineBlock({
  name: 'reviews',
  title: 'Reviews',
  group: 'shop',
  options: {
    products: entities('Of these products; of all if there are none', 'product'),
    number: number('At most', { min: 1, max: 24, default: 3 }),
    min_stars: choice('From so many stars', ['1', '2', '3', '4', '5'], '4'),
    show_product: flag('Name the product', true),
  },
  async load({ db }, { products, number: count, min_stars: stars }) {
    const data = await newestReviews(db, { productIds: products, minStars: Number(stars), count: Math.trunc(count) })
    const productIds = [...products, ...data.map(({ entryId }) => entryId)]
    const tags = productIds.map((id) => `product:${id}`)
    return { data, tags: products.length > 0 ? tags : ['comments', 'listing', ...tags] }
  },
  View: ({ data, options: { show_product: namesProduct } }) =>
    data.length === 0 ? (
      <p>There are no reviews yet.</p>
    ) : (
      <ul className={styles.reviews}>
        {data.map((review) => (
          <li key={review.id} className={`review ${styles.review}`}>
            <Stars hundredths={(review.rating ?? 0) * 100} />
            <div className={styles.words}>
              <CommentText text={review.content} />
            </div>
            <p className={styles.meta}>
              <strong>{review.authorName}</strong>
              {review.isVerified && <span>verified owner</span>}
              <time dateTime={review.createdAt.toISOString()}>{formatShopDay(review.createdAt)}</time>
            </p>
            {namesProduct && (
              <a href={hrefs.product(review.product.slug)} className={styles.product}>
                {review.product.title}
              </a>
            )}
          </li>
        ))}
      </ul>
    ),
})
