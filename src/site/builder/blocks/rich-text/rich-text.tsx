import { z } from 'zod'
import { defineBlock } from '../../../../things/blocks/block.ts'
import { html } from '../../../../things/blocks/options.ts'
import prose from '../../../content/pages/prose.module.css'

export const richText = defineBlock({
  name: 'rich_text',
  title: 'Text',
  group: 'text',
  options: z.object({ text: html('Text', 'rich', '<p>Write something here.</p>') }),
  html: ({ text }) => text,
  View: ({ html: shown, edit }) => (
    <div className={prose.prose} {...edit('text')} dangerouslySetInnerHTML={{ __html: shown }} />
  ),
})
