export type ListingSettings = {
  readonly productsPerPage: number
  /** Card layout: 1 has the button inside the picture on wide screens, 4 is compact (CAT-04). */
  readonly gridLayout: 1 | 4
}

export const listingDefaults: ListingSettings = {
  productsPerPage: 12,
  gridLayout: 1,
}
