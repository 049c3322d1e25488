import { expect, test } from 'vitest'
import { ownerChoices } from './owner-choices.ts'

test('a card order is never called paid by hand', () => {
  for (const status of ['pending', 'failed', 'on-hold'] as const) {
    const choices = ownerChoices({ status, isCard: true, isPaid: false })
    expect(choices).not.toContain('processing')
    expect(choices).not.toContain('completed')
    expect(choices).toContain('cancelled')
  }
})

test('a paid card order is sent, not called off: its money would stay here', () => {
  expect(ownerChoices({ status: 'processing', isCard: true, isPaid: true })).toEqual(['completed', 'on-hold'])
  expect(ownerChoices({ status: 'completed', isCard: true, isPaid: true })).toEqual(['processing'])
})

test('money that comes by bank or by hand is the owner’s to see', () => {
  expect(ownerChoices({ status: 'on-hold', isCard: false, isPaid: false })).toContain('processing')
  expect(ownerChoices({ status: 'processing', isCard: false, isPaid: true })).toContain('refunded')
})

test('what has ended stays ended', () => {
  expect(ownerChoices({ status: 'cancelled', isCard: false, isPaid: false })).toEqual([])
  expect(ownerChoices({ status: 'refunded', isCard: true, isPaid: true })).toEqual([])
})
