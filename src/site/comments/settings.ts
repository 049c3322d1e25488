import { boolean, oneOf, type SettingsOf, setting, yesNo } from '../../things/settings/setting.ts'

const group = 'Reviews'

export const reviewSettings = {
  reviews: {
    /** Which reviews need moderation before they are published. */
    moderation: setting<'all' | 'first' | 'none', 'reviews_wait'>(
      'first',
      oneOf({
        all: 'Every review waits for your approval',
        first: 'A person’s first review waits, later ones appear at once',
        none: 'Reviews appear at once',
      }),
      { json: 'reviews_wait', group, label: 'Approval' },
    ),
    ratingRequired: setting('yes', yesNo, {
      json: 'review_rating_required',
      group,
      label: 'A review must have stars',
    }),
    verifiedOwnersOnly: setting(false, boolean, {
      json: 'reviews_buyers_only',
      group,
      label: 'Only people who bought the product may review it',
    }),
  },
}

export type ReviewSettings = SettingsOf<typeof reviewSettings>
