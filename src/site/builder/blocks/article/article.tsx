import { defineBlock } from '../../../../things/blocks/block.ts'
import { number } from '../../../../things/blocks/options.ts'
import { WithContents } from '../../../content/pages/entry-text.tsx'
import prose from '../../../content/pages/prose.module.css'
import styles from '../../../content/pages/static-page.module.css'

/** A reading column for blocks, with the same table of contents as a page without blocks. */
export const article = defineBlock({
  name: 'article',
  title: 'Text with contents',
  group: 'layout',
  options: { min_headings: number('Contents from this many headings', { min: 1, max: 50, default: 4 }) },
  slots: [{ name: 'content', title: 'Content' }],
  View: ({ options, headings, slots }) => (
    <div data-full="">
      <div className="page-column">
        <WithContents headings={headings} minHeadings={options.min_headings} classes={[styles.columns, styles.aside]}>
          {/* Blocks in it adapt to the width of the column. */}
          <div className={`${prose.prose} ${styles.prose}`} style={{ containerType: 'inline-size' }}>
            {slots.content}
          </div>
        </WithContents>
      </div>
    </div>
  ),
})
