import type { CurrencySetting } from '../../src/shop/pricing/settings.ts'

/** A currency of the shop at this rate: not rounded, and charged unless `over` says otherwise. */
export const currencySetting = (
  currency: string,
  rate: string,
  over: Partial<CurrencySetting> = {},
): CurrencySetting => ({
  currency,
  rate,
  rounding: 'none',
  charm: '0.00',
  isCharged: true,
  rateChangedAt: '2026-11-01T12:00:00Z',
  ...over,
})
