import { type Currency, currencyPrefix, groupedDigits, shopCurrency } from '../money/money.ts'

/** An amount in WooCommerce's markup, in the shop's currency unless another one is given. */
export const Amount = ({ cents, currency = shopCurrency }: { cents: number; currency?: Currency }) => (
  <span className="woocommerce-Price-amount amount">
    <bdi>
      {cents < 0 ? '-' : ''}
      <span className="woocommerce-Price-currencySymbol" translate="no">
        {currencyPrefix(currency)}
      </span>
      {groupedDigits(cents, currency)}
    </bdi>
  </span>
)
