import type { ShownText } from '../show-text.ts'
import { BuiltText } from './built-text.tsx'
import prose from './prose.module.css'
import { TableOfContents } from './table-of-contents.tsx'

export type TextProps = Pick<ShownText, 'html' | 'headings' | 'document'>

type EntryTextProps = TextProps & {
  readonly minHeadings: number
  /** Classes of the page for the columns, the table of contents and the text. */
  readonly classes: readonly [columns?: string, aside?: string, text?: string]
}

/** The table of contents is above the text, from 1200 px beside it. */
export function EntryText({ html, headings, document, minHeadings, classes: [columns, aside, text] }: EntryTextProps) {
  if (document) return <BuiltText html={html} />
  return (
    <div className={columns}>
      {headings.length >= minHeadings && (
        <aside className={aside}>
          <TableOfContents headings={headings} />
        </aside>
      )}
      <div className={`entry-content ${prose.prose} ${text}`} dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  )
}
