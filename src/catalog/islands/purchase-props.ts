import type { Choices } from '../match-variation.ts'
import type { VariationData } from '../variation-data.tsx'

export type ChoiceAttribute = {
  readonly slug: string
  readonly label: string
  readonly options: readonly { readonly slug: string; readonly name: string }[]
}

/** What the page hands to the form. JSON only: it travels in the markup. */
export type PurchaseProps = {
  readonly productId: number
  readonly name: string
  readonly href: string
  /** Empty on a simple product. */
  readonly attributes: readonly ChoiceAttribute[]
  readonly variations: readonly VariationData[]
  /** Prices by weight, by variation id, where they can be told. */
  readonly unitPrices: Readonly<Record<number, string>>
  readonly chosen: Choices
  /** Most pieces of a simple product; null where nothing limits it. */
  readonly most: number | null
  readonly isSoldIndividually: boolean
}
