import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../../platform/database/connect.ts'
import {
  among,
  containsNormalizedText,
  containsText,
  notAmong,
  readPage,
} from '../../../platform/database/list-query.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import { ids, pageFields, search, windowOf } from '../../../platform/rest/fields.ts'
import { invalidParams, notInEnum } from '../../../platform/rest/params.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { escapeHtml } from '../../../platform/web/plain-text.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { idsByName } from '../../../shop/catalog/search/find-in-names.ts'
import { contentRead } from '../../../site/content/capabilities.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { entryHref } from '../../../things/entries/entry.ts'
import { terms } from '../../../things/entries/terms.table.ts'

const postTypes = ['post', 'page', 'project', 'product'] as const
const taxonomies = ['category', 'post_tag', 'product_brand', 'product_cat', 'product_tag'] as const
const subtypes = [...postTypes, ...taxonomies, 'any']

const collections: Readonly<Record<string, string>> = {
  post: paths.restPosts,
  page: paths.restPages,
  project: paths.restProjects,
  product: paths.restProducts,
  category: paths.restCategories,
  post_tag: paths.restPostTags,
  product_cat: paths.restProductCategories,
  product_brand: '/wp-json/wc/v3/products/brands',
  product_tag: '/wp-json/wc/v3/products/tags',
}

const query = z.object({
  ...pageFields,
  search,
  type: z.enum(['post', 'term', 'post-format']).default('post'),
  subtype: z.array(z.string().max(40)).default(['any']),
  include: ids,
  exclude: ids,
  context: z.enum(['view', 'embed']).default('view'),
})
type SearchQuery = z.output<typeof query>
type SearchResult = { readonly id: number; readonly title: string; readonly href: string; readonly subtype: string }
type Page = { readonly total: number; readonly results: readonly SearchResult[] }

const kindsOf = <T extends string>(all: readonly T[], { subtype }: SearchQuery): readonly T[] =>
  subtype.includes('any') ? all : all.filter((one) => subtype.includes(one))

/** A product is found by its name and by words of its texts, with indexes; anything else by any part of its texts. */
function matching(search: string): SQL | undefined {
  const text = search.trim()
  if (text === '') return undefined
  return sql`${entries.id} in (
    ${idsByName(text)}
    union all select id from products where search_vector @@ plainto_tsquery('english_unaccent', ${text})
    union all select id from entries where ${containsNormalizedText(text, entries.searchText)})`
}

/** Published entries that may be found: not hidden products, or ones with a password. */
async function findEntries(db: Db, params: SearchQuery): Promise<Page> {
  const kinds = kindsOf(postTypes, params)
  const where = and(
    inArray(entries.kind, [...kinds]),
    eq(entries.status, 'publish'),
    matching(params.search),
    among(entries.id, params.include),
    notAmong(entries.id, params.exclude),
    eq(entries.password, ''),
    sql`not exists (select from products where products.id = ${entries.id} and products.visibility in ('hidden', 'catalog'))`,
  )
  const inTitle = containsText(params.search, [entries.title])
  const order = [...(inTitle ? [desc(inTitle)] : []), desc(entries.publishedAt), desc(entries.id)]
  const { id, kind, slug, title } = entries
  const rows = db.select({ id, kind, slug, title }).from(entries).$dynamic()
  const { items, total } = await readPage(db, rows, entries, { where, order, ...windowOf(params) })
  const results = items.map((row) => ({ id: row.id, title: row.title, href: entryHref(row) ?? '/', subtype: row.kind }))
  return { total, results }
}

async function findTerms(db: Db, params: SearchQuery): Promise<Page> {
  const where = and(
    inArray(terms.taxonomy, [...kindsOf(taxonomies, params)]),
    containsText(params.search, [terms.name]),
    among(terms.id, params.include),
    notAmong(terms.id, params.exclude),
  )
  const { limit, offset } = windowOf(params)
  const rows = await db.select().from(terms).where(where).orderBy(terms.name, terms.id).limit(limit).offset(offset)
  const results = rows.map(({ id, name, taxonomy, slug }) => ({
    id,
    title: name,
    href: hrefs.term(taxonomy, slug),
    subtype: taxonomy,
  }))
  return { total: await db.$count(terms, where), results }
}

/** A term names its taxonomy in its type, as in WordPress; an entry by its subtype. */
function resultJson({ id, title, href, subtype }: SearchResult, { type }: SearchQuery, url: string) {
  const about = type === 'term' ? `${paths.restTaxonomies}/${subtype}` : `${paths.restTypes}/${subtype}`
  return {
    id,
    title: escapeHtml(title),
    url: url + href,
    ...(type === 'term' ? { type: subtype } : { type, subtype }),
    _links: {
      self: [{ embeddable: true, href: `${url}${collections[subtype]}/${id}` }],
      about: [{ href: url + about }],
      collection: [{ href: url + paths.restSearch }],
    },
  }
}

/** `wp/v2/search`: searches all public content. */
export const searchCall = defineCall({
  summary: 'Searches published content',
  method: 'GET',
  path: paths.restSearch,
  capability: contentRead,
  query,
  async handler({ db, url }: Pick<Platform, 'db' | 'url'>, { query: params }) {
    const at = params.subtype.findIndex((one) => !subtypes.includes(one))
    if (at >= 0) return invalidParams({ subtype: notInEnum(`subtype[${at}]`, subtypes).error })
    const find = { post: findEntries, term: findTerms, 'post-format': async () => ({ total: 0, results: [] }) }
    const { total, results } = await find[params.type](db, params)
    const { page, per_page } = params
    return { items: results.map((one) => resultJson(one, params, url)), page, per_page, total }
  },
})
