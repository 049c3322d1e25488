import { button } from '../../../platform/ui/button.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { type PasswordRefusal, passwordRefusalTexts } from '../passwords/password-rules.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { PasskeyInstead } from './passkey-instead.tsx'
import styles from './sign-in.module.css'

type ConfirmAccountPageProps = {
  readonly email: string
  readonly ownWords: readonly string[]
  readonly problem: PasswordRefusal | null
  readonly offersPasskey: boolean
}

/** /my-account/confirm-account/ in another browser: whoever requested it need not be who reads the mailbox. */
export const ConfirmAccountPage = ({ email, ownWords, problem, offersPasskey }: ConfirmAccountPageProps) => (
  <ShopMain className={styles.page} title={<h1>Your account</h1>}>
    <p className={styles.lead}>
      The account of {email} is ready as soon as you choose how to sign in, with the orders that you placed with this
      address. A password that was typed in another browser does not count.
    </p>
    {problem && (
      <div id="login_error" className={`woocommerce-error ${styles.problem}`} role="alert">
        {passwordRefusalTexts[problem]}
      </div>
    )}
    <form className={styles.form} action={paths.confirmAccount} method="post">
      <NewPasswordField {...{ email, ownWords }} errorId={problem ? 'login_error' : undefined} />
      <button type="submit" className={button.primary}>
        Open my account
      </button>
      {offersPasskey && <PasskeyInstead text="It opens your account without a password; then you add the passkey." />}
    </form>
  </ShopMain>
)
