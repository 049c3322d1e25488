import { z } from 'zod'
import {
  allFixed,
  emailText,
  everywhere,
  fixed,
  initially,
  itemShape,
  time,
  uri,
} from '../../../platform/rest/item-shape.ts'

/** What a program may make of a review; the last of each pair brings it back. */
export const reviewStatuses = ['approved', 'hold', 'spam', 'unspam', 'trash', 'untrash'] as const

const picture = everywhere(uri)

/** A review as in `wc/v3/products/reviews`. A new one may be dated, and marked as one of an owner. */
export const reviewShape = itemShape('product_review', {
  ...allFixed({ id: z.int(), date_created: time, date_created_gmt: time }),
  product_id: z.int(),
  ...allFixed({ product_name: z.string(), product_permalink: uri }),
  status: initially(z.enum(reviewStatuses), 'approved'),
  ...{ reviewer: z.string(), reviewer_email: emailText, review: z.string(), rating: z.int() },
  verified: fixed(z.boolean()),
  reviewer_avatar_urls: fixed(z.strictObject({ '24': picture, '48': picture, '96': picture })),
})
