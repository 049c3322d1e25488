import { expect, test } from 'vitest'
import { cardName, expiryState, expiryText, preselectedCard, type SavedCard } from './saved-card.ts'

const card = (changes: Partial<SavedCard> = {}): SavedCard => ({
  id: 1,
  paymentMethodId: 'pm_1',
  brand: 'visa',
  last4: '4242',
  expMonth: 4,
  expYear: 2028,
  isDefault: false,
  ...changes,
})
const at = (time: string) => new Date(time)

test('a card is named by brand and last digits, and its expiry as on the card', () => {
  expect(cardName(card())).toBe('Visa ending in 4242')
  expect(cardName(card({ brand: 'amex', last4: '0005' }))).toBe('American Express ending in 0005')
  expect(cardName(card({ brand: 'unknown' }))).toBe('Card ending in 4242')
  expect(cardName(card({ brand: 'toString' }))).toBe('Card ending in 4242')
  expect([expiryText(card()), expiryText(card({ expMonth: 12, expYear: 2105 }))]).toEqual(['04/28', '12/05'])
})

test.each([
  ['2026-11-23T12:00:00Z', 'valid'],
  ['2028-02-29T23:00:00Z', 'valid'],
  ['2028-03-01T12:00:00Z', 'expires-soon'],
  ['2028-04-30T23:59:00Z', 'expires-soon'],
  // In time zones west of Greenwich, the month has not ended yet.
  ['2028-05-01T11:59:00Z', 'expires-soon'],
  ['2028-05-01T12:00:00Z', 'expired'],
  ['2029-01-01T12:00:00Z', 'expired'],
])('at %s a card of 04/28 is %s', (time, state) => {
  expect(expiryState(card(), at(time))).toBe(state)
})

test('the default card is chosen at first, or another one if it has expired', () => {
  const now = at('2026-11-23T12:00:00Z')
  const [first, usual, old] = [card({ id: 1 }), card({ id: 2, isDefault: true }), card({ id: 3, expYear: 2020 })]
  expect(preselectedCard([first, usual], now)).toBe(usual)
  expect(preselectedCard([{ ...old, isDefault: true }, first], now)).toBe(first)
  expect(preselectedCard([old], now)).toBeNull()
  expect(preselectedCard([], now)).toBeNull()
})
