import { button } from '../../../../platform/ui/button.tsx'
import { Price } from '../../../../shop/catalog/pages/price.tsx'
import type { PriceRange } from '../../../../shop/catalog/product.ts'
import styles from './sticky-add-to-cart.module.css'

type StickyAddToCartProps = {
  name: string
  range: PriceRange
  /** '50 g'; empty if unknown. */
  size: string
  /** No purchasable variation is selected yet. */
  needsSelection: boolean
}

/**
 * Sticky bar for phones with name, price and button, shown while the form's button is out of view
 * (`sticky-add-to-cart.client.ts`, which also follows the selection). Hidden without script.
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
