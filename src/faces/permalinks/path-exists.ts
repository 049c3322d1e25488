import type { Db } from '../../platform/database/connect.ts'
import { paths } from '../../platform/web/routes.ts'
import type { EntryKind } from '../../things/entries/entries.table.ts'
import { findEntry, findLinkedTerm } from './permalinks.store.ts'

type PathParams = Readonly<Record<string, string | undefined>>
type ExistsCheck = (db: Db, params: PathParams) => Promise<boolean>

const entry =
  (kind: EntryKind): ExistsCheck =>
  async (db, { slug = '' }) =>
    (await findEntry(db, { kinds: [kind], slug })) !== null

const term =
  (taxonomy: string): ExistsCheck =>
  async (db, { attribute = '', slug = '' }) =>
    (await findLinkedTerm(db, `${taxonomy}${attribute}`, { slug })) !== null

const [product, post, page] = [entry('product'), entry('post'), entry('page')]
const [category, tag, attribute] = [term('product_cat'), term('product_tag'), term('pa_')]

/** Existence checks per route. Routes without an entry here always exist. */
const checks: Partial<Record<keyof typeof paths, ExistsCheck>> = {
  product,
  productReviews: product,
  productFeed: product,
  post,
  postComments: post,
  postFeed: post,
  page,
  category,
  categoryPage: category,
  categoryFeed: category,
  tag,
  tagPage: tag,
  tagFeed: tag,
  attribute,
  attributePage: attribute,
  attributeFeed: attribute,
}

const isFeed = (name: string): boolean => /feed$/i.test(name)

/** `/product/:slug/` as a regular expression with named groups. */
const patternOf = (name: string, path: string): RegExp => {
  const parts = path.replace(/:(\w+)\{([^}]*)\}/g, '(?<$1>$2)').replace(/:(\w+)/g, '(?<$1>[^/]+)')
  return new RegExp(`^${parts}${isFeed(name) ? '(?:rss2?|atom|rdf)?/?' : ''}$`)
}

const pages = (Object.entries(paths) as [keyof typeof paths, string][])
  .filter(([, path]) => path.endsWith('/'))
  .map(([name, path]) => ({ pattern: patternOf(name, path), check: checks[name] }))

/** Whether the path has a page, without rendering it: at most one query per route. */
export async function pathExists(db: Db, path: string): Promise<boolean> {
  for (const { pattern, check } of pages) {
    const match = pattern.exec(path)
    if (!match) continue
    if (!check) return true
    if (await check(db, decodeParams(match.groups ?? {}))) return true
  }
  return false
}

const decodeParams = (groups: PathParams): PathParams =>
  Object.fromEntries(
    Object.entries(groups).map(([name, text = '']) => {
      try {
        return [name, decodeURIComponent(text)]
      } catch {
        return [name, '']
      }
    }),
  )
