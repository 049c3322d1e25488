import styles from './empty-cup.module.css'

export const EmptyCup = () => <div className={styles.cup} aria-hidden="true" />
