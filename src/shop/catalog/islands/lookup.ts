import { type Choices, matchVariation } from '../match-variation.ts'
import type { VariationData } from '../variation-data.tsx'
import type { VariationPurchaseProps } from './purchase-props.ts'

/** Where the choices have led so far. */
export type VariationLookup =
  | { readonly state: 'incomplete' | 'no-match'; readonly variation: null }
  | { readonly state: 'found'; readonly variation: VariationData }
  /** It has to be asked for, and has not come yet: what is said meanwhile, and what to press if it never came. */
  | { readonly state: 'loading'; readonly variation: null; readonly text: string; readonly retry: (() => void) | null }

/** The variation that all choices lead to, where the page has all of them. */
export function lookupInPage({ attributes, variations }: VariationPurchaseProps, choices: Choices): VariationLookup {
  const slugs = attributes.map((attribute) => attribute.slug)
  const variation = matchVariation(variations, slugs, choices)
  if (variation) return { state: 'found', variation }
  return { state: slugs.every((slug) => choices[slug]) ? 'no-match' : 'incomplete', variation: null }
}

export const canBeAdded = (variation: VariationData): boolean => variation.is_purchasable && variation.is_in_stock
