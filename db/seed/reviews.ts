import { lightTeaReviews } from './reviews-light.ts'
import { strongTeaReviews } from './reviews-strong.ts'
import { teawareReviews } from './reviews-teaware.ts'
import type { SeedReview } from './types.ts'

/** All reviews of the demo shop; none is older than its product. */
export const reviews: readonly SeedReview[] = [...lightTeaReviews, ...strongTeaReviews, ...teawareReviews]
