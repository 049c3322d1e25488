import { expect, test } from 'vitest'
import type { OptionJson } from '../../../things/blocks/option-json.ts'
import type { LibraryJson } from '../rest/page-json.ts'
import { puckConfig } from './puck-config.tsx'

const option = (name: string, control: OptionJson['control'], rest: Partial<OptionJson> = {}): OptionJson => ({
  name,
  title: name,
  control,
  default: '',
  ...rest,
})
const libraries: readonly LibraryJson[] = [
  {
    name: 'Samovar',
    title: 'Samovar',
    groups: [
      { id: 'text', label: 'Text' },
      { id: 'shop', label: 'Shop' },
    ],
    blocks: [
      {
        lib: 'Samovar',
        name: 'cards',
        title: 'Cards',
        group: 'text',
        options: [
          option('title', 'text', { default: 'Tea' }),
          option('words', 'lines'),
          option('size', 'number', { default: 3, minimum: 1, maximum: 9 }),
          option('side', 'choice', { enum: ['left', 'far_right'], default: 'left' }),
          option('face', 'picture', { default: 0 }),
        ],
        item: { title: 'Card', options: [option('name', 'text')], encloses_text: true },
        slots: [{ name: 'content', title: 'Content' }],
        initial: { items: [{ name: 'First' }] },
      },
    ],
  },
]

test('every option has a field by its control, items are a list, and slots are slots', () => {
  const config = puckConfig(libraries, { showsTitle: 'Title', unknown: 'Unknown', page: 'Page' })
  const { fields, defaultProps, label } = config.components['Samovar/cards'] ?? {}
  expect(label).toBe('Cards')
  expect(fields).toMatchObject({
    title: { type: 'text', label: 'title' },
    words: { type: 'textarea' },
    size: { type: 'number', min: 1, max: 9 },
    side: {
      type: 'select',
      options: [
        { value: 'left', label: 'Left' },
        { value: 'far_right', label: 'Far right' },
      ],
    },
    face: { type: 'custom' },
    items: { type: 'array', arrayFields: { name: { type: 'text' }, html: { type: 'custom' } } },
    content: { type: 'slot' },
  })
  expect(defaultProps).toEqual({ title: 'Tea', words: '', size: 3, side: 'left', face: 0, items: [{ name: 'First' }] })
  expect(config.categories).toMatchObject({ 'Samovar/text': { title: 'Text', components: ['Samovar/cards'] } })
  expect(config.categories).not.toHaveProperty('Samovar/shop')
  expect(config.components).toHaveProperty('unknown')
  const items = fields?.items as { getItemSummary: (item: object, index: number) => string }
  expect(items.getItemSummary({ name: '' }, 1)).toBe('Card 2')
  expect(items.getItemSummary({ name: '<b>Sencha</b>' }, 0)).toBe('Sencha')
})
