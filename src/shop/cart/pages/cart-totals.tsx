import { Fragment } from 'react'
import { canadianProvinces } from '../../../people/addresses/canadian-provinces.ts'
import { addressRules } from '../../../people/addresses/country-rules.ts'
import type { Currency } from '../../../platform/money/money.ts'
import { Amount } from '../../../platform/ui/amount.tsx'
import { button } from '../../../platform/ui/button.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { PayLaterMessages } from '../../gateways/pay-later/pay-later-message.tsx'
import { couponClassName } from '../../pricing/coupon.ts'
import { rateClassName } from '../../pricing/tax.ts'
import { type AppliedCoupon, displayedCents, displayedDiscountCents, type Total } from '../../pricing/total.ts'
import { CartWallets } from '../../wallets/express-row.tsx'
import type { CartView } from '../cart-view.tsx'
import { FreeShippingProgress } from '../mini-cart.tsx'
import { destinationOf } from '../price-cart.ts'
import styles from './cart-totals.module.css'
import { ShippingOption } from './shipping-option.tsx'

/** The cart totals. Part of the page, and the response of `get_cart_totals` and `update_shipping_method`. */
export function CartTotals({ view }: { view: CartView }) {
  const { total } = view
  const { currency } = total
  return (
    <div className={`cart_totals ${styles.totals}`} data-cart_hash={view.hash}>
      <h2 className={styles.title}>Cart totals</h2>
      <FreeShippingProgress total={total} />
      <table className={`shop_table shop_table_responsive ${styles.table}`}>
        <tbody>
          <AmountRow
            className="cart-subtotal"
            title="Subtotal"
            cents={displayedCents(total, total.itemsSubtotalCents, total.itemsSubtotalTaxCents)}
            currency={currency}
          />
          {total.coupons.map((coupon) => (
            <CouponRow key={coupon.code} coupon={coupon} total={total} nonce={view.nonce} />
          ))}
          {total.needsShipping && <ShippingRow view={view} />}
          {total.fees.map((fee) => (
            <FeeRow key={fee.id} fee={fee} total={total} />
          ))}
          <TaxRows total={total} isTitled />
          <TotalRow total={total} className={styles.grand} isTitled />
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

type AmountRowProps = { className: string; title: string; cents: number; currency: Currency; isTitled?: boolean }

/** `isTitled`: narrow screens show the title beside the amount. */
export const AmountRow = ({ className, title, cents, currency, isTitled = true }: AmountRowProps) => (
  <tr className={className}>
    <th scope="row">{title}</th>
    <td data-title={isTitled ? title : undefined}>
      <Amount cents={cents} currency={currency} />
    </td>
  </tr>
)

export const FeeRow = ({ fee, total }: { fee: Total['fees'][number]; total: Total }) => (
  <AmountRow
    className="fee"
    title={fee.name}
    cents={displayedCents(total, fee.cents, fee.taxCents)}
    currency={total.currency}
  />
)

/** None if the other rows include tax: then the total says how much. */
export const TaxRows = ({ total, isTitled = false }: { total: Total; isTitled?: boolean }) =>
  (total.pricesIncludeTax ? [] : total.taxLines).map(({ rateId, code, label: title, cents }) => {
    const className = `tax-rate tax-rate-${rateClassName(code)}`
    return (
      <AmountRow
        key={rateId}
        className={className}
        title={title}
        cents={cents}
        isTitled={isTitled}
        currency={total.currency}
      />
    )
  })

type TotalRowProps = { total: Total; className: string | undefined; isTitled?: boolean }

export const TotalRow = ({ total, className, isTitled = false }: TotalRowProps) => (
  <tr className={`order-total ${className}`}>
    <th scope="row">Total</th>
    <td data-title={isTitled ? 'Total' : undefined}>
      <strong>
        <Amount cents={total.totalCents} currency={total.currency} />
      </strong>
      {total.pricesIncludeTax && total.taxLines.length > 0 && (
        <>
          {' '}
          <small className="includes_tax">
            {'(includes '}
            {total.taxLines.map(({ rateId, label, cents }, index) => (
              <Fragment key={rateId}>
                {index > 0 && ', '}
                <Amount cents={cents} currency={total.currency} /> {label}
              </Fragment>
            ))}
            )
          </small>
        </>
      )}
    </td>
  </tr>
)

type CouponRowProps = { coupon: AppliedCoupon; total: Total; nonce: string }

function CouponRow({ coupon, total, nonce }: CouponRowProps) {
  const { code } = coupon
  return (
    <tr className={`cart-discount coupon-${couponClassName(code)}`}>
      <th scope="row">Coupon: {code}</th>
      <td data-title={`Coupon: ${code}`}>
        {coupon.discountCents === 0 && coupon.freeShipping ? (
          'Free shipping coupon'
        ) : (
          <Amount cents={-displayedDiscountCents(total, coupon)} currency={total.currency} />
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
              total={total}
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

function ShippingTo({ view: { cart, base } }: { view: CartView }) {
  const { country, state } = destinationOf(cart, base)
  const name = addressRules(country).provinces?.find((province) => province.code === state)?.name ?? (state || country)
  return (
    <p className={`woocommerce-shipping-destination ${styles.destination}`}>
      {cart.shipping.state ? (
        <>
          Shipping to <strong>{name}</strong>.
        </>
      ) : (
        <>
          Estimated for <strong>{name}</strong>. Your address decides.
        </>
      )}
    </p>
  )
}

/** The shop ships within Canada only, so there is no country field. With script every change is submitted at once. */
function ShippingCalculator({ view: { cart, base, calculatorNonce } }: { view: CartView }) {
  const { state } = destinationOf(cart, base)
  return (
    <form className="woocommerce-shipping-calculator" action={paths.cart} method="post">
      <section className={`shipping-calculator-form ${styles.form}`} id="shipping-calculator-form">
        <input
          type="hidden"
          name="calc_shipping_country"
          id="calc_shipping_country"
          className="country_to_state country_select"
          value={base.country}
        />
        <p className={`form-row form-row-wide ${styles.field}`} id="calc_shipping_state_field">
          <label htmlFor="calc_shipping_state">Province or territory</label>
          <select
            name="calc_shipping_state"
            id="calc_shipping_state"
            className="state_select"
            defaultValue={state}
            autoComplete="shipping address-level1"
          >
            {canadianProvinces.map((province) => (
              <option key={province.code} value={province.code}>
                {province.name}
              </option>
            ))}
          </select>
        </p>
        <p className={`form-row form-row-wide ${styles.field}`} id="calc_shipping_postcode_field">
          <label htmlFor="calc_shipping_postcode">
            Postal code <span className="optional">(optional)</span>
          </label>
          <input
            type="text"
            name="calc_shipping_postcode"
            id="calc_shipping_postcode"
            className="input-text"
            defaultValue={cart.shipping.postcode ?? ''}
            autoComplete="shipping postal-code"
            autoCapitalize="characters"
            maxLength={10}
          />
        </p>
        <button type="submit" name="calc_shipping" value="1" className={`button ${styles.update}`}>
          Update
        </button>
        <input
          type="hidden"
          id="woocommerce-shipping-calculator-nonce"
          name="woocommerce-shipping-calculator-nonce"
          value={calculatorNonce}
        />
        <input type="hidden" name="_wp_http_referer" value={paths.cart} />
      </section>
    </form>
  )
}
