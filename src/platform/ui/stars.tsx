import { ratingText } from './rating-text.ts'
import styles from './stars.module.css'

/** Five stars, filled in proportion to the rating: 467 fills 93.4 %. */
export function Stars({ hundredths, count }: { hundredths: number; count?: number }) {
  const text = ratingText(hundredths)
  const of = count === undefined ? '' : ` based on ${count} customer ${count === 1 ? 'rating' : 'ratings'}`
  return (
    <div className={`star-rating ${styles.stars}`} role="img" aria-label={`Rated ${text} out of 5${of}`}>
      <span style={{ width: `${hundredths / 5}%` }}>
        <span className="screen-reader-text">
          Rated <strong className="rating">{text}</strong> out of 5
        </span>
      </span>
    </div>
  )
}
