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

/** Handwritten HTML, sanitized like every text. */
export const markup = defineBlock({
  name: 'markup',
  title: 'HTML',
  group: 'text',
  options: { html: html('HTML', 'markup', '<p>HTML, without scripts.</p>') },
  html: ({ html: written }) => written,
  View: ({ html: shown }) => <div className={prose.prose} data-narrow="" dangerouslySetInnerHTML={{ __html: shown }} />,
})
