import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareLines, textLines } from './compare-text.ts'

const signs = { same: ' ', removed: '-', added: '+' }
const compare = (older: string, newer: string) =>
  compareLines(older.split(''), newer.split('')).map(({ kind, text }) => signs[kind] + text)

test('two texts are compared line by line', () => {
  expect(compare('abc', 'abc')).toEqual([' a', ' b', ' c'])
  expect(compare('abc', 'axc')).toEqual([' a', '-b', '+x', ' c'])
  expect(compare('', 'ab')).toEqual(['+a', '+b'])
  expect(compare('ab', '')).toEqual(['-a', '-b'])
})

test('without what was added it is the older text, without what was removed the newer one', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 })
  fc.assert(
    fc.property(text, text, (older, newer) => {
      const lines = compareLines(older, newer)
      expect(lines.filter(({ kind }) => kind !== 'added').map((line) => line.text)).toEqual(older)
      expect(lines.filter(({ kind }) => kind !== 'removed').map((line) => line.text)).toEqual(newer)
    }),
  )
})

test('HTML is compared as the lines that people read', () => {
  const html =
    '<h2 id="a">Water</h2>\n<p>Soft <em>and</em>\ncold.<br>Second</p><ul><li>One</li></ul><img src="x" alt="A cup">'
  expect(textLines(html)).toEqual(['Water', 'Soft and', 'cold.', 'Second', 'One', '[picture: A cup]'])
})
