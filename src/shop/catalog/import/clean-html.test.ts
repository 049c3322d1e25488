import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanContent } from '../../../things/entries/clean-content.ts'
import { cleanHtml } from './clean-html.ts'

test('plain paragraphs, which skip the sanitizer, are as it would leave them', () => {
  const piece = fc.constantFrom('tea', ' ', '"', '\n', 'é\u00a0', '\t', '\u0007', '<b>x</b>', '<em> y </em>', '<i></i>')
  const paragraphs = fc.array(fc.array(piece, { maxLength: 6 }), { maxLength: 3 })
  fc.assert(
    fc.property(paragraphs, (texts) => {
      const html = cleanHtml(texts.map((words) => `<p>${words.join('')}</p>`).join('\\n'))
      expect(cleanContent(html)).toBe(html)
    }),
  )
})
