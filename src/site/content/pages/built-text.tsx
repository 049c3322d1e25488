import { preload } from 'react-dom'
import styles from './built-text.module.css'

type BuiltTextProps = {
  readonly html: string
  /** Full window width, for blocks with `data-full`; otherwise the width of the page's column. */
  readonly isWide?: boolean
}

/** React renders preload links before the content. */
const preloads = /^(?:<link rel="preload"[^>]*>)+/
const preloadedPicture = /imageSrcSet="([^"]*)" imageSizes="([^"]*)"/g

/** A text made of blocks. Moves the preload links of its first pictures to the head of the page. */
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
