import { formatMoney } from '../money/format.ts'
import { hrefs } from '../routes.ts'
import { offeredGateways } from '../settings/settings.ts'
import styles from './checkout.module.css'
import type { CheckoutView } from './checkout-view.ts'
import { SavedOrNew } from './saved-or-new.tsx'

/** Ways to pay, terms, and the button that says what it does and how much it costs. */
export function Payment({ view }: { view: CheckoutView }) {
  const { settings, total } = view
  return (
    <div id="payment" className="woocommerce-checkout-payment">
      {total.needsPayment ? (
        <Gateways view={view} />
      ) : (
        <p className={styles.nothingToPay} data-nothing-to-pay="">
          There is nothing to pay.
        </p>
      )}
      <div className={`form-row place-order ${styles.place}`}>
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
        <div className="woocommerce-terms-and-conditions-wrapper">
          {settings.termsPage && <Terms page={settings.termsPage} isTicked={view.acceptsTerms} />}
          <div className={`woocommerce-privacy-policy-text ${styles.privacy}`}>
            <p>
              We use your details to send this order and nothing else. See our{' '}
              <a
                href={hrefs.page('privacy-policy')}
                className="woocommerce-privacy-policy-link"
                target="_blank"
                rel="noopener"
              >
                privacy policy
              </a>
              .
            </p>
          </div>
        </div>
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

function Gateways({ view: { settings, total, paymentMethod } }: { view: CheckoutView }) {
  const gateways = offeredGateways(settings, total.shippingRate?.id ?? null)
  const chosen = paymentMethod && gateways.includes(paymentMethod) ? paymentMethod : gateways[0]
  return (
    <ul
      className={`wc_payment_methods payment_methods methods ${styles.gateways}`}
      aria-label="Payment methods"
      data-count={gateways.length}
    >
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
          <div className={`payment_box payment_method_${id} ${styles.box}`}>
            <p>{settings.gateways[id].description}</p>
            {id === 'stripe_cc' && (
              <SavedOrNew gateway={id} saved={[]}>
                <CardField />
              </SavedOrNew>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The provider puts its own field into `#stripe-cc-card`; what is typed there never reaches this shop. */
function CardField() {
  return (
    <>
      <div id="stripe-cc-card" className={styles.cardMount} data-card-field="" />
      <p id="stripe-cc-error" className={styles.cardError} role="alert" />
      <noscript>
        <p className={styles.cardNeedsScript}>
          Paying by card needs script, because your card number goes straight to the payment provider and never through
          this shop. Please switch it on for this page.
        </p>
      </noscript>
    </>
  )
}

function Terms({ page, isTicked }: { page: string; isTicked: boolean }) {
  return (
    <p className={`form-row validate-required ${styles.tick}`} id="terms_field">
      <label className="woocommerce-form__label woocommerce-form__label-for-checkbox checkbox">
        <input
          type="checkbox"
          className="woocommerce-form__input woocommerce-form__input-checkbox input-checkbox"
          name="terms"
          id="terms"
          value="1"
          defaultChecked={isTicked}
          aria-required="true"
        />
        <span className="woocommerce-terms-and-conditions-checkbox-text">
          I have read and agree to the{' '}
          <a href={hrefs.page(page)} className="woocommerce-terms-and-conditions-link" target="_blank" rel="noopener">
            terms and conditions
          </a>
        </span>
      </label>
      <input type="hidden" name="terms-field" value="1" />
      <span
        id="terms_description"
        className={`checkout-inline-error-message ${styles.fieldError}`}
        data-field-error=""
      />
    </p>
  )
}
