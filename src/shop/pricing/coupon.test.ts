import { describe, expect, test } from 'vitest'
import { coupon } from '../../../test/support/coupons.ts'
import {
  type CartCoupon,
  type CouponLine,
  couponProblem,
  couponProblemText,
  formatCouponCode,
  isValidForEmail,
  validateCoupons,
} from './coupon.ts'

const now = new Date('2026-11-20T12:00:00Z')
const minute = 60_000
const tea: CouponLine = { productId: 131, name: 'Golden Needle', quantity: 2, unitPriceCents: 1000 }
const sale: CouponLine = { productId: 138, name: 'Spring Needle', quantity: 1, unitPriceCents: 500, isOnSale: true }
const size: CouponLine = { productId: 57, parentId: 55, name: 'Sampler', quantity: 1, unitPriceCents: 1650 }

const problemOf = (over: Partial<CartCoupon>, lines: readonly CouponLine[] = [tea], email = '') =>
  couponProblem(coupon({ code: 'x', ...over }), { lines, email, now })?.kind ?? null

describe('validity of a coupon', () => {
  test('[MINI-05] limits of use', () => {
    expect(problemOf({ usageLimit: 10, usedCount: 9 })).toBeNull()
    expect(problemOf({ usageLimit: 10, usedCount: 10 })).toBe('usage-limit-reached')
    expect(problemOf({ usageLimitPerCustomer: 1, usedByCustomerCount: 1 })).toBe('customer-limit-reached')
    expect(problemOf({ isActive: false })).toBe('not-found')
  })

  test('[MINI-05] from its first moment up to its last', () => {
    expect(problemOf({ startsAt: now })).toBeNull()
    expect(problemOf({ startsAt: new Date(now.getTime() + minute) })).toBe('not-started')
    expect(problemOf({ expiresAt: new Date(now.getTime() + minute) })).toBeNull()
    expect(problemOf({ expiresAt: now })).toBe('expired')
  })

  test('[MINI-05] spend is what the goods cost before discounts', () => {
    expect(problemOf({ minimumAmountCents: 2000 })).toBeNull()
    expect(problemOf({ minimumAmountCents: 2001 })).toBe('below-minimum')
    expect(problemOf({ maximumAmountCents: 2000 })).toBeNull()
    expect(problemOf({ maximumAmountCents: 1999 })).toBe('above-maximum')
  })

  test('[MINI-05] products and categories, a variation by its product too', () => {
    expect(problemOf({ productIds: [131] })).toBeNull()
    expect(problemOf({ productIds: [999] })).toBe('not-applicable')
    expect(problemOf({ productIds: [55] }, [size])).toBeNull()
    expect(problemOf({ productIds: [57] }, [size])).toBeNull()
    expect(problemOf({ productIds: [56] }, [size])).toBe('not-applicable')
    expect(problemOf({ categoryProductIds: new Set([55]) }, [size])).toBeNull()
    expect(problemOf({ categoryProductIds: new Set([1]), productIds: [57] }, [size])).toBeNull()
    expect(problemOf({ categoryProductIds: new Set() })).toBe('not-applicable')
    expect(problemOf({ excludedProductIds: [131] })).toBe('not-applicable')
    expect(problemOf({ excludedProductIds: [131] }, [tea, size])).toBeNull()
    expect(problemOf({ excludedCategoryProductIds: new Set([55]) }, [size])).toBe('not-applicable')
  })

  test('[MINI-05] items on sale can be left out', () => {
    expect(problemOf({ excludesSaleItems: true }, [sale])).toBe('sale-items-excluded')
    expect(problemOf({ excludesSaleItems: true }, [sale, tea])).toBeNull()
  })

  test('[MINI-05] a fixed cart discount is invalid if an item is excluded', () => {
    const off = { discountType: 'fixed_cart', amount: 500 } as const
    expect(problemOf({ ...off, excludesSaleItems: true }, [sale, tea])).toBe('sale-items-excluded')
    expect(problemOf({ ...off, excludedProductIds: [131] }, [size, tea])).toBe('products-excluded')
    expect(problemOf({ ...off, productIds: [131] }, [size, tea])).toBeNull()
    expect(problemOf({ ...off, productIds: [131] }, [size])).toBe('not-applicable')
  })

  test('[MINI-05] an unknown email address does not invalidate it', () => {
    expect(problemOf({ emailRestrictions: ['ada@shop.test'] })).toBeNull()
    expect(problemOf({ emailRestrictions: ['ada@shop.test'] }, [tea], 'Ada@Shop.test')).toBeNull()
    expect(problemOf({ emailRestrictions: ['ada@shop.test'] }, [tea], 'bob@shop.test')).toBe('email-not-allowed')
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
    expect(isValidForEmail({ emailRestrictions: [pattern] }, email)).toBe(expected)
  })
})

describe('several in one cart', () => {
  const check = { lines: [tea], email: '', now }

  test('[MINI-05] keep their order; those that do not apply are listed separately', () => {
    const [a, b] = [coupon({ code: 'a' }), coupon({ code: 'b', expiresAt: now })]
    const { valid, rejected } = validateCoupons(['gone', 'b', 'a'], [a, b], check)
    expect(valid.map((one) => one.code)).toEqual(['a'])
    expect(rejected).toEqual([
      { code: 'gone', problem: { kind: 'not-found' } },
      { code: 'b', problem: { kind: 'expired' } },
    ])
  })

  test('[MINI-05] an individual-use coupon excludes others', () => {
    const [solo, other] = [coupon({ code: 'solo', isIndividualUse: true }), coupon({ code: 'other' })]
    const sorted = (codes: string[]) => validateCoupons(codes, [solo, other], check)
    expect(sorted(['solo', 'other'])).toMatchObject({
      valid: [{ code: 'solo' }],
      rejected: [{ code: 'other', problem: { kind: 'individual-use', code: 'solo' } }],
    })
    expect(sorted(['other', 'solo'])).toMatchObject({ valid: [{ code: 'other' }], rejected: [{ code: 'solo' }] })
  })

  test('[MINI-05] in an empty cart every coupon is valid', () => {
    const { rejected } = validateCoupons(['a'], [coupon({ code: 'a', minimumAmountCents: 500 })], {
      ...check,
      lines: [],
    })
    expect(rejected).toEqual([])
  })
})

test('[MINI-05] codes are case-insensitive', () => {
  expect(formatCouponCode('  FIVE-Off ')).toBe('five-off')
})

test('[MINI-05] refusals with the recorded messages', () => {
  expect(couponProblemText('', { kind: 'no-code' })).toBe('Please enter a coupon code.')
  expect(couponProblemText('tea10', { kind: 'already-applied' })).toBe('Coupon code "tea10" already applied!')
  expect(couponProblemText('nope', { kind: 'not-found' })).toBe(
    'Coupon "nope" cannot be applied because it does not exist.',
  )
  expect(couponProblemText('expired', { kind: 'expired' })).toBe('Coupon "expired" has expired.')
  expect(couponProblemText('bigspend', { kind: 'below-minimum', minimumAmountCents: 50_000 })).toBe(
    'The minimum spend for coupon "bigspend" is $500.00.',
  )
  expect(couponProblemText('usedup', { kind: 'usage-limit-reached' })).toBe(
    'Usage limit for coupon "usedup" has been reached. Please try again after some time, or contact us for help.',
  )
})
