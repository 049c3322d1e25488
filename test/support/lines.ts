import type { LineToPrice } from '../../src/shop/pricing/total.ts'

let lineCount = 0

/** A cart line: one tin of 50 g, taxed and shipped, unless overridden. */
export function lineToPrice(overrides: Partial<LineToPrice> = {}): LineToPrice {
  lineCount += 1
  return {
    key: `line-${lineCount}`,
    productId: lineCount,
    name: 'Golden Needle Green Tea',
    quantity: 1,
    unitPriceCents: 1250,
    taxClass: 'standard',
    needsShipping: true,
    weightGrams: 50,
    ...overrides,
  }
}
