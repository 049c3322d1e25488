import { button } from '../../../platform/ui/button.tsx'
import { ButtonLink, Submit } from '../../../platform/ui/buttons.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { CodeProblem } from '../sign-in/sign-in-code.ts'
import { AccountPage, EmailField, emailProblems, Problem } from './form-parts.tsx'
import styles from './sign-in.module.css'

type AskProps = {
  readonly email: string
  readonly problem: 'invalid' | 'rate-limited' | null
  readonly redirectTo: string | null
}

export const RequestCodePage = ({ email, problem, redirectTo }: AskProps) => (
  <AccountPage
    title="Sign in by email"
    lead="Enter your email address, and we send you a link and six digits to sign in with."
  >
    <Problem text={problem && emailProblems[problem]} />
    <form className={styles.form} action={paths.signInCode} method="post">
      <EmailField name="username" value={email} problemId={problem && 'login_error'} />
      <label className={styles.remember}>
        <input type="checkbox" name="rememberme" value="forever" />
        Stay signed in for two weeks
      </label>
      {redirectTo && <input type="hidden" name="redirect_to" value={redirectTo} />}
      <Submit label="Send the email" />
    </form>
    <p className={styles.after}>
      <a href={hrefs.login(redirectTo ?? undefined)}>Sign in with your password</a>
    </p>
  </AccountPage>
)

type EnterProps = { readonly problem: Exclude<CodeProblem, { readonly kind: 'expired' }> | null }

export const EnterCodePage = ({ problem }: EnterProps) => (
  <AccountPage
    title="Look in your mailbox"
    lead="If there is an account with this email address, a link and six digits are on their way to it. It can take a few minutes; please look in the spam folder as well."
    role="status"
  >
    <Problem text={problem && problemText(problem)} />
    <form className={styles.form} action={paths.signInCode} method="post">
      <p className={styles.field}>
        <label htmlFor="code">Six digits from the email</label>
        <input
          id="code"
          className={`woocommerce-Input input-text ${styles.code}`}
          type="text"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'login_error code_hint' : 'code_hint'}
        />
        <span id="code_hint">They work in this browser, for ten minutes.</span>
      </p>
      <Submit label="Sign in" />
    </form>
    <form className={styles.after} action={paths.signInCode} method="post">
      No email?{' '}
      <button type="submit" className={button.tertiary} name="again" value="1">
        Start again
      </button>
    </form>
  </AccountPage>
)

function problemText(problem: NonNullable<EnterProps['problem']>): string {
  if (problem.kind === 'rate-limited') return 'Too many attempts. Wait 15 minutes, then try again.'
  const left = problem.attemptsLeft === 1 ? 'one more time' : `${problem.attemptsLeft} more times`
  return `These are not the digits of the newest email. Check them; you can try ${left}.`
}

export const ExpiredCodePage = () => (
  <AccountPage
    title="These digits no longer work"
    lead="They have been used or tried too often, or they are older than ten minutes. Nobody was signed in."
    role="alert"
  >
    <ButtonLink href={paths.signInCode} label="Ask for another email" />
  </AccountPage>
)
