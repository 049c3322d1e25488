import styles from '../badge.module.css'

/** A count after a navigation label; hidden if 0. `what` is for screen readers: 'waiting'. */
export const NavCount = ({ count, what }: { count: number; what: string }) =>
  count > 0 && (
    <span className={styles.count}>
      {count}
      <span className="visually-hidden"> {what}</span>
    </span>
  )
