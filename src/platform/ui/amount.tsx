import { priceString } from '../money/money.ts'

/** An amount in Canadian dollars, in WooCommerce's markup. */
export function Amount({ cents }: { cents: number }) {
  const [dollars = '0', decimals = '00'] = priceString(Math.abs(cents)).split('.')
  return (
    <span className="woocommerce-Price-amount amount">
      <bdi>
        {cents < 0 ? '-' : ''}
        <span className="woocommerce-Price-currencySymbol" translate="no">
          $
        </span>
        {dollars.replace(/\B(?=(\d{3})+$)/g, ',')}.{decimals}
      </bdi>
    </span>
  )
}
