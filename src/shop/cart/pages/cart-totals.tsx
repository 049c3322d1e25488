import type { Currency } from '../../../platform/money/money.ts'
import { Amount } from '../../../platform/ui/amount.tsx'
import { button } from '../../../platform/ui/button.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { PayLaterMessages } from '../../gateways/pay-later/pay-later-message.tsx'
import { couponClassName } from '../../pricing/coupon.ts'
import { rateClassName } from '../../pricing/tax.ts'
import type { AppliedCoupon, Total } from '../../pricing/total.ts'
import { CartWallets } from '../../wallets/express-row.tsx'
import type { CartView } from '../fragments.tsx'
import { FreeShippingProgress } from '../mini-cart.tsx'
import styles from './cart-totals.module.css'
import { ShippingCalculator, ShippingTo } from './shipping-calculator.tsx'
import { ShippingOption } from './shipping-option.tsx'

/** The cart totals. Part of the page, and the response of `get_cart_totals` and `update_shipping_method`. */
export function CartTotals({ view }: { view: CartView }) {
  const { total } = view
  const { currency } = total
  return (
    <div className={`cart_totals ${styles.totals}`}>
      <h2 className={styles.title}>Cart totals</h2>
      <FreeShippingProgress total={total} />
      <table className={`shop_table shop_table_responsive ${styles.table}`}>
        <tbody>
          <AmountRow className="cart-subtotal" title="Subtotal" cents={total.itemsSubtotalCents} currency={currency} />
          {total.coupons.map((coupon) => (
            <CouponRow key={coupon.code} coupon={coupon} currency={currency} nonce={view.nonce} />
          ))}
          {total.needsShipping && <ShippingRow view={view} />}
          {total.fees.map((fee) => (
            <AmountRow key={fee.id} className="fee" title={fee.name} cents={fee.cents} currency={currency} />
          ))}
          {total.taxLines.map(({ code, label, cents }) => (
            <AmountRow
              key={code}
              className={`tax-rate tax-rate-${rateClassName(code)}`}
              title={label}
              cents={cents}
              currency={currency}
            />
          ))}
          <tr className={`order-total ${styles.grand}`}>
            <th scope="row">Total</th>
            <td data-title="Total">
              <strong>
                <Amount cents={total.totalCents} currency={currency} />
              </strong>
            </td>
          </tr>
        </tbody>
      </table>
      {total.taxLines.length === 0 && view.untaxedText !== '' && <p className={styles.small}>{view.untaxedText}</p>}
      <PayLaterMessages messages={view.payLater} page="cart" cents={total.totalCents} />
      <div className="wc-proceed-to-checkout">
        <a href={paths.checkout} className={`checkout-button button alt wc-forward ${button.cta} ${styles.checkout}`}>
          Proceed to checkout
        </a>
        <CartWallets wallets={view.wallets} sheetWith={view.sheetWith} isFree={!total.needsPayment} />
      </div>
    </div>
  )
}

type AmountRowProps = { className: string; title: string; cents: number; currency: Currency }

function AmountRow({ className, title, cents, currency }: AmountRowProps) {
  return (
    <tr className={className}>
      <th scope="row">{title}</th>
      <td data-title={title}>
        <Amount cents={cents} currency={currency} />
      </td>
    </tr>
  )
}

function CouponRow({ coupon, currency, nonce }: { coupon: AppliedCoupon; currency: Currency; nonce: string }) {
  const { code } = coupon
  return (
    <tr className={`cart-discount coupon-${couponClassName(code)}`}>
      <th scope="row">Coupon: {code}</th>
      <td data-title={`Coupon: ${code}`}>
        {coupon.discountCents === 0 && coupon.freeShipping ? (
          'Free shipping coupon'
        ) : (
          <Amount cents={-coupon.discountCents} currency={currency} />
        )}{' '}
        <a
          href={hrefs.removeCoupon(code, nonce)}
          className={`woocommerce-remove-coupon ${styles.removeCoupon}`}
          data-coupon={code}
          aria-label={`Remove coupon ${code}`}
        >
          Remove
        </a>
      </td>
    </tr>
  )
}

function ShippingRow({ view }: { view: CartView }) {
  const { total } = view
  return (
    <tr className="woocommerce-shipping-totals shipping">
      <td data-title="Shipping" colSpan={2}>
        <p className={styles.shippingTitle}>Shipping</p>
        {total.shippingRates.length === 0 ? (
          <p className={styles.noShipping}>We do not ship there yet. Please choose another place.</p>
        ) : (
          <Methods total={total} nonce={view.nonce} />
        )}
        <ShippingTo view={view} />
        <ShippingCalculator view={view} />
      </td>
    </tr>
  )
}

function Methods({ total, nonce }: { total: Total; nonce: string }) {
  const isSingle = total.shippingRates.length === 1
  return (
    <form action={paths.cart} method="post" className="cart-shipping-methods">
      <ul id="shipping_method" className={`woocommerce-shipping-methods ${styles.methods}`}>
        {total.shippingRates.map((rate) => (
          <li key={rate.id}>
            <ShippingOption
              rate={rate}
              currency={total.currency}
              isChosen={isSingle ? undefined : rate.id === total.shippingRate?.id}
            />
          </li>
        ))}
      </ul>
      {!isSingle && (
        <>
          <input type="hidden" name="woocommerce-cart-nonce" value={nonce} />
          <button type="submit" name="update_shipping" value="1" className={`button ${styles.plain}`}>
            Update shipping
          </button>
        </>
      )}
    </form>
  )
}
