export const restockOptions = ['unsent', 'always', 'never'] as const

export { shippingKinds } from '../../../shop/payments/methods/cod/admin/shipping-kinds.ts'

export const paymentLimits = {
  maxTitleLength: 60,
  maxDescriptionLength: 300,
  maxInstructionsLength: 1000,
  maxBankAccounts: 5,
  maxHoldStockMinutes: 10_080,
  onHoldDays: 365,
  unpaid: 1_000_000,
} as const
