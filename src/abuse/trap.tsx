import styles from './trap.module.css'

/** An innocent name that browsers fill in for nobody and machines fill in with pleasure. */
export const TRAP = 'subject'

/** A field that people neither see, hear nor reach with a key. What fills it in is no person. */
export function Trap() {
  return (
    <p className={styles.trap} aria-hidden="true">
      <label>
        Leave this empty
        <input type="text" name={TRAP} defaultValue="" tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  )
}
