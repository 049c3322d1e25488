import type { FormNonce } from '../../../../people/identity/form-nonce.tsx'
import { MAX_PASSWORD_LENGTH } from '../../../../people/identity/passwords/password-rules.ts'
import { Submit } from '../../../../platform/ui/buttons.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import styles from './account.module.css'
import { FormRow } from './form-row.tsx'
import security from './security.module.css'

type ConfirmPageProps = {
  readonly email: string
  readonly hasCodes: boolean
  /** URL at which the account's passkeys work; null if it has none, or they do not work here. */
  readonly passkeyUrl: string | null
  /** False: the user signs in by email, which is recent authentication as well. */
  readonly hasPassword: boolean
  readonly returnTo: string
  readonly nonce: FormNonce
}

export function ConfirmPage({ email, hasCodes, passkeyUrl, hasPassword, returnTo, nonce }: ConfirmPageProps) {
  const hidden = (
    <>
      <input type="hidden" name={nonce.name} value={nonce.value} />
      <input type="hidden" name="redirect_to" value={returnTo} />
    </>
  )
  return (
    <>
      <p className={styles.lead}>
        You signed in a while ago. Before you change how your account is protected, please confirm once more that it is
        you.
      </p>
      {(hasPassword || hasCodes) && (
        <form className={styles.form} action={paths.accountConfirm} method="post" noValidate>
          {hasPassword && (
            <>
              {/* Lets password managers find the password. */}
              <input type="email" name="username" defaultValue={email} autoComplete="username" readOnly hidden />
              <FormRow
                name="password_current"
                label="Password"
                type="password"
                autoComplete="current-password"
                maxLength={MAX_PASSWORD_LENGTH}
                isRequired={!hasCodes}
              />
            </>
          )}
          {hasCodes && (
            <FormRow
              name="authcode"
              label={hasPassword ? 'Or a code of your app' : 'A code of your app'}
              autoComplete="one-time-code"
              maxLength={10}
              isRequired={!hasPassword}
            />
          )}
          {hidden}
          <p className={styles.save}>
            <Submit label="Continue" />
            {hasPassword && <a href={paths.lostPassword}>Forgotten your password?</a>}
          </p>
        </form>
      )}
      {!hasPassword && (
        <p>
          Your account has no password.{' '}
          <a href={`${paths.signInCode}?${new URLSearchParams({ redirect_to: returnTo })}`}>Sign in by email again</a>
        </p>
      )}
      {passkeyUrl !== null && (
        <form
          className={security.passkey}
          action={paths.accountConfirm}
          method="post"
          data-passkey="sign-in"
          data-passkey-url={passkeyUrl}
          hidden
        >
          {hidden}
          <input type="hidden" name="passkey" />
          <Submit variant="secondary" label="Use a passkey" />
          <p className="soft-small" role="status" />
        </form>
      )}
    </>
  )
}
