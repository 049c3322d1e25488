import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PageDocument } from '../../../things/entries/page-document.ts'
import type { BlockJson } from '../rest/page-json.ts'
import { BlockNumbers, fromPuck, type KnownBlocks, toPuck } from './puck-document.ts'

const block = (name: string, rest: Partial<BlockJson> = {}): BlockJson => ({
  lib: 'Samovar',
  name,
  title: name,
  group: 'text',
  options: [],
  item: null,
  slots: [],
  initial: {},
  ...rest,
})
const title = { name: 'title', title: 'Title', control: 'text', default: 'Tea' } as const
const pictures = { name: 'pictures', title: 'Pictures', control: 'pictures', default: [] } as const
const known: KnownBlocks = new Map(
  [
    block('text', { options: [title, pictures] }),
    block('list', { item: { title: 'Item', options: [title], encloses_text: true } }),
    block('columns', {
      options: [title],
      slots: ['left', 'right'].map((name) => ({ name, title: name })),
    }),
  ].map((one) => [`${one.lib}/${one.name}`, one]),
)

const setting = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant([]), fc.constant(null), fc.object())
type Draft = { readonly block: string; readonly lib: string; readonly [name: string]: unknown }
const { blocks } = fc.letrec<{ blocks: Draft[] }>((tie) => ({
  blocks: fc.array(
    fc
      .record({
        lib: fc.constantFrom('Samovar', 'Default'),
        block: fc.constantFrom('text', 'list', 'columns', 'sktbuilder_cards'),
        rest: fc.dictionary(fc.constantFrom('title', 'a.b', 'items', 'pictures', 'order', 'left'), setting),
        inner: fc.option(tie('blocks'), { depthSize: 'small', maxDepth: 4 }),
      })
      .map(({ rest, inner, ...one }) => ({ ...rest, ...one, ...(inner ? { right: inner } : {}) })),
    { maxLength: 3 },
  ),
}))

function numbered(drafts: readonly Draft[], next = { id: 0 }): PageDocument['blocks'] {
  return drafts.map((draft) => {
    next.id += 3
    const { id } = next
    const inner = Array.isArray(draft.right) ? { right: numbered(draft.right as Draft[], next) } : {}
    return { ...draft, ...inner, id }
  })
}

const documents = fc
  .record(
    {
      version: fc.constant('4.0.0'),
      blocks: blocks.map((drafts) => numbered(drafts)),
      showsTitle: fc.boolean(),
      foreign: fc.dictionary(fc.nat().map(String), fc.string()),
    },
    { requiredKeys: ['version', 'blocks'] },
  )
  .map((document) => JSON.parse(JSON.stringify(document)) as PageDocument)

test('a document that the editor has not changed is the same, whatever is in it', () => {
  fc.assert(
    fc.property(documents, (document) => {
      const numbers = new BlockNumbers()
      expect(fromPuck(toPuck(document, known, numbers), known, numbers)).toEqual(document)
    }),
  )
})

test('a block keeps its number between saves, and a new one gets the next that is free', () => {
  const numbers = new BlockNumbers()
  const text = { lib: 'Samovar', block: 'text', title: 'A' }
  const data = toPuck({ version: '4.0.0', blocks: [{ ...text, id: 12 }] }, known, numbers)
  const added = { type: 'Samovar/text', props: { id: 'Samovar/text-1-2-3', title: 'B' } }
  const withNew = { ...data, content: [added, ...data.content] }
  const ids = () => fromPuck(withNew, known, numbers).blocks.map(({ id }) => id)
  expect(ids()).toEqual([13, 12])
  expect(ids()).toEqual([13, 12])
  const again = toPuck(fromPuck(withNew, known, numbers), known, numbers)
  expect(again.content.map(({ props }) => props.id as string)).toEqual(['Samovar/text-1-2-3', 'block-12'])
})

test('an option that the document does not say has its default in the field, and is not written', () => {
  const numbers = new BlockNumbers()
  const document = { version: '4.0.0', blocks: [{ id: 1, lib: 'Samovar', block: 'text' }] }
  const data = toPuck(document, known, numbers)
  expect(data.content[0]?.props).toMatchObject({ title: 'Tea', pictures: [] })
  const [first] = data.content
  if (!first) throw new Error('No block')
  const changed = { ...data, content: [{ ...first, props: { ...first.props, title: 'Mate' } }] }
  expect(fromPuck(changed, known, numbers).blocks).toEqual([{ id: 1, lib: 'Samovar', block: 'text', title: 'Mate' }])
})
