/** What an owner decides about reviews of products. */
export type ReviewSettings = {
  readonly reviews: {
    readonly ratingRequired: 'yes' | 'no'
    /** Which reviews wait for an owner before they are shown. */
    readonly moderation: 'all' | 'first' | 'none'
    /** Only people who have bought the product may write. */
    readonly verifiedOwnersOnly: boolean
  }
}

export const reviewDefaults: ReviewSettings = {
  reviews: { ratingRequired: 'yes', moderation: 'first', verifiedOwnersOnly: false },
}
