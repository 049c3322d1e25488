export type PriceRange = {
  readonly minCents: number
  readonly maxCents: number
  readonly regularMinCents: number
  readonly regularMaxCents: number
  readonly isSale: boolean
}
