import { type Choices, matchVariation } from '../../../../shop/catalog/match-variation.ts'
import type { VariationData } from '../../../../shop/catalog/variation-data.tsx'
import type { VariationPurchaseProps } from './purchase-props.ts'

/** Result of the current selection. */
export type VariationLookup =
  | { readonly state: 'incomplete' | 'no-match'; readonly variation: null }
  | { readonly state: 'found'; readonly variation: VariationData }
  /** Being fetched: text to show meanwhile, and a retry action if the request failed. */
  | { readonly state: 'loading'; readonly variation: null; readonly text: string; readonly retry: (() => void) | null }

/** The variation for the selection, if the page contains all variations. */
export function lookupInPage({ attributes, variations }: VariationPurchaseProps, choices: Choices): VariationLookup {
  const slugs = attributes.map((attribute) => attribute.slug)
  const variation = matchVariation(variations, slugs, choices)
  if (variation) return { state: 'found', variation }
  return { state: slugs.every((slug) => choices[slug]) ? 'no-match' : 'incomplete', variation: null }
}

export const canBeAdded = (variation: VariationData): boolean => variation.is_purchasable && variation.is_in_stock
