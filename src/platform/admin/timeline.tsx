import type { ReactNode } from 'react'
import { Time } from './parts.tsx'
import styles from './timeline.module.css'

type TimelineEvent = {
  readonly id: number
  readonly text: ReactNode
  readonly gmt: string
  /** The actor and further details. */
  readonly by: ReactNode
}

/** Events, newest first. */
export const Timeline = ({ events }: { events: readonly TimelineEvent[] }) => (
  <ol className={styles.timeline}>
    {events.map(({ id, text, gmt, by }) => (
      <li key={id}>
        <p className={styles.text}>{text}</p>
        <p className={styles.by}>
          <Time gmt={gmt} /> · {by}
        </p>
      </li>
    ))}
  </ol>
)
