import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, idArray, type Tx } from '../../../platform/database/connect.ts'
import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { Stars } from '../../../platform/ui/stars.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import { CommentText } from '../../../site/comments/pages/comments.tsx'
import { defineBlock } from '../../../things/blocks/block.ts'
import { choice, entities, flag, number } from '../../../things/blocks/options.ts'
import styles from './reviews-block.module.css'

type ShownReview = {
  readonly id: number
  readonly productId: number
  readonly product: string
  readonly slug: string
  readonly author: string
  readonly text: string
  readonly rating: number
  readonly isVerified: boolean
  readonly createdAt: string
}

type ReviewQuery = { readonly productIds: readonly number[]; readonly minStars: number; readonly count: number }

/** The newest approved reviews of the given products; of every listed product if `productIds` is empty. */
async function newestReviews(db: Db | Tx, { productIds, minStars, count }: ReviewQuery): Promise<ShownReview[]> {
  const isOfProducts = productIds.length > 0 ? sql`and comments.entry_id = any(${idArray(productIds)})` : sql``
  const { rows } = await db.execute<ShownReview>(sql`
    select comments.id, comments.entry_id as "productId", entries.title as product, entries.slug,
      comments.author_name as author, comments.content as text, comments.rating,
      comments.is_verified as "isVerified", comments.created_at as "createdAt"
    from comments
    join products on products.id = comments.entry_id and products.listed
    join entries on entries.id = products.id and entries.password = ''
    where comments.status = 'approved' and comments.parent_id is null and comments.rating >= ${minStars} ${isOfProducts}
    order by comments.created_at desc, comments.id desc
    limit ${count}`)
  return rows
}

const options = z.object({
  products: entities('Of these products; of all if there are none', 'product'),
  number: number('At most', { min: 1, max: 24, default: 3 }),
  min_stars: choice('From so many stars', ['1', '2', '3', '4', '5'], '4'),
  show_product: flag('Name the product', true),
})

/** Customer reviews as a page block. Their text is never parsed for shortcodes. */
export const reviewsBlock = defineBlock<typeof options, readonly ShownReview[]>({
  name: 'reviews',
  title: 'Reviews',
  group: 'shop',
  options,
  async load({ db }, { products, number: count, min_stars: stars }) {
    const query = { productIds: products, minStars: Number(stars), count: Math.trunc(count) }
    const data = await newestReviews(db, query)
    const productIds = [...products, ...data.map(({ productId }) => productId)]
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
            <Stars hundredths={review.rating * 100} />
            <div className={styles.words}>
              <CommentText text={review.text} />
            </div>
            <p className={styles.meta}>
              <strong>{review.author}</strong>
              {review.isVerified && <span>verified owner</span>}
              <time dateTime={new Date(review.createdAt).toISOString()}>
                {formatShopDay(new Date(review.createdAt))}
              </time>
            </p>
            {namesProduct && (
              <a href={hrefs.product(review.slug)} className={styles.product}>
                {review.product}
              </a>
            )}
          </li>
        ))}
      </ul>
    ),
})
