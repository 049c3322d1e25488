import type { ReactNode } from 'react'
import type { Heading } from '../../../things/blocks/block.ts'
import type { ShownText } from '../show-text.ts'
import { BuiltText } from './built-text.tsx'
import prose from './prose.module.css'
import { TableOfContents } from './table-of-contents.tsx'

export type TextProps = Pick<ShownText, 'html' | 'headings' | 'document'>

type Contents = {
  readonly headings: readonly Heading[]
  readonly minHeadings: number
  readonly classes: readonly [columns?: string, aside?: string, text?: string]
}

export function EntryText({ html, document, ...contents }: TextProps & Contents) {
  if (document) return <BuiltText html={html} />
  const className = `entry-content ${prose.prose} ${contents.classes[2]}`
  return (
    <WithContents {...contents}>
      <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
    </WithContents>
  )
}

type WithContentsProps = Contents & { readonly children: ReactNode }

/** Table of contents above the text, from 1200 px beside it. */
export const WithContents = ({ headings, minHeadings, classes: [columns, aside], children }: WithContentsProps) => (
  <div className={columns}>
    {headings.length >= minHeadings && (
      <aside className={aside}>
        <TableOfContents headings={headings} />
      </aside>
    )}
    {children}
  </div>
)
