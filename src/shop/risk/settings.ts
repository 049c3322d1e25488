import { defaultsOf, type SettingsOf, setting } from '../../things/settings/setting.ts'
import type { FraudRules } from './fraud-rules.ts'

/**
 * The owner's fraud rules. The defaults only note what may be honest, and stop what no honest customer does
 * (docs/decisions/fraud-rules.md).
 */
export const fraudSettings = {
  /** Rate limits per hour (`checkout-throttle.ts`). */
  orderLimits: setting({
    /** Failed cards per address, email or cart. */
    failedCards: 6,
    /** Failed cards without a proof of work in the whole shop; beyond it a proof is required. */
    failedCardsWithoutProof: 15,
    /** Orders accepted without a payment and without a proof, per address or email. */
    ordersWithoutProof: 20,
  }),
  fraudRules: setting<FraudRules>({
    cardVelocity: { action: 'note', max: 5, hours: 24 },
    cardTesting: { action: 'challenge', max: 3, hours: 24 },
    addressVelocity: { action: 'note', max: 5, hours: 24 },
    accountVelocity: { action: 'note', max: 5, hours: 24 },
    countryMismatch: { action: 'note' },
    postalMismatch: { action: 'review' },
    firstOrder: { action: 'note', aboveCents: 30_000 },
  }),
  /** Whether the rules that need no card also apply to orders by transfer, by cheque and on delivery. */
  fraudOfflineOrders: setting(false),
  /** The fraud-detection service that pages announce to their scripts; '' for none. Independent of the rules above. */
  fraudDetection: setting({ beaconKey: 'samovar' }),
}

export type FraudSettings = SettingsOf<typeof fraudSettings>

export const fraudDefaults = defaultsOf(fraudSettings)

/** All rules switched off. */
export const noFraudRules = Object.fromEntries(
  Object.entries(fraudDefaults.fraudRules).map(([id, rule]) => [id, { ...rule, action: 'off' }]),
) as FraudRules
