import { button } from '../../../platform/ui/button.tsx'
import type { PriceRange } from '../price-range.ts'
import { Price } from './price.tsx'
import styles from './sticky-add-to-cart.module.css'

type StickyAddToCartProps = {
  name: string
  range: PriceRange
  /** '50 g'; empty where it is not known. */
  size: string
  /** Nothing that can be had is chosen yet. */
  needsSelection: boolean
}

/**
 * On phones: name, price and button at the bottom, once the form's own button is out of sight (`add-bar.client.ts`, which
 * also makes them follow what is chosen). Without script it stays away.
 */
export function StickyAddToCart({ name, range, size, needsSelection }: StickyAddToCartProps) {
  return (
    <div className={styles.bar} data-add-bar="" inert>
      <div className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.price}>
          <span data-bar-price="">
            <Price range={range} />
          </span>{' '}
          <span data-bar-size="">{size}</span>
        </span>
      </div>
      <button type="button" className={`${button.cta} ${styles.add}`}>
        {needsSelection ? 'Choose' : 'Add to cart'}
      </button>
    </div>
  )
}
