import styles from '../../faces/storefront/error-page.module.css'

/** An empty cup on a table, where there is nothing to show: a missing page, an empty cart. */
export function EmptyCup() {
  return <div className={styles.scene} aria-hidden="true" />
}
