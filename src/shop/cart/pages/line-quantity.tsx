import { Icon } from '../../../platform/ui/icon.tsx'
import { type CartLine, maxLineQuantity } from '../cart.ts'
import styles from './line-quantity.module.css'

/** The shown value is submitted too, so that only a real change counts. A mini-cart may be on a page twice, without ids. */
export function LineQuantity({ line, context }: { line: CartLine; context: 'cart' | 'mini' }) {
  const { sellable, key, quantity } = line
  const id = context === 'cart' ? `quantity_${key}` : undefined
  const label = `${sellable.name} quantity`
  const maxQuantity = maxLineQuantity(sellable)
  if (sellable.isSoldIndividually) {
    return (
      <span>
        1 <span className="screen-reader-text">(sold one at a time)</span>
        {context === 'cart' && <input type="hidden" name={`cart[${key}][qty]`} value={quantity} className="qty" />}
      </span>
    )
  }
  return (
    <div className={`quantity ${styles.stepper}`}>
      {id && (
        <label className="screen-reader-text" htmlFor={id}>
          {label}
        </label>
      )}
      <button type="button" data-step="-1" aria-label={`One less of ${sellable.name}`} disabled={quantity <= 1}>
        <Icon name="minus" size={18} />
      </button>
      <input
        id={id}
        aria-label={id ? undefined : label}
        className="input-text qty text"
        type="number"
        name={`cart[${key}][qty]`}
        defaultValue={quantity}
        // In the cart table 0 removes the line, as in WooCommerce; the mini-cart has a remove link.
        min={context === 'cart' ? 0 : 1}
        // The quantity may exceed the remaining stock; the browser must still accept the value.
        max={Math.max(maxQuantity, quantity)}
        step={1}
        inputMode="numeric"
        autoComplete="off"
      />
      <button
        type="button"
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
