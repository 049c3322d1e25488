import { z } from 'zod'
import { imageShape } from './common.ts'

/** A review (store-products-reviews.json). */
export const reviewShape = z
  .strictObject({
    id: z.int().describe('Id of the review.'),
    date_created: z.string().describe('When it was written, on the clock of the shop.'),
    formatted_date_created: z.string().describe('Formatted date.'),
    date_created_gmt: z.string().describe('When it was written, in Greenwich.'),
    product_id: z.int().describe('Id of the product.'),
    product_name: z.string().describe('Name of the product, as HTML.'),
    product_permalink: z.string().describe('URL of its page.'),
    product_image: imageShape.nullable().describe('Featured image.'),
    reviewer: z.string().describe('Name of the reviewer, as HTML.'),
    review: z.string().describe('What they wrote, as HTML.'),
    rating: z.int().min(0).max(5).describe('Stars, 0 for none.'),
    verified: z.boolean().describe('Whether they have bought it.'),
    reviewer_avatar_urls: z.strictObject({ '24': z.string(), '48': z.string(), '96': z.string() }),
  })
  .meta({ id: 'Review' })

export type ReviewJson = z.infer<typeof reviewShape>
