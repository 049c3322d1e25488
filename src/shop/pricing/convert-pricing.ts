import { convert, convertPrice, type Exchange, unitsPerShopUnit } from '../../platform/money/exchange.ts'
import type { CartCoupon } from './coupon.ts'
import type { FeeRule } from './fees.ts'
import type { ShippingMethod } from './shipping.ts'
import type { LineToPrice, PricingConfig } from './total.ts'

/* Amounts are converted before the total is calculated, so that it is a sum of rounded parts in every currency. */

/** The enabled currency with this code; null for the shop's own and disabled ones. */
export const findExchange = ({ currencies = [] }: PricingConfig, code: string | null | undefined): Exchange | null =>
  currencies.find(({ currency }) => currency === code) ?? null

export function findChargedExchange(config: PricingConfig, code: string | null | undefined): Exchange | null {
  const exchange = findExchange(config, code)
  return exchange?.isCharged ? exchange : null
}

export function convertPricing(config: PricingConfig, exchange: Exchange | null): PricingConfig {
  if (exchange === null) return config
  const zones = config.shipping.zones.map((zone) => ({
    ...zone,
    methods: zone.methods.map((method) => convertMethod(method, exchange)),
  }))
  return {
    ...config,
    exchange,
    shipping: { zones, formulaUnit: unitsPerShopUnit(exchange) },
    fees: config.fees.map((fee) => convertFee(fee, exchange)),
  }
}

function convertMethod(method: ShippingMethod, exchange: Exchange): ShippingMethod {
  if (method.kind === 'free_shipping') return { ...method, minAmountCents: convert(method.minAmountCents, exchange) }
  return { ...method, costCents: convert(method.costCents, exchange) }
}

const convertFee = (fee: FeeRule, exchange: Exchange): FeeRule => ({
  ...fee,
  amount: fee.kind === 'fixed' ? convert(fee.amount, exchange) : fee.amount,
  ...(fee.belowCents === undefined ? {} : { belowCents: convert(fee.belowCents, exchange) }),
})

export const convertLine = (line: LineToPrice, exchange: Exchange | null): LineToPrice =>
  exchange === null ? line : { ...line, unitPriceCents: convertPrice(line.unitPriceCents, exchange) }

export function convertCoupon(coupon: CartCoupon, exchange: Exchange | null): CartCoupon {
  if (exchange === null) return coupon
  const { minimumAmountCents: minimum, maximumAmountCents: maximum } = coupon
  return {
    ...coupon,
    amount: coupon.discountType === 'percent' ? coupon.amount : convert(coupon.amount, exchange),
    minimumAmountCents: minimum === null ? null : convert(minimum, exchange),
    maximumAmountCents: maximum === null ? null : convert(maximum, exchange),
  }
}
