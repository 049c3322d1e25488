import signInStyles from '../../../../people/identity/pages/sign-in.module.css'
import styles from './account.module.css'

type FormRowProps = {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly value?: string
  readonly autoComplete: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly isRequired?: boolean
  readonly maxLength?: number
  readonly half?: 'first' | 'last'
  /** For a new password: words about the user, which it must not consist of. */
  readonly ownWords?: readonly string[]
}

export function FormRow({ name, label, type = 'text', value, autoComplete, hint, error, ...props }: FormRowProps) {
  const { isRequired = true, maxLength = 100, half, ownWords } = props
  const width = half ?? 'wide'
  const describedBy = [error && `${name}_error`, hint && `${name}_description`].filter(Boolean).join(' ')
  const input = (
    <input
      id={name}
      className={`woocommerce-Input woocommerce-Input--${type} input-text`}
      type={type}
      name={name}
      autoComplete={autoComplete}
      inputMode={autoComplete === 'one-time-code' ? 'numeric' : undefined}
      maxLength={maxLength}
      defaultValue={value}
      data-own-words={ownWords && JSON.stringify(ownWords)}
      aria-required={isRequired || undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy || undefined}
    />
  )
  return (
    <p
      className={`woocommerce-form-row woocommerce-form-row--${width} form-row form-row-${width} ${styles.row} ${half ? styles.half : ''}`}
    >
      <label htmlFor={name}>{label}</label>
      {type === 'password' ? <span className={`password-input ${signInStyles.password}`}>{input}</span> : input}
      {error && (
        <span id={`${name}_error`} className={styles.error} data-notice="">
          {error}
        </span>
      )}
      {hint && (
        <span id={`${name}_description`} className="soft-small">
          {hint}
        </span>
      )}
    </p>
  )
}
