import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumOf } from '../../platform/money/money.ts'
import type { RefundPart } from './payments/payments.table.ts'
import { amountOf, partsOfOrder, refundParts, remainingParts } from './refund-parts.ts'

const order = {
  lines: [{ id: 7, name: 'Sencha', quantity: 3, totalCents: 1000, taxCents: 130 }],
  shippingLines: [{ id: 7, title: 'Post', totalCents: 1200, taxCents: 156 }],
  fees: [{ name: 'Small order', totalCents: 300, taxCents: 39 }],
}
const parts = partsOfOrder(order)
const line = { kind: 'line', id: 7 } as const

test('[PAY-13 partial] pieces of a line have their share of its price and tax, and the last has what is left', () => {
  const refunded: RefundPart[] = []
  for (let piece = 0; piece < 3; piece += 1) {
    const result = refundParts(remainingParts(parts, refunded), [{ ...line, quantity: 1 }])
    if (result.ok) refunded.push(...result.parts)
  }
  expect(refunded.map(({ totalCents, taxCents }) => [totalCents, taxCents])).toEqual([
    [333, 43],
    [334, 44],
    [333, 43],
  ])
  expect(refundParts(remainingParts(parts, refunded), [{ ...line, quantity: 1 }])).toMatchObject({ ok: false })
})

test('[PAY-13 partial] shipping and fees are refunded whole, or by an amount with the tax on it', () => {
  const whole = refundParts(parts, [
    { kind: 'shipping', id: 7 },
    { kind: 'fee', id: 0 },
  ])
  expect(whole.ok && amountOf(whole.parts)).toBe(1200 + 156 + 300 + 39)
  const half = refundParts(parts, [{ kind: 'shipping', id: 7, totalCents: 600 }])
  expect(half.ok && half.parts).toEqual([{ kind: 'shipping', id: 7, quantity: 0, totalCents: 600, taxCents: 78 }])
})

test('[PAY-13 full] a rebate is taken off what goes back, whole, and everything comes to what was paid', () => {
  const rebate = { kind: 'fee', id: 1 } as const
  const reduced = { ...order, fees: [...order.fees, { name: 'Rebate', totalCents: -200, taxCents: -26 }] }
  const left = partsOfOrder(reduced)
  const whole = refundParts(
    left,
    left.map(({ kind, id, quantity }) => ({ kind, id, quantity })),
  )
  expect(whole.ok && amountOf(whole.parts)).toBe(1000 + 130 + 1200 + 156 + 300 + 39 - 226)
  expect(whole.ok && amountOf(remainingParts(left, whole.parts))).toBe(0)
  for (const totalCents of [-100, -201, 0, 200])
    expect(refundParts(left, [{ ...rebate, totalCents }])).toMatchObject({ problems: [{ problem: 'amount' }] })
})

describe('[PAY-13 partial] what is refused', () => {
  test.each([
    [{ kind: 'line', id: 8, quantity: 1 } as const, 'unknown'],
    [{ ...line, quantity: -1 }, 'quantity'],
    [{ ...line, quantity: 4 }, 'quantity'],
    [{ ...line, quantity: 0.5 }, 'quantity'],
    [{ kind: 'shipping', id: 7, quantity: 1 } as const, 'quantity'],
    [{ ...line, totalCents: -1 }, 'amount'],
    [{ ...line, totalCents: 1001 }, 'amount'],
    [{ ...line, totalCents: 1000, taxCents: 131 }, 'tax'],
    [{ ...line, totalCents: Number.NaN }, 'amount'],
  ])('%o: %s', (request, problem) => {
    expect(refundParts(parts, [request])).toMatchObject({ ok: false, problems: [{ problem }] })
  })

  test('a part that is named twice', () => {
    const twice = [
      { ...line, quantity: 2 },
      { ...line, quantity: 2 },
    ]
    expect(refundParts(parts, twice)).toMatchObject({ ok: false, problems: [{ problem: 'repeated' }] })
  })
})

const cents = fc.integer({ min: 0, max: 100_000 })
const anyOrder = fc.record({
  lines: fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 9999 }),
      name: fc.constant('Tea'),
      totalCents: cents,
      taxCents: cents,
      quantity: fc.integer({ min: 1, max: 40 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  shippingLines: fc.array(
    fc.record({ id: fc.constant(1), title: fc.constant('Post'), totalCents: cents, taxCents: cents }),
    {
      maxLength: 1,
    },
  ),
  fees: fc.array(fc.record({ name: fc.constant('Fee'), totalCents: cents, taxCents: cents }), { maxLength: 2 }),
})
/**
 * For each step, which part is refunded, the share of its remaining amount, and whether the refund states an amount.
 */
const steps = fc.array(
  fc.record({ part: fc.nat(9), share: fc.double({ min: 0, max: 1, noNaN: true }), byAmount: fc.boolean() }),
  { maxLength: 20 },
)

test('[PAY-13 full, partial] any sequence of partial refunds and a last one of the rest come to exactly what was paid', () => {
  fc.assert(
    fc.property(anyOrder, steps, (made, sequence) => {
      const unique = { ...made, lines: made.lines.map((one, index) => ({ ...one, id: index + 1 })) }
      const all = partsOfOrder(unique)
      const refunded: RefundPart[] = []
      const refund = (requests: Parameters<typeof refundParts>[1]) => {
        const result = refundParts(remainingParts(all, refunded), requests)
        expect(result).toMatchObject({ ok: true })
        if (result.ok) refunded.push(...result.parts)
      }
      for (const { part, share, byAmount } of sequence) {
        const left = remainingParts(all, refunded)[part % all.length]
        if (!left) continue
        const { kind, id } = left
        if (byAmount) refund([{ kind, id, totalCents: Math.floor(left.totalCents * share) }])
        else refund([{ kind, id, quantity: Math.floor(left.quantity * share) }])
        for (const one of remainingParts(all, refunded))
          expect(Math.min(one.quantity, one.totalCents, one.taxCents)).toBeGreaterThanOrEqual(0)
      }
      const rest = remainingParts(all, refunded)
      refund(rest.map(({ kind, id, quantity, totalCents, taxCents }) => ({ kind, id, quantity, totalCents, taxCents })))
      expect(amountOf(refunded)).toBe(sumOf(all, (one) => one.totalCents + one.taxCents))
      expect(amountOf(remainingParts(all, refunded))).toBe(0)
    }),
  )
})
