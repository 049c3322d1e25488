import { defineBlock } from '../../../../things/blocks/block.ts'
import { choice, html } from '../../../../things/blocks/options.ts'
import prose from '../../../content/pages/prose.module.css'
import styles from './rich-text.module.css'

export const richText = defineBlock({
  name: 'rich_text',
  title: 'Text',
  group: 'text',
  options: {
    text: html('Text', 'rich', '<p>Write something here.</p>'),
    align: choice('Alignment', ['start', 'center'], 'start'),
  },
  html: ({ text }) => text,
  View: ({ html: shown, options, edit }) => (
    <div
      className={`${prose.prose} ${options.align === 'center' ? styles.centred : ''}`}
      data-narrow={options.align}
      {...edit('text')}
      dangerouslySetInnerHTML={{ __html: shown }}
    />
  ),
})
