import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMsOf } from '../../../test/support/cpu-time.ts'
import { formHtml } from './form-html.ts'
import { parseTemplate } from './form-tag.ts'
import { submittedFields } from './posted-form.ts'

describe('hostile markup', () => {
  const length = 500_000
  const filled = (part: string, start = '', end = '') => start + part.repeat(length / part.length) + end

  test.each([
    ['tags without end', filled('[text a ')],
    ['tags without end, then one', filled('[text a ', '', ']')],
    ['tags with an open quote', filled('[text a "')],
    ['both quotes in turn', filled('[text a "\'')],
    ['quotes that change sides', filled('[text a \'"\'"[text a "\'"\'')],
    ['tags in quotes, then a word', filled('"[text a" ', '[text a ', ' x]')],
    ['spaces', filled(' ', '[text a', 'b]')],
    ['slashes', filled('/ ', '[text a', 'b]')],
    ['spaces between values', filled(' ', '[text a "b"', 'c]')],
    ['values', filled('"a" ', '[select a ', ']')],
    ['values, then a word', filled('"a" ', '[select a ', 'b]')],
    ['options', filled('class:a ', '[text a ', ']')],
    ['tags that could have an end', filled('[textarea a]')],
    ['tags on lines', filled('[text a]\n')],
    ['tags with many names', Array.from({ length: 30_000 }, (_, index) => `[text a${index}]`).join('')],
    ['ends', filled('[/text]', '[text a]')],
    ['brackets', filled('[')],
    ['literal tags', filled('[[text a]]')],
    ['line ends', filled('\n', '[text a', ']')],
    ['a long name', filled('a', '[text ', ']')],
  ])('%s take no longer than their length', async (_, source) => {
    expect(await cpuMsOf(() => parseTemplate(source))).toBeLessThan(1500)
  })

  test('spaces between two words take no longer than their length', async () => {
    expect(await cpuMsOf(() => formHtml([`a${' '.repeat(100_000)}b`], () => ''))).toBeLessThan(1500)
  })

  test('open elements in the words of a consent take no longer than their length', async () => {
    const { tags } = parseTemplate(`[acceptance terms]${'<'.repeat(99_000)}[/acceptance]`)
    const posted = { texts: new Map([['terms', ['1']]]), files: new Map() }
    expect(await cpuMsOf(() => submittedFields(tags, posted))).toBeLessThan(1500)
  })

  test('whatever is typed, nothing is lost or thrown, and places are those of tags', () => {
    const pieces = fc.constantFrom(
      ...['[', ']', '[[', ']]', '[text ', '[text* a', '[checkbox b ', '[/text]', '[textarea c]', '[/textarea]', '/'],
      ...['"', "'", ' ', '\n', '\r\n', 'a', 'id:x', '"v|w"', '|', '<b>', '🍵', '\ud800', '\0'],
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (list) => {
        const source = list.join('')
        const { parts, tags, problems } = parseTemplate(source)
        const lines = source.split('\n')
        for (const { line, column, type } of tags)
          expect(lines[line - 1]?.slice(column - 1)).toMatch(new RegExp(`^\\[${type.replace('*', '\\*')}`))
        for (const { line, column } of problems) expect(lines[line - 1]?.[column - 1]).toBe('[')
        let rest = source
        for (const text of parts.filter((part) => typeof part === 'string')) {
          // Only escaped tags, in double brackets, are shown differently: with single brackets.
          const at = rest.indexOf(text)
          if (at < 0) expect(source).toContain('[[')
          else rest = rest.slice(at + text.length)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
