import type { PricingConfig } from './total.ts'

export type WithPricing = { readonly pricing: () => PricingConfig }
