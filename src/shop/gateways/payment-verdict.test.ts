import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Intent, intentStatuses } from './payment-intent.ts'
import { paymentVerdict } from './payment-verdict.ts'

const order = { id: 41, totalCents: 4218, currency: 'CAD', cartVersion: '3' }
const paid: Intent = {
  id: 'pi_1',
  clientSecret: 'pi_1_secret_x',
  status: 'succeeded',
  amountCents: 4218,
  amountReceivedCents: 4218,
  currency: 'CAD',
  createdAt: new Date('2026-11-20T12:00:00Z'),
  orderId: 41,
  orderKey: 'wc_order_x',
  cartVersion: '3',
  paymentMethodId: 'pm_1',
  customerId: null,
  chargeId: 'ch_1',
  card: null,
  lastError: null,
}
const declined = { code: 'card_declined', declineCode: null, message: 'Your card was declined.' }

test('a succeeded intent of this order, amount and currency is paid', () => {
  expect(paymentVerdict(paid, order)).toEqual({ kind: 'paid' })
})

test.each([
  [{ orderId: 42 }, 'order', '41', '42'],
  [{ orderId: null }, 'order', '41', 'null'],
  [{ cartVersion: '2' }, 'cart-version', '3', '2'],
  [{ currency: 'USD' }, 'currency', 'CAD', 'USD'],
  [{ amountCents: 100 }, 'amount', '4218', '100'],
  [{ amountReceivedCents: 4217 }, 'amount-received', '4218', '4217'],
])('a succeeded intent with %j is a mismatch, not a payment', (change, field, expected, actual) => {
  expect(paymentVerdict({ ...paid, ...change }, order)).toEqual({ kind: 'mismatch', field, expected, actual })
})

test('[PAY-19 capture] what the owner has captured of an authorization counts as paid, and never more than that', () => {
  const manual: Intent = { ...paid, captureMethod: 'manual' }
  expect(paymentVerdict({ ...manual, amountReceivedCents: 1000 }, order)).toEqual({ kind: 'paid' })
  for (const amountReceivedCents of [0, 4219])
    expect(paymentVerdict({ ...manual, amountReceivedCents }, order).kind).toBe('mismatch')
  expect(paymentVerdict({ ...manual, amountCents: 1000, amountReceivedCents: 1000 }, order).kind).toBe('mismatch')
})

test.each([
  ['requires_capture', 'authorized'],
  ['requires_action', 'requires-action'],
  ['processing', 'processing'],
  ['canceled', 'canceled'],
  ['requires_payment_method', 'open'],
  ['requires_confirmation', 'open'],
] as const)('an intent that is %s counts as %s', (status, kind) => {
  expect(paymentVerdict({ ...paid, status, amountReceivedCents: 0 }, order)).toEqual({ kind })
})

test('a failed attempt has its error', () => {
  const refused: Intent = { ...paid, status: 'requires_payment_method', amountReceivedCents: 0, lastError: declined }
  expect(paymentVerdict(refused, order)).toEqual({ kind: 'failed', error: declined })
})

test('an intent of another order is a mismatch in every state', () => {
  for (const status of intentStatuses) {
    expect(paymentVerdict({ ...paid, status, orderId: 7 }, order).kind).toBe('mismatch')
  }
})

test('whatever the provider reports, paid means the full amount of this order was received', () => {
  const anyIntent = fc.record({
    status: fc.constantFrom(...intentStatuses),
    amountCents: fc.constantFrom(0, 4217, 4218, 4219),
    amountReceivedCents: fc.constantFrom(0, 4217, 4218, 4219),
    currency: fc.constantFrom('CAD', 'USD', 'cad'),
    orderId: fc.constantFrom(41, 42, null),
    cartVersion: fc.constantFrom('3', '4', null),
  })
  fc.assert(
    fc.property(anyIntent, (change) => {
      const whole = {
        status: 'succeeded',
        amountCents: 4218,
        amountReceivedCents: 4218,
        currency: 'CAD',
        orderId: 41,
        cartVersion: '3',
      }
      const complete = Object.entries(change).every(([field, value]) => whole[field as keyof typeof whole] === value)
      expect(paymentVerdict({ ...paid, ...change }, order).kind === 'paid').toBe(complete)
    }),
  )
})
