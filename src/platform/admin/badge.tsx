import styles from './badge.module.css'

export type Tone = 'gold' | 'sky' | 'leaf' | 'clay' | 'berry' | 'hollow'

/** A status as text and colour; grey without a tone. */
export const Badge = ({ tone, children }: { tone?: Tone | undefined; children: string }) => (
  <span className={`${styles.badge} ${tone ? styles[tone] : ''}`}>{children}</span>
)
