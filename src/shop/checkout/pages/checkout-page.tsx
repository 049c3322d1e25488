import { type Address, maxOrderComments } from '../../../people/addresses/address.ts'
import { countriesIn } from '../../../people/addresses/countries.ts'
import { PasswordInput } from '../../../people/identity/pages/form-parts.tsx'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../people/identity/passwords/password-rules.ts'
import { formatMoney } from '../../../platform/money/money.ts'
import { type NoticeList, Notices } from '../../../platform/ui/notices.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { ChargedCurrency } from '../../cart/pages/charged-currency.tsx'
import type { PaymentService } from '../../gateways/context.ts'
import { linkPayment } from '../../payment-methods/payment-methods.ts'
import styles from '../checkout.module.css'
import { shopAddressRules, WAIT_TOKEN_FIELD } from '../checkout-form.ts'
import type { CheckoutView } from '../checkout-view.ts'
import { OrderReviewTable } from '../order-review-table.tsx'
import { FieldError, Payment } from '../payment.tsx'
import { type ChosenAddresses, keyOfAddress, type OfferedAddress } from '../saved-addresses.ts'
import { AddressFields } from './address-fields.tsx'
import { BeforeCheckout, ChooseAddress, type RefusedCoupon } from './before-checkout.tsx'

export type CheckoutFormState = {
  readonly notices?: NoticeList
  readonly shipToDifferent?: boolean
  readonly chosenAddress?: ChosenAddresses
  readonly createsAccount?: boolean
  readonly acceptsTerms?: boolean
  readonly waitToken?: string | undefined
  readonly refusedCoupon?: RefusedCoupon
}

type Props = {
  readonly view: CheckoutView
  readonly formState: CheckoutFormState
  readonly isGuest: boolean
  readonly addresses: readonly OfferedAddress[]
  /** What the fields of the shipping address contain, which count only if the box above them is ticked. */
  readonly shipping: Partial<Address>
  readonly payments: Pick<PaymentService, 'scriptUrl' | 'publishableKey'>
  readonly restNonce: string | undefined
}

export function CheckoutPage(props: Props) {
  const { view, formState, isGuest, addresses, payments, restNonce } = props
  return (
    <ShopMain className={styles.page} title={<h1 className={styles.title}>Checkout</h1>}>
      <Notices notices={formState.notices ?? []} />
      <ChargedCurrency />
      <BeforeCheckout isGuest={isGuest} view={view} refusedCoupon={formState.refusedCoupon} />
      {addresses.length > 0 && (
        <ChooseAddress
          offered={addresses}
          chosen={formState.chosenAddress ?? { billTo: keyOfAddress(addresses, view.cart.billing), shipTo: '' }}
          needsShipping={view.total.needsShipping}
        />
      )}
      <form
        name="checkout"
        method="post"
        className={`checkout woocommerce-checkout ${styles.form}`}
        action={paths.checkout}
        encType="multipart/form-data"
        noValidate
        aria-label="Checkout"
        data-provider-script={payments.scriptUrl}
        data-provider-key={payments.publishableKey}
        data-rest-nonce={restNonce}
        data-link-payment={linkPayment(view.settings)}
        data-address-chosen={formState.chosenAddress ? '' : undefined}
      >
        <div className="woocommerce-NoticeGroup woocommerce-NoticeGroup-checkout" data-form-errors="">
          <div role="alert" />
        </div>
        <input type="hidden" name={WAIT_TOKEN_FIELD} value={formState.waitToken ?? ''} />
        <CustomerDetails {...props} />
        {view.total.needsShipping && (
          // On phones the summary is collapsed: script offers its shipping methods here, too.
          <fieldset className={`${styles.group} ${styles.delivery}`} data-delivery="" hidden>
            <legend className={styles.section}>Delivery</legend>
          </fieldset>
        )}
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

function CustomerDetails({ view, formState, isGuest, shipping }: Props) {
  const { cart, settings } = view
  const { notices = [], shipToDifferent = false, createsAccount = false } = formState
  const errors = new Map(notices.flatMap(({ field, fieldText }) => (field && fieldText ? [[field, fieldText]] : [])))
  const countries = countriesIn(settings.checkout.sellsTo)
  const shared = { errors, rulesOf: shopAddressRules(settings), baseCountry: settings.storeAddress.country }
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
          <Checkbox
            id="ship-to-different-address-checkbox"
            name="ship_to_different_address"
            isChecked={shipToDifferent}
            label="Ship to a different address"
          />
        </p>
        <div className={`shipping_address ${styles.shipping}`}>
          <fieldset className={styles.group}>
            <legend className={styles.section}>Shipping address</legend>
            <AddressFields
              {...shared}
              set="shipping"
              values={shipping}
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
          <FieldError name="order_comments" text={errors.get('order_comments')} />
        </p>
      </div>
    </div>
  )
}

type AccountFieldsProps = { isChecked: boolean; requiresPassword: boolean; error: string | undefined }

const AccountFields = ({ isChecked, requiresPassword, error }: AccountFieldsProps) => (
  <div className="woocommerce-account-fields">
    <p className={`form-row form-row-wide create-account ${styles.tick}`}>
      <Checkbox
        id="createaccount"
        name="createaccount"
        isChecked={isChecked}
        hintId={requiresPassword ? undefined : 'createaccount-hint'}
        label="Create an account"
      />
    </p>
    {requiresPassword ? (
      <div className={`create-account ${styles.accountPassword}`}>
        <p className={`form-row validate-required ${styles.row}`} id="account_password_field">
          <label htmlFor="account_password">Create account password</label>
          <PasswordInput
            id="account_password"
            name="account_password"
            autoComplete="new-password"
            maxLength={MAX_PASSWORD_LENGTH}
            aria-required="true"
            aria-invalid={error ? true : undefined}
            aria-describedby={`account_password_hint${error ? ' account_password_description' : ''}`}
          />
          <span id="account_password_hint" className={styles.hint}>
            {MIN_PASSWORD_LENGTH} characters or more.
          </span>
          <FieldError name="account_password" text={error} />
        </p>
      </div>
    ) : (
      <p id="createaccount-hint" className={styles.accountHint}>
        We will email you a link to choose a password.
      </p>
    )}
  </div>
)

type CheckboxProps = { id: string; name: string; isChecked: boolean; hintId?: string | undefined; label: string }

const Checkbox = ({ id, name, isChecked, hintId, label }: CheckboxProps) => (
  <label className="woocommerce-form__label woocommerce-form__label-for-checkbox checkbox">
    <input
      id={id}
      className="woocommerce-form__input woocommerce-form__input-checkbox input-checkbox"
      type="checkbox"
      name={name}
      value="1"
      defaultChecked={isChecked}
      aria-describedby={hintId}
    />
    <span>{label}</span>
  </label>
)

function Summary({ view }: { view: CheckoutView }) {
  const { total } = view
  return (
    <details className={styles.summary} data-summary="" open>
      <summary>
        <span>
          Your order{' '}
          <small className={styles.count}>{total.quantity === 1 ? '1 item' : `${total.quantity} items`}</small>
        </span>
        <strong data-total="">{formatMoney(total.totalCents, total.currency)}</strong>
      </summary>
      <div id="order_review" className="woocommerce-checkout-review-order">
        <OrderReviewTable view={view} />
      </div>
      <p className={styles.back}>
        <a href={paths.cart}>Change your cart</a>
      </p>
    </details>
  )
}
