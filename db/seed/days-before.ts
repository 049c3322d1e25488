/** The demo shop's dates are relative to the day it is seeded, so that its newest tea is always new. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 24 * 60 * 60_000)
