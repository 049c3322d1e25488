import { preload } from 'react-dom'
import { preloadLinks } from '../../../things/blocks/render-document.tsx'
import styles from './built-text.module.css'

type BuiltTextProps = {
  readonly html: string
  /** Full window width, for blocks with `data-full`; otherwise the width of the page's column. */
  readonly isWide?: boolean
}

const preloadedPicture = /imageSrcSet="([^"]*)" imageSizes="([^"]*)"/g

/** A text made of blocks. Moves the preload links of its first pictures to the head of the page. */
export function BuiltText({ html, isWide = false }: BuiltTextProps) {
  const [links = ''] = preloadLinks.exec(html) ?? []
  for (const [, imageSrcSet = '', imageSizes = ''] of links.matchAll(preloadedPicture))
    preload(imageSrcSet, { as: 'image', imageSrcSet, imageSizes, fetchPriority: 'high' })
  return (
    <div
      className={`entry-content ${styles.built} ${isWide ? styles.wide : ''}`}
      dangerouslySetInnerHTML={{ __html: html.slice(links.length) }}
    />
  )
}
