import type { ReactNode } from 'react'
import { Icon } from '../../../platform/ui/icon.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import styles from './lightbox-link.module.css'

type LightboxLinkProps = {
  /** Name of the lightbox set. */
  readonly set: string
  /** Not while it is hidden. */
  readonly isInSet?: boolean
  /** URL of a picture or video. */
  readonly href: string
  readonly title: string
  readonly description: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

const isUpload = (href: string): boolean => href.startsWith(hrefs.upload(''))
const isVideo = (href: string): boolean => !isUpload(href) || /\.(?:mp4|webm|mov)$/i.test(href)

/** Opens the picture or video in the lightbox; without JavaScript it links to the file. */
export function LightboxLink({
  set,
  isInSet = true,
  href,
  title,
  description,
  className,
  children,
}: LightboxLinkProps) {
  const hasVideo = isVideo(href)
  return (
    <a
      href={href}
      rel={isInSet ? `prettyPhoto[${set}]` : undefined}
      data-set={`prettyPhoto[${set}]`}
      title={description === '' ? undefined : description}
      aria-label={hasVideo ? `${title}: play the video` : `${title}: larger picture`}
      className={[styles.link, className].filter(Boolean).join(' ')}
    >
      {children}
      <span className={styles.mark}>
        {hasVideo ? <span className={styles.play} aria-hidden="true" /> : <Icon name="expand" size={18} />}
      </span>
    </a>
  )
}
