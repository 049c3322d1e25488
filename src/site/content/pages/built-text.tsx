import styles from './built-text.module.css'

type BuiltTextProps = {
  readonly html: string
  /** Across the whole window, where blocks with `data-full` reach its edges; otherwise in the column of its page. */
  readonly isWide?: boolean
}

/** A text made of blocks. */
export const BuiltText = ({ html, isWide = false }: BuiltTextProps) => (
  <div
    className={`entry-content ${styles.built} ${isWide ? styles.wide : ''}`}
    dangerouslySetInnerHTML={{ __html: html }}
  />
)
