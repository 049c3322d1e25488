import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import { readOnly, viewOrEdit } from '../../../platform/rest/fields.ts'
import { fixed, itemShape } from '../../../platform/rest/item-shape.ts'
import { unpagedList } from '../../../platform/rest/links.ts'
import { deletion } from '../../../platform/rest/resource.ts'
import { errorOf } from '../../../platform/rest/response.ts'
import { paths } from '../../../platform/web/routes.ts'
import { slugify } from '../../../things/entries/slug.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'
import { deleteTaxClass } from '../delete-class.ts'
import * as store from '../taxes.store.ts'
import { noTrash, type TaxShop } from './taxes.ts'

const classJson = ({ slug, name }: store.TaxClassRecord, { url }: TaxShop) => ({
  slug,
  name,
  _links: { collection: [{ href: url + paths.restTaxClasses }] },
})
export type TaxClassJson = ReturnType<typeof classJson>

const response = itemShape('tax_class', {
  slug: fixed(z.string().describe('Slug, derived from the name.')),
  name: z.string(),
})

const invalidSlug = errorOf(404, 'woocommerce_rest_tax_class_invalid_slug', 'Invalid slug.')

const invalidName = (message: string) => errorOf(400, 'woocommerce_rest_tax_class_invalid_name', message)
/** Values of tax class fields: `inherit` is the class of the cart items, `parent` that of the variation's product. */
const reservedSlugs = ['inherit', 'parent']

const common = { capability: shopSettingsWrite, response } as const
const one = { ...common, path: `${paths.restTaxClasses}/:slug{[^/]+}` } as const

/** `wc/v3/taxes/classes`. */
export const taxClassCalls = [
  defineCall({
    ...common,
    summary: 'Lists tax classes',
    method: 'GET',
    action: 'list',
    response: z.array(response),
    path: paths.restTaxClasses,
    query: z.object(viewOrEdit),
    handler: async (shop: TaxShop) =>
      unpagedList((await store.listClasses(shop.db)).map((item) => classJson(item, shop))),
  }),
  defineCall({
    ...common,
    summary: 'Creates a tax class',
    method: 'POST',
    path: paths.restTaxClasses,
    body: z.object({
      name: z
        .string()
        .max(200)
        .transform((text) => text.trim().replace(/\s+/g, ' ')),
      ...readOnly('slug', '_links'),
    }),
    async handler(shop: TaxShop, { body: { name } }) {
      const slug = slugify(name)
      if (slug === '') return invalidName('Tax class requires a valid name')
      if (reservedSlugs.includes(slug))
        return invalidName(`‘${slug}’ stands for the class of something else. Choose another name.`)
      const made = await store.changeTaxes(shop.db, (tx) => store.insertClass(tx, { slug, name }))
      if (!made) return errorOf(400, 'woocommerce_rest_tax_class_exists', 'Tax class already exists')
      const location = `${shop.url}${paths.restTaxClasses}/${encodeURIComponent(slug)}`
      return { json: classJson(made, shop), status: 201, headers: { location } }
    },
  }),
  defineCall({
    ...one,
    summary: 'Retrieves a tax class, as a list with one item',
    method: 'GET',
    response: z.array(response),
    query: z.object(viewOrEdit),
    async handler(shop: TaxShop, { path }) {
      const found = (await store.listClasses(shop.db)).find(({ slug }) => slug === path.slug)
      return found ? { json: [classJson(found, shop)] } : invalidSlug
    },
  }),
  defineCall({
    ...one,
    summary: 'Deletes a tax class and its rates. Its products get the standard class',
    ...deletion,
    async handler(shop: TaxShop, { path, query, body }) {
      if (!query.force && !body.force) return noTrash
      const deleted = await store.changeTaxes(shop.db, (tx) => deleteTaxClass(tx, path.slug ?? ''))
      return deleted ? { json: classJson(deleted, shop) } : invalidSlug
    },
  }),
]
