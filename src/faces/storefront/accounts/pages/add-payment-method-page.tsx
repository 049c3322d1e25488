import type { Address } from '../../../../people/addresses/address.ts'
import { shopCurrency } from '../../../../platform/money/money.ts'
import { button } from '../../../../platform/ui/button.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import { payerFieldsOf } from '../../../../shop/gateways/billing-details.ts'
import { noCardChoice } from '../../../../shop/gateways/cards/saved-card.ts'
import type { PaymentService } from '../../../../shop/gateways/context.ts'
import { checkoutPartOf, type GatewayId } from '../../../../shop/payment-methods/payment-methods.ts'
import type { PaymentMethodSettings } from '../../../../shop/payment-methods/settings.ts'
import { GatewayData } from '../../../../shop/wallets/gateway-data.tsx'
import type { Sheet } from '../../../../shop/wallets/sheet.ts'
import styles from './payment-methods.module.css'

type AddPaymentMethodPageProps = {
  readonly settings: PaymentMethodSettings
  readonly gateways: readonly GatewayId[]
  readonly payments: Pick<PaymentService, 'scriptUrl' | 'publishableKey'>
  readonly billing: Partial<Address>
  readonly email: string
  readonly now: Date
  readonly nonce: { readonly name: string; readonly value: string }
  readonly restNonce: string
  /** Where a bank's page leads. */
  readonly returnUrlOf: (method: GatewayId) => string
}

/** The form to save a card, with WooCommerce's names (account-pages.md). */
export function AddPaymentMethodPage({ gateways, payments, nonce, ...props }: AddPaymentMethodPageProps) {
  const { billing, email } = props
  if (gateways.length === 0)
    return <p className="woocommerce-info">New payment methods can only be added during checkout.</p>
  return (
    <form
      id="add_payment_method"
      method="post"
      action={paths.accountAddPaymentMethod}
      className={styles.form}
      noValidate
      aria-label="Add a card"
      data-provider-script={payments.scriptUrl}
      data-provider-key={payments.publishableKey}
      data-rest-nonce={props.restNonce}
      data-payer={JSON.stringify(payerFieldsOf({ ...billing, email: email }))}
    >
      <p>Your bank checks the card; nothing is charged. It may ask you to confirm that it is you.</p>
      <div className="woocommerce-NoticeGroup woocommerce-NoticeGroup-checkout" data-form-errors="">
        <div role="alert" />
      </div>
      <div id="payment" className="woocommerce-Payment">
        <Methods gateways={gateways} {...props} />
        <input type="hidden" name="billing_first_name" value={billing.firstName ?? ''} />
        <input type="hidden" name="billing_last_name" value={billing.lastName ?? ''} />
        <input type="hidden" name={nonce.name} id={nonce.name} value={nonce.value} />
        <input type="hidden" name="_wp_http_referer" value={paths.accountAddPaymentMethod} />
        <input type="hidden" name="woocommerce_add_payment_method" value="1" />
        <div className={`form-row ${styles.submit}`}>
          <button type="submit" id="place_order" className={`button alt ${button.cta}`} value="Add payment method">
            Save the card
          </button>
          <a className={button.tertiary} href={paths.accountPaymentMethods}>
            Back to your cards
          </a>
        </div>
      </div>
    </form>
  )
}

/** Scripts of the Stripe plugin prepare a card only where there are data of its gateway. */
const nothingToPay = (): Sheet => ({
  ...{ currency: shopCurrency, rows: [], rates: [], chosenRate: null, needsShipping: false },
  ...{ subtotalCents: 0, totalCents: 0 },
})

type MethodsProps = Pick<AddPaymentMethodPageProps, 'settings' | 'gateways' | 'now' | 'returnUrlOf'>

const Methods = ({ settings, gateways, now, returnUrlOf }: MethodsProps) => (
  <ul className={`woocommerce-PaymentMethods payment_methods methods wc_payment_methods ${styles.methods}`}>
    {gateways.map((id, at) => {
      const Part = checkoutPartOf(id)
      return (
        <li key={id} className={`woocommerce-PaymentMethod woocommerce-PaymentMethod--${id} payment_method_${id}`}>
          <input
            id={`payment_method_${id}`}
            type="radio"
            className="input-radio"
            name="payment_method"
            value={id}
            defaultChecked={at === 0}
            data-return-url={returnUrlOf(id)}
          />
          <label htmlFor={`payment_method_${id}`}>{settings.gateways[id].title}</label>
          <GatewayData page="add_payment_method" gateway={id} sheetWith={nothingToPay} />
          <div
            className={`woocommerce-PaymentBox woocommerce-PaymentBox--${id} payment_box payment_method_${id} ${styles.box}`}
          >
            {Part && <Part choice={noCardChoice} now={now} purpose="save" />}
          </div>
        </li>
      )
    })}
  </ul>
)
