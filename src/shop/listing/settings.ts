/** How lists of products are shown. */
export type ListingSettings = {
  readonly productsPerPage: number
  /** How a grid of products is arranged: 1 has the button inside the picture on wide screens, 4 is the compact one (CAT-04). */
  readonly gridLayout: 1 | 4
}

export const listingDefaults: ListingSettings = {
  productsPerPage: 12,
  gridLayout: 1,
}
