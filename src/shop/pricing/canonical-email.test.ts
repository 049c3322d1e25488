import { describe, expect, test } from 'vitest'
import { canonicalEmail } from './canonical-email.ts'

describe('the one spelling of a mailbox', () => {
  test.each([
    ['Ada@Shop.Test', 'ada@shop.test'],
    ['  ada@shop.test ', 'ada@shop.test'],
    ['ada+tea@shop.test', 'ada@shop.test'],
    ['ada+tea+more@shop.test', 'ada@shop.test'],
    ['a.leaf@shop.test', 'a.leaf@shop.test'],
    ['A.Leaf+tea@gmail.com', 'aleaf@gmail.com'],
    ['aleaf@googlemail.com', 'aleaf@gmail.com'],
    ['a.l.e.a.f@GoogleMail.com', 'aleaf@gmail.com'],
    // Removing the tag would leave an empty local part.
    ['+tea@shop.test', '+tea@shop.test'],
    ['"a@b"+x@shop.test', '"a@b"@shop.test'],
    ['', ''],
    ['no address', 'no address'],
    ['@shop.test', '@shop.test'],
    ['ada@constructor', 'ada@constructor'],
  ])('%s is %s', (typed, canonical) => {
    expect(canonicalEmail(typed)).toBe(canonical)
    expect(canonicalEmail(canonical)).toBe(canonical)
  })
})
