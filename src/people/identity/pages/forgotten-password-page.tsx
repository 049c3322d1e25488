import { button } from '../../../platform/ui/button.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { expiredText, type FormNonce, NonceFields } from '../form-nonce.tsx'
import { EmailField } from './email-field.tsx'
import styles from './sign-in.module.css'

type ForgottenPasswordProps = {
  readonly email: string
  readonly problem: 'invalid' | 'rate-limited' | 'forged-nonce' | null
  readonly nonce: FormNonce
}

const problemTexts = {
  invalid: 'Enter the email address of your account.',
  'rate-limited': 'Too many requests. Wait 15 minutes, then try again.',
  'forged-nonce': expiredText,
} as const

export const ForgottenPasswordPage = ({ email, problem, nonce }: ForgottenPasswordProps) => (
  <ShopMain className={styles.page} title={<h1>Forgotten password</h1>}>
    <p className={styles.lead}>Enter your email address, and we send you a link to choose a new password.</p>
    {problem && (
      <div id="login_error" className={`woocommerce-error ${styles.problem}`} role="alert">
        {problemTexts[problem]}
      </div>
    )}
    <form
      className={`woocommerce-ResetPassword lost_reset_password ${styles.form}`}
      action={paths.lostPassword}
      method="post"
    >
      <EmailField
        id="user_login"
        name="user_login"
        value={email}
        autoComplete="username"
        problemId={problem ? 'login_error' : undefined}
      />
      <input type="hidden" name="wc_reset_password" value="true" />
      <NonceFields nonce={nonce} page={paths.lostPassword} />
      <button type="submit" className={button.primary}>
        Reset password
      </button>
    </form>
    <p className={styles.after}>
      <a href={hrefs.login()}>Back to sign in</a>
    </p>
  </ShopMain>
)

/** The same whether there is such an account or not. */
export const ResetLinkSentPage = () => (
  <ShopMain className={styles.page} title={<h1>Look in your mailbox</h1>}>
    <p className={styles.lead} role="status">
      If there is an account with this email address, a link is on its way to it. It can take a few minutes; please look
      in the spam folder as well.
    </p>
    <a className={button.secondary} href={paths.lostPassword}>
      Ask for another link
    </a>
    <p className={styles.after}>
      <a href={hrefs.login()}>Back to sign in</a>
    </p>
  </ShopMain>
)
