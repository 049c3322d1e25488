export const maxLimitCents = 100_000_000
