import { type Role, roleNames } from '../../../platform/access/permissions.ts'
import { ButtonLink, Submit } from '../../../platform/ui/buttons.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { AccountPage, NewPasswordField, Problem } from '../../identity/pages/form-parts.tsx'
import styles from '../../identity/pages/sign-in.module.css'
import { ownRights } from '../emails.ts'

export type AcceptanceErrors = { readonly name?: string | undefined; readonly password?: string | undefined }

type AcceptInvitationProps = {
  readonly invitationKey: string
  readonly email: string
  readonly role: Role
  readonly name: string
  readonly hasAccount: boolean
  readonly siteTitle: string
  readonly ownWords: readonly string[]
  readonly errors: AcceptanceErrors
}

const MAX_NAME_LENGTH = 100

export function AcceptInvitationPage(props: AcceptInvitationProps) {
  const { invitationKey, email, role, name, hasAccount, siteTitle, ownWords, errors } = props
  const messages = [errors.name, errors.password].filter((message) => message !== undefined)
  return (
    <AccountPage
      title={`Welcome to ${siteTitle}`}
      lead={`You are invited to the back office as ${roleNames[role].toLowerCase()}. ${ownRights[role]}`}
    >
      {hasAccount && (
        <p className={styles.lead}>
          You have an account with {email} already: your orders stay in it. For the back office it gets a new password,
          and you are signed out everywhere else.
        </p>
      )}
      <Problem text={messages.join(' ') || null} />
      <form className={styles.form} action={paths.staffInvitation} method="post">
        <p className={styles.field}>
          <label htmlFor="account_display_name">Your name</label>
          <input
            id="account_display_name"
            className="woocommerce-Input"
            name="account_display_name"
            autoComplete="name"
            defaultValue={name}
            maxLength={MAX_NAME_LENGTH}
            required
            aria-invalid={errors.name === undefined ? undefined : true}
            aria-describedby={errors.name === undefined ? 'account_display_name_hint' : 'login_error'}
          />
          <span id="account_display_name_hint">Shown with what you write.</span>
        </p>
        <NewPasswordField
          email={email}
          ownWords={ownWords}
          errorId={errors.password === undefined ? undefined : 'login_error'}
          hint={` You sign in with ${email}.`}
        />
        <input type="hidden" name="invitation_key" value={invitationKey} />
        <Submit label="Accept and sign in" />
      </form>
    </AccountPage>
  )
}

export const ExpiredInvitationPage = () => (
  <AccountPage
    title="This invitation has ended"
    lead="It has been used or withdrawn, it is too old, or there is a newer one. Ask whoever invited you to send it again."
  >
    <ButtonLink href={hrefs.login()} label="Sign in" />
  </AccountPage>
)
