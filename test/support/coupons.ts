import type { CartCoupon } from '../../src/shop/pricing/coupon.ts'

let couponCount = 0

/** A coupon of 10 % without restrictions, unless overridden. */
export function coupon(overrides: Partial<CartCoupon> = {}): CartCoupon {
  couponCount += 1
  return {
    id: couponCount,
    code: `coupon-${couponCount}`,
    discountType: 'percent',
    amount: 1000,
    freeShipping: false,
    isIndividualUse: false,
    excludesSaleItems: false,
    minimumAmountCents: null,
    maximumAmountCents: null,
    usageLimit: null,
    usageLimitPerCustomer: null,
    itemLimit: null,
    startsAt: null,
    expiresAt: null,
    productIds: [],
    excludedProductIds: [],
    categoryIds: [],
    excludedCategoryIds: [],
    emailRestrictions: [],
    isActive: true,
    usedCount: 0,
    usedByCustomerCount: 0,
    categoryProductIds: null,
    excludedCategoryProductIds: new Set(),
    ...overrides,
  }
}
