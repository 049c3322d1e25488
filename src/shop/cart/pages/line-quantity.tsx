import { Icon } from '../../../platform/ui/icon.tsx'
import { type CartLine, maxLineQuantity } from '../cart.ts'
import styles from './line-quantity.module.css'

type Props = {
  line: CartLine
  /** Makes the field's id its own where a line stands twice on a page. */
  context: 'cart' | 'mini'
}

/**
 * How many of a line: a number field, with a minus and a plus once script is there. What was shown travels along, so that
 * only a real change of it counts as a wish.
 */
export function LineQuantity({ line, context }: Props) {
  const { sellable, key, quantity } = line
  const id = `${context === 'cart' ? 'quantity' : 'mini_quantity'}_${key}`
  const maxQuantity = maxLineQuantity(sellable)
  if (sellable.isSoldIndividually) {
    return (
      <span className={styles.single}>
        1 <span className="screen-reader-text">(sold one at a time)</span>
        {context === 'cart' && <input type="hidden" name={`cart[${key}][qty]`} value={quantity} className="qty" />}
      </span>
    )
  }
  return (
    <div className={`quantity ${styles.stepper}`}>
      <label className="screen-reader-text" htmlFor={id}>
        {sellable.name} quantity
      </label>
      <button
        type="button"
        className={styles.step}
        data-step="-1"
        aria-label={`One less of ${sellable.name}`}
        disabled={quantity <= 1}
      >
        <Icon name="minus" size={18} />
      </button>
      <input
        id={id}
        className={`input-text qty text ${styles.field}`}
        type="number"
        name={`cart[${key}][qty]`}
        defaultValue={quantity}
        // In the table of the cart 0 takes the line out, as in such shops; the mini-cart has its own way for that.
        min={context === 'cart' ? 0 : 1}
        // A cart may hold more than is left; the browser must not find its own page wrong.
        max={Math.max(maxQuantity, quantity)}
        step={1}
        inputMode="numeric"
        autoComplete="off"
      />
      <button
        type="button"
        className={styles.step}
        data-step="1"
        aria-label={`One more of ${sellable.name}`}
        disabled={quantity >= maxQuantity}
      >
        <Icon name="plus" size={18} />
      </button>
      <input type="hidden" name={`cart[${key}][was]`} value={quantity} />
    </div>
  )
}
