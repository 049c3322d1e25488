import { defineBlock } from '../../../../things/blocks/block.ts'
import { html } from '../../../../things/blocks/options.ts'
import prose from '../../../content/pages/prose.module.css'

/** Handwritten HTML, sanitized like every text. */
export const markup = defineBlock({
  name: 'markup',
  title: 'HTML',
  group: 'text',
  options: { html: html('HTML', 'markup', '<p>HTML, without scripts.</p>') },
  html: ({ html: written }) => written,
  View: ({ html: shown }) => <div className={prose.prose} data-narrow="" dangerouslySetInnerHTML={{ __html: shown }} />,
})
