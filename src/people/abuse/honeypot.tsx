import styles from './honeypot.module.css'

/** An innocent name that browsers fill in for nobody and machines fill in with pleasure. */
export const HONEYPOT_FIELD = 'subject'

/** A field that people neither see, hear nor reach with a key. What fills it in is no person. */
export function HoneypotField() {
  return (
    <p className={styles.trap} aria-hidden="true">
      <label>
        Leave this empty
        <input type="text" name={HONEYPOT_FIELD} defaultValue="" tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  )
}
