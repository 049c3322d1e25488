import { formatMoney } from '../../platform/money/money.ts'
import { availableGateways } from '../payments/gateways.ts'
import styles from './checkout.module.css'
import type { CheckoutView } from './checkout-view.ts'
import { Gateways } from './gateways.tsx'
import { TermsAndPrivacy } from './terms.tsx'

/** Payment methods, terms, and the order button with the total. */
export function Payment({ view }: { view: CheckoutView }) {
  const { settings, total } = view
  return (
    <div id="payment" className="woocommerce-checkout-payment">
      {total.needsPayment ? (
        <Gateways
          settings={settings}
          gateways={availableGateways(settings, total.shippingRate?.id ?? null)}
          chosen={view.paymentMethod}
        />
      ) : (
        <p className={styles.nothingToPay} data-nothing-to-pay="">
          There is nothing to pay.
        </p>
      )}
      <div className={`form-row place-order ${styles.place}`}>
        <noscript>
          <p>
            Your browser has JavaScript turned off. Press Update totals after changing your address, so that tax and
            shipping are right.
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
        <TermsAndPrivacy settings={settings} isChecked={view.acceptsTerms} />
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
