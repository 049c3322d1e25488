import type { ReactNode } from 'react'
import { Icon } from '../../../platform/ui/icon.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import styles from './lightbox-link.module.css'

type LightboxLinkProps = {
  /** Links of one set are shown one after the other. */
  readonly set: string
  /** The address of a picture or video. */
  readonly href: string
  readonly title: string
  readonly description: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

const isUpload = (href: string): boolean => href.startsWith(hrefs.upload(''))
const isVideo = (href: string): boolean => !isUpload(href) || /\.(?:mp4|webm|mov)$/i.test(href)

/** A picture that the lightbox opens larger, or the video behind it; without script a link to the file. */
export function LightboxLink({ set, href, title, description, className, children }: LightboxLinkProps) {
  const hasVideo = isVideo(href)
  return (
    <a
      href={href}
      rel={`prettyPhoto[${set}]`}
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
