import { countryName } from '../../people/addresses/countries.ts'
import { Amount } from '../../platform/ui/amount.tsx'
import { hrefs } from '../../platform/web/routes.ts'
import { pictureSources } from '../../things/media/picture-sizes.ts'
import type { CartLine } from '../cart/cart.ts'
import { AmountRow, FeeRow, TaxRows, TotalRow } from '../cart/pages/cart-totals.tsx'
import { ShippingOption } from '../cart/pages/shipping-option.tsx'
import { couponClassName } from '../pricing/coupon.ts'
import {
  type AppliedCoupon,
  displayedCents,
  displayedDiscountCents,
  displayedLineCents,
  type Total,
} from '../pricing/total.ts'
import type { CheckoutView } from './checkout-view.ts'
import styles from './order-review.module.css'

export function OrderReviewTable({ view }: { view: CheckoutView }) {
  const { cart, total } = view
  const { currency } = total
  return (
    <table className={`shop_table woocommerce-checkout-review-order-table ${styles.review}`}>
      <caption className="screen-reader-text">
        Your order
        {/* Here, because scripts replace the table as a whole. */}
        {view.hasCurrencies && <input type="hidden" name="currency" value={currency} />}
        <input type="hidden" name="shown_total_cents" value={total.totalCents} />
      </caption>
      <thead className="screen-reader-text">
        <tr>
          <th scope="col" className="product-name">
            Product
          </th>
          <th scope="col" className="product-total">
            Subtotal
          </th>
        </tr>
      </thead>
      <tbody>
        {cart.lines.map((line) => (
          <tr key={line.key} className="cart_item">
            <td className="product-name">
              <LineName line={line} detail={view.lineDetails.get(line.key) ?? ''} />
            </td>
            <td className="product-total">
              <Amount cents={displayedLineCents(total, line.key)} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <AmountRow
          className="cart-subtotal"
          title="Subtotal"
          cents={displayedCents(total, total.itemsSubtotalCents, total.itemsSubtotalTaxCents)}
          currency={currency}
          isTitled={false}
        />
        {total.coupons.map((coupon) => (
          <CouponRow key={coupon.code} coupon={coupon} total={total} nonce={view.checkoutNonce} />
        ))}
        {total.fees.map((fee) => (
          <FeeRow key={fee.id} fee={fee} total={total} />
        ))}
        {total.needsShipping && <ShippingRow view={view} />}
        <TaxRows total={total} />
        <TotalRow total={total} className={styles.grand} />
      </tfoot>
    </table>
  )
}

function LineName({ line, detail }: { line: CartLine; detail: string }) {
  return (
    <span className={styles.item}>
      {line.sellable.picture && (
        <img
          {...pictureSources(line.sellable.picture, 160)}
          sizes="48px"
          width={48}
          height={60}
          alt=""
          // React adds a preload link before an eager image, but a fragment has to be one element.
          loading="lazy"
        />
      )}
      <span>
        {line.sellable.name} <strong className="product-quantity">× {line.quantity}</strong>
        {detail !== '' && <small>{detail}</small>}
      </span>
    </span>
  )
}

type CouponRowProps = { coupon: AppliedCoupon; total: Total; nonce: string }

const CouponRow = ({ coupon, total, nonce }: CouponRowProps) => (
  <tr className={`cart-discount coupon-${couponClassName(coupon.code)}`}>
    <th scope="row">
      Coupon: {coupon.code}{' '}
      <a
        href={hrefs.checkoutWithoutCoupon(coupon.code, nonce)}
        className={`woocommerce-remove-coupon ${styles.removeCoupon}`}
        data-coupon={coupon.code}
        aria-label={`Remove coupon ${coupon.code}`}
      >
        Remove
      </a>
    </th>
    <td data-title={`Coupon: ${coupon.code}`}>
      {coupon.discountCents === 0 && coupon.freeShipping ? (
        'Free shipping'
      ) : (
        <Amount cents={-displayedDiscountCents(total, coupon)} currency={total.currency} />
      )}
    </td>
  </tr>
)

function ShippingRow({ view: { cart, total, settings } }: { view: CheckoutView }) {
  const hasRates = total.shippingRates.length > 0
  return (
    <tr className="woocommerce-shipping-totals shipping">
      <th scope="row" id={hasRates ? 'shipping-title' : undefined}>
        Shipping
      </th>
      <td data-title="Shipping">
        {hasRates ? (
          <ul
            id="shipping_method"
            className={`woocommerce-shipping-methods ${styles.methods}`}
            role="radiogroup"
            aria-labelledby="shipping-title"
          >
            {total.shippingRates.map((rate) => (
              <li key={rate.id} role="presentation">
                <ShippingOption rate={rate} total={total} isChosen={rate.id === total.shippingRate?.id} />
              </li>
            ))}
          </ul>
        ) : (
          <span className={styles.noShipping}>
            {noRateText(cart.shipping.country ?? '', settings.checkout.shipsTo)}
          </span>
        )}
      </td>
    </tr>
  )
}

function noRateText(country: string, shipsTo: CheckoutView['settings']['checkout']['shipsTo']): string {
  if (shipsTo !== 'everywhere' && shipsTo.length === 1 && shipsTo[0])
    return `We ship within ${countryName(shipsTo[0])} only. Please check the address.`
  const destination = country === '' ? 'there' : `to ${countryName(country)}`
  return `We have no way to ship ${destination} yet. Please try another address, or write to us.`
}
