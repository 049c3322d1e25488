import type { ReactNode } from 'react'
import styles from './coupon-field.module.css'

/** Collapsed coupon field. Part of the cart form, so that its button also submits the quantities. */
export function CouponField({ problem, typed }: { problem: ReactNode; typed: string }) {
  return (
    <details className={styles.fold} {...(problem === null ? {} : { open: true })}>
      <summary className={styles.summary}>Have a coupon?</summary>
      <div className={`coupon ${styles.coupon}`}>
        <label htmlFor="coupon_code">Coupon code</label>
        <span className={styles.row}>
          <input
            type="text"
            name="coupon_code"
            id="coupon_code"
            className={`input-text ${problem === null ? '' : 'has-error'} ${styles.code}`}
            defaultValue={typed}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={100}
            {...(problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': 'coupon-error-notice' })}
          />
          <button type="submit" name="apply_coupon" value="Apply coupon" className={`button ${styles.apply}`}>
            Apply<span className="screen-reader-text"> coupon</span>
          </button>
        </span>
        {problem !== null && (
          <p id="coupon-error-notice" className="coupon-error-notice" role="alert">
            {problem}
          </p>
        )}
      </div>
    </details>
  )
}
