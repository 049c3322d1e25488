import type { Heading } from '../headings.ts'
import styles from './table-of-contents.module.css'

/** Table of contents: beside the text from 1200 px, collapsed above it below that. CSS shows only one of the two. */
export function TableOfContents({ headings }: { headings: readonly Heading[] }) {
  return (
    <>
      <details id="toc_container" className={styles.folded}>
        <summary className="toc_title">Contents</summary>
        <HeadingList headings={headings} />
      </details>
      <nav className={styles.beside} aria-label="Contents">
        <p>Contents</p>
        <HeadingList headings={headings} />
      </nav>
    </>
  )
}

function HeadingList({ headings }: { headings: readonly Heading[] }) {
  return (
    <ol className="toc_list">
      {headings.map((heading) => (
        <li key={heading.id} className={heading.level === 3 ? styles.below : undefined}>
          <a href={`#${heading.id}`}>{heading.text}</a>
        </li>
      ))}
    </ol>
  )
}
