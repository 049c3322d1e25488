import { expect, test } from 'vitest'
import { withHeadingIds } from './headings.ts'

test('headings get ids made of their words', () => {
  const { html, headings } = withHeadingIds('<h2>Before dawn: killing the green</h2><p>…</p><h3>Thé à la menthe</h3>')
  expect(html).toBe(
    '<h2 id="before-dawn-killing-the-green">Before dawn: killing the green</h2><p>…</p><h3 id="the-a-la-menthe">Thé à la menthe</h3>',
  )
  expect(headings).toEqual([
    { id: 'before-dawn-killing-the-green', text: 'Before dawn: killing the green', level: 2 },
    { id: 'the-a-la-menthe', text: 'Thé à la menthe', level: 3 },
  ])
})

test('two headings of the same words have two ids', () => {
  expect(withHeadingIds('<h2>Water</h2><h2>Water</h2>').headings.map((heading) => heading.id)).toEqual([
    'water',
    'water-2',
  ])
})

test('many headings of the same words get numbers in order, each found at once', () => {
  const ids = withHeadingIds('<h2>Tea</h2>'.repeat(30_000)).headings.map(({ id }) => id)
  expect([ids[0], ids[1], ids.at(-1), new Set(ids).size]).toEqual(['tea', 'tea-2', 'tea-30000', 30_000])
})

test('an id that is there stays, marks inside are left out of the text', () => {
  const { html, headings } = withHeadingIds('<h2 id="own">Leaf &amp; <em>water</em></h2>')
  expect(html).toBe('<h2 id="own">Leaf &amp; <em>water</em></h2>')
  expect(headings).toEqual([{ id: 'own', text: 'Leaf & water', level: 2 }])
})

test('a heading without letters still has an id', () => {
  expect(withHeadingIds('<h2>茶</h2>').headings[0]?.id).toBe('part')
})

test('no heading takes an id that the page or the text has already', () => {
  const { headings } = withHeadingIds('<h2>Comments</h2><h2>Water</h2><p id="water">…</p>')
  expect(headings.map((heading) => heading.id)).toEqual(['comments-2', 'water-2'])
})
