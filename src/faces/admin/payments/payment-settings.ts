export const restockOptions = ['unsent', 'always', 'never'] as const

/** Kinds of shipping methods, for the setting that restricts a payment method to them. */
export const shippingKinds = [
  ['local_pickup', 'Local pickup'],
  ['flat_rate', 'Flat rate'],
  ['free_shipping', 'Free shipping'],
] as const

export const paymentLimits = {
  maxTitleLength: 60,
  maxDescriptionLength: 300,
  maxInstructionsLength: 1000,
  maxBankAccounts: 5,
  maxHoldStockMinutes: 10_080,
  onHoldDays: 365,
  unpaid: 1_000_000,
} as const
