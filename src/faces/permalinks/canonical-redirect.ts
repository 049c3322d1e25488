import type { Context, MiddlewareHandler } from 'hono'
import { tryDecodeURIComponent } from 'hono/utils/url'
import { listAuthors } from '../../people/identity/authors.store.ts'
import type { Db } from '../../platform/database/connect.ts'
import { shopTimeZone } from '../../platform/time/shop-time.ts'
import type { Platform } from '../../platform/web/context.ts'
import { isPagePath, localPath, withoutIndex } from '../../platform/web/http/rewrite-request.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import type { EntryKind } from '../../things/entries/entries.table.ts'
import { entryHref } from '../../things/entries/entry.ts'
import { findMovedSlug } from '../../things/entries/old-slugs.store.ts'
import { findEntry, findLinkedTerm, hasPostsIn } from './permalinks.store.ts'

const CACHE_SECONDS = 86_400

/** Redirects variants of a URL, and former slugs, to the canonical URL. It runs only if no route matched. */
export function canonicalRedirect(shop: Pick<Platform, 'db'>): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url)
    const path = await canonicalPath(shop.db, pathname)
    if (path !== null) return permanentRedirect(context, path + search)
    const moved = await movedPath(shop.db, pathname)
    if (moved === null) return next()
    // Revalidated each time, because a slug may be changed back: a browser that cached both redirects would loop.
    context.header('cache-control', 'no-cache')
    return context.redirect(moved + search, 301)
  }
}

/** 301 to another URL of the shop. Cacheable for a day, unless it has a query, which may contain a key. */
export function permanentRedirect(context: Context, to: string): Response {
  context.header('cache-control', to.includes('?') ? 'no-store' : `public, max-age=${CACHE_SECONDS}`)
  // Only the path is sanitized, because a query may contain anything.
  return context.redirect(to.replace(/^[^?#]*/, localPath), 301)
}

async function canonicalPath(db: Db, pathname: string): Promise<string | null> {
  const path = localPath(withoutIndex(pathname))
  if (!isPagePath(path)) return null
  const slashed = path.endsWith('/') ? path : `${path}/`
  const fullPath = (await nestedCategoryPath(db, slashed)) ?? slashed
  return fullPath !== pathname && (await pathExists(db, fullPath)) ? fullPath : null
}

/** `/product-category/tea/green-tea/` is the category `green-tea`, whatever precedes it. */
async function nestedCategoryPath(db: Db, path: string): Promise<string | null> {
  for (const pattern of [
    /^\/product-category\/(?:[^/]+\/)+(?<slug>[^/]+)\/(?<rest>page\/\d+\/|feed\/(?:\w+\/)?)$/,
    /^\/product-category\/(?:[^/]+\/)+(?<slug>[^/]+)\/$/,
  ]) {
    const { slug = '', rest = '' } = pattern.exec(path)?.groups ?? {}
    const text = tryDecodeURIComponent(slug)
    if (text !== '' && (await findLinkedTerm(db, 'product_cat', { slug: text }))) return hrefs.category(text) + rest
  }
  return null
}

const movable: Readonly<Record<'post' | 'product' | 'project' | 'page', RegExp>> = {
  post: /^\/blog\/(?<slug>[^/]+)\/(?<rest>.*)$/,
  product: /^\/product\/(?<slug>[^/]+)\/(?<rest>.*)$/,
  project: /^\/project\/(?<slug>[^/]+)\/(?<rest>)$/,
  page: /^\/(?<slug>[^/]+)\/(?<rest>)$/,
}

/** The current path of an entry with a former slug, or of its feed or comments. Null if there is none. */
async function movedPath(db: Db, pathname: string): Promise<string | null> {
  const path = localPath(withoutIndex(pathname))
  if (!isPagePath(path)) return null
  for (const kind of ['post', 'product', 'project', 'page'] as const) {
    const { slug = '', rest = '' } = movable[kind].exec(path.endsWith('/') ? path : `${path}/`)?.groups ?? {}
    const requested = tryDecodeURIComponent(slug)
    const moved = slug === '' ? null : await findMovedSlug(db, kind, requested)
    // The slug may be that of another entry by now. Two that swapped theirs would redirect to each other for ever.
    if (moved === null || (await findEntry(db, { kind, slug: requested }))) continue
    const to = `${entryHref({ kind, slug: encodeURIComponent(moved) })}${rest}`
    if (await pathExists(db, to)) return to
  }
  return null
}

type Params = Readonly<Record<'attribute' | 'slug' | 'year' | 'month', string>>
type ExistsCheck = (db: Db, params: Params) => Promise<boolean>

const entry =
  (kind: EntryKind): ExistsCheck =>
  async (db, { slug }) =>
    (await findEntry(db, { kind, slug })) !== null

const term =
  (taxonomy: string): ExistsCheck =>
  async (db, { attribute, slug }) =>
    (await findLinkedTerm(db, `${taxonomy}${attribute}`, { slug })) !== null

/** Existence checks by route, also for its subpages, feeds and comments. Other routes always exist. */
const checks: Readonly<Record<string, ExistsCheck | undefined>> = {
  product: entry('product'),
  post: entry('post'),
  page: entry('page'),
  project: entry('project'),
  projectCategory: term('project_category'),
  category: term('product_cat'),
  tag: term('product_tag'),
  attribute: term('pa_'),
  postCategory: term('category'),
  postTag: term('post_tag'),
  postAuthor: async (db, { slug }) => (await listAuthors(db)).some((author) => author.slug === slug),
  postMonth: (db, { year, month }) => hasPostsIn(db, year + month, shopTimeZone),
}

/** `/product/:slug/` as a regular expression with named groups. */
const patternOf = (name: string, path: string): RegExp => {
  const parts = path.replace(/:(\w+)\{([^}]*)\}/g, '(?<$1>$2)').replace(/:(\w+)/g, '(?<$1>[^/]+)')
  return new RegExp(`^${parts}${/feed$/i.test(name) ? '(?:rss2?|atom|rdf)?/?' : ''}$`)
}

const pages = Object.entries(paths)
  .filter(([, path]) => path.endsWith('/'))
  .map(([name, path]) => ({
    pattern: patternOf(name, path),
    check: checks[name.replace(/(Page|Feed|Reviews|Comments)$/, '')],
  }))

export async function pathExists(db: Db, path: string): Promise<boolean> {
  for (const { pattern, check } of pages) {
    const match = pattern.exec(path)
    if (!match) continue
    const { attribute = '', slug = '', year = '', month = '' } = match.groups ?? {}
    const params = { attribute: tryDecodeURIComponent(attribute), slug: tryDecodeURIComponent(slug), year, month }
    if (!check || (await check(db, params))) return true
  }
  return false
}
