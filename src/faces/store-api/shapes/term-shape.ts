import { z } from 'zod'
import { imageShape } from './common.ts'

const term = {
  id: z.int().describe('Id of the term.'),
  name: z.string().describe('Name, as HTML.'),
  slug: z.string().describe('Slug.'),
  description: z.string().describe('Description, as HTML.'),
  parent: z.int().describe('Id of the parent, 0 for none.'),
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
    permalink: z.string().describe('URL of its page.'),
  })
  .meta({ id: 'Category' })

export const attributeShape = z
  .strictObject({
    id: z.int().describe('Id of the attribute.'),
    name: z.string().describe('Name, as HTML.'),
    taxonomy: z.string().describe('Its key in other calls.'),
    type: z.string().describe('Input type.'),
    order: z.string().describe('Sort order of its values.'),
    has_archives: z.boolean().describe('Whether its values have pages.'),
    count: z.int().describe('Number of values.'),
  })
  .meta({ id: 'Attribute' })

export type TermJson = z.infer<typeof termShape>
export type CategoryJson = z.infer<typeof categoryShape>
export type AttributeJson = z.infer<typeof attributeShape>
