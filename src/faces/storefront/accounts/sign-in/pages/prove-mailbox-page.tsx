import { button } from '../../../../../platform/ui/button.tsx'
import { paths } from '../../../../../platform/web/routes.ts'
import styles from '../../pages/account.module.css'
import { FormRow } from '../../pages/form-row.tsx'

type ProveMailboxPageProps = {
  readonly email: string
  /** Whether this browser has asked for the digits. */
  readonly isAsked: boolean
  readonly error: string | undefined
  readonly nonce: { readonly name: string; readonly value: string }
}

/** Before a member of the staff sets up the second factor in a browser that is not known: six digits from the mailbox. */
export function ProveMailboxPage({ email, isAsked, error, nonce }: ProveMailboxPageProps) {
  const hidden = <input type="hidden" name={nonce.name} value={nonce.value} />
  return (
    <>
      <p className={styles.lead}>
        This shop asks everyone who works in it for a second factor. You have not signed in with this browser before, so
        please show first that it is you.
      </p>
      {isAsked && (
        <>
          <p role="status" data-notice="">
            Six digits are on their way to {email}. It can take a few minutes.
          </p>
          <form className={styles.form} action={paths.accountSecondFactor} method="post" noValidate>
            <FormRow
              {...{ name: 'code', label: 'Six digits from the email', autoComplete: 'one-time-code', maxLength: 12 }}
              {...{ hint: 'They work in this browser, for ten minutes.', error }}
            />
            {hidden}
            <p className={styles.save}>
              <button type="submit" className={button.primary} name="step" value="enter-digits">
                Continue
              </button>
            </p>
          </form>
        </>
      )}
      <form className={styles.form} action={paths.accountSecondFactor} method="post">
        {!isAsked && <p>We send six digits to {email}.</p>}
        {hidden}
        <p className={styles.save}>
          <button type="submit" className={isAsked ? button.tertiary : button.primary} name="step" value="mail-digits">
            {isAsked ? 'Send another email' : 'Send the digits'}
          </button>
        </p>
      </form>
    </>
  )
}
