import { expect, test } from 'vitest'
import { sampleOrder } from './messages/sample-order.ts'
import { orderProgress } from './order-progress.ts'

const now = new Date('2026-11-20T12:00:00Z')
const stepsOf = (change: Partial<ReturnType<typeof sampleOrder>>) =>
  orderProgress({ ...sampleOrder(now), paidAt: null, ...change }).map(({ label, state }) => `${label}: ${state}`)

test.each([
  ['a transfer that has not arrived', 'bacs', 'on-hold', 'Payment: current'],
  ['a cheque that has not arrived', 'cheque', 'on-hold', 'Payment: current'],
  ['an authorized card', 'stripe_cc', 'on-hold', 'Accepted: current'],
  ['payment on delivery', 'cod', 'processing', 'Accepted: done'],
  ['a card that was declined', 'stripe_cc', 'failed', 'Payment: current'],
] as const)('an order with %s', (_, paymentMethod, status, step) => {
  expect(stepsOf({ paymentMethod, status })[1]).toBe(step)
})

test('an order held after it was paid', () => {
  expect(stepsOf({ paymentMethod: 'bacs', status: 'on-hold', paidAt: now })[1]).toBe('Paid: done')
})
