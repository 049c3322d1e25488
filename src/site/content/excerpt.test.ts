import { expect, test } from 'vitest'
import { beginningOf } from './excerpt.ts'

test('the first 55 words of a text, without tags and shortcodes', () => {
  expect(beginningOf('<h2>Steep</h2><p>Water at 95&nbsp;°C [skill-bars] is right.</p>')).toBe(
    'Steep Water at 95 °C is right.',
  )
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`)
  expect(beginningOf(`<p>${words.join(' ')}</p>`)).toBe(`${words.slice(0, 55).join(' ')} […]`)
  expect(beginningOf('')).toBe('')
})

test('brackets without an end are read once', () => {
  expect(beginningOf('['.repeat(400_000))).toHaveLength(400_000)
})
