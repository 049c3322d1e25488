/** Product review settings. */
export type ReviewSettings = {
  readonly reviews: {
    readonly ratingRequired: 'yes' | 'no'
    /** Which reviews need moderation before they are published. */
    readonly moderation: 'all' | 'first' | 'none'
    /** Only verified buyers may write reviews. */
    readonly verifiedOwnersOnly: boolean
  }
}

export const reviewDefaults: ReviewSettings = {
  reviews: { ratingRequired: 'yes', moderation: 'first', verifiedOwnersOnly: false },
}
