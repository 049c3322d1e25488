import { z } from 'zod'
import { can } from '../../../platform/access/permissions.ts'
import { type Call, defineCall, type Principal, type RestResult } from '../../../platform/rest/call.ts'
import { ids, search, viewEmbedOrEdit, windowFields, windowOf } from '../../../platform/rest/fields.ts'
import { embeddable, fixed, itemShape, uri } from '../../../platform/rest/item-shape.ts'
import { invalidFields, MAX_ID } from '../../../platform/rest/params.ts'
import { deletion } from '../../../platform/rest/resource.ts'
import { errorOf, forbiddenTo, type RestError } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { cleanLine, cleanText } from '../../../things/entries/clean-content.ts'
import { findTerm, listTerms, type Term } from '../../../things/terms/terms.store.ts'
import { contentRead, contentWrite } from '../capabilities.ts'
import { deleteTerm, type PostTaxonomy, postTaxonomy, type SavedTerm, saveTerm } from '../post-terms.store.ts'
import { denied } from './entry-errors.ts'

type TermShop = Pick<Platform, 'db' | 'url'>

const collections = {
  category: { path: paths.restCategories, noun: 'category of posts', nouns: 'categories of posts' },
  post_tag: { path: paths.restPostTags, noun: 'tag of posts', nouns: 'tags of posts' },
  project_category: {
    path: paths.restProjectCategories,
    noun: 'category of projects',
    nouns: 'categories of projects',
  },
} as const

const termShape = (title: string, taxonomy: PostTaxonomy, more = {}) =>
  itemShape(title, {
    id: embeddable(fixed(z.int())),
    count: fixed(z.int()),
    description: z.string(),
    link: embeddable(fixed(uri)),
    name: embeddable(z.string()),
    slug: embeddable(z.string()),
    taxonomy: embeddable(fixed(z.enum([taxonomy]))),
    ...more,
    meta: fixed(z.array(z.never())),
  })
const shapes = {
  category: termShape('category', 'category', { parent: fixed(z.int()) }),
  post_tag: termShape('tag', 'post_tag'),
  project_category: termShape('project_category', 'project_category'),
}

const termJson = (term: Term, taxonomy: PostTaxonomy, { url }: TermShop) => ({
  id: term.id,
  count: term.count,
  description: term.description,
  link: url + hrefs.term(taxonomy, term.slug),
  name: term.name,
  slug: term.slug,
  taxonomy,
  ...(taxonomy === 'category' ? { parent: term.parentId ?? 0 } : {}),
  meta: [],
  _links: {
    self: [{ href: `${url}${collections[taxonomy].path}/${term.id}` }],
    collection: [{ href: url + collections[taxonomy].path }],
  },
})

const invalidTerm: RestError = { status: 404, code: 'rest_term_invalid', message: 'Term does not exist.' }
const notHierarchical = errorOf(
  400,
  'rest_taxonomy_not_hierarchical',
  'Cannot set parent term, taxonomy is not hierarchical.',
)
const noTrash: RestError = {
  status: 501,
  code: 'rest_trash_not_supported',
  message: "Terms do not support trashing. Set 'force=true' to delete.",
}
const { context } = viewEmbedOrEdit
const isDenied = (query: { readonly context: string }, user: Principal['user']): boolean =>
  query.context === 'edit' && !can(user, contentWrite)

const listQuery = z.object({
  ...windowFields,
  context,
  search,
  slug: z.array(z.string().max(200)).default([]),
  include: ids,
  exclude: ids,
  post: z.int().min(0).max(MAX_ID).default(0),
  hide_empty: z.boolean().default(false),
  parent: z
    .int()
    .min(0)
    .max(MAX_ID)
    .optional()
    .describe('ID of the parent category. 0 for categories without a parent.'),
  order: z.enum(['asc', 'desc']).default('asc'),
  orderby: z.enum(['id', 'name', 'slug', 'count', 'include']).default('name'),
})

const fields = z.object({
  name: z.string().max(200).transform(cleanLine),
  slug: z.string().max(200).optional(),
  description: z.string().max(5000).transform(cleanText).optional(),
  parent: z.int().min(0).max(MAX_ID).optional().describe('0: terms of posts have no levels.'),
})
const changes = fields.partial()

/** `wp/v2/categories` or `wp/v2/tags`; public, as in WordPress. */
function termCalls(taxonomy: PostTaxonomy): readonly Call<TermShop>[] {
  const { path, noun, nouns } = collections[taxonomy]
  const of = postTaxonomy(taxonomy)
  const itemPath = `${path}/:id{[0-9]+}`
  const { [taxonomy]: response } = shapes
  const writing = { capability: contentWrite, response }
  const answer = (shop: TermShop, saved: SavedTerm, status?: 201): RestResult => {
    if (saved.ok) {
      const json = termJson(saved.term, taxonomy, shop)
      return status ? { json, status, headers: { location: json._links.self[0]?.href ?? '' } } : { json }
    }
    if (!('by' in saved))
      return saved.problem === 'no-such-term'
        ? invalidTerm
        : invalidFields({ name: `A name is needed to make the ${noun.split(' ')[0]}.` })
    const [code, message] =
      saved.problem === 'name-taken'
        ? ['term_exists', 'A term with the name provided already exists in this taxonomy.']
        : ['duplicate_term_slug', 'The slug is already in use by another term.']
    return { status: 400, code, message, data: { term_id: saved.by } }
  }
  const parentProblem = async ({ db }: TermShop, parent = 0): Promise<RestError | null> => {
    if (parent === 0) return null
    if (taxonomy !== 'category') return notHierarchical
    return (await findTerm(db, of, parent))
      ? invalidFields({ parent: 'Categories of posts have no levels in this shop.' })
      : errorOf(400, 'rest_term_invalid', 'Parent term does not exist.')
  }
  return [
    defineCall({
      summary: `Lists ${nouns}`,
      method: 'GET',
      path,
      capability: contentRead,
      query: listQuery,
      response,
      async handler(shop: TermShop, { query, user }) {
        const { page, per_page } = query
        if (isDenied(query, user))
          return forbiddenTo(
            user,
            'rest_forbidden_context',
            'Sorry, you are not allowed to edit terms in this taxonomy.',
          )
        const { items, total } = await listTerms(shop.db, of, { ...query, entry: query.post, ...windowOf(query) })
        return { items: items.map((term) => termJson(term, taxonomy, shop)), page, per_page, total }
      },
    }),
    defineCall({
      summary: `Creates a ${noun}`,
      method: 'POST',
      path,
      ...writing,
      body: fields,
      ...denied('rest_cannot_create', 'create terms in this taxonomy'),
      handler: async (shop: TermShop, { body: { parent, ...body } }) =>
        (await parentProblem(shop, parent)) ?? answer(shop, await saveTerm(shop.db, taxonomy, body), 201),
    }),
    defineCall({
      summary: `Retrieves a ${noun}`,
      method: 'GET',
      path: itemPath,
      capability: contentRead,
      query: z.object({ context }),
      response,
      async handler(shop: TermShop, { id, query, user }) {
        const term = await findTerm(shop.db, of, id)
        if (term && isDenied(query, user))
          return forbiddenTo(user, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this term.')
        return term ? { json: termJson(term, taxonomy, shop) } : invalidTerm
      },
    }),
    defineCall({
      summary: `Updates a ${noun}`,
      method: ['POST', 'PUT', 'PATCH'],
      path: itemPath,
      action: 'edit',
      ...writing,
      body: changes,
      ...denied('rest_cannot_update', 'edit terms in this taxonomy'),
      handler: async (shop: TermShop, { id, body: { parent, ...body } }) =>
        (await parentProblem(shop, parent)) ?? answer(shop, await saveTerm(shop.db, taxonomy, body, id)),
    }),
    defineCall({
      summary: `Deletes a ${noun}`,
      ...deletion,
      path: itemPath,
      capability: contentWrite,
      ...denied('rest_cannot_delete', 'delete terms in this taxonomy'),
      async handler(shop: TermShop, { id, query, body }) {
        const term = await findTerm(shop.db, of, id)
        if (!term) return invalidTerm
        if (!query.force && !body.force) return noTrash
        if (!(await deleteTerm(shop.db, taxonomy, id))) return invalidTerm
        return { json: { deleted: true, previous: termJson(term, taxonomy, shop) } }
      },
    }),
  ]
}

export const postCategoryCalls = termCalls('category')
export const postTagCalls = termCalls('post_tag')
export const projectCategoryCalls = termCalls('project_category')
