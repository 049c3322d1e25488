import { defineBlock } from '../../../../things/blocks/block.ts'
import { Band, bandOptions } from '../band/band.tsx'

export const section = defineBlock({
  name: 'section',
  title: 'Section with background',
  group: 'layout',
  options: bandOptions('cream'),
  slots: [{ name: 'content', title: 'Content' }],
  View: ({ options, pictures, slots }) => (
    <Band options={options} pictures={pictures}>
      <div data-blocks="">{slots.content}</div>
    </Band>
  ),
})
