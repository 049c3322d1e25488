import { Stars } from '../../../platform/ui/stars.tsx'
import { Picture } from '../../../things/media/picture-element.tsx'
import { CardFrame, CardPicture, CardPrice, type CardProps } from './card-parts.tsx'
import styles from './product-card.module.css'

const classes = styles as Readonly<Record<'card' | 'link' | 'frame' | 'badge' | 'name' | 'actions', string>>

/** Product card (CAT-03): picture with price, name, origin, rating, button. Layout 1. */
export function ProductCard(props: CardProps) {
  const { card, sizes } = props
  const [, second] = card.pictures
  const pictures = (
    <>
      <CardPicture {...props} maxWidth={480} className={styles.picture} />
      {second && card.stockStatus !== 'outofstock' && (
        <Picture picture={second} maxWidth={480} sizes={sizes} alt="" className={styles.second} />
      )}
    </>
  )
  return (
    <CardFrame {...props} classes={classes} pictures={pictures}>
      {card.subtitle !== '' && <span className={styles.line}>{card.subtitle.replaceAll(' · ', '\u00a0· ')}</span>}
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
    </CardFrame>
  )
}
