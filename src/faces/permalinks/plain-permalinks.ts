import type { MiddlewareHandler } from 'hono'
import { type Author, listAuthors } from '../../people/identity/authors.store.ts'
import type { Db } from '../../platform/database/connect.ts'
import { shopTimeZone } from '../../platform/time/shop-time.ts'
import type { Platform } from '../../platform/web/context.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { entryHref } from '../../things/entries/entry.ts'
import { pathExists, permanentRedirect } from './canonical-redirect.ts'
import { findEntry, findLinkedTerm, findUploadPath, hasPostsIn } from './permalinks.store.ts'

/** WordPress's plain permalinks (`/?p=7`, `/?product=green-tea`) lead to the canonical URL, or are 404. */
export function plainPermalinks(shop: Pick<Platform, 'db'>): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search, searchParams: query } = new URL(context.req.url)
    if (!/^\/(index\.php\/?)?$/.test(pathname)) return next()
    const page = Math.max(1, parseNumber(query.get('paged') ?? ''))
    const text = query.get('s')
    // Without a post type it is a product search.
    if (text !== null) return query.get('post_type') === 'post' ? context.redirect(hrefs.blog(page, text), 302) : next()
    const feed = query.get('feed') ?? ''
    const match = matchOf(query)
    if (!match && feed === '') return next()
    const path = match ? await match.find(shop.db, feed === '' ? page : 1) : paths.home
    if (path === null) return context.notFound()
    const to = feed === '' ? path : await feedHref(shop.db, path, feed)
    return permanentRedirect(context, to + queryWithout(search, [...(match?.names ?? []), ...refiningParameters]))
  }
}

type Find = (db: Db, page: number) => Promise<string | null>

const parseNumber = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : 0)
const parseSlug = (text: string): string => text.slice(0, 200)

const findEntryHref = async (db: Db, by: Parameters<typeof findEntry>[1]): Promise<string | null> => {
  const entry = await findEntry(db, by)
  return entry && entryHref(entry)
}
const entryNamed = (kind: 'product' | 'post' | 'page' | 'project', text: string): Find => {
  return (db) => findEntryHref(db, { kind, slug: parseSlug(text) })
}

const term = (taxonomy: string, by: Parameters<typeof findLinkedTerm>[2]): Find => {
  return async (db, page) => {
    const linkedTerm = await findLinkedTerm(db, taxonomy, by)
    return linkedTerm && hrefs.term(taxonomy, linkedTerm.slug, page)
  }
}
const author = (isNamed: (author: Author) => boolean): Find => {
  return async (db, page) => {
    const namedAuthor = (await listAuthors(db)).find(isNamed)
    return namedAuthor ? hrefs.postAuthor(namedAuthor.slug, page) : null
  }
}
const termNamed = (taxonomy: string, text: string): Find => term(taxonomy, { slug: parseSlug(text) })

const parameters: Readonly<Record<string, (text: string, query: URLSearchParams) => Find>> = {
  p: (text) => (db) => findEntryHref(db, { id: parseNumber(text) }),
  page_id: (text) => (db) => findEntryHref(db, { id: parseNumber(text), kind: 'page' }),
  attachment_id: (text) => async (db) => {
    const path = await findUploadPath(db, parseNumber(text))
    return path === null ? null : hrefs.upload(path)
  },
  product: (text) => entryNamed('product', text),
  project: (text) => entryNamed('project', text),
  // `?post_type=product&name=x` is a product.
  name: (text, query) => {
    const type = query.get('post_type')
    return entryNamed(type === 'product' || type === 'project' ? type : 'post', text)
  },
  pagename: (text) => entryNamed('page', text),
  product_cat: (text) => termNamed('product_cat', text),
  product_tag: (text) => termNamed('product_tag', text),
  project_category: (text) => termNamed('project_category', text),
  category_name: (text) => termNamed('category', text),
  tag: (text) => termNamed('post_tag', text),
  cat: (text) => term('category', { id: parseNumber(text) }),
  tag_id: (text) => term('post_tag', { id: parseNumber(text) }),
  // A year leads to the journal, and a day to its month.
  m: (text) => async (db, page) => {
    if (!/^\d{4}(\d{2}(\d{2})?)?$/.test(text) || !(await hasPostsIn(db, text, shopTimeZone))) return null
    return text.length === 4 ? hrefs.blog() : hrefs.postMonth(`${text.slice(0, 4)}-${text.slice(4, 6)}`, page)
  },
  author: (text) => author(({ id }) => id === parseNumber(text)),
  author_name: (text) => author(({ slug }) => slug === parseSlug(text)),
}

const refiningParameters = ['post_type', 'feed', 'paged', 'taxonomy', 'term']

function matchOf(query: URLSearchParams): { readonly find: Find; readonly names: readonly string[] } | null {
  for (const [name, parse] of Object.entries(parameters)) {
    const text = query.get(name)
    if (text) return { find: parse(text, query), names: [name] }
  }
  // `?taxonomy=pa_origin&term=japan` and `?pa_origin=japan`.
  const [taxonomy, slug] = [query.get('taxonomy'), query.get('term')]
  if (taxonomy && slug) return { find: termNamed(parseSlug(taxonomy), slug), names: [] }
  const [attribute, text] = [...query].find(([name]) => /^pa_[\w-]{1,60}$/.test(name)) ?? []
  if (attribute && text) return { find: termNamed(attribute, text), names: [attribute] }
  const archive = query.get('post_type')
  if (archive === 'product') return { find: async (_, page) => hrefs.shop(page), names: [] }
  if (archive === 'project') return { find: async () => paths.portfolio, names: [] }
  return archive === 'post' ? { find: async (_, page) => hrefs.blog(page), names: [] } : null
}

/** The feed of a page. Static pages have none, so the request is redirected to the page itself. */
async function feedHref(db: Db, path: string, name: string): Promise<string> {
  const format = name.replace(/^comments-/, '')
  if (format !== name && path === paths.home) return paths.commentsFeed
  const feed = hrefs.feedOf(path === hrefs.blog() ? paths.home : path, format === 'atom' ? 'atom' : '')
  return (await pathExists(db, feed)) ? feed : path
}

function queryWithout(search: string, names: readonly string[]): string {
  const remaining = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !names.some((name) => new URLSearchParams(part).has(name)))
  return remaining.length > 0 ? `?${remaining.join('&')}` : ''
}
