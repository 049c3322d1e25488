import { paths } from '../../../platform/web/routes.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import type { SavedTea } from '../load-saved.ts'
import styles from './saved-summary.module.css'

type SavedSummaryProps = {
  /** The newest ones. */
  readonly teas: readonly SavedTea[]
  /** How many there are. */
  readonly total: number
}

/** The newest saved teas on the overview of the account. */
export const SavedSummary = ({ teas, total }: SavedSummaryProps) => (
  <section className={styles.glance} aria-labelledby="saved-summary">
    <h2 id="saved-summary" className={styles.title}>
      Saved teas
    </h2>
    <ul className={styles.teas}>
      {teas.map(({ productId, name, href, picture, action }) => (
        <li key={productId}>
          <a href={action.kind === 'gone' ? paths.accountSaved : href}>
            {picture && <Picture picture={picture} maxWidth={160} sizes="120px" alt="" />}
            <span>{name}</span>
          </a>
          {action.kind === 'sold-out' && <span className={styles.note}>Sold out</span>}
          {action.kind === 'gone' && <span className={styles.note}>No longer sold</span>}
        </li>
      ))}
    </ul>
    <a href={paths.accountSaved}>{total === 1 ? 'Your saved tea' : `All ${total} saved teas`}</a>
  </section>
)
