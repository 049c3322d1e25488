import type { ReactNode } from 'react'
import styles from './badge.module.css'
import controls from './controls.module.css'
import { formatTime } from './format-wire.ts'

export type Tone = 'gold' | 'sky' | 'leaf' | 'clay' | 'berry' | 'hollow'

/** A status as text and colour; grey without a tone. */
export const Badge = ({ tone, children }: { tone?: Tone | undefined; children: string }) => (
  <span className={`${styles.badge} ${tone ? styles[tone] : ''}`}>{children}</span>
)

/** A `…_gmt` value of the JSON in the shop’s time zone. */
export const Time = ({ gmt }: { gmt: string }) => <time dateTime={`${gmt}Z`}>{formatTime(gmt)}</time>

/** A section of a screen with a title. */
export const Panel = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className={controls.panel} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
)

type FactProps = { readonly label: string; readonly className?: string | undefined; readonly children: ReactNode }

/** A labelled value of a `<dl>`; nothing if it is empty. */
export const Fact = ({ label, className, children }: FactProps) =>
  children !== '' && (
    <div>
      <dt>{label}</dt>
      <dd className={className}>{children}</dd>
    </div>
  )
