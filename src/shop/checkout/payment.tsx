import { TERMS_TEXT } from '../../people/identity/consents/consent-texts.ts'
import { type Currency, formatMoney } from '../../platform/money/money.ts'
import { hrefs } from '../../platform/web/routes.ts'
import type { CheckoutPartProps } from '../gateways/payment-method.ts'
import {
  availableGateways,
  checkoutPartOf,
  type GatewayId,
  isProviderMethod,
} from '../payment-methods/payment-methods.ts'
import { GatewayData, type GatewayDataProps } from '../wallets/gateway-data.tsx'
import { isWallet } from '../wallets/wallets.ts'
import form from './checkout.module.css'
import type { CheckoutView } from './checkout-view.ts'
import type { OrderingSettings } from './context.ts'
import styles from './payment.module.css'
import { PRIVACY_PAGE } from './settings.ts'

export function Payment({ view }: { view: CheckoutView }) {
  const { settings, total } = view
  const gateways = availableGateways(settings, view.payable)
  return (
    <div id="payment" className="woocommerce-checkout-payment">
      {total.needsPayment ? (
        <Gateways
          settings={settings}
          gateways={gateways}
          data={{ page: 'checkout', sheetWith: view.sheetWith }}
          chosen={view.paymentMethod}
          choice={view.choice}
          now={view.now}
          payable={view.payable}
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
        <TermsAndPrivacy termsPage={settings.termsPage} policyPages={view.policyPages} isChecked={view.acceptsTerms} />
        <OrderButton
          name="woocommerce_checkout_place_order"
          label="Place order"
          totalCents={total.totalCents}
          currency={total.currency}
        />
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

type OrderButtonProps = { name?: string; label: string; totalCents: number; currency: Currency }

export const OrderButton = ({ name, label, totalCents, currency }: OrderButtonProps) => (
  <button
    type="submit"
    className={`button alt ${styles.button}`}
    name={name}
    id="place_order"
    value={label}
    data-value={label}
  >
    {`${label} · ${formatMoney(totalCents, currency)}`}
  </button>
)

type GatewaysProps = {
  readonly settings: Pick<OrderingSettings, 'gateways'>
  readonly gateways: readonly GatewayId[]
  readonly data: GatewayDataProps
  readonly chosen: GatewayId | null
} & CheckoutPartProps

/** Scripts show wallets that the device has; those of other programs by the element's style, not by `hidden`. */
export function Gateways({ settings, gateways, data, chosen: preferred, ...part }: GatewaysProps) {
  const shown = gateways.filter((id) => !isWallet(id))
  const chosen = preferred && shown.includes(preferred) ? preferred : shown[0]
  return (
    <>
      <ul
        className={`wc_payment_methods payment_methods methods ${styles.gateways}`}
        aria-label="Payment methods"
        data-count={shown.length}
      >
        {gateways.map((id) => {
          const CheckoutPart = checkoutPartOf(id)
          return (
            <li
              key={id}
              className={`wc_payment_method payment_method_${id}`}
              style={isWallet(id) ? { display: 'none' } : undefined}
            >
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
              {isProviderMethod(id) && <GatewayData {...data} gateway={id} />}
              <div className={`payment_box payment_method_${id} ${styles.box}`}>
                <p>{settings.gateways[id].description}</p>
                {CheckoutPart && <CheckoutPart {...part} />}
              </div>
            </li>
          )
        })}
      </ul>
      {shown.length === 0 && (
        <noscript>
          <p>Paying here needs JavaScript. Please turn it on for this page.</p>
        </noscript>
      )}
    </>
  )
}

type TermsAndPrivacyProps = {
  readonly termsPage: string | null
  readonly policyPages: ReadonlyMap<string, number>
  readonly isChecked: boolean
}

export const TermsAndPrivacy = ({ termsPage, policyPages, isChecked }: TermsAndPrivacyProps) => (
  <div className="woocommerce-terms-and-conditions-wrapper">
    {termsPage && (
      <p className={`form-row validate-required ${form.tick}`} id="terms_field">
        <label className="woocommerce-form__label woocommerce-form__label-for-checkbox checkbox">
          <input
            type="checkbox"
            className="woocommerce-form__input woocommerce-form__input-checkbox input-checkbox"
            name="terms"
            id="terms"
            value="1"
            defaultChecked={isChecked}
            aria-required="true"
          />
          <span className="woocommerce-terms-and-conditions-checkbox-text">
            {`${TERMS_TEXT} `}
            <PolicyName page={termsPage} kind="terms-and-conditions" policyPages={policyPages} />
          </span>
        </label>
        <input type="hidden" name="terms-field" value="1" />
        <FieldError name="terms" />
      </p>
    )}
    <div className={`woocommerce-privacy-policy-text ${styles.privacy}`}>
      <p>
        We use your details only to process and ship this order. See our{' '}
        <PolicyName page={PRIVACY_PAGE} kind="privacy-policy" policyPages={policyPages} />.
      </p>
    </div>
  </div>
)

type PolicyProps = Pick<TermsAndPrivacyProps, 'policyPages'> & {
  readonly page: string
  readonly kind: 'terms-and-conditions' | 'privacy-policy'
}

function PolicyName({ page, kind, policyPages }: PolicyProps) {
  const name = kind.replaceAll('-', ' ')
  if (!policyPages.has(page)) return name
  return (
    <a href={hrefs.page(page)} className={`woocommerce-${kind}-link`} target="_blank" rel="noopener">
      {name}
    </a>
  )
}

export const FieldError = ({ name, text }: { name: string; text?: string | undefined }) => (
  <span id={`${name}_description`} className={`checkout-inline-error-message ${form.fieldError}`} data-field-error="">
    {text}
  </span>
)
