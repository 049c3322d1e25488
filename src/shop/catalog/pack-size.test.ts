import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cupsOf, lineDetail, packSize, packSizes, packText } from './pack-size.ts'

const green = { grams: 3, millilitres: 200, celsius: 80, minutes: 2, infusions: 3 }
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

describe('the size of a pack', () => {
  test('is in grams, from one kilogram in kilograms, and empty if unknown', () => {
    expect([25, 50, 250, 1000, 1500].map(packSize)).toEqual(['25 g', '50 g', '250 g', '1 kg', '1.5 kg'])
    expect([null, 0, -5].map(packSize)).toEqual(['', '', ''])
  })

  test('is a range from smallest to largest, and empty unless all are known', () => {
    expect(packSizes([50, 25, 100])).toBe('25–100 g')
    expect(packSizes([50, 50])).toBe('50 g')
    expect(packSizes([500, 1000])).toBe('500 g – 1 kg')
    expect(packSizes([50, null])).toBe('')
    expect(packSizes([])).toBe('')
  })

  test('is appended to the options, once', () => {
    expect(lineDetail(50, [])).toBe('50 g')
    expect(lineDetail(50, ['50 g'])).toBe('50 g')
    expect(lineDetail(50, ['First'])).toBe('First, 50 g')
    expect(lineDetail(null, ['Ash', '400 ml'])).toBe('Ash, 400 ml')
    expect(lineDetail(null, [])).toBe('')
  })
})

describe('what a pack costs by weight and by the cup', () => {
  test('a single tea shows both', () => {
    expect(plain(packText(3650, 50, green))).toBe('50 g · $73.00 per 100 g · about 48 cups, $0.77 each')
  })

  test('of 100 g the price by weight is the price', () => {
    expect(plain(packText(6800, 100, green))).toBe('100 g · about 99 cups, $0.69 each')
  })

  test('a sampler without steeping data shows its size only', () => {
    expect(packText(3900, 60, null)).toBe('60 g')
    expect(packText(null, 60, green)).toBe('60 g')
    expect(packText(3900, null, green)).toBe('')
  })

  test('price per cup is rounded up, and number of cups down', () => {
    const steepings = fc.record({
      grams: fc.integer({ min: 1, max: 12 }),
      infusions: fc.integer({ min: 1, max: 12 }),
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 12, max: 5000 }),
        steepings,
        (cents, net, own) => {
          const cups = cupsOf(net, { ...green, ...own })
          expect(cups * own.grams).toBeLessThanOrEqual(net * own.infusions)
          expect(cups).toBeGreaterThan(0)
          const output = /, \$([\d,.]+) each/.exec(packText(cents, net, { ...green, ...own }))?.[1]?.replaceAll(',', '')
          if (output !== undefined) expect(Math.round(Number(output) * 100) * cups).toBeGreaterThanOrEqual(cents)
        },
      ),
    )
  })
})
