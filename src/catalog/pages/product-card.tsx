import { hrefs } from '../../routes.ts'
import { Picture } from '../../ui/picture.tsx'
import { Stars } from '../../ui/stars.tsx'
import type { Card } from '../listing.ts'
import { cardClasses } from '../product-classes.ts'
import { CardButton, CardPrice, markOf } from './card-parts.tsx'
import styles from './product-card.module.css'

export type CardProps = {
  card: Card
  /** As in the attribute `sizes`: how wide cards are on this page. */
  sizes: string
  /** In the first rows, where pictures are seen at once. */
  isFirst?: boolean
  headingLevel?: 2 | 3
}

const markClasses = {
  'sold-out': styles.soldOut,
  sale: `onsale ${styles.sale}`,
  new: styles.new,
} as const

/** A product among others (CAT-03): picture with the price over its corner, name, origin, rating, button. Layout 1. */
export function ProductCard({ card, sizes, isFirst = false, headingLevel = 2 }: CardProps) {
  const [first, second] = card.pictures
  const mark = markOf(card)
  const isSoldOut = mark?.kind === 'sold-out'
  const Heading = `h${headingLevel}` as const
  return (
    <li className={`${cardClasses(card)} ${styles.card}`}>
      <a
        href={hrefs.product(card.slug)}
        className={`woocommerce-LoopProduct-link woocommerce-loop-product__link ${styles.link}`}
      >
        <span
          className={`${styles.frame} ${isSoldOut ? styles.gone : ''}`}
          style={{ viewTransitionName: `product-${card.id}` }}
        >
          {first && (
            <Picture
              picture={first}
              largest={480}
              sizes={sizes}
              alt=""
              isFirst={isFirst}
              className={`attachment-woocommerce_thumbnail size-woocommerce_thumbnail ${styles.picture}`}
            />
          )}
          {second && !isSoldOut && (
            <Picture picture={second} largest={480} sizes={sizes} alt="" className={styles.second} />
          )}
          {mark && <span className={markClasses[mark.kind]}>{mark.text}</span>}
        </span>
        <Heading className={`woocommerce-loop-product__title ${styles.name}`}>{card.name}</Heading>
        {card.line !== '' && <span className={styles.line}>{card.line}</span>}
        {card.reviewCount > 0 && (
          <span className={styles.rating}>
            <Stars hundredths={card.ratingHundredths} />
            <span aria-hidden="true">{card.reviewCount}</span>
            <span className="screen-reader-text">
              from {card.reviewCount} {card.reviewCount === 1 ? 'review' : 'reviews'}
            </span>
          </span>
        )}
        <CardPrice card={card} className={styles.price} sizeClassName={styles.size} />
      </a>
      <span className={styles.actions}>
        <CardButton card={card} />
      </span>
    </li>
  )
}
