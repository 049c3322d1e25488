import styles from '../badge.module.css'

/** Behind a label of the navigation; nothing if there are none. `what` is for screen readers: 'waiting'. */
export const NavCount = ({ count, what }: { count: number; what: string }) =>
  count > 0 && (
    <span className={styles.count}>
      {count}
      <span className="visually-hidden"> {what}</span>
    </span>
  )
