import type { ComponentConfig, Config, Field } from '@puckeditor/core'
import type { OptionJson } from '../../../things/blocks/option-json.ts'
import type { BlockJson, LibraryJson } from '../rest/page-json.ts'
import { BlockView, UnknownBlock } from './canvas/block-view.tsx'
import { FieldOf } from './fields/field-of.tsx'
import { type KnownBlocks, UNKNOWN } from './puck-document.ts'

export const knownBlocks = (libraries: readonly LibraryJson[]): KnownBlocks =>
  new Map(libraries.flatMap(({ blocks }) => blocks.map((block) => [`${block.lib}/${block.name}`, block])))

/** 'two_columns' becomes 'Two columns'. */
const readable = (value: string): string => {
  const words = value.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The Puck field of an option; a custom one where Puck has none. */
export function fieldOf(option: OptionJson): Field {
  const label = option.title
  switch (option.control) {
    case 'text':
      return { type: 'text', label }
    case 'lines':
      return { type: 'textarea', label }
    case 'number':
      // Every option that is a number has both limits.
      return { type: 'number', label, min: option.minimum as number, max: option.maximum as number }
    case 'choice':
      return {
        type: 'select',
        label,
        options: (option.enum ?? []).map((value) => ({ value, label: readable(value) })),
      }
    default:
      return {
        type: 'custom',
        label,
        render: ({ id, value, onChange, readOnly = false }) => (
          <FieldOf id={id} option={option} value={value} onChange={onChange} isReadOnly={readOnly} />
        ),
      }
  }
}

const fieldsOf = (options: readonly OptionJson[]) =>
  Object.fromEntries(options.map((option) => [option.name, fieldOf(option)]))
const defaultsOf = (options: readonly OptionJson[]) =>
  Object.fromEntries(options.map((option) => [option.name, option.default]))

/** The label of an item in a list. */
function summaryOf(item: Readonly<Record<string, unknown>>, title: string, index = 0): string {
  const text = Object.values(item).find((value) => typeof value === 'string' && value !== '' && !value.startsWith('#'))
  const words = typeof text === 'string' ? text.replaceAll(/<[^>]*>/g, ' ').trim() : ''
  return words === '' ? `${title} ${index + 1}` : words.slice(0, 60)
}

const enclosed: OptionJson = { name: 'html', title: 'Text', control: 'rich', default: '' }

function itemsField({ title, options, encloses_text }: NonNullable<BlockJson['item']>): Field {
  const all = encloses_text ? [...options.filter(({ name }) => name !== 'html'), enclosed] : options
  return {
    type: 'array',
    label: title,
    arrayFields: fieldsOf(all),
    defaultItemProps: defaultsOf(all),
    getItemSummary: (item: Readonly<Record<string, unknown>>, index) => summaryOf(item, title, index),
  } as Field
}

const componentOf = (block: BlockJson): ComponentConfig => ({
  label: block.title,
  inline: true,
  fields: {
    ...fieldsOf(block.options),
    ...(block.item ? { items: itemsField(block.item) } : {}),
    ...Object.fromEntries(block.slots.map(({ name }) => [name, { type: 'slot' } as const])),
  },
  defaultProps: { ...defaultsOf(block.options), ...block.initial },
  render: (props) => <BlockView block={block} props={props} />,
})

type Words = Readonly<Record<'showsTitle' | 'unknown' | 'page', string>>

export function puckConfig(libraries: readonly LibraryJson[], words: Words): Config {
  const groups = libraries.flatMap(({ name: library, groups: all, blocks }) =>
    all.flatMap(({ id, label }, index) => {
      const components = blocks.filter(({ group }) => group === id).map(({ name }) => `${library}/${name}`)
      const category = { title: label, components, defaultExpanded: index < 3 }
      return components.length > 0 ? [[`${library}/${id}`.replaceAll(' ', '-'), category] as const] : []
    }),
  )
  return {
    categories: { ...Object.fromEntries(groups), other: { visible: false, components: [UNKNOWN] } },
    components: {
      ...Object.fromEntries([...knownBlocks(libraries)].map(([type, block]) => [type, componentOf(block)])),
      [UNKNOWN]: { label: words.unknown, inline: true, fields: {}, render: (props) => <UnknownBlock props={props} /> },
    },
    root: {
      label: words.page,
      fields: {
        showsTitle: fieldOf({ name: 'showsTitle', title: words.showsTitle, control: 'flag', default: false }),
      },
    },
  }
}
