import { z } from 'zod'
import { readOnly } from '../../../../platform/rest/fields.ts'
import { fixed, forEditing, initially, itemShape } from '../../../../platform/rest/item-shape.ts'
import { defineResource } from '../../../../platform/rest/resource.ts'
import type { RestError } from '../../../../platform/rest/response.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { productsWrite } from '../../capabilities.ts'
import {
  type Attribute,
  type AttributeProblem,
  createAttribute,
  deleteAttribute,
  findAttribute,
  listAttributes,
  MAX_SLUG_LENGTH,
  type SavedAttribute,
  updateAttribute,
} from '../../save-attribute.ts'
import { methods, type TermShop } from './term-resource.ts'

const orders = ['menu_order', 'name', 'name_num', 'id'] as const
const display = z.enum(['select', 'swatch'])
const type = z.enum(['select'])

const fields = z.object({
  name: z.string().max(200),
  slug: z.string().max(200).optional(),
  type: type.optional(),
  order_by: z.enum(orders).optional(),
  has_archives: z.boolean().optional(),
  samovar: z.object({ display: display.optional() }).optional(),
  ...readOnly('id', '_links'),
})

const notFound: RestError = {
  status: 404,
  code: 'woocommerce_rest_taxonomy_invalid',
  message: 'Resource does not exist.',
}

function messageOf(problem: AttributeProblem): string {
  if (!('slug' in problem)) return 'Please, provide an attribute name.'
  const slug = `Slug "${problem.slug}"`
  if (problem.kind === 'slug-taken') return `${slug} is already in use. Change it, please.`
  return problem.kind === 'slug-too-long'
    ? `${slug} is too long (${MAX_SLUG_LENGTH} characters max). Shorten it, please.`
    : `${slug} is not allowed because it is a reserved term. Change it, please.`
}

function attributeOrError(saved: SavedAttribute, action: 'create' | 'edit'): Attribute | RestError {
  if (saved.ok) return saved.attribute
  if (saved.problem.kind === 'no-such-attribute') return notFound
  return { status: 400, code: `woocommerce_rest_cannot_${action}`, message: messageOf(saved.problem) }
}

const valuesOf = (sent: Partial<z.output<typeof fields>>) => {
  const { name, slug, order_by: orderBy, has_archives: hasArchives, samovar } = sent
  return { name, slug, orderBy, hasArchives, display: samovar?.display }
}

const remove = async (shop: TermShop, attribute: Attribute) =>
  (await deleteAttribute(shop, attribute.id)) ? attribute : notFound

export const attributeCalls = defineResource({
  name: 'attribute',
  path: paths.restAttributes,
  capability: productsWrite,
  notFound,
  isWhole: true,
  json: (attribute: Attribute, { url }: TermShop, context) => ({
    id: attribute.id,
    name: attribute.label,
    slug: attribute.slug,
    type: 'select' as const,
    order_by: attribute.orderBy,
    has_archives: attribute.hasArchives,
    ...(context === 'edit' && { samovar: { display: attribute.display } }),
    _links: {
      self: [{ href: `${url}${paths.restAttributes}/${attribute.id}`, targetHints: { allow: methods } }],
      collection: [{ href: url + paths.restAttributes }],
    },
  }),
  response: itemShape('product_attribute', {
    id: fixed(z.int()),
    name: z.string(),
    slug: z.string().describe('Begins with pa_.'),
    type: initially(type, 'select'),
    order_by: initially(z.enum(orders), 'menu_order'),
    has_archives: initially(z.boolean(), false),
    samovar: forEditing(z.strictObject({ display })),
  }),
  query: {},
  list: async ({ db }) => {
    const items = await listAttributes(db)
    return { items, total: items.length }
  },
  get: ({ db }, id) => findAttribute(db, id),
  fields: { create: fields, update: fields.partial() },
  create: async (shop, sent) =>
    attributeOrError(await createAttribute(shop, { ...valuesOf(sent), name: sent.name }), 'create'),
  update: async (shop, before, sent) =>
    attributeOrError(await updateAttribute(shop, before.id, valuesOf(sent)), 'edit'),
  delete: (shop, attribute) => deleteAttribute(shop, attribute.id),
  /** Deleted at once: there is no trash for them. */
  trash: remove,
})
