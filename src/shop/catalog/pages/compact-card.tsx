import { Picture } from '../../../things/media/picture-element.tsx'
import { PlaceholderPicture } from '../../../things/media/placeholder-picture.tsx'
import { CardFrame, CardPrice, type CardProps } from './card-parts.tsx'
import styles from './compact-card.module.css'

const classes = styles as Readonly<Record<'card' | 'link' | 'frame' | 'badge' | 'name' | 'actions', string>>

/** Layout 4, 'optimised posts': many compact tiles on a screen. */
export function CompactCard(props: CardProps) {
  const { card, sizes, isFirst = false } = props
  const [first] = card.pictures
  const picture = first ? (
    <Picture
      picture={first}
      maxWidth={240}
      sizes={sizes}
      alt=""
      isFirst={isFirst}
      className="attachment-woocommerce_thumbnail size-woocommerce_thumbnail"
    />
  ) : (
    <PlaceholderPicture />
  )
  const price = <CardPrice card={card} className={styles.price} sizeClassName={styles.size} />
  return (
    <CardFrame {...props} classes={classes} pictures={picture} price={price}>
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
    </CardFrame>
  )
}
