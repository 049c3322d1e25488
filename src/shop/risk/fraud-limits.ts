export const fraudLimits = {
  max: 1000,
  /** One week. */
  hours: 168,
  aboveCents: 10_000_000,
  trialDays: 365,
  shown: 100,
} as const
