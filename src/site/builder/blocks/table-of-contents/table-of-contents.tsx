import { defineBlock } from '../../../../things/blocks/block.ts'
import { TableOfContents } from '../../../content/pages/table-of-contents.tsx'
import styles from './table-of-contents.module.css'

export const tableOfContents = defineBlock({
  name: 'table_of_contents',
  title: 'Table of contents',
  group: 'text',
  options: {},
  View: ({ headings, isFirst, id }) =>
    headings.length > 0 && (
      <div className={styles.contents} data-narrow="">
        <TableOfContents headings={headings} id={isFirst ? undefined : id} />
      </div>
    ),
})
