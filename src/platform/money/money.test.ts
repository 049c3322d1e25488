import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocate, maxCents, parsePrice, percentOf, priceString } from './money.ts'

const amounts = fc.integer({ min: -maxCents, max: maxCents })
const rates = fc.integer({ min: 0, max: 500_000 })

/** Reference implementation with BigInt. */
function percentOfExactly(cents: number, rate: number): number {
  const size = BigInt(Math.abs(cents)) * BigInt(rate)
  const share = Number((size + 50_000n) / 100_000n)
  return cents < 0 && share !== 0 ? -share : share
}

describe('percentOf', () => {
  test('takes a share in whole cents', () => {
    expect(percentOf(12206, 13000)).toBe(1587)
    expect(percentOf(10000, 14975)).toBe(1498)
    expect(percentOf(0, 13000)).toBe(0)
    expect(percentOf(995, 0)).toBe(0)
  })

  test('rounds half a cent away from zero, for sales and refunds alike', () => {
    expect(percentOf(1650, 13000)).toBe(215)
    expect(percentOf(-1650, 13000)).toBe(-215)
    expect(percentOf(1, 50_000)).toBe(1)
    expect(percentOf(1, 49_999)).toBe(0)
    expect(Object.is(percentOf(-1, 1), 0)).toBe(true)
  })

  test('is exact up to the largest amount', () => {
    fc.assert(fc.property(amounts, rates, (cents, rate) => percentOf(cents, rate) === percentOfExactly(cents, rate)))
    expect(percentOf(maxCents, 500_000)).toBe(5 * maxCents)
  })

  test('refuses fractions, infinities and negative rates', () => {
    for (const invalid of [0.5, Number.NaN, Number.POSITIVE_INFINITY, maxCents + 1]) {
      expect(() => percentOf(invalid, 13000)).toThrow(RangeError)
    }
    expect(() => percentOf(100, -1)).toThrow(RangeError)
    expect(() => percentOf(100, 0.13)).toThrow(RangeError)
  })
})

describe('allocate', () => {
  test('a discount is split to the cent', () => {
    expect(allocate(1000, [1, 1, 1])).toEqual([334, 333, 333])
    expect(allocate(-1000, [1, 1, 1])).toEqual([-334, -333, -333])
    expect(allocate(10, [1, 1, 5])).toEqual([2, 1, 7])
    expect(allocate(100, [0, 1, 2])).toEqual([0, 33, 67])
    expect(allocate(0, [0, 0])).toEqual([0, 0])
  })

  test('the parts add up to the whole and each lies within a cent of its exact share', () => {
    const weights = fc.array(fc.integer({ min: 0, max: maxCents }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(amounts, weights, (cents, shares) => {
        const totalWeight = shares.reduce((sum, weight) => sum + BigInt(weight), 0n)
        fc.pre(totalWeight > 0n)
        const parts = allocate(cents, shares)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents)
        parts.forEach((part, index) => {
          const exact = BigInt(cents) * BigInt(shares[index] ?? 0)
          const off = BigInt(part) * totalWeight - exact
          expect(off > -totalWeight && off < totalWeight).toBe(true)
        })
      }),
    )
  })

  test('refuses to lose an amount when nothing can carry it', () => {
    expect(() => allocate(5, [0, 0])).toThrow(RangeError)
    expect(() => allocate(5, [])).toThrow(RangeError)
    expect(() => allocate(5, [-1, 2])).toThrow(RangeError)
    expect(() => allocate(5, [0.5])).toThrow(RangeError)
  })
})

describe('prices as text', () => {
  test('parsePrice reads whole and decimal prices', () => {
    expect(parsePrice('12.50')).toBe(1250)
    expect(parsePrice('12.5')).toBe(1250)
    expect(parsePrice('12')).toBe(1200)
    expect(parsePrice('0')).toBe(0)
    expect(parsePrice('0.07')).toBe(7)
  })

  test('parsePrice refuses everything else', () => {
    const invalid = [
      '',
      ' 12',
      '12 ',
      '-1',
      '+1',
      '1,200.00',
      '12,50',
      '12.505',
      '12.',
      '.5',
      '1e3',
      '0x10',
      '$12',
      '٣',
      '12\n',
    ]
    for (const text of invalid) expect(parsePrice(text), text).toBeNull()
    for (const value of [null, undefined, 12.5, ['12'], { toString: () => '12' }]) expect(parsePrice(value)).toBeNull()
    expect(parsePrice('9'.repeat(1_000_000))).toBeNull()
    expect(parsePrice('100000000000.01')).toBeNull()
  })

  test('priceString writes two decimals', () => {
    expect([0, 7, 70, 1250, 123456789, -5].map((cents) => priceString(cents))).toEqual([
      '0.00',
      '0.07',
      '0.70',
      '12.50',
      '1234567.89',
      '-0.05',
    ])
  })

  test('a written price reads back as the same cents', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: maxCents }), (cents) => parsePrice(priceString(cents)) === cents))
  })
})
