import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPhone } from './address.ts'
import { normalizePhone } from './phone.ts'

describe('[ADDR-05] telephone numbers for an order', () => {
  test.each([
    ['416 555 0100', 'CA', '+1 416 555 0100'],
    ['(416) 555-0100', 'CA', '+1 416 555 0100'],
    ['4165550100 x 12', 'CA', '+1 416 555 0100 ext. 12'],
    ['514 555-0199 poste 12', 'CA', '+1 514 555 0199 ext. 12'],
    ['514 555-0199, Poste 12', 'CA', '+1 514 555 0199 ext. 12'],
    ['514 555-0199 p. 12', 'CA', '+1 514 555 0199 ext. 12'],
    ['020 7946 0958', 'GB', '+44 20 7946 0958'],
    ['+44 20 7946 0958', 'CA', '+44 20 7946 0958'],
    ['03-1234-5678', 'JP', '+81 3 1234 5678'],
  ])('[ADDR-05] %s in %s is written %s', (typed, country, written) => {
    expect(normalizePhone(typed, country)).toBe(written)
  })

  test('[ADDR-05] invalid numbers are not changed', () => {
    for (const typed of ['555 0100', '123456', 'abc', '', '+999 12345678'])
      expect(normalizePhone(typed, 'CA')).toBe(typed)
    expect(normalizePhone('416 555 0100', 'nowhere')).toBe('416 555 0100')
    expect(normalizePhone('00500000000000', 'JP')).toBe('00500000000000')
  })

  test('[ADDR-05] a formatted number remains valid, and formatting is idempotent', () => {
    const typed = fc
      .tuple(
        fc.constantFrom('', '+1 ', '+44', '0'),
        fc.string({ unit: fc.constantFrom('0', '1', '2', '4', '5', '9', ' ', '-', '.'), minLength: 6, maxLength: 18 }),
      )
      .map((parts) => parts.join('').trim())
    fc.assert(
      fc.property(typed, fc.constantFrom('CA', 'GB', 'JP', 'FR', 'ZZ', ''), (phone, country) => {
        fc.pre(isPhone(phone))
        const normalized = normalizePhone(phone, country)
        expect(isPhone(normalized)).toBe(true)
        expect(normalizePhone(normalized, country)).toBe(normalized)
      }),
    )
  })
})
