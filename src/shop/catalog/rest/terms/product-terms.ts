import { z } from 'zod'
import { type Call, type CallRequest, defineCall } from '../../../../platform/rest/call.ts'
import { idOf } from '../../../../platform/rest/request.ts'
import { within } from '../../../../platform/rest/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { slugify } from '../../../../things/entries/slug.ts'
import { freeSlug } from '../../../../things/terms/terms.store.ts'
import { productsWrite } from '../../capabilities.ts'
import {
  attributeValues,
  type ProductTaxonomy,
  productBrands,
  productCategories,
  productTags,
  shippingClasses,
} from '../../product-taxonomies.ts'
import { findAttribute } from '../../save-attribute.ts'
import { noTaxonomy, type TermScope, type TermShop, termResource } from './term-resource.ts'

const termCalls = (name: string, title: string, path: string, taxonomy: ProductTaxonomy) =>
  within(
    async ({ db, now, url }: TermShop): Promise<TermScope> => ({ db, now, url, taxonomy, path }),
    termResource({ name, title, path, kind: taxonomy.isTree ? 'tree' : 'flat' }),
  )

async function valuesOf({ db, now, url }: TermShop, { attribute: id }: CallRequest['path']) {
  const attribute = await findAttribute(db, idOf(id))
  if (!attribute) return noTaxonomy
  const path = `${paths.restAttributes}/${attribute.id}/terms`
  return { db, now, url, taxonomy: attributeValues(attribute.slug), path }
}

const attributeTermCalls = within<TermScope, TermShop>(
  valuesOf,
  termResource({
    name: 'product attribute term',
    title: 'product_attribute_term',
    path: paths.restAttributeTerms,
    kind: 'ordered',
  }),
)

/** The slug that a new shipping class of this name would get. */
const slugSuggestionCall = defineCall({
  summary: 'Suggests the slug of a new shipping class',
  method: 'GET',
  path: `${paths.restShippingClasses}/slug-suggestion`,
  capability: productsWrite,
  query: z.object({ name: z.string().max(200).default('') }),
  response: z.string(),
  handler: async ({ db }: Pick<TermShop, 'db'>, { query }) => {
    const slug = slugify(query.name)
    return { json: slug === '' ? '' : await freeSlug(db, shippingClasses.name, slug) }
  },
})

export const productTermCalls: readonly Call<TermShop>[] = [
  ...termCalls('product category', 'product_cat', paths.restProductCategories, productCategories),
  ...termCalls('product brand', 'product_brand', paths.restBrands, productBrands),
  ...termCalls('product tag', 'product_tag', paths.restTags, productTags),
  slugSuggestionCall,
  ...termCalls('shipping class', 'product_shipping_class', paths.restShippingClasses, shippingClasses),
  ...attributeTermCalls,
]
