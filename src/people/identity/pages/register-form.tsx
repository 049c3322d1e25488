import { button } from '../../../platform/ui/button.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { REGISTRATION_TEXT } from '../consents/consent-texts.ts'
import { type FormNonce, NonceFields } from '../form-nonce.tsx'
import { EmailField, emailProblems, Problem } from './form-parts.tsx'
import styles from './sign-in.module.css'

export type RegisterState = {
  readonly email: string
  readonly problem: 'invalid' | 'rate-limited' | 'forged-nonce' | null
  readonly isSent: boolean
}

const problemTexts = { ...emailProblems, invalid: 'Enter your email address, such as name@example.com.' } as const

type RegisterProps = RegisterState & {
  readonly nonce: FormNonce
  /** Null while its page cannot be opened. */
  readonly policyHref: string | null
}

/** The fragment scrolls to the result, because on phones the sign-in form is above it. */
const action = `${paths.account}#register`

export function RegisterForm({ email, problem, isSent, nonce, policyHref }: RegisterProps) {
  if (isSent)
    return (
      <>
        <p className={styles.done} role="status" data-notice="">
          Look in your mailbox: we have written to {email}. The link in the email opens your account. It can take a few
          minutes; please look in the spam folder as well.
        </p>
        <a href={paths.account}>Use another address</a>
      </>
    )
  return (
    <>
      <Problem id="register_error" text={problem && problemTexts[problem]} />
      <form
        className={`woocommerce-form woocommerce-form-register register ${styles.form}`}
        action={action}
        method="post"
      >
        <EmailField
          id="reg_email"
          name="email"
          value={email}
          autoComplete="email"
          problemId={problem ? 'register_error' : undefined}
          hintId="reg_hint"
        />
        <p id="reg_hint" className={styles.hint}>
          We send you a link to choose your password.
        </p>
        <p className={`woocommerce-privacy-policy-text ${styles.hint}`}>
          {`${REGISTRATION_TEXT} See our `}
          {policyHref === null ? (
            'privacy policy'
          ) : (
            <a href={policyHref} className="woocommerce-privacy-policy-link">
              privacy policy
            </a>
          )}
          .
        </p>
        <NonceFields nonce={nonce} page={paths.account} />
        <button type="submit" className={button.secondary} name="register" value="Register">
          Register
        </button>
      </form>
    </>
  )
}
