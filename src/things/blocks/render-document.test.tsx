import { expect, test } from 'vitest'
import type { Block } from '../entries/page-document.ts'
import { BlockRegistry, defineBlock } from './block.ts'
import { text } from './options.ts'
import { renderDocument } from './render-document.tsx'

let loading = 0
let mostLoading = 0
const loaded: string[] = []
const list = defineBlock({
  name: 'list',
  title: 'List',
  group: 'text',
  options: { of: text('Of') },
  async load(_, { of }) {
    loaded.push(of)
    loading += 1
    mostLoading = Math.max(mostLoading, loading)
    await new Promise((done) => setTimeout(done))
    loading -= 1
    return { data: `All ${of}`, tags: [of] }
  },
  View: ({ data, isFirst }) => <p title={isFirst ? 'first' : undefined}>{data}</p>,
})
const slow = defineBlock({
  name: 'slow',
  title: 'Slow',
  group: 'text',
  options: {},
  View: () => {
    const end = performance.now() + 3
    while (performance.now() < end);
    return <p>Slow</p>
  },
})
const frame = defineBlock({
  name: 'frame',
  title: 'Frame',
  group: 'layout',
  options: { title: text('Title') },
  slots: [
    { name: 'left', title: 'Left' },
    { name: 'right', title: 'Right' },
  ],
  row: 'row',
  View: ({ options, slots }) => (
    <section>
      {options.title} <b>{slots.left}</b>
      <i>{slots.right}</i>
    </section>
  ),
})
const photo = defineBlock({
  name: 'photo',
  title: 'Photo',
  group: 'media',
  options: {},
  View: () => <img src="/tea.webp" alt="" />,
})
const blocks = [list, slow, frame, photo]
const registry = new BlockRegistry([{ name: 'Test', title: 'Test', version: '1', groups: [], blocks }])

let lastId = 0
const block = (name: string, options: Readonly<Record<string, unknown>> = {}): Block => {
  lastId += 1
  return { id: lastId, lib: 'Test', block: name, ...options }
}
const render = (shown: readonly Block[]) =>
  renderDocument(
    { version: '4.0.0', blocks: shown },
    {
      // Without pictures nothing is read.
      db: undefined as never,
      now: new Date(),
      entryId: 1,
      exchange: null,
      registry,
      expand: async (texts) => ({ texts, headings: [], frames: [], scripts: [], tags: [], isPersonal: false }),
    },
  )

test('equal blocks of a page load once, and few at a time', async () => {
  const shown = Array.from({ length: 100 }, (_, index) => block('list', { of: `tea ${index % 10}` }))
  const { html, tags } = await render(shown)
  expect(loaded.toSorted()).toEqual(Array.from({ length: 10 }, (_, index) => `tea ${index}`))
  expect(mostLoading).toBeLessThanOrEqual(3)
  expect(html.match(/<p/g)).toHaveLength(100)
  expect(html.startsWith('<p title="first">All tea 0</p><p>All tea 1</p>')).toBe(true)
  expect(tags).toHaveLength(10)
})

test('other requests have their turn while many blocks are rendered, also inside of another block', async () => {
  let turns = 0
  const other = setInterval(() => {
    turns += 1
  })
  await render([block('frame', { left: Array.from({ length: 100 }, () => block('slow')) })])
  clearInterval(other)
  expect(turns).toBeGreaterThan(10)
})

test('blocks are in their slots and rows, and preload links before all of them', async () => {
  const inner = block('frame', { title: 'in', left: [block('list', { of: 'milk' })], right: [block('photo')] })
  const { html } = await render([
    block('list', { of: '$1 & <b>' }),
    block('frame', { title: 'a', left: [inner] }),
    block('frame'),
  ])
  const [preload = ''] = /^<link rel="preload"[^>]*>/.exec(html) ?? []
  expect(preload).toContain('/tea.webp')
  expect(html.slice(preload.length)).toBe(
    '<p title="first">All $1 &amp; &lt;b&gt;</p>' +
      '<div class="row"><section>a <b><div class="row"><section>in <b><p>All milk</p></b>' +
      '<i><img src="/tea.webp" alt=""/></i></section></div></b><i></i></section>' +
      '<section> <b></b><i></i></section></div>',
  )
})
