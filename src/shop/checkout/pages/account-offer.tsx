import type { EmailRequestProblem } from '../../../people/accounts/account-requests.ts'
import { ownWords } from '../../../people/accounts/new-password.ts'
import signInStyles from '../../../people/accounts/pages/sign-in.module.css'
import {
  MAX_PASSWORD_LENGTH,
  type PasswordRefusal,
  passwordHint,
  passwordRefusalTexts,
} from '../../../people/accounts/password-rules.ts'
import { button } from '../../../platform/ui/button.tsx'
import { EmailText } from '../../../platform/ui/email-text.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { Order } from '../../orders/orders.store.ts'
import styles from './order-received.module.css'

export type AccountOfferState = {
  /** The email was asked for; the same whether its address has an account or not. */
  readonly isSent: boolean
  readonly problem: PasswordRefusal | EmailRequestProblem['kind'] | null
}

type AccountOfferProps = AccountOfferState & { readonly order: Order; readonly siteTitle: string }

/** One step from a guest's order to an account; the email address is the order's. */
export function AccountOffer({ order, siteTitle, isSent, problem }: AccountOfferProps) {
  const { email, firstName, lastName } = order.billing
  const words = ownWords({ email, name: `${firstName} ${lastName}`, siteTitle })
  if (isSent)
    return (
      <section className={styles.offer} aria-labelledby="account-offer-title">
        <h2 id="account-offer-title">Look in your mailbox</h2>
        <p role="status">
          We have written to <EmailText address={email} />. The link in that email opens your account.
        </p>
      </section>
    )
  return (
    <section className={styles.offer} aria-labelledby="account-offer-title">
      <h2 id="account-offer-title">Keep your orders in one place</h2>
      <p>
        Choose a password, and we send a link to <EmailText address={email} /> that opens your account: with this order,
        and others that you placed with this address.
      </p>
      <form action={hrefs.orderReceived(order.id, order.orderKey)} method="post" className={styles.offerForm}>
        {/* Lets password managers associate the email address with the password. */}
        <input type="email" name="username" defaultValue={email} autoComplete="username" readOnly hidden />
        <p className={signInStyles.field}>
          <label htmlFor="account_password">Password</label>
          <span className={`password-input ${signInStyles.password}`}>
            <input
              id="account_password"
              className="input-text"
              type="password"
              name="account_password"
              autoComplete="new-password"
              maxLength={MAX_PASSWORD_LENGTH}
              required
              data-own-words={JSON.stringify(words)}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? 'account_password_error account_password_hint' : 'account_password_hint'}
            />
          </span>
          <span id="account_password_hint">{passwordHint}</span>
        </p>
        {problem && (
          <p id="account_password_error" className={styles.offerError} role="alert">
            {problemText(problem)}
          </p>
        )}
        <button type="submit" className={button.secondary}>
          Create my account
        </button>
      </form>
    </section>
  )
}

function problemText(problem: NonNullable<AccountOfferState['problem']>): string {
  if (problem === 'rate-limited') return 'Too many requests. Wait 15 minutes, then try again.'
  return problem === 'invalid' ? 'We cannot write to this email address.' : passwordRefusalTexts[problem]
}
