import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../platform/ui/icon.tsx'
import styles from './carousel.module.css'

type ViewportProps = { readonly label: string; readonly className?: string | undefined; readonly children: ReactNode }

/** Wraps a list of items; scrolls by touch and, when focused, by arrow keys. */
export const CarouselViewport = ({ label, className = '', children }: ViewportProps) => (
  <div
    className={`${styles.viewport} ${className}`}
    role="group"
    aria-roledescription="carousel"
    aria-label={label}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
    data-viewport=""
  >
    {children}
  </div>
)

type MoveButtonProps = { readonly label: string; readonly icon: IconName; readonly by: 1 | -1 }

export const MoveButton = ({ label, icon, by }: MoveButtonProps) => (
  <button type="button" className={`icon-button ${styles.move}`} aria-label={label} data-move={by}>
    <Icon name={icon} />
  </button>
)

/** Pauses autoplay; hidden unless a script starts autoplay. */
export const PlayButton = () => (
  <button type="button" className={styles.play} data-play="" hidden>
    Pause
  </button>
)
