import styles from './honeypot.module.css'

/** A field name that browsers do not autofill but bots fill in. */
export const HONEYPOT_FIELD = 'subject'

/** A field that is invisible to people, screen readers and the keyboard. If it is filled in, the sender is a bot. */
export function HoneypotField({ name = HONEYPOT_FIELD }: { readonly name?: string }) {
  return (
    <p className={styles.trap} aria-hidden="true">
      <label>
        Leave this empty
        <input type="text" name={name} defaultValue="" tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  )
}
