import { hrefs } from '../../../platform/web/routes.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import { cardClasses } from '../product-card.ts'
import { badgeOf, CardButton, CardPrice } from './card-parts.tsx'
import styles from './compact-card.module.css'
import type { CardProps } from './product-card.tsx'

const badgeClasses = {
  'sold-out': styles.soldOut,
  sale: `onsale ${styles.sale}`,
  new: styles.new,
} as const

/**
 * Layout 4, 'optimised posts': a compact tile with a square picture, the name, a numeric rating and a small button, so
 * that many fit on a screen.
 */
export function CompactCard({ card, sizes, isFirst = false, headingLevel = 2 }: CardProps) {
  const [first] = card.pictures
  const badge = badgeOf(card)
  const Heading = `h${headingLevel}` as const
  return (
    <li className={`${cardClasses(card)} ${styles.card}`}>
      <a
        href={hrefs.product(card.slug)}
        className={`woocommerce-LoopProduct-link woocommerce-loop-product__link ${styles.link}`}
      >
        <span
          className={`${styles.frame} ${badge?.kind === 'sold-out' ? styles.gone : ''}`}
          style={{ viewTransitionName: `product-${card.id}` }}
        >
          {first && (
            <Picture
              picture={first}
              maxWidth={240}
              sizes={sizes}
              alt=""
              isFirst={isFirst}
              className="attachment-woocommerce_thumbnail size-woocommerce_thumbnail"
            />
          )}
          {badge && <span className={badgeClasses[badge.kind]}>{badge.text}</span>}
          <CardPrice card={card} className={styles.price} sizeClassName={styles.size} />
        </span>
        <Heading className={`woocommerce-loop-product__title ${styles.name}`}>{card.name}</Heading>
        {card.reviewCount > 0 && (
          <span className={styles.rating}>
            <span className="screen-reader-text">Rated </span>
            {(card.ratingHundredths / 100).toFixed(1)}
            <span className="screen-reader-text">
              {' '}
              out of 5, {card.reviewCount} {card.reviewCount === 1 ? 'review' : 'reviews'}
            </span>
          </span>
        )}
      </a>
      <span className={styles.actions}>
        <CardButton card={card} />
      </span>
    </li>
  )
}
