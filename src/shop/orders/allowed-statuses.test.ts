import { expect, test } from 'vitest'
import { allowedStatuses } from './allowed-statuses.ts'

test('a card order is never called paid by hand', () => {
  for (const status of ['pending', 'failed', 'on-hold'] as const) {
    const choices = allowedStatuses({ status, isCard: true, isPaid: false })
    expect(choices).not.toContain('processing')
    expect(choices).not.toContain('completed')
    expect(choices).toContain('cancelled')
  }
})

test('a paid card order is sent, not called off: its money would stay here', () => {
  expect(allowedStatuses({ status: 'processing', isCard: true, isPaid: true })).toEqual(['completed', 'on-hold'])
  expect(allowedStatuses({ status: 'completed', isCard: true, isPaid: true })).toEqual(['processing'])
})

test('money that comes by bank or by hand is the owner’s to see', () => {
  expect(allowedStatuses({ status: 'on-hold', isCard: false, isPaid: false })).toContain('processing')
  expect(allowedStatuses({ status: 'processing', isCard: false, isPaid: true })).toContain('refunded')
})

test('what has ended stays ended', () => {
  expect(allowedStatuses({ status: 'cancelled', isCard: false, isPaid: false })).toEqual([])
  expect(allowedStatuses({ status: 'refunded', isCard: true, isPaid: true })).toEqual([])
})
