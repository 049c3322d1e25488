import { type FormNonce, NonceFields } from '../../../../people/identity/form-nonce.tsx'
import { MAX_PASSWORD_LENGTH, passwordHint } from '../../../../people/identity/passwords/password-rules.ts'
import { button } from '../../../../platform/ui/button.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import styles from './account.module.css'
import { FormRow } from './form-row.tsx'

export type Details = {
  readonly firstName: string
  readonly lastName: string
  readonly displayName: string
  readonly email: string
}

type DetailsPageProps = {
  readonly details: Details
  readonly ownWords: readonly string[]
  readonly errors: ReadonlyMap<string, string>
  readonly nonce: FormNonce
}

/** /my-account/edit-account/, with WooCommerce's field names. */
export function DetailsPage({ details, ownWords, errors, nonce }: DetailsPageProps) {
  const password = { type: 'password', isRequired: false, maxLength: MAX_PASSWORD_LENGTH } as const
  const row = (name: string) => ({ name, error: errors.get(name) })
  return (
    <form
      className={`woocommerce-EditAccountForm edit-account ${styles.form}`}
      action={paths.accountDetails}
      method="post"
      noValidate
    >
      <FormRow
        {...row('account_first_name')}
        label="First name"
        value={details.firstName}
        autoComplete="given-name"
        half="first"
      />
      <FormRow
        {...row('account_last_name')}
        label="Last name"
        value={details.lastName}
        autoComplete="family-name"
        half="last"
      />
      <FormRow
        {...row('account_display_name')}
        label="Display name"
        value={details.displayName}
        autoComplete="nickname"
        hint="How your name is shown in the account and beside your reviews."
      />
      <FormRow
        {...row('account_email')}
        type="email"
        label="Email address"
        value={details.email}
        autoComplete="email"
        maxLength={254}
        hint="A new address is confirmed by a link that we send to it, and needs your current password below."
      />
      <fieldset className={styles.group}>
        <legend>Password</legend>
        <FormRow
          {...{ ...row('password_current'), ...password }}
          label="Current password (leave blank to leave unchanged)"
          autoComplete="current-password"
        />
        <FormRow
          {...{ ...row('password_1'), ...password }}
          label="New password (leave blank to leave unchanged)"
          autoComplete="new-password"
          hint={passwordHint}
          ownWords={ownWords}
        />
        <FormRow {...{ ...row('password_2'), ...password }} label="Confirm new password" autoComplete="new-password" />
      </fieldset>
      <NonceFields nonce={nonce} page={paths.accountDetails} />
      <input type="hidden" name="action" value="save_account_details" />
      <p className={styles.save}>
        <button type="submit" className={button.primary} name="save_account_details" value="Save changes">
          Save changes
        </button>
      </p>
    </form>
  )
}
