import { TestimonialSlider } from '../../../../../site/features/testimonials/testimonials.tsx'
import { defineBlock } from '../../../../../things/blocks/block.ts'
import { lines, text } from '../../../../../things/blocks/options.ts'
import { Part } from '../part/part.tsx'

/** Letters of customers, three at a time. */
export const letters = defineBlock({
  name: 'letters',
  title: 'Letters with a title',
  group: 'text',
  options: { title: text('Title', 'From our customers') },
  item: {
    title: 'Letter',
    options: { quote: lines('Letter'), name: text('Name'), about: text('Place') },
  },
  View: ({ options: { title }, items, id, edit }) =>
    items.length > 0 && (
      <Part id={id} edit={edit} title={title}>
        <TestimonialSlider label={title || 'Letters'} testimonials={items.map(({ options }) => options)} />
      </Part>
    ),
})
