import { renderToStaticMarkup } from 'react-dom/server'
import type { Cart } from '../cart/cart.store.ts'
import { choiceText } from '../catalog/choice-text.ts'
import { pictureSources } from '../media/sizes.ts'
import { formatMoney } from '../money/format.ts'
import { couponClassName } from '../pricing/coupon.ts'
import { rateClassName } from '../pricing/tax.ts'
import type { Total } from '../pricing/total.ts'
import { hrefs } from '../routes.ts'
import { type GatewayId, offeredGateways, type Settings } from '../settings/settings.ts'
import { Amount } from '../ui/amount.tsx'
import styles from './checkout.module.css'

export type CheckoutView = {
  readonly cart: Cart
  readonly total: Total
  readonly settings: Settings
  readonly paymentMethod: GatewayId | null
  readonly checkoutNonce: string
}

/** The parts of the checkout that `update_order_review` replaces (wc-ajax-update-order-review.json). */
export function checkoutFragments(view: CheckoutView): Record<string, string> {
  return {
    '.woocommerce-checkout-review-order-table': renderToStaticMarkup(<ReviewTable view={view} />),
    '.woocommerce-checkout-payment': renderToStaticMarkup(<Payment view={view} />),
  }
}

export function ReviewTable({ view: { cart, total } }: { view: CheckoutView }) {
  return (
    <table className={`shop_table woocommerce-checkout-review-order-table ${styles.review}`}>
      <caption className="screen-reader-text">Your order</caption>
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
              <span className={styles.item}>
                {line.sellable.picture && (
                  <img
                    {...pictureSources(line.sellable.picture, 160)}
                    sizes="48px"
                    width={48}
                    height={60}
                    alt=""
                    // React puts a preload before an eager picture, and a fragment must be one element.
                    loading="lazy"
                  />
                )}
                <span>
                  {line.sellable.name} <strong className="product-quantity">× {line.quantity}</strong>
                  {choiceText(line.choices) && <small>{choiceText(line.choices)}</small>}
                </span>
              </span>
            </td>
            <td className="product-total">
              <Amount cents={total.lines.find((priced) => priced.key === line.key)?.subtotalCents ?? 0} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="cart-subtotal">
          <th scope="row">Subtotal</th>
          <td>
            <Amount cents={total.itemsSubtotalCents} />
          </td>
        </tr>
        {total.coupons.map((coupon) => (
          <tr key={coupon.code} className={`cart-discount coupon-${couponClassName(coupon.code)}`}>
            <th scope="row">Coupon: {coupon.code}</th>
            <td data-title={`Coupon: ${coupon.code}`}>
              {coupon.discountCents === 0 && coupon.freeShipping ? (
                'Free shipping'
              ) : (
                <Amount cents={-coupon.discountCents} />
              )}
            </td>
          </tr>
        ))}
        {total.fees.map((fee) => (
          <tr key={fee.id} className="fee">
            <th scope="row">{fee.name}</th>
            <td data-title={fee.name}>
              <Amount cents={fee.cents} />
            </td>
          </tr>
        ))}
        {total.needsShipping && <ShippingRow total={total} />}
        {total.taxLines.map((line) => (
          <tr key={line.code} className={`tax-rate tax-rate-${rateClassName(line.code)}`}>
            <th scope="row">{line.label}</th>
            <td>
              <Amount cents={line.cents} />
            </td>
          </tr>
        ))}
        <tr className={`order-total ${styles.grand}`}>
          <th scope="row">Total</th>
          <td>
            <strong>
              <Amount cents={total.totalCents} />
            </strong>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function ShippingRow({ total }: { total: Total }) {
  return (
    <tr className="woocommerce-shipping-totals shipping">
      <th scope="row">Shipping</th>
      <td data-title="Shipping">
        {total.shippingRates.length === 0 ? (
          <span className={styles.noShipping}>We ship within Canada only. Please check the address.</span>
        ) : (
          <ul id="shipping_method" className={`woocommerce-shipping-methods ${styles.methods}`}>
            {total.shippingRates.map((rate) => {
              const id = `shipping_method_0_${rate.id.replace(':', '')}`
              return (
                <li key={rate.id}>
                  <input
                    type="radio"
                    name="shipping_method[0]"
                    data-index="0"
                    id={id}
                    value={rate.id}
                    className="shipping_method"
                    defaultChecked={rate.id === total.shippingRate?.id}
                  />
                  <label htmlFor={id}>
                    {rate.title}
                    {rate.costCents > 0 && (
                      <>
                        : <Amount cents={rate.costCents} />
                      </>
                    )}
                  </label>
                </li>
              )
            })}
          </ul>
        )}
      </td>
    </tr>
  )
}

export function Payment({ view }: { view: CheckoutView }) {
  const { settings, total } = view
  const gateways = offeredGateways(settings, total.shippingRate?.id ?? null)
  const chosen = view.paymentMethod && gateways.includes(view.paymentMethod) ? view.paymentMethod : gateways[0]
  return (
    <div id="payment" className="woocommerce-checkout-payment">
      {total.needsPayment && (
        <ul className={`wc_payment_methods payment_methods methods ${styles.gateways}`} aria-label="Payment methods">
          {gateways.map((id) => (
            <li key={id} className={`wc_payment_method payment_method_${id}`}>
              <input
                id={`payment_method_${id}`}
                type="radio"
                className="input-radio"
                name="payment_method"
                value={id}
                defaultChecked={id === chosen}
                data-order_button_text=""
              />
              <label htmlFor={`payment_method_${id}`}>{settings.gateways[id].title}</label>
              <div className={`payment_box payment_method_${id}`} hidden={id !== chosen}>
                <p>{settings.gateways[id].description}</p>
                {id === 'stripe_cc' && <CardField />}
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className={`form-row place-order ${styles.place}`}>
        {settings.termsPage && (
          <p className={`form-row validate-required ${styles.terms}`} id="terms_field">
            <label className="woocommerce-form__label woocommerce-form__label-for-checkbox checkbox">
              <input
                type="checkbox"
                className="woocommerce-form__input woocommerce-form__input-checkbox input-checkbox"
                name="terms"
                id="terms"
                value="1"
              />
              <span>
                I have read and agree to the{' '}
                <a href={hrefs.page(settings.termsPage)} target="_blank" rel="noopener">
                  terms and conditions
                </a>
              </span>
            </label>
            <input type="hidden" name="terms-field" value="1" />
          </p>
        )}
        <noscript>
          <p>
            Without script, please press Update totals after changing your address, so that tax and shipping are right.
          </p>
          <button
            type="submit"
            className={`button ${styles.update}`}
            name="woocommerce_checkout_update_totals"
            value="Update totals"
          >
            Update totals
          </button>
        </noscript>
        <button
          type="submit"
          className={`button alt ${styles.button}`}
          name="woocommerce_checkout_place_order"
          id="place_order"
          value="Place order"
          data-value="Place order"
        >
          Place order · {formatMoney(total.totalCents)}
        </button>
        <p className={styles.privacy}>
          We use your details to send this order and nothing else. See our{' '}
          <a href={hrefs.page('privacy-policy')}>privacy policy</a>.
        </p>
        <input
          type="hidden"
          id="woocommerce-process-checkout-nonce"
          name="woocommerce-process-checkout-nonce"
          value={view.checkoutNonce}
        />
        <input type="hidden" name="_wp_http_referer" value="/?wc-ajax=update_order_review" />
      </div>
    </div>
  )
}

/** The provider puts its own field into `#stripe-cc-card`; what is typed there never reaches this shop. */
function CardField() {
  return (
    <div>
      <div id="stripe-cc-card" className={styles.cardMount} data-card-field="" />
      <p id="stripe-cc-error" className={styles.cardError} role="alert" />
      <noscript>
        <p>
          Paying by card needs script, because your card number goes straight to the payment provider and never through
          this shop. Please switch it on for this page.
        </p>
      </noscript>
      <input type="hidden" id="stripe_cc_token_key" name="stripe_cc_token_key" defaultValue="" />
      <input type="hidden" id="stripe_cc_payment_intent_key" name="stripe_cc_payment_intent_key" defaultValue="" />
      <input type="hidden" id="stripe_cc_payment_type_key" name="stripe_cc_payment_type_key" defaultValue="new" />
    </div>
  )
}
