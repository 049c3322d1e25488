/** What an address without a path asks for, by WordPress's public names (`/?p=7`), before anybody has looked whether it is there. */
export type PlainWish =
  | { readonly kind: 'entry'; readonly id: number; readonly only?: 'page' }
  | { readonly kind: 'slug'; readonly of: 'product' | 'post' | 'page'; readonly slug: string }
  | { readonly kind: 'upload'; readonly id: number }
  | { readonly kind: 'term'; readonly taxonomy: string; readonly slug: string }
  | { readonly kind: 'term-id'; readonly taxonomy: 'category' | 'post_tag'; readonly id: number }
  | { readonly kind: 'archive'; readonly of: 'product' | 'post' }
  | { readonly kind: 'date'; readonly digits: string }
  | { readonly kind: 'home' }
  /** Named, but nothing that this shop shows: a writer's archive, a number that is none. */
  | { readonly kind: 'nothing' }

export type PlainQuery = {
  readonly wish: PlainWish
  /** `rss2`, `atom` …: the feed of what is asked for. */
  readonly feed: string | null
  readonly isCommentsFeed: boolean
  readonly page: number
  /** Names that the new address takes the place of. */
  readonly used: readonly string[]
}

const number = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : 0)
const slug = (text: string): string => text.slice(0, 200)

type Reader = (text: string) => PlainWish

/** In the order in which they count when several are named. */
const readers: readonly (readonly [name: string, read: Reader])[] = [
  ['p', (text) => ({ kind: 'entry', id: number(text) })],
  ['page_id', (text) => ({ kind: 'entry', id: number(text), only: 'page' })],
  ['attachment_id', (text) => ({ kind: 'upload', id: number(text) })],
  ['product', (text) => ({ kind: 'slug', of: 'product', slug: slug(text) })],
  ['name', (text) => ({ kind: 'slug', of: 'post', slug: slug(text) })],
  ['pagename', (text) => ({ kind: 'slug', of: 'page', slug: slug(text) })],
  ['product_cat', (text) => ({ kind: 'term', taxonomy: 'product_cat', slug: slug(text) })],
  ['product_tag', (text) => ({ kind: 'term', taxonomy: 'product_tag', slug: slug(text) })],
  ['category_name', (text) => ({ kind: 'term', taxonomy: 'category', slug: slug(text) })],
  ['tag', (text) => ({ kind: 'term', taxonomy: 'post_tag', slug: slug(text) })],
  ['cat', (text) => ({ kind: 'term-id', taxonomy: 'category', id: number(text) })],
  ['tag_id', (text) => ({ kind: 'term-id', taxonomy: 'post_tag', id: number(text) })],
  ['m', (text) => (/^\d{4}(\d{2}(\d{2})?)?$/.test(text) ? { kind: 'date', digits: text } : { kind: 'nothing' })],
  ['author', () => ({ kind: 'nothing' })],
  ['author_name', () => ({ kind: 'nothing' })],
]

/** Names that stand beside one of those and are said by the new address as well. */
const companions = ['post_type', 'feed', 'paged', 'taxonomy', 'term']

/** Reads such a query; null when it names none of them, or searches. */
export function readPlainQuery(query: URLSearchParams): PlainQuery | null {
  if (query.has('s')) return null
  const found = namedIn(query) ?? attributeIn(query) ?? archiveIn(query)
  const asked = query.get('feed') || null
  if (!found && asked === null) return null
  const page = number(query.get('paged') ?? '')
  return {
    wish: found?.wish ?? { kind: 'home' },
    feed: asked?.replace(/^comments-/, '') ?? null,
    isCommentsFeed: asked?.startsWith('comments-') ?? false,
    page: page > 1 ? page : 1,
    used: [...(found?.names ?? []), ...companions],
  }
}

type Found = { readonly wish: PlainWish; readonly names: readonly string[] }

function namedIn(query: URLSearchParams): Found | null {
  for (const [name, read] of readers) {
    const text = query.get(name)
    if (text) return { wish: productOr(read(text), query), names: [name] }
  }
  return null
}

/** `?post_type=product&name=x` is a product. */
const productOr = (wish: PlainWish, query: URLSearchParams): PlainWish =>
  wish.kind === 'slug' && wish.of === 'post' && query.get('post_type') === 'product' ? { ...wish, of: 'product' } : wish

/** `?pa_origin=japan` and `?taxonomy=pa_origin&term=japan`. */
function attributeIn(query: URLSearchParams): Found | null {
  const [taxonomy, term] = [query.get('taxonomy'), query.get('term')]
  if (taxonomy && term) return { wish: { kind: 'term', taxonomy: slug(taxonomy), slug: slug(term) }, names: [] }
  const own = [...query.keys()].find((name) => /^pa_[\w-]{1,60}$/.test(name))
  const text = own && query.get(own)
  return own && text ? { wish: { kind: 'term', taxonomy: own, slug: slug(text) }, names: [own] } : null
}

function archiveIn(query: URLSearchParams): Found | null {
  const of = query.get('post_type')
  return of === 'product' || of === 'post' ? { wish: { kind: 'archive', of }, names: [] } : null
}
