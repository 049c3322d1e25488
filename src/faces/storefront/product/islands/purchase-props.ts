import { type Choices, matchVariation } from '../../../../shop/catalog/match-variation.ts'
import type { VariationData } from '../../../../shop/catalog/variation-data.tsx'

export type VariationAttribute = {
  readonly slug: string
  readonly label: string
  readonly options: readonly {
    readonly slug: string
    readonly name: string
    /** The style of the swatch, if the value has one. */
    readonly style?: { readonly background: string } | undefined
  }[]
}

export type VariationSummary = Pick<VariationData, 'attributes' | 'is_in_stock' | 'variation_id'>

/** Props of the form. JSON only, because they are serialized in the page. */
export type PurchaseProps = {
  readonly productId: number
  readonly name: string
  readonly href: string
  readonly quantity: string
  readonly max: number | null
  readonly isSoldIndividually: boolean
  /** Containers for wallet buttons. Only the server renders them, and third-party scripts fill them. */
  readonly walletsHtml?: string
}

export type VariationPurchaseProps = Omit<PurchaseProps, 'max'> & {
  readonly attributes: readonly VariationAttribute[]
  /** All variations; empty above the limit, when each is fetched on selection. */
  readonly variations: readonly VariationData[]
  /** Which combinations exist, if `variations` is empty. */
  readonly summaries: readonly VariationSummary[]
  /** The preselected variation, if `variations` is empty. */
  readonly initialVariation: VariationData | null
  readonly notes: Readonly<Record<number, VariationNote>>
  readonly chosen: Choices
}

/** Pack size with unit price, and end of the sale; empty if not applicable. */
export type VariationNote = { readonly pack: string; readonly saleEnds: string }

/** Above this, WooCommerce scripts fetch variations one at a time (html-notes.md, "variable form"). */
export const MAX_VARIATIONS_IN_PAGE = 30

export type VariationLookup =
  | { readonly state: 'incomplete' | 'no-match'; readonly variation: null }
  | { readonly state: 'found'; readonly variation: VariationData }
  /** Being fetched: text to show until then, and a retry action if the request failed. */
  | { readonly state: 'loading'; readonly variation: null; readonly text: string; readonly retry: (() => void) | null }

export function lookUp<V extends Pick<VariationData, 'attributes'>>(
  variations: readonly V[],
  attributes: readonly VariationAttribute[],
  choices: Choices,
) {
  const slugs = attributes.map((attribute) => attribute.slug)
  const variation = matchVariation(variations, slugs, choices)
  if (variation) return { state: 'found', variation } as const
  return { state: slugs.every((slug) => choices[slug]) ? 'no-match' : 'incomplete', variation: null } as const
}

export const canBeAdded = (variation: VariationData): boolean => variation.is_purchasable && variation.is_in_stock
