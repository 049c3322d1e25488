import type { ShownText } from '../show-text.ts'
import { BuiltText } from './built-text.tsx'
import prose from './prose.module.css'
import styles from './table-of-contents.module.css'

export type TextProps = Pick<ShownText, 'html' | 'headings' | 'document'>

type EntryTextProps = TextProps & {
  readonly minHeadings: number
  /** Classes of the page for the columns, the table of contents and the text. */
  readonly classes: readonly [columns?: string, aside?: string, text?: string]
}

/** The table of contents is above the text, from 1200 px beside it. It folds without script too (BLOG-03). */
export function EntryText({ html, headings, document, minHeadings, classes: [columns, aside, text] }: EntryTextProps) {
  if (document) return <BuiltText html={html} />
  return (
    <div className={columns}>
      {headings.length >= minHeadings && (
        <aside className={aside}>
          <nav aria-label="Contents">
            <details id="toc_container" className={styles.box} open>
              <summary className={`toc_title ${styles.title}`}>
                Contents{' '}
                <span className={`toc_toggle ${styles.toggle}`}>
                  [<span className={styles.hide}>hide</span>
                  <span className={styles.show}>show</span>]
                </span>
              </summary>
              <ul className={`toc_list ${styles.list}`}>
                {headings.map((heading) => (
                  <li key={heading.id} className={heading.level === 3 ? styles.below : undefined}>
                    <a href={`#${heading.id}`}>{heading.text}</a>
                  </li>
                ))}
              </ul>
            </details>
          </nav>
        </aside>
      )}
      <div className={`entry-content ${prose.prose} ${text}`} dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  )
}
