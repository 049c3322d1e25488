import { preload } from 'react-dom'
import styles from './built-text.module.css'

type BuiltTextProps = {
  readonly html: string
  /** Across the whole window, where blocks with `data-full` reach its edges; otherwise in the column of its page. */
  readonly isWide?: boolean
}

/** React puts these before what it renders by itself. */
const preloads = /^(?:<link rel="preload"[^>]*>)+/
const preloadedPicture = /imageSrcSet="([^"]*)" imageSizes="([^"]*)"/g

/** A text made of blocks. What its pictures above the fold are to be loaded by belongs into the head of the page. */
export function BuiltText({ html, isWide = false }: BuiltTextProps) {
  const [links = ''] = preloads.exec(html) ?? []
  for (const [, imageSrcSet = '', imageSizes = ''] of links.matchAll(preloadedPicture))
    preload(imageSrcSet, { as: 'image', imageSrcSet, imageSizes, fetchPriority: 'high' })
  return (
    <div
      className={`entry-content ${styles.built} ${isWide ? styles.wide : ''}`}
      dangerouslySetInnerHTML={{ __html: html.slice(links.length) }}
    />
  )
}
