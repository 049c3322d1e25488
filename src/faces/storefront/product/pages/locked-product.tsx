import { AccountPage, PasswordField, Problem } from '../../../../people/identity/pages/form-parts.tsx'
import { Submit } from '../../../../platform/ui/buttons.tsx'

type LockedProductProps = { readonly name: string; readonly problem: string | null }

/** Replaces a product whose password has not been entered in this browser. */
export const LockedProduct = ({ name, problem }: LockedProductProps) => (
  <AccountPage title={name} lead="This is not for everybody yet. Enter its password to see and to order it.">
    <Problem text={problem} />
    <form method="post" className="post-password-form wrap-row">
      <PasswordField
        id="post_password"
        name="post_password"
        label="Password"
        autoComplete="off"
        maxLength={200}
        required
        aria-describedby={problem === null ? undefined : 'login_error'}
      />
      <Submit label="Enter" />
    </form>
  </AccountPage>
)
