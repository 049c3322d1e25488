import { type FormNonce, NonceFields } from '../../../people/identity/form-nonce.tsx'
import signInStyles from '../../../people/identity/pages/sign-in.module.css'
import { button } from '../../../platform/ui/button.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { offeredWallets } from '../../payment-methods/offered-wallets.ts'
import { CheckoutWallets } from '../../wallets/express-row.tsx'
import styles from '../checkout.module.css'
import type { CheckoutView } from '../checkout-view.ts'

type BeforeCheckoutProps = {
  /** Guests are offered to sign in. */
  readonly isGuest: boolean
  readonly view: CheckoutView
}

/** Above the form: wallets, and sign-in and coupon, both collapsed; without script the link's target opens them. */
export const BeforeCheckout = ({ isGuest, view }: BeforeCheckoutProps) => (
  <>
    <CheckoutWallets wallets={offeredWallets(view.settings, 'checkout')} isFree={!view.total.needsPayment} />
    <SignInAndCoupon
      isGuest={isGuest}
      email={view.cart.billing.email ?? ''}
      nonce={view.checkoutNonce}
      signInNonce={view.signInNonce}
    />
  </>
)

type SignInAndCouponProps = { isGuest: boolean; email: string; nonce: string; signInNonce: FormNonce }

function SignInAndCoupon({ isGuest, email, nonce, signInNonce }: SignInAndCouponProps) {
  return (
    <div className={styles.before}>
      {isGuest && <Toggle kind="login" question="Been here before?" formId="checkout-login" label="Sign in" />}
      <Toggle
        kind="coupon"
        question="Have a coupon?"
        formId="woocommerce-checkout-form-coupon"
        label="Enter its code"
      />
      {isGuest && <LoginForm email={email} nonce={signInNonce} />}
      <CouponForm nonce={nonce} />
    </div>
  )
}

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

function LoginForm({ email, nonce }: { email: string; nonce: FormNonce }) {
  return (
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
        <span className={`password-input ${signInStyles.password}`}>
          <input
            id="password"
            className="input-text"
            type="password"
            name="password"
            autoComplete="current-password"
            maxLength={128}
            required
          />
        </span>
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
}

function CouponForm({ nonce }: { nonce: string }) {
  return (
    <form
      id="woocommerce-checkout-form-coupon"
      className={`checkout_coupon woocommerce-form-coupon ${styles.folded}`}
      action={paths.checkout}
      method="post"
      aria-label="Coupon"
    >
      <p className={`form-row form-row-first ${styles.row}`}>
        <label htmlFor="coupon_code">Coupon code</label>
        <input
          type="text"
          name="coupon_code"
          id="coupon_code"
          className="input-text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
        />
        <span id="coupon-error-notice" className={`coupon-error-notice ${styles.fieldError}`} role="alert" />
      </p>
      <input type="hidden" name="woocommerce-process-checkout-nonce" value={nonce} />
      <button type="submit" className={`button ${button.secondary}`} name="apply_coupon" value="Apply coupon">
        Apply coupon
      </button>
    </form>
  )
}
