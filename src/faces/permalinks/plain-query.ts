/** Target of a plain permalink by WordPress's parameters (`/?p=7`), before it is looked up. */
export type PlainTarget =
  | { readonly kind: 'entry'; readonly id: number; readonly only?: 'page' }
  | { readonly kind: 'slug'; readonly of: 'product' | 'post' | 'page'; readonly slug: string }
  | { readonly kind: 'upload'; readonly id: number }
  | { readonly kind: 'term'; readonly taxonomy: string; readonly slug: string }
  | { readonly kind: 'term-id'; readonly taxonomy: 'category' | 'post_tag'; readonly id: number }
  | { readonly kind: 'archive'; readonly of: 'product' | 'post' }
  | { readonly kind: 'date'; readonly digits: string }
  | { readonly kind: 'home' }
  /** A parameter without a page in this shop: an author archive, an invalid number. */
  | { readonly kind: 'not-found' }

export type PlainQuery = {
  readonly target: PlainTarget
  /** `rss2`, `atom` …: the feed of the target. */
  readonly feed: string | null
  readonly isCommentsFeed: boolean
  readonly page: number
  /** Parameters that the canonical URL replaces. */
  readonly consumed: readonly string[]
}

const parseNumber = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : 0)
const parseSlug = (text: string): string => text.slice(0, 200)

type Parser = (text: string) => PlainTarget

/** By precedence. */
const parsers: readonly (readonly [name: string, parse: Parser])[] = [
  ['p', (text) => ({ kind: 'entry', id: parseNumber(text) })],
  ['page_id', (text) => ({ kind: 'entry', id: parseNumber(text), only: 'page' })],
  ['attachment_id', (text) => ({ kind: 'upload', id: parseNumber(text) })],
  ['product', (text) => ({ kind: 'slug', of: 'product', slug: parseSlug(text) })],
  ['name', (text) => ({ kind: 'slug', of: 'post', slug: parseSlug(text) })],
  ['pagename', (text) => ({ kind: 'slug', of: 'page', slug: parseSlug(text) })],
  ['product_cat', (text) => ({ kind: 'term', taxonomy: 'product_cat', slug: parseSlug(text) })],
  ['product_tag', (text) => ({ kind: 'term', taxonomy: 'product_tag', slug: parseSlug(text) })],
  ['category_name', (text) => ({ kind: 'term', taxonomy: 'category', slug: parseSlug(text) })],
  ['tag', (text) => ({ kind: 'term', taxonomy: 'post_tag', slug: parseSlug(text) })],
  ['cat', (text) => ({ kind: 'term-id', taxonomy: 'category', id: parseNumber(text) })],
  ['tag_id', (text) => ({ kind: 'term-id', taxonomy: 'post_tag', id: parseNumber(text) })],
  ['m', (text) => (/^\d{4}(\d{2}(\d{2})?)?$/.test(text) ? { kind: 'date', digits: text } : { kind: 'not-found' })],
  ['author', () => ({ kind: 'not-found' })],
  ['author_name', () => ({ kind: 'not-found' })],
]

/** Accompanying parameters that the canonical URL replaces as well. */
const companions = ['post_type', 'feed', 'paged', 'taxonomy', 'term']

/** Parses such a query; null if it has none of these parameters, or is a search. */
export function parsePlainQuery(query: URLSearchParams): PlainQuery | null {
  if (query.has('s')) return null
  const match = matchByName(query) ?? matchAttribute(query) ?? matchArchive(query)
  const feed = query.get('feed') || null
  if (!match && feed === null) return null
  const page = parseNumber(query.get('paged') ?? '')
  return {
    target: match?.target ?? { kind: 'home' },
    feed: feed?.replace(/^comments-/, '') ?? null,
    isCommentsFeed: feed?.startsWith('comments-') ?? false,
    page: page > 1 ? page : 1,
    consumed: [...(match?.names ?? []), ...companions],
  }
}

type Match = { readonly target: PlainTarget; readonly names: readonly string[] }

function matchByName(query: URLSearchParams): Match | null {
  for (const [name, parse] of parsers) {
    const text = query.get(name)
    if (text) return { target: asProductIfNamed(parse(text), query), names: [name] }
  }
  return null
}

/** `?post_type=product&name=x` is a product. */
const asProductIfNamed = (target: PlainTarget, query: URLSearchParams): PlainTarget =>
  target.kind === 'slug' && target.of === 'post' && query.get('post_type') === 'product'
    ? { ...target, of: 'product' }
    : target

/** `?pa_origin=japan` and `?taxonomy=pa_origin&term=japan`. */
function matchAttribute(query: URLSearchParams): Match | null {
  const [taxonomy, term] = [query.get('taxonomy'), query.get('term')]
  if (taxonomy && term)
    return { target: { kind: 'term', taxonomy: parseSlug(taxonomy), slug: parseSlug(term) }, names: [] }
  const taxonomyParam = [...query.keys()].find((name) => /^pa_[\w-]{1,60}$/.test(name))
  const text = taxonomyParam && query.get(taxonomyParam)
  return taxonomyParam && text
    ? { target: { kind: 'term', taxonomy: taxonomyParam, slug: parseSlug(text) }, names: [taxonomyParam] }
    : null
}

function matchArchive(query: URLSearchParams): Match | null {
  const of = query.get('post_type')
  return of === 'product' || of === 'post' ? { target: { kind: 'archive', of }, names: [] } : null
}
