import type { ReactNode } from 'react'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, passwordHint } from '../passwords/password-rules.ts'
import { inputClass, wideRow } from './email-field.tsx'
import styles from './sign-in.module.css'

type NewPasswordFieldProps = {
  /** Whose password it becomes: password managers store it with this address. */
  readonly email: string
  readonly ownWords: readonly string[]
  readonly errorId: string | undefined
  readonly name?: string
  readonly label?: string
  readonly inputClass?: string
  readonly hint?: ReactNode
}

/** The field in which a new password is chosen. Script adds a strength meter and 'Show password' (show-password.ts). */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { email, ownWords, errorId, name = 'password_1', label = 'New password', hint } = props
  const hintId = `${name}_hint`
  return (
    <>
      <input type="email" name="username" defaultValue={email} autoComplete="username" readOnly hidden />
      <p className={`${wideRow} ${styles.field}`}>
        <label htmlFor={name}>{label}</label>
        <span className={`password-input ${styles.password}`}>
          <input
            id={name}
            className={props.inputClass ?? inputClass('password')}
            type="password"
            name={name}
            autoComplete="new-password"
            minLength={MIN_PASSWORD_LENGTH}
            maxLength={MAX_PASSWORD_LENGTH}
            required
            data-own-words={JSON.stringify(ownWords)}
            aria-describedby={errorId === undefined ? hintId : `${errorId} ${hintId}`}
            aria-invalid={errorId === undefined ? undefined : true}
          />
        </span>
        <span id={hintId}>
          {passwordHint}
          {hint}
        </span>
      </p>
    </>
  )
}
