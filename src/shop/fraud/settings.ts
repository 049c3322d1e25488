import type { FraudRules } from './fraud-rules.ts'

/** The owner's fraud rules. All are off at first: they are tried on past orders before they are switched on. */
export type FraudSettings = {
  readonly fraudRules: FraudRules
  /** Whether the rules that need no card also look at orders by transfer, by cheque and on delivery. */
  readonly fraudOfflineOrders: boolean
  /** The fraud-detection service that pages tell their scripts; '' for none. The rules above do not depend on it. */
  readonly fraudDetection: { readonly beaconKey: string }
}

export const fraudDefaults: FraudSettings = {
  fraudRules: {
    cardVelocity: { action: 'off', max: 5, hours: 24 },
    cardTesting: { action: 'off', max: 3, hours: 24 },
    addressVelocity: { action: 'off', max: 5, hours: 24 },
    accountVelocity: { action: 'off', max: 5, hours: 24 },
    countryMismatch: { action: 'off' },
    postalMismatch: { action: 'off' },
    firstOrder: { action: 'off', aboveCents: 30_000 },
  },
  fraudOfflineOrders: false,
  fraudDetection: { beaconKey: 'samovar' },
}
