import { describe, expect, test } from 'vitest'
import { coupon } from '../../test/support/coupons.ts'
import {
  type CartCoupon,
  type CouponLine,
  couponCode,
  couponProblem,
  couponProblemText,
  isForEmail,
  sortOutCoupons,
} from './coupon.ts'

const now = new Date('2026-11-20T12:00:00Z')
const minute = 60_000
const tea: CouponLine = { productId: 131, name: 'Golden Needle', quantity: 2, unitPriceCents: 1000 }
const sale: CouponLine = { productId: 138, name: 'Spring Needle', quantity: 1, unitPriceCents: 500, isOnSale: true }
const size: CouponLine = { productId: 57, parentId: 55, name: 'Sampler', quantity: 1, unitPriceCents: 1650 }

const problemOf = (over: Partial<CartCoupon>, lines: readonly CouponLine[] = [tea], email = '') =>
  couponProblem(coupon({ code: 'x', ...over }), { lines, email, now })?.kind ?? null

describe('when a coupon counts', () => {
  test('[MINI-05] limits of use', () => {
    expect(problemOf({ usageLimit: 10, usedCount: 9 })).toBeNull()
    expect(problemOf({ usageLimit: 10, usedCount: 10 })).toBe('used-up')
    expect(problemOf({ usageLimitPerCustomer: 1, usedByCustomerCount: 1 })).toBe('used-by-you')
    expect(problemOf({ isActive: false })).toBe('unknown')
  })

  test('[MINI-05] from its first moment up to its last', () => {
    expect(problemOf({ startsAt: now })).toBeNull()
    expect(problemOf({ startsAt: new Date(now.getTime() + minute) })).toBe('not-yet')
    expect(problemOf({ expiresAt: new Date(now.getTime() + minute) })).toBeNull()
    expect(problemOf({ expiresAt: now })).toBe('expired')
  })

  test('[MINI-05] spend is what the goods cost before discounts', () => {
    expect(problemOf({ minimumCents: 2000 })).toBeNull()
    expect(problemOf({ minimumCents: 2001 })).toBe('below-minimum')
    expect(problemOf({ maximumCents: 2000 })).toBeNull()
    expect(problemOf({ maximumCents: 1999 })).toBe('above-maximum')
  })

  test('[MINI-05] products and categories, a variation by its product too', () => {
    expect(problemOf({ productIds: [131] })).toBeNull()
    expect(problemOf({ productIds: [999] })).toBe('nothing-fits')
    expect(problemOf({ productIds: [55] }, [size])).toBeNull()
    expect(problemOf({ productIds: [57] }, [size])).toBeNull()
    expect(problemOf({ productIds: [56] }, [size])).toBe('nothing-fits')
    expect(problemOf({ inCategories: new Set([55]) }, [size])).toBeNull()
    expect(problemOf({ inCategories: new Set([1]), productIds: [57] }, [size])).toBeNull()
    expect(problemOf({ inCategories: new Set() })).toBe('nothing-fits')
    expect(problemOf({ excludedProductIds: [131] })).toBe('nothing-fits')
    expect(problemOf({ excludedProductIds: [131] }, [tea, size])).toBeNull()
    expect(problemOf({ inExcludedCategories: new Set([55]) }, [size])).toBe('nothing-fits')
  })

  test('[MINI-05] items on sale can be left out', () => {
    expect(problemOf({ excludesSaleItems: true }, [sale])).toBe('not-on-sale-items')
    expect(problemOf({ excludesSaleItems: true }, [sale, tea])).toBeNull()
  })

  test('[MINI-05] an amount off the cart stands aside when something in it is not meant', () => {
    const off = { kind: 'fixed_cart', amount: 500 } as const
    expect(problemOf({ ...off, excludesSaleItems: true }, [sale, tea])).toBe('not-on-sale-items')
    expect(problemOf({ ...off, excludedProductIds: [131] }, [size, tea])).toBe('not-for')
    expect(problemOf({ ...off, productIds: [131] }, [size, tea])).toBeNull()
    expect(problemOf({ ...off, productIds: [131] }, [size])).toBe('nothing-fits')
  })

  test('[MINI-05] an address that is not known yet is not held against it', () => {
    expect(problemOf({ emails: ['ada@shop.test'] })).toBeNull()
    expect(problemOf({ emails: ['ada@shop.test'] }, [tea], 'Ada@Shop.test')).toBeNull()
    expect(problemOf({ emails: ['ada@shop.test'] }, [tea], 'bob@shop.test')).toBe('other-email')
  })

  test.each([
    ['*@example.org', 'ada@example.org', true],
    ['*@example.org', 'ada@example.org.evil', false],
    ['*@example.org', '@example.org', true],
    ['a*b*@x.ca', 'aXbY@x.ca', true],
    ['a*b*@x.ca', 'aX@x.ca', false],
    ['ab*ba', 'aba', false],
    ['*', 'anybody@anywhere', true],
    ['a.b@x.ca', 'aXb@x.ca', false],
    [`${'*a'.repeat(40)}b`, 'a'.repeat(5000), false],
  ])('%s and %s: %s', (pattern, email, expected) => {
    expect(isForEmail({ emails: [pattern] }, email)).toBe(expected)
  })
})

describe('several in one cart', () => {
  const check = { lines: [tea], email: '', now }

  test('[MINI-05] keep their order; what does not count is told apart', () => {
    const [a, b] = [coupon({ code: 'a' }), coupon({ code: 'b', expiresAt: now })]
    const { usable, refused } = sortOutCoupons(['gone', 'b', 'a'], [a, b], check)
    expect(usable.map((one) => one.code)).toEqual(['a'])
    expect(refused).toEqual([
      { code: 'gone', problem: { kind: 'unknown' } },
      { code: 'b', problem: { kind: 'expired' } },
    ])
  })

  test('[MINI-05] one that wants to be alone is alone', () => {
    const [solo, other] = [coupon({ code: 'solo', isIndividual: true }), coupon({ code: 'other' })]
    const sorted = (codes: string[]) => sortOutCoupons(codes, [solo, other], check)
    expect(sorted(['solo', 'other'])).toMatchObject({
      usable: [{ code: 'solo' }],
      refused: [{ code: 'other', problem: { kind: 'alone', with: 'solo' } }],
    })
    expect(sorted(['other', 'solo'])).toMatchObject({ usable: [{ code: 'other' }], refused: [{ code: 'solo' }] })
  })

  test('[MINI-05] an empty cart speaks against none', () => {
    const { refused } = sortOutCoupons(['a'], [coupon({ code: 'a', minimumCents: 500 })], { ...check, lines: [] })
    expect(refused).toEqual([])
  })
})

test('[MINI-05] a code is one, however it is written', () => {
  expect(couponCode('  FIVE-Off ')).toBe('five-off')
})

test('[MINI-05] refusals in the words of the recorded shop', () => {
  expect(couponProblemText('', { kind: 'no-code' })).toBe('Please enter a coupon code.')
  expect(couponProblemText('tea10', { kind: 'already-there' })).toBe('Coupon code "tea10" already applied!')
  expect(couponProblemText('nope', { kind: 'unknown' })).toBe(
    'Coupon "nope" cannot be applied because it does not exist.',
  )
  expect(couponProblemText('expired', { kind: 'expired' })).toBe('Coupon "expired" has expired.')
  expect(couponProblemText('bigspend', { kind: 'below-minimum', minimumCents: 50_000 })).toBe(
    'The minimum spend for coupon "bigspend" is $500.00.',
  )
  expect(couponProblemText('usedup', { kind: 'used-up' })).toBe(
    'Usage limit for coupon "usedup" has been reached. Please try again after some time, or contact us for help.',
  )
})
