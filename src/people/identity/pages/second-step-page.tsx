import { button } from '../../../platform/ui/button.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { SecondStepProblem } from '../sign-in/second-step.ts'
import { PasskeyForm, Problem } from './form-parts.tsx'
import styles from './sign-in.module.css'
import { limitText } from './sign-in-page.tsx'

type SecondStepProps = {
  readonly isRecovery: boolean
  readonly redirectTo: string | null
  readonly problem?: SecondStepProblem
  /** Proof-of-work challenge as JSON; '' if none is required. */
  readonly challenge?: string
  /** URL at which passkeys work; null if the shop has none. */
  readonly passkeyUrl: string | null
}

export function SecondStepPage({ isRecovery, redirectTo, problem, challenge = '', passkeyUrl }: SecondStepProps) {
  const redirect = redirectTo ?? undefined
  return (
    <main id="content" className={styles.page}>
      <h1>One more step</h1>
      <p className={styles.lead}>
        {isRecovery
          ? 'Enter one of the recovery codes that you kept. Each works once.'
          : 'Open your authenticator app and enter the six digits that it shows for this shop.'}
      </p>
      <Problem text={problem ? problemText(problem, isRecovery) : null} />
      <form id="loginform" className={styles.form} action={hrefs.secondStep()} method="post">
        <CodeField isRecovery={isRecovery} isInvalid={problem?.kind === 'wrong-code'} />
        <label className={styles.remember}>
          <input type="checkbox" name="trust_device" value="1" />
          Do not ask for it on this device for 30 days
        </label>
        {challenge !== '' && <input type="hidden" name="proof" data-challenge={challenge} />}
        {redirectTo && <input type="hidden" name="redirect_to" value={redirectTo} />}
        <button type="submit" className={button.primary} name="wp-submit" value="Sign in">
          Sign in
        </button>
      </form>
      {passkeyUrl !== null && <PasskeyForm redirectTo={redirectTo} passkeyUrl={passkeyUrl} />}
      <p className={styles.after}>
        {isRecovery ? (
          <a href={hrefs.secondStep(redirect)}>Use the code of your app</a>
        ) : (
          <a href={hrefs.secondStep(redirect, 'recovery')}>Use a recovery code</a>
        )}{' '}
        or <a href={hrefs.login(redirect)}>start again</a>
      </p>
    </main>
  )
}

function CodeField({ isRecovery, isInvalid }: { isRecovery: boolean; isInvalid: boolean }) {
  return (
    <p className={styles.field}>
      <label htmlFor="authcode">{isRecovery ? 'Recovery code' : 'Code'}</label>
      <input
        id="authcode"
        className="woocommerce-Input"
        type="text"
        {...(isRecovery
          ? { name: 'two-factor-backup-code', autoComplete: 'off', autoCapitalize: 'none', maxLength: 20 }
          : { name: 'authcode', autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 10 })}
        spellCheck={false}
        required
        {...(isInvalid && { 'aria-invalid': true, 'aria-describedby': 'login_error' })}
      />
    </p>
  )
}

function problemText(problem: SecondStepProblem, isRecovery: boolean): string {
  if (problem.kind === 'rate-limited') {
    return limitText(
      problem,
      'Many wrong codes were entered for this account. Please enter the newest code. Your browser works for a moment before you are signed in, which makes guessing slow.',
    )
  }
  return isRecovery
    ? 'This recovery code is not right, or it was used already.'
    : 'This code is not right, or it was used already. Enter the newest one.'
}
