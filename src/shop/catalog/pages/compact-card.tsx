import { CardFrame, CardPicture, CardPrice, type CardProps } from './card-parts.tsx'
import styles from './compact-card.module.css'

const classes = styles as Readonly<Record<'card' | 'link' | 'frame' | 'badge' | 'name' | 'actions', string>>

/** Layout 4, 'optimised posts': many compact tiles on a screen. */
export function CompactCard(props: CardProps) {
  const { card } = props
  const price = <CardPrice card={card} className={styles.price} sizeClassName={styles.size} />
  return (
    <CardFrame {...props} classes={classes} pictures={<CardPicture {...props} maxWidth={240} />} price={price}>
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
