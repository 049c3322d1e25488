import { CARD_FIELD } from '../../card-field.ts'
import { TOKEN_FIELD } from './card-fields.ts'
import styles from './card-form.module.css'

/**
 * The form for a card, with the names and ids of the Stripe plugin (stripe-plugin sheet, "Hidden inputs and choices").
 * The provider mounts its field into `#stripe-cc-card`; card numbers never reach this server.
 */
export const CardForm = () => (
  <div className="wc-stripe_cc-container wc-stripe-gateway-container">
    <div className="wc-stripe_cc-new-method-container">
      <div id={CARD_FIELD} className={styles.cardMount} data-card-field="" />
      <p id="stripe-cc-error" className={styles.cardError} role="alert" />
      <div id="stripe-cc-failure" className={styles.cardFailure} role="status" tabIndex={-1} data-card-failure="" />
      <noscript>
        <p className={styles.cardNeedsScript}>
          Paying by card needs JavaScript, because your card number goes straight to the payment provider and never
          through this shop. Please turn it on for this page.
        </p>
      </noscript>
    </div>
    <input type="hidden" id={TOKEN_FIELD} name={TOKEN_FIELD} className="wc-stripe-token-field" />
    <input
      type="hidden"
      id="stripe_cc_payment_intent_key"
      name="stripe_cc_payment_intent_key"
      className="wc-stripe-payment-intent-field"
    />
    <input type="hidden" name="stripe_cc_payment_type_key" defaultValue="new" />
  </div>
)
