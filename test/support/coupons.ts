import type { CartCoupon } from '../../src/pricing/coupon.ts'

let made = 0

/** A coupon of 10 % for everybody and everything, unless said otherwise. */
export function coupon(over: Partial<CartCoupon> = {}): CartCoupon {
  made += 1
  return {
    id: made,
    code: `coupon-${made}`,
    kind: 'percent',
    amount: 1000,
    freeShipping: false,
    isIndividual: false,
    excludesSaleItems: false,
    minimumCents: null,
    maximumCents: null,
    usageLimit: null,
    usageLimitPerCustomer: null,
    itemLimit: null,
    startsAt: null,
    expiresAt: null,
    productIds: [],
    excludedProductIds: [],
    categoryIds: [],
    excludedCategoryIds: [],
    emails: [],
    isActive: true,
    usedCount: 0,
    usedByCustomerCount: 0,
    inCategories: null,
    inExcludedCategories: new Set(),
    ...over,
  }
}
