import type { GatewayId } from '../payments/gateways.ts'
import { CARD_FIELD } from './card-field.ts'
import styles from './checkout.module.css'
import type { OrderingSettings } from './context.ts'
import { SavedMethodChoice } from './saved-method-choice.tsx'

type GatewaysProps = {
  readonly settings: Pick<OrderingSettings, 'gateways'>
  readonly gateways: readonly GatewayId[]
  /** The first gateway if null or unavailable. */
  readonly chosen: GatewayId | null
}

/** The available payment methods, with the chosen one open. */
export function Gateways({ settings, gateways, chosen: preferred }: GatewaysProps) {
  const chosen = preferred && gateways.includes(preferred) ? preferred : gateways[0]
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
              <SavedMethodChoice gateway={id} saved={[]}>
                <CardField />
              </SavedMethodChoice>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The provider mounts its field into `#stripe-cc-card`; card numbers never reach this server. */
function CardField() {
  return (
    <>
      <div id={CARD_FIELD} className={styles.cardMount} data-card-field="" />
      <p id="stripe-cc-error" className={styles.cardError} role="alert" />
      <div id="stripe-cc-failure" className={styles.cardFailure} role="status" tabIndex={-1} data-card-failure="" />
      <noscript>
        <p className={styles.cardNeedsScript}>
          Paying by card needs JavaScript, because your card number goes straight to the payment provider and never
          through this shop. Please turn it on for this page.
        </p>
      </noscript>
    </>
  )
}
