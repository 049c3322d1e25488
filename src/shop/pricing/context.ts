import type { PricingConfig } from './total.ts'

/** The rules by which carts are priced, as the owner has set them now. */
export type WithPricing = { readonly pricing: () => PricingConfig }
