import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluateCost } from './cost-formula.ts'

const cost = (text: string, pack: { quantity?: number; goodsCents?: number } = {}): number => {
  const read = evaluateCost(text, { quantity: 3, itemsCents: 5000, ...pack })
  if (!read.ok) throw new Error(read.problem)
  return read.cents
}

describe('what a flat rate costs', () => {
  test.each([
    ['', 0],
    ['9.95', 995],
    ['9,95', 995],
    ['5 + 2 * [qty]', 1100],
    ['(5 + 2) * [qty]', 2100],
    ['10 - 2 - 3', 500],
    ['12 / 4 / 3', 100],
    ['-2 + 5', 300],
    ['[cost] * 0.1', 500],
    ['[fee percent="10"]', 500],
    ['[fee percent="10" min_fee="7.50"]', 750],
    ["[fee percent='10' max_fee='4']", 400],
    ['1.50 * [qty] + [fee percent=5 min_fee=4]', 850],
    ['[fee percent="10" min_fee="20" max_fee=""]', 2000],
    ['[weight] * 2', 0],
    ['10 / 0', 0],
    ['1 - 5', 0],
    ['0.005', 1],
    ['0.0049', 0],
    ['10 / 3', 333],
    ['20 / 3', 667],
  ])('%s is %i cents', (text, cents) => {
    expect(cost(text)).toBe(cents)
  })

  test.each([
    '5 +',
    '(5',
    '5)',
    '[size]',
    '[fee]',
    '[fee percent=x]',
    '5 5',
    '*5',
    'ten',
    '1'.repeat(201),
    '[fee percent=5 rate=2]',
    '1000000.01',
    '999999999999 * 999999999999',
  ])('“%s” is told to be unreadable, in a sentence', (text) => {
    const read = evaluateCost(text, { quantity: 3, itemsCents: 5000 })
    expect(read).toMatchObject({ ok: false, problem: expect.stringMatching(/\.$/) })
  })

  test('any text at all is read or refused, and never costs less than nothing', () => {
    const piece = fc.constantFrom(
      '1',
      '2.5',
      '+',
      '-',
      '*',
      '/',
      '(',
      ')',
      '[qty]',
      '[cost]',
      '[fee percent=9]',
      ' ',
      'x',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 14 }),
        fc.nat(1000),
        fc.nat(10_000_000),
        (pieces, quantity, goodsCents) => {
          const read = evaluateCost(pieces.join(''), { quantity, itemsCents: goodsCents })
          if (read.ok) expect(read.cents).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })

  test('a rate a piece is the same as adding it for each', () => {
    fc.assert(
      fc.property(fc.nat(9999), fc.integer({ min: 1, max: 50 }), (cents, quantity) => {
        expect(cost(`${(cents / 100).toFixed(2)} * [qty]`, { quantity })).toBe(cents * quantity)
      }),
    )
  })
})
