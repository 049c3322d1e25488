import { defineBlock } from '../../../../things/blocks/block.ts'
import { OptionText } from '../../../../things/blocks/option-text.tsx'
import { choice, html, text } from '../../../../things/blocks/options.ts'
import styles from './tea-moments.module.css'

export const tastingNote = defineBlock({
  name: 'tasting_note',
  title: 'Tasting note',
  group: 'tasting',
  options: {
    tea: text('Tea', 'Spring sencha'),
    kind: choice('Kind of tea', ['green', 'white', 'yellow', 'oolong', 'black', 'dark', 'herbal'], 'green'),
    note: html('Note', 'rich', '<p>Cut grass, a little sea, and a long sweet end.</p>'),
  },
  html: ({ note }) => note,
  View: ({ options, html: shown, edit }) => (
    <div className={styles.note} style={{ background: `var(--tint-${options.kind})` }}>
      <OptionText className={styles.title} text={options.tea} {...edit('tea')} />
      <div {...edit('note')} dangerouslySetInnerHTML={{ __html: shown }} />
    </div>
  ),
})
