import signInStyles from '../../../people/accounts/pages/sign-in.module.css'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../people/accounts/password-rules.ts'
import { countriesIn } from '../../../people/addresses/countries.ts'
import { maxOrderComments } from '../../../people/addresses/fields.ts'
import { formatMoney } from '../../../platform/money/money.ts'
import { type NoticeList, Notices } from '../../../platform/ui/notices.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import styles from '../checkout.module.css'
import { WAIT_TOKEN_FIELD } from '../checkout-form.ts'
import type { CheckoutView } from '../checkout-view.ts'
import { OrderReviewTable } from '../order-review-table.tsx'
import { Payment } from '../payment.tsx'
import { shopAddressRules } from '../shop-address-rules.ts'
import { AddressFields, type FieldErrors } from './address-fields.tsx'
import { BeforeCheckout } from './before-checkout.tsx'

type Props = {
  readonly view: CheckoutView
  readonly notices: NoticeList
  readonly errors: FieldErrors
  readonly shipToDifferent: boolean
  readonly createsAccount: boolean
  readonly isGuest: boolean
  /** The wait token after a refusal; usually ''. */
  readonly waitToken: string
  /** The provider's script URL and publishable key. */
  readonly provider: { readonly script: string; readonly key: string }
}

/** /checkout/: everything on one page. A plain form until the script has loaded. */
export function CheckoutPage(props: Props) {
  const { view, notices, isGuest, provider } = props
  return (
    <ShopMain className={styles.page} title={<h1 className={styles.title}>Checkout</h1>}>
      <Notices notices={notices} />
      <BeforeCheckout isGuest={isGuest} email={view.cart.billing.email ?? ''} nonce={view.checkoutNonce} />
      <form
        name="checkout"
        method="post"
        className={`checkout woocommerce-checkout ${styles.form}`}
        action={hrefs.checkout()}
        encType="multipart/form-data"
        noValidate
        aria-label="Checkout"
        data-provider-script={provider.script}
        data-provider-key={provider.key}
      >
        <div className="woocommerce-NoticeGroup woocommerce-NoticeGroup-checkout" data-form-errors="">
          <div role="alert" />
        </div>
        <input type="hidden" name={WAIT_TOKEN_FIELD} value={props.waitToken} />
        <CustomerDetails {...props} />
        {view.total.needsShipping && <MobileShippingOptions />}
        <Summary view={view} />
        <section aria-labelledby="payment-title" className={styles.payment}>
          <h2 id="payment-title" className={styles.section}>
            Payment
          </h2>
          <Payment view={view} />
          <p className={styles.trouble} role="status" data-totals-trouble="" />
        </section>
        <p className="screen-reader-text" role="status" data-total-announcement="" />
        {/* Filled in by script with the attribution of this visit (tracking/visit.client.ts). */}
        <wc-order-attribution-inputs />
      </form>
    </ShopMain>
  )
}

function CustomerDetails({ view, errors, shipToDifferent, createsAccount, isGuest }: Props) {
  const { cart, settings } = view
  const countries = countriesIn(settings.checkout.sellsTo)
  const shared = { errors, rulesOf: shopAddressRules(settings) }
  return (
    <div id="customer_details" className={styles.details}>
      <div className="woocommerce-billing-fields">
        <fieldset className={styles.group}>
          <legend className={styles.section}>Contact</legend>
          <AddressFields {...shared} set="billing" countries={countries} only={['email']} values={cart.billing} />
          {isGuest && settings.checkout.accountCreation !== 'none' && (
            <AccountFields
              isChecked={createsAccount}
              requiresPassword={settings.checkout.accountCreation === 'password'}
              error={errors.get('account_password')}
            />
          )}
        </fieldset>
        <fieldset className={styles.group}>
          <legend className={styles.section}>Billing address</legend>
          <p className={styles.lead}>Your tea goes here too, unless you give another address below.</p>
          <AddressFields {...shared} set="billing" countries={countries} except={['email']} values={cart.billing} />
        </fieldset>
      </div>
      <div className="woocommerce-shipping-fields">
        <p id="ship-to-different-address" className={styles.tick}>
          <label className="woocommerce-form__label woocommerce-form__label-for-checkbox checkbox">
            <input
              id="ship-to-different-address-checkbox"
              className="woocommerce-form__input woocommerce-form__input-checkbox input-checkbox"
              type="checkbox"
              name="ship_to_different_address"
              value="1"
              defaultChecked={shipToDifferent}
            />
            <span>Ship to a different address</span>
          </label>
        </p>
        <div className={`shipping_address ${styles.shipping}`}>
          <fieldset className={styles.group}>
            <legend className={styles.section}>Shipping address</legend>
            <AddressFields
              {...shared}
              set="shipping"
              values={shipToDifferent ? cart.shipping : {}}
              countries={countriesIn(settings.checkout.shipsTo)}
            />
          </fieldset>
        </div>
      </div>
      <div className="woocommerce-additional-fields">
        <p className={`form-row notes ${styles.row}`} id="order_comments_field">
          <label htmlFor="order_comments">
            <span>Order notes</span> <span className="optional">(optional)</span>
          </label>
          <textarea
            name="order_comments"
            className="input-text"
            id="order_comments"
            placeholder="Anything we should know about the delivery"
            rows={2}
            maxLength={maxOrderComments}
            defaultValue={cart.customerNote}
          />
          <span
            id="order_comments_description"
            className={`checkout-inline-error-message ${styles.fieldError}`}
            data-field-error=""
          >
            {errors.get('order_comments') ?? ''}
          </span>
        </p>
      </div>
    </div>
  )
}

type AccountFieldsProps = { isChecked: boolean; requiresPassword: boolean; error: string | undefined }

function AccountFields({ isChecked, requiresPassword, error }: AccountFieldsProps) {
  return (
    <div className="woocommerce-account-fields">
      <p className={`form-row form-row-wide create-account ${styles.tick}`}>
        <label className="woocommerce-form__label woocommerce-form__label-for-checkbox checkbox">
          <input
            className="woocommerce-form__input woocommerce-form__input-checkbox input-checkbox"
            id="createaccount"
            type="checkbox"
            name="createaccount"
            value="1"
            defaultChecked={isChecked}
            aria-describedby={requiresPassword ? undefined : 'createaccount-hint'}
          />
          <span>Create an account</span>
        </label>
      </p>
      {requiresPassword ? (
        <div className={`create-account ${styles.accountPassword}`}>
          <p className={`form-row validate-required ${styles.row}`} id="account_password_field">
            <label htmlFor="account_password">Create account password</label>
            <span className={`password-input ${signInStyles.password}`}>
              <input
                id="account_password"
                className="input-text"
                type="password"
                name="account_password"
                autoComplete="new-password"
                maxLength={MAX_PASSWORD_LENGTH}
                aria-required="true"
                aria-invalid={error ? true : undefined}
                aria-describedby={`account_password_hint${error ? ' account_password_description' : ''}`}
              />
            </span>
            <span id="account_password_hint" className={styles.hint}>
              {MIN_PASSWORD_LENGTH} characters or more.
            </span>
            <span
              id="account_password_description"
              className={`checkout-inline-error-message ${styles.fieldError}`}
              data-field-error=""
            >
              {error ?? ''}
            </span>
          </p>
        </div>
      ) : (
        <p id="createaccount-hint" className={styles.accountHint}>
          We will email you a link to choose a password.
        </p>
      )}
    </div>
  )
}

/** Shipping methods on phones, where the summary is collapsed; filled in by `shipping-options.client.ts`. */
function MobileShippingOptions() {
  return (
    <fieldset className={`${styles.group} ${styles.delivery}`} data-delivery="" hidden>
      <legend className={styles.section}>Delivery</legend>
    </fieldset>
  )
}

/** Beside the form on wide screens; on phones a sticky bar with the total that expands. */
function Summary({ view }: { view: CheckoutView }) {
  const { total } = view
  return (
    <details className={styles.summary} data-summary="" open>
      <summary>
        <span>
          Your order{' '}
          <small className={styles.count}>{total.quantity === 1 ? '1 item' : `${total.quantity} items`}</small>
        </span>
        <strong data-total="">{formatMoney(total.totalCents)}</strong>
      </summary>
      <div id="order_review" className="woocommerce-checkout-review-order">
        <OrderReviewTable view={view} />
      </div>
      <p className={styles.back}>
        <a href={hrefs.cart()}>Change your cart</a>
      </p>
    </details>
  )
}
