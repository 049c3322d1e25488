import { expect, test } from 'vitest'
import { allowedStatuses } from './order-status.ts'

test('a card order cannot be marked as paid manually', () => {
  for (const status of ['pending', 'failed', 'on-hold'] as const) {
    const choices = allowedStatuses({ status, isCard: true, isPaid: false })
    expect(choices).not.toContain('processing')
    expect(choices).not.toContain('completed')
    expect(choices).toContain('cancelled')
  }
})

test('a paid order is neither cancelled, refunded nor failed by its status, because its money would stay', () => {
  for (const isCard of [true, false]) {
    expect(allowedStatuses({ status: 'processing', isCard, isPaid: true })).toEqual(['completed', 'on-hold'])
    expect(allowedStatuses({ status: 'completed', isCard, isPaid: true })).toEqual(['processing', 'on-hold'])
    expect(allowedStatuses({ status: 'on-hold', isCard, isPaid: true })).toEqual(['processing', 'completed'])
  }
})

test('offline payments are confirmed by the owner', () => {
  expect(allowedStatuses({ status: 'on-hold', isCard: false, isPaid: false })).toContain('processing')
})

test('a final status stays', () => {
  expect(allowedStatuses({ status: 'cancelled', isCard: false, isPaid: false })).toEqual([])
  expect(allowedStatuses({ status: 'refunded', isCard: true, isPaid: true })).toEqual([])
})
