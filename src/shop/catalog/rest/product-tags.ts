import { z } from 'zod'
import { ids, readOnly, search } from '../../../platform/rest/fields.ts'
import { fixed, type Item, itemShape } from '../../../platform/rest/item-shape.ts'
import { invalidFields, MAX_ID } from '../../../platform/rest/params.ts'
import { defineResource } from '../../../platform/rest/resource.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { findTerm, listTerms, type Term } from '../../../things/terms/terms.store.ts'
import { productsWrite } from '../capabilities.ts'
import { createTag, deleteTag, productTags, type SavedTag, updateTag } from '../save-tag.ts'

const tagShape = itemShape('product_tag', {
  id: fixed(z.int()),
  name: z.string(),
  slug: z.string().describe('Its part of the URL of its page.'),
  description: z.string(),
  count: fixed(z.int().describe('Published products with the tag.')),
})

const tagJson = (tag: Term, { url }: Pick<Platform, 'url'>) =>
  ({
    id: tag.id,
    name: tag.name,
    slug: tag.slug,
    description: tag.description,
    count: tag.count,
    _links: { self: [{ href: `${url}${paths.restTags}/${tag.id}` }], collection: [{ href: url + paths.restTags }] },
  }) satisfies Item<typeof tagShape>

export type TagJson = ReturnType<typeof tagJson>

const fields = z.object({
  name: z.string().max(200),
  slug: z.string().max(200).optional(),
  description: z.string().max(5000).optional(),
  ...readOnly('id', 'count', '_links'),
})

const notFound: RestError = { status: 404, code: 'woocommerce_rest_term_invalid', message: 'Resource does not exist.' }

const taken = (code: string, message: string, by: number): RestError => ({
  status: 400,
  code,
  message,
  data: { resource_id: by },
})

const problems = {
  'no-such-tag': () => notFound,
  'no-name': () => invalidFields({ name: 'name must not be empty.' }),
  'name-taken': (by: number) =>
    taken('term_exists', 'A term with the name provided already exists in this taxonomy.', by),
  'slug-taken': (by: number) => taken('duplicate_term_slug', 'The slug is already in use by another term.', by),
}

const tagOrError = (saved: SavedTag): Term | RestError =>
  saved.ok ? saved.tag : problems[saved.problem.kind]('by' in saved.problem ? saved.problem.by : 0)

export const productTagCalls = defineResource({
  name: 'product tag',
  path: paths.restTags,
  capability: productsWrite,
  notFound,
  json: (tag: Term, shop: Pick<Platform, 'db' | 'now' | 'url'>) => tagJson(tag, shop),
  response: tagShape,
  query: {
    search,
    slug: search,
    include: ids,
    exclude: ids,
    parent: z.int().min(0).default(0),
    product: z.int().min(0).max(MAX_ID).default(0),
    hide_empty: z.boolean().default(false),
    order: z.enum(['asc', 'desc']).default('asc'),
    orderby: z.enum(['id', 'include', 'name', 'slug', 'term_group', 'description', 'count']).default('name'),
  },
  list: (shop, { product: entry, slug, ...query }) =>
    listTerms(shop.db, productTags, { ...query, entry, slug: slug === '' ? [] : slug.split(',') }),
  get: (shop, id) => findTerm(shop.db, productTags, id),
  fields: { create: fields, update: fields.partial() },
  create: async (shop, tag) => tagOrError(await createTag(shop, tag)),
  update: async (shop, before, tag) => tagOrError(await updateTag(shop, before.id, tag)),
  delete: (shop, tag) => deleteTag(shop, tag.id),
  unforced: {
    status: 501,
    code: 'woocommerce_rest_trash_not_supported',
    message: 'Resource does not support trashing.',
  },
})
