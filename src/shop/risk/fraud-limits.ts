/** Limits of the fraud settings, for their form and their API. */
export const fraudLimits = {
  max: 1000,
  /** A week. */
  hours: 168,
  aboveCents: 10_000_000,
  trialDays: 365,
  /** Orders that a trial lists. */
  shown: 100,
} as const
