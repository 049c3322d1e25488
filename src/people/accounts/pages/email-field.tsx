import styles from './sign-in.module.css'

type EmailFieldProps = {
  readonly id: string
  readonly name: string
  readonly value: string
  /** `username` where a password manager fills it in, `email` for an address that has no account yet. */
  readonly autoComplete: 'username' | 'email'
  readonly className?: string
  /** Id of what is wrong with it. */
  readonly problemId?: string | undefined
  readonly hintId?: string
}

/** The email address of an account, wherever it is asked for. */
export function EmailField({ id, name, value, autoComplete, problemId, hintId, ...props }: EmailFieldProps) {
  const { className = 'woocommerce-Input woocommerce-Input--text input-text' } = props
  return (
    <p className={styles.field}>
      <label htmlFor={id}>Email address</label>
      <input
        {...{ id, className, name, autoComplete }}
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
