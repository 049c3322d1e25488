import { groupedDigits } from '../money/money.ts'

/** An amount in Canadian dollars, in WooCommerce's markup. */
export function Amount({ cents }: { cents: number }) {
  return (
    <span className="woocommerce-Price-amount amount">
      <bdi>
        {cents < 0 ? '-' : ''}
        <span className="woocommerce-Price-currencySymbol" translate="no">
          $
        </span>
        {groupedDigits(cents)}
      </bdi>
    </span>
  )
}
