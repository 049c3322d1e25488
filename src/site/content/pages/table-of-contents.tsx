import type { Heading } from '../../../things/blocks/block.ts'
import styles from './table-of-contents.module.css'

type TableOfContentsProps = {
  readonly headings: readonly Heading[]
  /** The script supports one per page, with the default id. */
  readonly id?: string | undefined
}

/** Links to the headings of a text. It also collapses without JavaScript (BLOG-03). */
export const TableOfContents = ({ headings, id = 'toc_container' }: TableOfContentsProps) => (
  <nav aria-label="Contents">
    <details id={id} className={styles.box} open>
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
)
