import { z } from 'zod'
import { imageShape } from './common.ts'

const term = {
  id: z.int().describe('Number of the term.'),
  name: z.string().describe('Name, as HTML.'),
  slug: z.string().describe('Its part of addresses.'),
  description: z.string().describe('About it, as HTML.'),
  parent: z.int().describe('Number of the one above it, 0 for none.'),
  count: z.int().describe('Published products in it.'),
}

/** A tag or attribute value. */
export const termShape = z.strictObject(term).meta({ id: 'Term' })

/** A category or brand. */
export const categoryShape = z
  .strictObject({
    ...term,
    image: imageShape.nullable().describe('Its picture.'),
    review_count: z.int().describe('Reviews of its products.'),
    permalink: z.string().describe('Address of its page.'),
  })
  .meta({ id: 'Category' })

export const attributeShape = z
  .strictObject({
    id: z.int().describe('Number of the attribute.'),
    name: z.string().describe('Name, as HTML.'),
    taxonomy: z.string().describe('Its name in other calls.'),
    type: z.string().describe('How it is chosen.'),
    order: z.string().describe('How its values are sorted.'),
    has_archives: z.boolean().describe('Whether its values have pages.'),
    count: z.int().describe('How many values it has.'),
  })
  .meta({ id: 'Attribute' })

export type TermJson = z.infer<typeof termShape>
export type CategoryJson = z.infer<typeof categoryShape>
export type AttributeJson = z.infer<typeof attributeShape>
