import { button } from '../../../platform/ui/button.tsx'
import { Submit } from '../../../platform/ui/buttons.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { expiredText, type FormNonce, NonceFields } from '../form-nonce.tsx'
import type { SignInProblem } from '../sign-in/sign-in.ts'
import { EmailField, PasskeyForm, PasswordField, Problem } from './form-parts.tsx'
import styles from './sign-in.module.css'

export type SignInProps = {
  readonly email?: string
  readonly problem?: SignInProblem
  /** Proof-of-work challenge as JSON; '' if none is required. */
  readonly challenge?: string
  readonly redirectTo?: string | null
  readonly passkeyUrl: string | null
}

type SignInPageProps = SignInProps & {
  readonly hasSignedOut?: boolean
  /** The second step was too late, or had too many wrong codes. */
  readonly hasExpired?: boolean
}

export function SignInPage({ hasSignedOut, hasExpired, ...form }: SignInPageProps) {
  return (
    <main id="content" className={styles.page}>
      <h1>Sign in</h1>
      <p className={styles.lead}>See your orders, or manage the shop.</p>
      {hasSignedOut && (
        <p className={styles.done} role="status" data-notice="">
          You are signed out.
        </p>
      )}
      {hasExpired && (
        <p className={`woocommerce-error ${styles.problem}`} role="alert">
          Signing in took too long, or there were too many wrong codes. Please start again.
        </p>
      )}
      <SignInForm action={hrefs.login()} fields={wordpressFields} {...form} />
      <p className={styles.after}>
        You can buy without an account. <a href={hrefs.shop()}>Back to the shop</a>
      </p>
    </main>
  )
}

export function SignOutPage({ nonce }: { nonce: string }) {
  return (
    <main id="content" className={styles.page}>
      <h1>Sign out?</h1>
      <p className={styles.lead}>Your cart stays as it is.</p>
      <form action={hrefs.logout()} method="post" className={styles.form}>
        <input type="hidden" name="_wpnonce" value={nonce} />
        <Submit label="Sign out" />
        <button type="submit" className={button.secondary} name="everywhere" value="1">
          Sign out everywhere
        </button>
      </form>
      <p className={styles.after}>
        <a href={paths.account}>Stay signed in</a>
      </p>
    </main>
  )
}

/** Field names: WordPress's on its sign-in page, WooCommerce's on the account page. */
export const wordpressFields = { email: 'log', password: 'pwd', submit: 'wp-submit', redirect: 'redirect_to' }
export const accountFields: FieldNames = {
  email: 'username',
  password: 'password',
  submit: 'login',
  redirect: 'redirect',
}

type FieldNames = typeof wordpressFields

type SignInFormProps = SignInProps & {
  readonly action: string
  readonly fields: FieldNames
  readonly nonce?: FormNonce
}

export function SignInForm(props: SignInFormProps) {
  const { action, fields, nonce, email = '', problem, challenge = '', redirectTo, passkeyUrl } = props
  const isInvalid = problem && problem.kind !== 'rate-limited' && problem.kind !== 'forged-nonce'
  const invalidProps = isInvalid ? { 'aria-invalid': true, 'aria-describedby': 'login_error' } : {}
  return (
    <>
      <Problem text={problem ? problemText(problem) : null} />
      <form
        id="loginform"
        className={`woocommerce-form woocommerce-form-login login ${styles.form}`}
        action={action}
        method="post"
      >
        <EmailField name={fields.email} value={email} problemId={isInvalid ? 'login_error' : null} />
        <PasswordField
          id="user_pass"
          label="Password"
          name={fields.password}
          autoComplete="current-password"
          spellCheck={false}
          maxLength={128}
          required
          {...invalidProps}
        />
        <label
          className={`woocommerce-form__label woocommerce-form__label-for-checkbox woocommerce-form-login__rememberme ${styles.remember}`}
        >
          <input type="checkbox" name="rememberme" value="forever" />
          Stay signed in for two weeks
        </label>
        {challenge !== '' && <input type="hidden" name="proof" data-challenge={challenge} />}
        {redirectTo && <input type="hidden" name={fields.redirect} value={redirectTo} />}
        {nonce && <NonceFields nonce={nonce} page={action} />}
        <p className={`woocommerce-LostPassword lost_password ${styles.lost}`}>
          <a href={paths.lostPassword}>Forgotten your password?</a>
        </p>
        <button type="submit" className={button.primary} name={fields.submit} value="Sign in">
          Sign in
        </button>
        <button
          type="submit"
          className={button.secondary}
          formAction={paths.signInCode}
          formNoValidate
          name="mail"
          value="1"
        >
          Email me a link instead
        </button>
      </form>
      {passkeyUrl !== null && <PasskeyForm redirectTo={redirectTo} passkeyUrl={passkeyUrl} />}
    </>
  )
}

export function limitText(
  { retryAfterSeconds, work }: Extract<SignInProblem, { kind: 'rate-limited' }>,
  workText: string,
): string {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  if (work === null) return `Too many attempts. Wait ${wait}, then try again.`
  return `${workText} Without JavaScript, wait ${wait}, or let us email you a link.`
}

function problemText(problem: SignInProblem): string {
  switch (problem.kind) {
    case 'missing':
      return 'Enter your email address and your password.'
    case 'forged-nonce':
      return expiredText
    case 'invalid-credentials':
      return 'This email address and password do not match. Check both, then try again.'
    case 'invalid-passkey':
      return 'This passkey was not accepted. Try again, or sign in with your password.'
    case 'rate-limited':
      return limitText(
        problem,
        'Many passwords were tried for this email address or from this network. Please type yours again. Your browser works for a moment before you are signed in, which makes guessing slow.',
      )
  }
}
