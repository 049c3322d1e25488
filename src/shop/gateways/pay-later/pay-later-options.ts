/** Pages that can show pay-later messages, by the Stripe plugin's names; `shop` is every listing. */
export const payLaterSections = ['product', 'cart', 'shop'] as const
export type PayLaterSection = (typeof payLaterSections)[number]

export const maxLimitCents = 100_000_000
