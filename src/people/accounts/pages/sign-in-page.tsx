import { button } from '../../../platform/ui/button.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { SignInProblem } from '../sign-in.ts'
import styles from './sign-in.module.css'
import { SignInForm, wordpressFields } from './sign-in-form.tsx'

type SignInPageProps = {
  readonly email?: string
  readonly problem?: SignInProblem
  readonly challenge?: string
  readonly redirectTo: string | null
  readonly hasSignedOut?: boolean
}

/** /wp-login.php: sign-in for customers and staff. */
export function SignInPage({ email = '', problem, challenge = '', redirectTo, hasSignedOut }: SignInPageProps) {
  return (
    <main id="content" className={styles.page}>
      <h1>Sign in</h1>
      <p className={styles.lead}>See your orders, or manage the shop.</p>
      {hasSignedOut && (
        <p className={styles.done} role="status">
          You are signed out.
        </p>
      )}
      <SignInForm
        action={hrefs.login()}
        fields={wordpressFields}
        email={email}
        problem={problem ?? null}
        challenge={challenge}
        redirectTo={redirectTo}
      />
      <p className={styles.after}>
        You can buy without an account. <a href={hrefs.shop()}>Back to the shop</a>
      </p>
    </main>
  )
}

/** Confirmation for sign-out links without a valid nonce. */
export function SignOutPage({ nonce }: { nonce: string }) {
  return (
    <main id="content" className={styles.page}>
      <h1>Sign out?</h1>
      <p className={styles.lead}>Your cart stays as it is.</p>
      <form action={hrefs.logout()} method="post" className={styles.form}>
        <input type="hidden" name="_wpnonce" value={nonce} />
        <button type="submit" className={button.primary}>
          Sign out
        </button>
      </form>
      <p className={styles.after}>
        <a href={hrefs.account()}>Stay signed in</a>
      </p>
    </main>
  )
}
