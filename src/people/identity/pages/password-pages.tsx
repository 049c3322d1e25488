import { ButtonLink, Submit } from '../../../platform/ui/buttons.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { expiredText, type FormNonce, NonceFields } from '../form-nonce.tsx'
import { MAX_PASSWORD_LENGTH, type PasswordRefusal, passwordRefusalTexts } from '../passwords/password-rules.ts'
import {
  AccountPage,
  EmailField,
  emailProblems,
  NewPasswordField,
  PasskeyInstead,
  PasswordField,
  Problem,
} from './form-parts.tsx'
import styles from './sign-in.module.css'

type ForgottenPasswordProps = {
  readonly email: string
  readonly problem: 'invalid' | 'rate-limited' | 'forged-nonce' | null
  readonly nonce: FormNonce
}

const resetForm = {
  className: `woocommerce-ResetPassword lost_reset_password ${styles.form}`,
  action: paths.lostPassword,
  method: 'post',
} as const

const BackToSignIn = () => (
  <p className={styles.after}>
    <a href={hrefs.login()}>Back to sign in</a>
  </p>
)

export const ForgottenPasswordPage = ({ email, problem, nonce }: ForgottenPasswordProps) => (
  <AccountPage
    title="Forgotten password"
    lead="Enter your email address, and we send you a link to choose a new password."
  >
    <Problem text={problem && emailProblems[problem]} />
    <form {...resetForm}>
      <EmailField name="user_login" value={email} problemId={problem && 'login_error'} />
      <input type="hidden" name="wc_reset_password" value="true" />
      <NonceFields nonce={nonce} page={paths.lostPassword} />
      <Submit label="Reset password" />
    </form>
    <BackToSignIn />
  </AccountPage>
)

/** The same page whether there is an account or not. */
export const ResetLinkSentPage = () => (
  <AccountPage
    title="Look in your mailbox"
    lead="If there is an account with this email address, a link is on its way to it. It can take a few minutes; please look in the spam folder as well."
    role="status"
  >
    <ButtonLink variant="secondary" href={paths.lostPassword} label="Ask for another link" />
    <BackToSignIn />
  </AccountPage>
)

export type PasswordProblem = PasswordRefusal | 'differs' | 'forged-nonce'

const passwordProblems: Readonly<Record<PasswordProblem, string>> = {
  ...passwordRefusalTexts,
  differs: 'The passwords are not the same.',
  'forged-nonce': expiredText,
}

type SetPasswordPageProps = {
  readonly linkKey: string
  readonly email: string
  readonly ownWords: readonly string[]
  readonly problem: PasswordProblem | null
  readonly nonce: FormNonce
}

export const SetPasswordPage = ({ linkKey, email, ownWords, problem, nonce }: SetPasswordPageProps) => (
  <AccountPage title="Choose your password" lead={`From now on you sign in with ${email} and this password.`}>
    <Problem text={problem && passwordProblems[problem]} />
    <form {...resetForm}>
      <NewPasswordField email={email} ownWords={ownWords} errorId={problem ? 'login_error' : undefined} />
      <PasswordField
        id="password_2"
        label="Confirm password"
        name="password_2"
        autoComplete="new-password"
        maxLength={MAX_PASSWORD_LENGTH}
        required
      />
      <input type="hidden" name="reset_key" value={linkKey} />
      <input type="hidden" name="reset_login" value={email} />
      <input type="hidden" name="wc_reset_password" value="true" />
      <NonceFields nonce={nonce} page={`${paths.lostPassword}?show-reset-form=true`} />
      <Submit label="Save and sign in" />
    </form>
  </AccountPage>
)

export const ExpiredLinkPage = () => (
  <AccountPage title="This link has expired" lead="It has been used, it is too old, or there is a newer one.">
    <ButtonLink href={paths.lostPassword} label="Ask for a new link" />{' '}
    <ButtonLink variant="secondary" href={hrefs.login()} label="Sign in" />
  </AccountPage>
)

type ConfirmAccountPageProps = {
  readonly email: string
  readonly ownWords: readonly string[]
  readonly problem: PasswordRefusal | null
  readonly offersPasskey: boolean
}

/** /my-account/confirm-account/ in another browser: the reader of the mailbox may not be who requested the account. */
export const ConfirmAccountPage = ({ email, ownWords, problem, offersPasskey }: ConfirmAccountPageProps) => (
  <AccountPage
    title="Your account"
    lead={`The account of ${email} is ready as soon as you choose how to sign in, with the orders that you placed with this address. A password that was typed in another browser does not count.`}
  >
    <Problem text={problem && passwordRefusalTexts[problem]} />
    <form className={styles.form} action={paths.confirmAccount} method="post">
      <NewPasswordField email={email} ownWords={ownWords} errorId={problem ? 'login_error' : undefined} />
      <Submit label="Open my account" />
      {offersPasskey && <PasskeyInstead text="It opens your account without a password; then you add the passkey." />}
    </form>
  </AccountPage>
)
