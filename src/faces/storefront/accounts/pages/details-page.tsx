import { type FormNonce, NonceFields } from '../../../../people/identity/form-nonce.tsx'
import { MAX_PASSWORD_LENGTH, passwordHint } from '../../../../people/identity/passwords/password-rules.ts'
import { Submit } from '../../../../platform/ui/buttons.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import styles from './account.module.css'
import { FormRow } from './form-row.tsx'

export type Details = Readonly<Record<'firstName' | 'lastName' | 'displayName' | 'email', string>>

type DetailsPageProps = {
  readonly details: Details
  /** What a new password or email address needs. Only an account with a password has its field. */
  readonly proof: 'password' | 'fresh' | 'sign-in'
  readonly ownWords: readonly string[]
  readonly errors: ReadonlyMap<string, string>
  readonly nonce: FormNonce
}

const emailHints = {
  password: 'A new address is confirmed by a link that we send to it, and needs your current password below.',
  fresh: 'A new address is confirmed by a link that we send to it.',
  'sign-in': 'A new address is confirmed by a link that we send to it, after you have signed in once more.',
} as const

export function DetailsPage({ details, proof, ownWords, errors, nonce }: DetailsPageProps) {
  const { firstName, lastName, displayName, email } = details
  const row = (name: string, label: string, value?: string) => ({ name, label, value, error: errors.get(name) })
  const secret = { type: 'password', isRequired: false, maxLength: MAX_PASSWORD_LENGTH } as const
  return (
    <form
      className={`woocommerce-EditAccountForm edit-account ${styles.form}`}
      action={paths.accountDetails}
      method="post"
      noValidate
    >
      <FormRow {...row('account_first_name', 'First name', firstName)} autoComplete="given-name" half="first" />
      <FormRow {...row('account_last_name', 'Last name', lastName)} autoComplete="family-name" half="last" />
      <FormRow
        {...row('account_display_name', 'Display name', displayName)}
        autoComplete="nickname"
        hint="How your name is shown in the account and beside your reviews."
      />
      <FormRow
        {...row('account_email', 'Email address', email)}
        type="email"
        autoComplete="email"
        maxLength={254}
        hint={emailHints[proof]}
      />
      <fieldset className={styles.group}>
        <legend>Password</legend>
        {proof !== 'password' && <p>Your account has no password: you sign in by email or with a passkey.</p>}
        {proof === 'sign-in' && (
          <p>
            <a href={hrefs.accountConfirm(paths.accountDetails)}>Confirm that it is you, to choose a password</a>
          </p>
        )}
        {proof === 'password' && (
          <FormRow
            {...row('password_current', 'Current password (leave blank to leave unchanged)')}
            {...secret}
            autoComplete="current-password"
          />
        )}
        {proof !== 'sign-in' && (
          <>
            <FormRow
              {...row(
                'password_1',
                `New password (leave blank to ${proof === 'fresh' ? 'have none' : 'leave unchanged'})`,
              )}
              {...secret}
              autoComplete="new-password"
              hint={passwordHint}
              ownWords={ownWords}
            />
            <FormRow {...row('password_2', 'Confirm new password')} {...secret} autoComplete="new-password" />
          </>
        )}
      </fieldset>
      <NonceFields nonce={nonce} page={paths.accountDetails} />
      <input type="hidden" name="action" value="save_account_details" />
      <p className={styles.save}>
        <Submit name="save_account_details" value="Save changes" label="Save changes" />
      </p>
    </form>
  )
}
