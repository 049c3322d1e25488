import { z } from 'zod'
import { readOnly, search } from '../../../../platform/rest/fields.ts'
import { defaultTo, editOnly, fixed, itemShape } from '../../../../platform/rest/item-shape.ts'
import { itemLinks } from '../../../../platform/rest/links.ts'
import { defineResource } from '../../../../platform/rest/resource.ts'
import { errorOf, type RestError } from '../../../../platform/rest/response.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { productsWrite } from '../../capabilities.ts'
import { type Attribute, deleteAttribute, findAttribute, listAttributes, saveAttribute } from '../../save-attribute.ts'
import type { TermShop } from './term-resource.ts'

const orders = z.enum(['menu_order', 'name', 'name_num', 'id'])
const display = z.enum(['select', 'swatch'])
const type = z.enum(['select'])

const fields = z.object({
  name: z.string().max(200),
  slug: z.string().max(200).optional(),
  type: type.optional(),
  order_by: orders.optional(),
  has_archives: z.boolean().optional(),
  samovar: z.object({ display: display.optional() }).optional(),
  ...readOnly('id', '_links'),
})

const notFound = errorOf(404, 'woocommerce_rest_taxonomy_invalid', 'Resource does not exist.')

async function save(
  shop: TermShop,
  sent: Partial<z.output<typeof fields>>,
  id?: number,
): Promise<Attribute | RestError> {
  const { name, slug, order_by: orderBy, has_archives: hasArchives, samovar } = sent
  const values = { name, slug, orderBy, hasArchives, display: samovar?.display }
  const saved = await saveAttribute(shop, values as Parameters<typeof saveAttribute>[1], id)
  if (saved.ok) return saved.attribute
  if (saved.problem === null) return notFound
  return errorOf(400, `woocommerce_rest_cannot_${id === undefined ? 'create' : 'edit'}`, saved.problem)
}

export const attributeCalls = defineResource({
  name: 'product attribute',
  path: paths.restAttributes,
  capability: productsWrite,
  notFound,
  isUnpaged: true,
  json: ({ id, label, slug, orderBy, hasArchives, display: shown }: Attribute, { url }: TermShop, context) => ({
    id,
    name: label,
    slug,
    type: 'select' as const,
    order_by: orderBy,
    has_archives: hasArchives,
    ...(context === 'edit' && { samovar: { display: shown } }),
    _links: itemLinks(url + paths.restAttributes, id),
  }),
  response: itemShape('product_attribute', {
    id: fixed(z.int()),
    name: z.string(),
    slug: z.string().describe('Slug, starting with `pa_`.'),
    type: defaultTo(type, 'select'),
    order_by: defaultTo(orders, 'menu_order'),
    has_archives: defaultTo(z.boolean(), false),
    samovar: editOnly(z.strictObject({ display })),
  }),
  query: { search },
  list: async ({ db }, query) => {
    const items = await listAttributes(db, query.search)
    return { items, total: items.length }
  },
  get: ({ db }, id) => findAttribute(db, id),
  fields: { create: fields, update: fields.partial() },
  create: (shop, sent) => save(shop, sent),
  update: (shop, before, sent) => save(shop, sent, before.id),
  delete: (shop, attribute) => deleteAttribute(shop, attribute.id),
  // Attributes have no trash: they are deleted at once.
  trash: async (shop, attribute) => ((await deleteAttribute(shop, attribute.id)) ? attribute : notFound),
})
