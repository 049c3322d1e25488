import type { withHeadingIds } from '../headings.ts'
import prose from './prose.module.css'
import styles from './table-of-contents.module.css'

export type TextProps = Readonly<ReturnType<typeof withHeadingIds>>

type EntryTextProps = TextProps & {
  readonly minHeadings: number
  /** Classes of the page for the columns, the table of contents and the text. */
  readonly classes: readonly [columns?: string, aside?: string, text?: string]
}

/** The table of contents is beside it from 1200 px, else collapsed above it; CSS shows one of the two. */
export function EntryText({ html, headings, minHeadings, classes: [columns, aside, text] }: EntryTextProps) {
  const list = (
    <ol className="toc_list">
      {headings.map((heading) => (
        <li key={heading.id} className={heading.level === 3 ? styles.below : undefined}>
          <a href={`#${heading.id}`}>{heading.text}</a>
        </li>
      ))}
    </ol>
  )
  return (
    <div className={columns}>
      {headings.length >= minHeadings && (
        <aside className={aside}>
          <details id="toc_container" className={styles.folded}>
            <summary className="toc_title">Contents</summary>
            {list}
          </details>
          <nav className={styles.beside} aria-label="Contents">
            <p>Contents</p>
            {list}
          </nav>
        </aside>
      )}
      <div className={`entry-content ${prose.prose} ${text}`} dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  )
}
