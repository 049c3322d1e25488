import styles from './empty-cup.module.css'

export function EmptyCup() {
  return <div className={styles.cup} aria-hidden="true" />
}
