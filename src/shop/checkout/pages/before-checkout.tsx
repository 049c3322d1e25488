import type { ReactNode } from 'react'
import { type FormNonce, NonceFields } from '../../../people/identity/form-nonce.tsx'
import { PasswordInput } from '../../../people/identity/pages/form-parts.tsx'
import { button } from '../../../platform/ui/button.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { offeredWallets } from '../../payment-methods/offered-wallets.ts'
import { CheckoutWallets } from '../../wallets/express-row.tsx'
import styles from '../checkout.module.css'
import type { CheckoutView } from '../checkout-view.ts'
import type { ChosenAddresses, OfferedAddress } from '../saved-addresses.ts'

/** A code entered without script, and why it is refused. */
export type RefusedCoupon = { readonly typed: string; readonly problem: ReactNode }

type BeforeCheckoutProps = {
  readonly isGuest: boolean
  readonly view: CheckoutView
  readonly refusedCoupon?: RefusedCoupon | undefined
}

/** Wallets, and sign-in and coupon forms, both collapsed; without script the link's `:target` opens them. */
export const BeforeCheckout = ({ isGuest, view, refusedCoupon }: BeforeCheckoutProps) => (
  <>
    <CheckoutWallets wallets={offeredWallets(view.settings, 'checkout')} isFree={!view.total.needsPayment} />
    <div className={styles.before}>
      {isGuest && <Toggle kind="login" question="Been here before?" formId="checkout-login" label="Sign in" />}
      <Toggle
        kind="coupon"
        question="Have a coupon?"
        formId="woocommerce-checkout-form-coupon"
        label="Enter its code"
      />
      {isGuest && <LoginForm email={view.cart.billing.email ?? ''} nonce={view.signInNonce} />}
      <CouponForm nonce={view.checkoutNonce} refused={refusedCoupon} />
    </div>
  </>
)

type ToggleProps = { kind: 'login' | 'coupon'; question: string; formId: string; label: string }

const Toggle = ({ kind, question, formId, label }: ToggleProps) => (
  <div className={`woocommerce-form-${kind}-toggle`}>
    <p className={styles.question}>
      {question}{' '}
      <a href={`#${formId}`} className={`show${kind}`} aria-controls={formId}>
        {label}
      </a>
    </p>
  </div>
)

const LoginForm = ({ email, nonce }: { email: string; nonce: FormNonce }) => (
  <form
    id="checkout-login"
    className={`woocommerce-form woocommerce-form-login login ${styles.folded}`}
    action={paths.account}
    method="post"
    aria-label="Sign in"
  >
    <p className={styles.foldedText}>Your cart stays as it is, and so does what you have typed below.</p>
    <p className={`form-row form-row-first ${styles.row}`}>
      <label htmlFor="username">Email address</label>
      <input
        id="username"
        className="input-text"
        type="email"
        name="username"
        defaultValue={email}
        autoComplete="username"
        autoCapitalize="none"
        maxLength={254}
        required
      />
    </p>
    <p className={`form-row form-row-last ${styles.row}`}>
      <label htmlFor="password">Password</label>
      <PasswordInput id="password" name="password" autoComplete="current-password" maxLength={128} required />
    </p>
    <label className={`woocommerce-form-login__rememberme ${styles.remember}`}>
      <input type="checkbox" id="rememberme" name="rememberme" value="forever" />{' '}
      <span>Stay signed in for two weeks</span>
    </label>
    <input type="hidden" name="redirect" value={paths.checkout} />
    <NonceFields nonce={nonce} page={paths.checkout} />
    <button type="submit" className={`woocommerce-form-login__submit ${button.primary}`} name="login" value="Login">
      Sign in
    </button>
    <p className="lost_password">
      <a href={paths.lostPassword}>Forgotten your password?</a>
    </p>
  </form>
)

type CouponFormProps = { nonce: string; refused: RefusedCoupon | undefined }

const CouponForm = ({ nonce, refused }: CouponFormProps) => (
  <form
    id="woocommerce-checkout-form-coupon"
    className={`checkout_coupon woocommerce-form-coupon ${styles.folded}`}
    action={paths.checkout}
    method="post"
    aria-label="Coupon"
    data-unfolded={refused ? '' : undefined}
  >
    <p className={`form-row form-row-first ${styles.row}`}>
      <label htmlFor="coupon_code">Coupon code</label>
      <input
        type="text"
        name="coupon_code"
        id="coupon_code"
        className={`input-text ${refused ? 'has-error' : ''}`}
        defaultValue={refused?.typed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        {...(refused && { 'aria-invalid': true, 'aria-describedby': 'coupon-error-notice', autoFocus: true })}
      />
      <span id="coupon-error-notice" className={`coupon-error-notice ${styles.fieldError}`} role="alert">
        {refused?.problem}
      </span>
    </p>
    <input type="hidden" name="woocommerce-process-checkout-nonce" value={nonce} />
    <button type="submit" className={`button ${button.secondary}`} name="apply_coupon" value="Apply coupon">
      Apply coupon
    </button>
  </form>
)

type ChooseAddressProps = {
  readonly offered: readonly OfferedAddress[]
  readonly chosen: ChosenAddresses
  readonly needsShipping: boolean
}

/** Fills the checkout form with saved addresses. A separate form, because the checkout's fields are WooCommerce's. */
export const ChooseAddress = ({ offered, chosen, needsShipping }: ChooseAddressProps) => (
  <form className={styles.choose} action={paths.checkout} method="get" aria-label="Your saved addresses">
    <p className={styles.row}>
      <label htmlFor="bill_to">Bill to</label>
      <select id="bill_to" name="bill_to" defaultValue={chosen.billTo}>
        {chosen.billTo === '' && <option value="">The one below</option>}
        {optionsOf(offered)}
      </select>
    </p>
    {needsShipping && (
      <p className={styles.row}>
        <label htmlFor="ship_to">Deliver to</label>
        <select id="ship_to" name="ship_to" defaultValue={chosen.shipTo}>
          <option value="">The same address</option>
          {optionsOf(offered)}
        </select>
      </p>
    )}
    <button type="submit" className={button.secondary}>
      Fill in
    </button>
  </form>
)

const optionsOf = (offered: readonly OfferedAddress[]) =>
  offered.map(({ key, label, address }) => (
    <option key={key} value={key}>
      {`${label}: ${address.address1 ?? ''}, ${address.city ?? ''}`}
    </option>
  ))
