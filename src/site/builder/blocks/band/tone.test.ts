import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toneOf } from './tone.ts'

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[0-9a-f]{2}/g) ?? []).map((one) =>
    linear(Number.parseInt(one, 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string) => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}
/** Colours of texts on each tone: text, softer text and links (tokens.css). */
const texts = { dark: ['#ffffff'], medium: ['#000000'], light: ['#1d2723', '#5a655f', '#2c5a45'] }

test('text is read on any background of an owner', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(fc.tuple(channel, channel, channel), (channels) => {
      const colour = `#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`
      for (const text of texts[toneOf(colour)]) expect(contrast(colour, text)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 3_000 },
  )
})
