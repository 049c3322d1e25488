/** The largest total that the limits of paying later can name, in cents. */
export const maxLimitCents = 100_000_000
