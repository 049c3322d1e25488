import type { FraudRules } from './fraud-rules.ts'

/**
 * The owner's fraud rules. At first what may be honest is taken and noted, and only what nobody honest does is stopped
 * (docs/decisions/fraud-rules.md).
 */
export type FraudSettings = {
  /** Rate limits per hour (`checkout-throttle.ts`). */
  readonly orderLimits: {
    /** Failed cards per address, email or cart. */
    readonly failedCards: number
    /** Failed cards without a proof of work in the whole shop; beyond it a proof is required. */
    readonly failedCardsWithoutProof: number
    /** Orders accepted without a payment and without a proof, per address or email. */
    readonly ordersWithoutProof: number
  }
  readonly fraudRules: FraudRules
  /** Whether the rules that need no card also look at orders by transfer, by cheque and on delivery. */
  readonly fraudOfflineOrders: boolean
  /** The fraud-detection service that pages tell their scripts; '' for none. The rules above do not depend on it. */
  readonly fraudDetection: { readonly beaconKey: string }
}

export const fraudDefaults: FraudSettings = {
  orderLimits: { failedCards: 6, failedCardsWithoutProof: 15, ordersWithoutProof: 20 },
  fraudRules: {
    cardVelocity: { action: 'note', max: 5, hours: 24 },
    cardTesting: { action: 'challenge', max: 3, hours: 24 },
    addressVelocity: { action: 'note', max: 5, hours: 24 },
    accountVelocity: { action: 'note', max: 5, hours: 24 },
    countryMismatch: { action: 'note' },
    postalMismatch: { action: 'review' },
    firstOrder: { action: 'note', aboveCents: 30_000 },
  },
  fraudOfflineOrders: false,
  fraudDetection: { beaconKey: 'samovar' },
}

/** No rule: what the owner gets by switching all of them off. */
export const noFraudRules = Object.fromEntries(
  Object.entries(fraudDefaults.fraudRules).map(([id, rule]) => [id, { ...rule, action: 'off' }]),
) as FraudRules
