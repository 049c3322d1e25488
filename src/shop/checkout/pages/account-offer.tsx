import type { EmailRequestProblem } from '../../../people/identity/account-requests.ts'
import { NewPasswordField, PasskeyInstead } from '../../../people/identity/pages/form-parts.tsx'
import { ownWords } from '../../../people/identity/passwords/new-password.ts'
import { type PasswordRefusal, passwordRefusalTexts } from '../../../people/identity/passwords/password-rules.ts'
import { button } from '../../../platform/ui/button.tsx'
import { EmailText } from '../../../platform/ui/email-text.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { Order } from '../../orders/orders.store.ts'
import styles from './order-received.module.css'

export type AccountOfferState =
  | { readonly sent: null; readonly problem: PasswordRefusal | EmailRequestProblem['kind'] | null }
  | { readonly sent: 'password' | 'passkey'; readonly problem: null }

type AccountOfferProps = {
  readonly order: Order
  readonly siteTitle: string
  readonly offersPasskey: boolean
  readonly state: AccountOfferState
}

const afterwards = {
  password:
    'Opened in this browser, it opens your account with the password that you chose; in any other you choose one there.',
  passkey: 'The link opens your account, and there you add the passkey.',
} as const

export function AccountOffer({ order, siteTitle, offersPasskey, state: { sent, problem } }: AccountOfferProps) {
  const { email, firstName, lastName } = order.billing
  if (sent !== null)
    return (
      <section className={`not-printed ${styles.offer}`} aria-labelledby="account-offer-title">
        <h2 id="account-offer-title">Look in your mailbox</h2>
        <p role="status" data-notice="">
          We have sent a link to <EmailText address={email} />. {afterwards[sent]}
        </p>
      </section>
    )
  const words = ownWords({ email, name: `${firstName} ${lastName}`, siteTitle })
  return (
    <section className={`not-printed ${styles.offer}`} aria-labelledby="account-offer-title">
      <h2 id="account-offer-title">Keep your orders in one place</h2>
      <p>
        Choose a password, and we send a link to <EmailText address={email} /> that opens your account: with this order,
        and others that you placed with this address.
      </p>
      <form action={hrefs.orderReceived(order.id, order.orderKey)} method="post" className={styles.offerForm}>
        <NewPasswordField
          email={email}
          ownWords={words}
          name="account_password"
          label="Password"
          inputClass="input-text"
          errorId={problem ? 'account_password_error' : undefined}
        />
        {problem && (
          <p id="account_password_error" className={styles.offerError} role="alert" data-notice="">
            {problemText(problem)}
          </p>
        )}
        <button type="submit" className={button.secondary}>
          Create my account
        </button>
        {offersPasskey && (
          <PasskeyInstead text="We send the same link. It opens your account without a password, and there you add the passkey." />
        )}
      </form>
    </section>
  )
}

function problemText(problem: NonNullable<AccountOfferState['problem']>): string {
  if (problem === 'rate-limited') return 'Too many requests. Wait 15 minutes, then try again.'
  return problem === 'invalid' ? 'We cannot write to this email address.' : passwordRefusalTexts[problem]
}
