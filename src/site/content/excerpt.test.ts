import { expect, test } from 'vitest'
import { trimExcerpt } from './excerpt.ts'

test('the first 55 words of a text, without tags and shortcodes', () => {
  expect(trimExcerpt('<h2>Steep</h2><p>Water at 95&nbsp;°C [skill-bars] is right.</p>')).toBe(
    'Steep Water at 95 °C is right.',
  )
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`)
  expect(trimExcerpt(`<p>${words.join(' ')}</p>`)).toBe(`${words.slice(0, 55).join(' ')} […]`)
  expect(trimExcerpt('')).toBe('')
})

test('brackets without an end are read once', () => {
  expect(trimExcerpt('['.repeat(400_000))).toHaveLength(400_000)
})
