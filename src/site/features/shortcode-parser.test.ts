import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanContent } from '../../things/entries/clean-content.ts'
import { type Part, parseShortcodes } from './shortcode-parser.ts'

const known = new Map([
  ['box', true],
  ['part', true],
  ['dot', false],
])
const parse = (html: string): Part[] => parseShortcodes(html, known)
const code = (name: string, attributes: Record<string, string> = {}, parts: Part[] = []): Part => ({
  name,
  attributes,
  parts,
})

describe('shortcodes in a text', () => {
  test.each<[string, string, Part[]]>([
    ['a text without any is unchanged', '<p>Tea [sic] &amp; water</p>', ['<p>Tea [sic] &amp; water</p>']],
    ['the paragraph around one goes', '<p>[dot]</p>', [code('dot')]],
    [
      'words around one stay in paragraphs',
      '<p>before [dot] after</p>',
      ['<p>before </p>', code('dot'), '<p> after</p>'],
    ],
    [
      'what it encloses may run over paragraphs',
      '<p>[box]one</p><p>two[/box]</p>',
      [code('box', {}, ['<p>one</p><p>two</p>'])],
    ],
    [
      'paragraphs with nothing but breaks go',
      '<p>[box]<br></p><p>[part]x[/part]<br>[/box]</p>',
      [code('box', {}, [code('part', {}, ['<p>x</p>'])])],
    ],
    ['one inside another of the same name', '[box][box]x[/box][/box]', [code('box', {}, [code('box', {}, ['x'])])]],
    ['one that is not closed stays as written', '<div>[box]</div>', ['<div>[box]</div>']],
    [
      'one that would tear elements apart stays',
      '<ul><li>[box]</li><li>[/box]</li></ul>',
      ['<ul><li>[box]</li><li>[/box]</li></ul>'],
    ],
    ['an end alone stays', '[/box]', ['[/box]']],
    ['one in bold text is expanded where it is', '<p><b>[dot]</b></p>', ['<p><b>', code('dot'), '</b></p>']],
    ['one within a tag is no shortcode', '<a title="[dot]">x</a>', ['<a title="[dot]">x</a>']],
  ])('%s', (_, html, parts) => expect(parse(html)).toEqual(parts))

  test.each([
    ['[dot a="1 &amp; 2" b=\'it\' c=3]', { a: '1 & 2', b: 'it', c: '3' }],
    ['[dot a=&quot;x y&quot;&nbsp;b=“z”]', { a: 'x y', b: 'z' }],
    ['[dot a="" /]', { a: '' }],
  ])('options of %s', (html, attributes) =>
    expect((parse(html)[0] as { attributes: object }).attributes).toEqual(attributes),
  )

  test('whatever people write, it is parsed quickly and nothing unknown is lost', () => {
    const words = fc.constantFrom(
      '[box]',
      '[/box]',
      '[part a="1"]',
      '[/part]',
      '[dot]',
      '[sic]',
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      'tea',
      '"',
      '&',
      '[',
      ']',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), (pieces) => {
        const html = cleanContent(pieces.join(''))
        const text = (parts: readonly Part[]): string =>
          parts.map((part) => (typeof part === 'string' ? part : text(part.parts))).join('')
        const letters = (value: string) => value.replace(/\[\/?(?:box|part|dot)[^\]]*\]|<[^>]*>|\s/g, '')
        expect(letters(text(parse(html)))).toBe(letters(html))
      }),
    )
  })

  test('more shortcodes than a page could show are left as written', () => {
    const html = '[box]'.repeat(501)
    expect(parse(html)).toEqual([html])
  })

  // Read once for each of its paragraphs, or with each way to read a quote, these would take minutes to centuries.
  test.each<[string, string, Part[]]>([
    ['many paragraphs', `[dot]${'<p>x</p>'.repeat(45_000)}`, [code('dot'), '<p>x</p>'.repeat(45_000)]],
    ['quotes without an end', `[dot${' a=“'.repeat(200)}`, [`[dot${' a=“'.repeat(200)}`]],
    ['encoded quotes without an end', `[dot${' a=&quot;'.repeat(200)}`, [`[dot${' a=&quot;'.repeat(200)}`]],
    [
      'long content in many shortcodes',
      `${'[box]'.repeat(200)}${'<b>x</b>'.repeat(20_000)}${'[/box]'.repeat(200)}`,
      Array.from({ length: 200 }).reduce<Part[]>((parts) => [code('box', {}, parts)], ['<b>x</b>'.repeat(20_000)]),
    ],
  ])('a text of %s is read once', (_, html, parts) => {
    // Not compared by the test runner, which prints what differs.
    expect(JSON.stringify(parse(html)) === JSON.stringify(parts)).toBe(true)
  })
})
