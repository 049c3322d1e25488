export const restockOptions = ['unsent', 'always', 'never'] as const

export const paymentLimits = {
  maxHoldStockMinutes: 10_080,
  onHoldDays: 365,
  unpaid: 1_000_000,
} as const
