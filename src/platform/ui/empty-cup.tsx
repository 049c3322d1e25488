import styles from '../../faces/storefront/error-page.module.css'

/** Illustration for empty states: a missing page, an empty cart. */
export function EmptyCup() {
  return <div className={styles.scene} aria-hidden="true" />
}
