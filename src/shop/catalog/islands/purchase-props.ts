import type { Choices } from '../match-variation.ts'
import type { VariationData } from '../variation-data.tsx'

export type VariationAttribute = {
  readonly slug: string
  readonly label: string
  readonly options: readonly { readonly slug: string; readonly name: string }[]
}

/** What can be told of a variation without asking for all of it. */
export type VariationSummary = Pick<VariationData, 'attributes' | 'is_in_stock' | 'variation_id'>

/** What the page hands to the form. JSON only: it travels in the markup. */
export type PurchaseProps = {
  readonly productId: number
  readonly name: string
  readonly href: string
  readonly quantity: string
  /** Most pieces; null where nothing limits it. */
  readonly max: number | null
  readonly isSoldIndividually: boolean
}

/** The same for a product with something to choose. */
export type VariationPurchaseProps = Omit<PurchaseProps, 'max'> & {
  readonly attributes: readonly VariationAttribute[]
  /** All of them; empty where there are too many for a page, and one is asked for when it is chosen. */
  readonly variations: readonly VariationData[]
  /** Which choices lead somewhere, where `variations` does not say so. */
  readonly summaries: readonly VariationSummary[]
  /** The one that the page was made for, where `variations` does not hold it. */
  readonly initialVariation: VariationData | null
  /** What the wire's variations do not say, by their ids. */
  readonly notes: Readonly<Record<number, VariationNote>>
  readonly chosen: Choices
}

/** What a pack holds and costs by weight, and until when a sale lasts; empty where there is nothing to say. */
export type VariationNote = { readonly pack: string; readonly saleEnds: string }

/** Above this many, scripts of such shops ask for one variation at a time (html-notes.md, "variable form"). */
export const MAX_VARIATIONS_IN_PAGE = 30
