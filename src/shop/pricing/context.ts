import type { PricingConfig } from './total.ts'

/** Current pricing rules. */
export type WithPricing = { readonly pricing: () => PricingConfig }
