import type { ComponentProps, ReactNode } from 'react'
import { button } from '../../../platform/ui/button.tsx'
import { Submit } from '../../../platform/ui/buttons.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import { expiredText } from '../form-nonce.tsx'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, passwordHint } from '../passwords/password-rules.ts'
import styles from './sign-in.module.css'

type AccountPageProps = {
  readonly title: string
  readonly lead: ReactNode
  readonly role?: 'alert' | 'status'
  readonly children: ReactNode
}

export const AccountPage = ({ title, lead, role, children }: AccountPageProps) => (
  <ShopMain className={styles.page} title={<h1>{title}</h1>}>
    <p className={styles.lead} role={role}>
      {lead}
    </p>
    {children}
  </ShopMain>
)

export const Problem = ({ id = 'login_error', text }: { readonly id?: string; readonly text: string | null }) =>
  text !== null && (
    <div id={id} className={`woocommerce-error ${styles.problem}`} role="alert">
      {text}
    </div>
  )

/** Problems of requests that are answered by email. */
export const emailProblems = {
  invalid: 'Enter the email address of your account.',
  'rate-limited': 'Too many requests. Wait 15 minutes, then try again.',
  'forged-nonce': expiredText,
} as const

/** Classes of a field's row and input in WooCommerce's account forms (account-pages.md). */
const wideRow = 'woocommerce-form-row woocommerce-form-row--wide form-row form-row-wide'
const inputClass = (type: 'email' | 'password'): string =>
  `woocommerce-Input woocommerce-Input--text woocommerce-Input--${type} input-text`

type EmailFieldProps = {
  readonly id?: string
  readonly name: string
  readonly value: string
  /** `username` for password managers, `email` for an address without an account. */
  readonly autoComplete?: 'username' | 'email'
  readonly problemId?: string | null | undefined
  readonly hintId?: string
}

export function EmailField(props: EmailFieldProps) {
  const { id = 'user_login', name, value, autoComplete = 'username', problemId, hintId } = props
  return (
    <p className={`${wideRow} ${styles.field}`}>
      <label htmlFor={id}>Email address</label>
      <input
        id={id}
        name={name}
        autoComplete={autoComplete}
        className={inputClass('email')}
        type="email"
        defaultValue={value}
        autoCapitalize="none"
        maxLength={254}
        required
        aria-invalid={problemId ? true : undefined}
        aria-describedby={[problemId, hintId].filter(Boolean).join(' ') || undefined}
      />
    </p>
  )
}

/** Script adds 'Show password' (show-password.ts). */
export const PasswordInput = ({ id, className = 'input-text', ...input }: ComponentProps<'input'>) => (
  <span className={`password-input ${styles.password}`}>
    <input id={id} className={className} type="password" {...input} />
  </span>
)

type PasswordFieldProps = ComponentProps<'input'> & { readonly label: string; readonly 'data-own-words'?: string }

export const PasswordField = ({
  id,
  label,
  className = inputClass('password'),
  children,
  ...input
}: PasswordFieldProps) => (
  <p className={`${wideRow} ${styles.field}`}>
    <label htmlFor={id}>{label}</label>
    <PasswordInput id={id} className={className} {...input} />
    {children}
  </p>
)

type NewPasswordFieldProps = {
  /** The account of the password: password managers store it with this email address. */
  readonly email: string
  readonly ownWords: readonly string[]
  readonly errorId: string | undefined
  readonly name?: string
  readonly label?: string
  readonly inputClass?: string
  readonly hint?: ReactNode
}

/** Script adds a strength meter. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { email, ownWords, errorId, name = 'password_1', label = 'New password', hint } = props
  const hintId = `${name}_hint`
  return (
    <>
      <input type="email" name="username" defaultValue={email} autoComplete="username" readOnly hidden />
      <PasswordField
        id={name}
        label={label}
        className={props.inputClass}
        name={name}
        autoComplete="new-password"
        minLength={MIN_PASSWORD_LENGTH}
        maxLength={MAX_PASSWORD_LENGTH}
        required
        data-own-words={JSON.stringify(ownWords)}
        aria-describedby={errorId === undefined ? hintId : `${errorId} ${hintId}`}
        aria-invalid={errorId === undefined ? undefined : true}
      >
        <span id={hintId}>
          {passwordHint}
          {hint}
        </span>
      </PasswordField>
    </>
  )
}

export const PasskeyInstead = ({ text }: { readonly text: string }) => (
  <div className={styles.instead}>
    <button
      type="submit"
      className={button.tertiary}
      name="account_way"
      value="passkey"
      formNoValidate
      aria-describedby="account_way_hint"
    >
      Use a passkey instead
    </button>
    <p id="account_way_hint" className={styles.hint}>
      {text}
    </p>
  </div>
)

type PasskeyFormProps = { readonly redirectTo: string | null | undefined; readonly passkeyUrl: string }

/** Invisible, but with its space reserved, until the script has found that this browser supports passkeys. */
export const PasskeyForm = ({ redirectTo, passkeyUrl }: PasskeyFormProps) => (
  <form
    className={styles.passkey}
    action={hrefs.passkeySignIn()}
    method="post"
    data-passkey="sign-in"
    data-passkey-url={passkeyUrl}
    inert
  >
    <input type="hidden" name="passkey" />
    {redirectTo && <input type="hidden" name="redirect_to" value={redirectTo} />}
    <Submit variant="secondary" label="Use a passkey" />
    <p className={styles.hint} role="status" />
  </form>
)
