import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import styles from './screen-header.module.css'

type ScreenHeaderProps = {
  readonly title: string
  /** Content beside the title: a badge, a search field. */
  readonly children?: ReactNode
  /** The parent list. */
  readonly backLink?: { readonly to: string; readonly label: string }
}

let isFirstScreen = true

/** Title of a screen. It gets focus after navigation, so that screen readers announce the screen. */
export function ScreenHeader({ title, children, backLink }: ScreenHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirstScreen) heading.current?.focus({ preventScroll: true })
    isFirstScreen = false
  }, [])
  return (
    <div className={styles.head}>
      <title>{`${title} · Back office`}</title>
      {backLink && (
        <p className={styles.up}>
          <Link to={backLink.to}>
            <Icon name="left" size={16} />
            {backLink.label}
          </Link>
        </p>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}
