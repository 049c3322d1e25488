import type { Choices } from '../../../../shop/catalog/match-variation.ts'
import type { VariationData } from '../../../../shop/catalog/variation-data.tsx'

export type VariationAttribute = {
  readonly slug: string
  readonly label: string
  readonly options: readonly { readonly slug: string; readonly name: string }[]
}

/** Attributes and availability of a variation, without its full data. */
export type VariationSummary = Pick<VariationData, 'attributes' | 'is_in_stock' | 'variation_id'>

/** Props of the form. JSON only, because they are serialized in the page. */
export type PurchaseProps = {
  readonly productId: number
  readonly name: string
  readonly href: string
  readonly quantity: string
  /** Maximum quantity; null for unlimited. */
  readonly max: number | null
  readonly isSoldIndividually: boolean
}

/** Props for a variable product. */
export type VariationPurchaseProps = Omit<PurchaseProps, 'max'> & {
  readonly attributes: readonly VariationAttribute[]
  /** All variations; empty above the limit, when each is fetched on selection. */
  readonly variations: readonly VariationData[]
  /** Which combinations exist, if `variations` is empty. */
  readonly summaries: readonly VariationSummary[]
  /** The preselected variation, if `variations` is empty. */
  readonly initialVariation: VariationData | null
  /** Texts that the public variation data does not have, by variation id. */
  readonly notes: Readonly<Record<number, VariationNote>>
  readonly chosen: Choices
}

/** Pack size with unit price, and end of the sale; empty if not applicable. */
export type VariationNote = { readonly pack: string; readonly saleEnds: string }

/** Above this, WooCommerce scripts fetch variations one at a time (html-notes.md, "variable form"). */
export const MAX_VARIATIONS_IN_PAGE = 30
