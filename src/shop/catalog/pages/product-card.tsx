import { Stars } from '../../../platform/ui/stars.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import { cardClasses, type ProductCardData } from '../product-card.ts'
import { badgeOf, CardButton, CardPrice } from './card-parts.tsx'
import styles from './product-card.module.css'

export type CardProps = {
  card: ProductCardData
  /** Value for the attribute `sizes`: rendered width of the picture. */
  sizes: string
  /** In the first rows, whose pictures load eagerly. */
  isFirst?: boolean
  headingLevel?: 2 | 3
}

const badgeClasses = {
  'sold-out': styles.soldOut,
  sale: `onsale ${styles.sale}`,
  new: styles.new,
} as const

/** Product card (CAT-03): picture with price, name, origin, rating, button. Layout 1. */
export function ProductCard({ card, sizes, isFirst = false, headingLevel = 2 }: CardProps) {
  const [first, second] = card.pictures
  const badge = badgeOf(card)
  const isSoldOut = badge?.kind === 'sold-out'
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
              maxWidth={480}
              sizes={sizes}
              alt=""
              isFirst={isFirst}
              className={`attachment-woocommerce_thumbnail size-woocommerce_thumbnail ${styles.picture}`}
            />
          )}
          {second && !isSoldOut && (
            <Picture picture={second} maxWidth={480} sizes={sizes} alt="" className={styles.second} />
          )}
          {badge && <span className={badgeClasses[badge.kind]}>{badge.text}</span>}
        </span>
        <Heading className={`woocommerce-loop-product__title ${styles.name}`}>{card.name}</Heading>
        {card.subtitle !== '' && <span className={styles.line}>{card.subtitle}</span>}
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
