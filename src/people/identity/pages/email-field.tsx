import styles from './sign-in.module.css'

/** Classes of a field's row and input in WooCommerce's account forms (account-pages.md). */
export const wideRow = 'woocommerce-form-row woocommerce-form-row--wide form-row form-row-wide'
export const inputClass = (type: 'email' | 'password'): string =>
  `woocommerce-Input woocommerce-Input--text woocommerce-Input--${type} input-text`

type EmailFieldProps = {
  readonly id: string
  readonly name: string
  readonly value: string
  /** `username` where a password manager fills it in, `email` for an address that has no account yet. */
  readonly autoComplete: 'username' | 'email'
  readonly problemId?: string | undefined
  readonly hintId?: string
}

export function EmailField({ id, name, value, autoComplete, problemId, hintId }: EmailFieldProps) {
  return (
    <p className={`${wideRow} ${styles.field}`}>
      <label htmlFor={id}>Email address</label>
      <input
        {...{ id, name, autoComplete }}
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
