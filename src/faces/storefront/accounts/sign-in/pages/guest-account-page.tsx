import type { GuestNonces } from '../../../../../people/identity/form-nonce.tsx'
import { RegisterForm, type RegisterState } from '../../../../../people/identity/pages/register-form.tsx'
import signInStyles from '../../../../../people/identity/pages/sign-in.module.css'
import { accountFields, SignInForm, type SignInProps } from '../../../../../people/identity/pages/sign-in-page.tsx'
import { hrefs, paths } from '../../../../../platform/web/routes.ts'
import styles from './guest-account.module.css'

export type GuestAccountProps = SignInProps & {
  readonly nonces: GuestNonces
  /** Null if accounts are only created at checkout. */
  readonly register: RegisterState | null
  readonly policyHref: string | null
  /** A form was sent after the session had ended, and is shown again after sign-in. */
  readonly isDraftSaved?: boolean
}

export const GuestAccountPage = ({
  nonces,
  register,
  policyHref,
  isDraftSaved = false,
  ...form
}: GuestAccountProps) => (
  <main id="content" className={register ? styles.page : signInStyles.page}>
    <h1>Your account</h1>
    <div className="woocommerce">
      {isDraftSaved && (
        <p className={`woocommerce-info ${signInStyles.done}`} role="status" data-notice="">
          You were signed out meanwhile, so nothing was saved yet. Sign in, and you see what you have typed again.
        </p>
      )}
      <div id="customer_login" className={register ? `u-columns col2-set ${styles.columns}` : undefined}>
        <section className="u-column1 col-1" aria-labelledby="sign-in-title">
          <h2 id="sign-in-title">Sign in</h2>
          <SignInForm action={paths.account} fields={accountFields} nonce={nonces.signIn} {...form} />
        </section>
        {register && (
          <section id="register" className="u-column2 col-2" aria-labelledby="register-title">
            <h2 id="register-title">Register</h2>
            <RegisterForm {...register} nonce={nonces.register} policyHref={policyHref} />
          </section>
        )}
      </div>
      <p className={signInStyles.after}>
        No account? You do not need one to buy. <a href={hrefs.shop()}>Go to the shop</a>
      </p>
    </div>
  </main>
)
