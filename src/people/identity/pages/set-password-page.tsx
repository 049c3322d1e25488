import { button } from '../../../platform/ui/button.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { expiredText, type FormNonce, NonceFields } from '../form-nonce.tsx'
import { MAX_PASSWORD_LENGTH, type PasswordRefusal, passwordRefusalTexts } from '../passwords/password-rules.ts'
import { inputClass, wideRow } from './email-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import styles from './sign-in.module.css'

export type PasswordProblem = PasswordRefusal | 'differs' | 'forged-nonce'

const problemText = (problem: PasswordProblem): string => {
  if (problem === 'differs') return 'The passwords are not the same.'
  return problem === 'forged-nonce' ? expiredText : passwordRefusalTexts[problem]
}

type SetPasswordPageProps = {
  readonly linkKey: string
  readonly email: string
  readonly ownWords: readonly string[]
  readonly problem: PasswordProblem | null
  readonly nonce: FormNonce
}

export function SetPasswordPage({ linkKey, email, ownWords, problem, nonce }: SetPasswordPageProps) {
  return (
    <ShopMain className={styles.page} title={<h1>Choose your password</h1>}>
      <p className={styles.lead}>From now on you sign in with {email} and this password.</p>
      {problem && (
        <div id="login_error" className={`woocommerce-error ${styles.problem}`} role="alert">
          {problemText(problem)}
        </div>
      )}
      <form
        className={`woocommerce-ResetPassword lost_reset_password ${styles.form}`}
        action={paths.lostPassword}
        method="post"
      >
        <NewPasswordField {...{ email, ownWords }} errorId={problem ? 'login_error' : undefined} />
        <p className={`${wideRow} ${styles.field}`}>
          <label htmlFor="password_2">Confirm password</label>
          <span className={`password-input ${styles.password}`}>
            <input
              id="password_2"
              className={inputClass('password')}
              type="password"
              name="password_2"
              autoComplete="new-password"
              maxLength={MAX_PASSWORD_LENGTH}
              required
            />
          </span>
        </p>
        <input type="hidden" name="reset_key" value={linkKey} />
        <input type="hidden" name="reset_login" value={email} />
        <input type="hidden" name="wc_reset_password" value="true" />
        <NonceFields nonce={nonce} page={`${paths.lostPassword}?show-reset-form=true`} />
        <button type="submit" className={button.primary}>
          Save and sign in
        </button>
      </form>
    </ShopMain>
  )
}

export function ExpiredLinkPage() {
  return (
    <ShopMain className={styles.page} title={<h1>This link has expired</h1>}>
      <p className={styles.lead}>It has been used, it is too old, or there is a newer one.</p>
      <a className={button.primary} href={paths.lostPassword}>
        Ask for a new link
      </a>{' '}
      <a className={button.secondary} href={hrefs.login()}>
        Sign in
      </a>
    </ShopMain>
  )
}
