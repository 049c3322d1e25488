import { expect, test } from 'vitest'
import { parsePaste, pasteText } from './parse-paste.ts'

test.each<[string, string, string[][]]>([
  ['one cell', '12.50', [['12.50']]],
  [
    'a rectangle with a last break',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'empty cells',
    '\t\n\t',
    [
      ['', ''],
      ['', ''],
    ],
  ],
  [
    'tabs, breaks and quotes in quotes',
    '"a\tb"\t"c\nd"\n"say ""hi"""\t',
    [
      ['a\tb', 'c\nd'],
      ['say "hi"', ''],
    ],
  ],
  ['a quote that is none', '5" pot\t"open', [['5" pot', '"open']]],
  ['a quoted text with more behind it', '"a"b\tc', [['"a"b', 'c']]],
  ['nothing', '', [['']]],
])('%s is read as a spreadsheet copies it', (_, text, cells) => {
  expect(parsePaste(text)).toEqual(cells)
})

test('what is copied is read back as it was', () => {
  const cells = [
    ['a\tb', 'c"d', ''],
    ['e\nf', '"', 'g'],
  ]
  expect(parsePaste(pasteText(cells))).toEqual(cells)
})

test('a quote that never ends in a large text takes no longer than the text', () => {
  expect(parsePaste('"a\t'.repeat(3000))[0]).toHaveLength(3001)
})
