import styles from './empty-cup.module.css'

/** Illustration for empty states: a missing page, an empty cart. */
export function EmptyCup() {
  return <div className={styles.cup} aria-hidden="true" />
}
