import type { Tx } from '../../src/platform/database/connect.ts'
import { coupons } from '../../src/shop/pricing/coupons.table.ts'

/** Coupons of the demo shop: one of each type, and one that has expired. */
export async function seedCoupons(tx: Tx, now: Date): Promise<void> {
  const days = (count: number): Date => new Date(now.getTime() + count * 86_400_000)
  await tx.insert(coupons).values([
    {
      code: 'welcome10',
      discountType: 'percent',
      amount: 1000,
      description: '10 % off a first order, once for each customer',
      usageLimitPerCustomer: 1,
      createdAt: days(-60),
    },
    {
      code: 'steep5',
      discountType: 'fixed_cart',
      amount: 500,
      minimumAmountCents: 5000,
      description: '$5.00 off from $50.00',
      createdAt: days(-30),
    },
    {
      code: 'shipfree',
      discountType: 'fixed_cart',
      amount: 0,
      freeShipping: true,
      description: 'Ships any order for free',
      createdAt: days(-20),
    },
    {
      code: 'solstice',
      discountType: 'percent',
      amount: 1500,
      isIndividualUse: true,
      excludesSaleItems: true,
      expiresAt: days(-3),
      description: 'Expired: 15 % off items that are not on sale, not combined with other coupons',
      createdAt: days(-14),
    },
  ])
}
