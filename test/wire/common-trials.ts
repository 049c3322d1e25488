import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Item, ListedItems } from './listed-items.ts'
import { nested } from './trials.ts'

type Parameter = {
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: { readonly type?: unknown; readonly enum?: readonly unknown[] }
  readonly default?: unknown
}
export const recorded = JSON.parse(readFileSync('test/recorded/woocommerce/rest-arguments.json', 'utf8')) as {
  readonly calls: Readonly<Record<string, Readonly<Record<string, Parameter>>>>
}

export const routeOf = (path: string): string => path.replaceAll(/\/(\d+|me)(?=\/|$)/g, '/{}')
export const parameterOf = (path: string, name: string): Parameter => recorded.calls[routeOf(path)]?.[name] ?? {}

/** Parameters that have the same meaning on every list. */
export function commonTrials(
  call: ListedItems['call'],
  path: string,
  base: string,
): Record<string, () => Promise<void>> {
  const list = async (query: string) => {
    const answer = await call('GET', `${path}?${base}&${query}`)
    expect([query, answer.status]).toEqual([query, 200])
    return { ...answer, ids: answer.items.map(({ id }) => id) }
  }
  const all = async () => (await list('per_page=100')).ids
  return {
    page: async () => expect((await list('per_page=1&page=2')).ids).toEqual((await all()).slice(1, 2)),
    async per_page() {
      const { ids, headers } = await list('per_page=2')
      expect(ids).toEqual((await all()).slice(0, 2))
      expect(Number(headers.get('x-wp-total'))).toBeGreaterThan(1)
    },
    offset: async () => expect((await list('per_page=2&offset=1')).ids).toEqual((await all()).slice(1, 3)),
    include: async () => expect((await list(`include=${(await all())[1]}`)).ids).toEqual((await all()).slice(1, 2)),
    exclude: async () =>
      expect((await list(`per_page=100&exclude=${(await all())[0]}`)).ids).toEqual((await all()).slice(1)),
    async order() {
      const rising = (await list('per_page=100&order=asc&orderby=id')).ids
      expect(rising).toEqual((await all()).toSorted((a, b) => a - b))
      expect((await list('per_page=100&order=desc&orderby=id')).ids).toEqual(rising.toReversed())
    },
    /** `include` has the order of its ids, whatever the default order is. */
    async orderby() {
      const [first, second] = await all()
      expect((await list(`include=${second},${first}&orderby=include`)).ids).toEqual([second, first])
      const refused = refusedSorts[routeOf(path)] ?? []
      for (const sort of parameterOf(path, 'orderby').enum ?? []) {
        const answer = await call('GET', `${path}?${base}&include=${first}&orderby=${String(sort)}`)
        expect([sort, answer.status]).toEqual([sort, refused.includes(String(sort)) ? 400 : 200])
        if (answer.status === 400)
          expect(answer.item).toMatchObject(
            sort === 'relevance' && ['/wp/v2/posts', '/wp/v2/pages'].includes(routeOf(path))
              ? { code: 'rest_no_search_term_defined' }
              : { code: 'rest_invalid_param', data: { params: { orderby: expect.anything() } } },
          )
        else if (sort !== 'include') await expectSorted(list, String(sort))
      }
    },
  }
}

type Listing = (query: string) => Promise<{ readonly items: readonly Item[] }>

/** Checks both directions, with items that differ in the sorted field. */
async function expectSorted(list: Listing, sort: string): Promise<void> {
  const keyOf = sortKeys[sort]
  if (keyOf === undefined) throw new Error(`${sort} is not tried`)
  for (const order of ['asc', 'desc']) {
    const { items } = await list(`orderby=${sort}&order=${order}&per_page=100`)
    const keys = items
      .map((item) => keyOf(item))
      .map((key) => (typeof key === 'string' ? key.toLowerCase() : Number(key)))
    const rising = keys.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
    expect([sort, order, keys]).toEqual([sort, order, order === 'asc' ? rising : rising.toReversed()])
    if (sort !== 'term_group') expect([sort, new Set(keys).size > 1]).toEqual([sort, true])
  }
}

const dateOf = (item: Item) => item.date_created_gmt ?? item.date_gmt
/** The value that each sort compares. */
const sortKeys: Readonly<Record<string, (item: Item) => unknown>> = {
  id: ({ id }) => id,
  date: dateOf,
  date_gmt: dateOf,
  modified: (item) => item.date_modified_gmt ?? item.modified_gmt,
  title: (item) => item.code ?? nested(item, 'title', 'raw'),
  slug: (item) => item.slug ?? item.code,
  author: (item) => item.author_name ?? item.author,
  product: (item) => item.product_id,
  // All terms are in the same group.
  term_group: () => 0,
  name: (item) => item.name ?? `${String(item.first_name)} ${String(item.last_name)}`,
  registered_date: (item) => item.registered_date ?? item.date_created_gmt,
  ...Object.fromEntries(
    ['description', 'count', 'email', 'menu_order'].map((name) => [name, (item: Item) => item[name]]),
  ),
}

/** Sorts that the shop refuses with an error. */
const refusedSorts: Readonly<Record<string, readonly string[]>> = {
  '/wc/v3/orders': ['title', 'slug'],
  '/wc/v3/orders/{}/refunds': ['title', 'slug', 'modified'],
  ...Object.fromEntries(
    ['/wp/v2/posts', '/wp/v2/pages', '/wp/v2/media'].map((path) => [path, ['parent', 'relevance', 'include_slugs']]),
  ),
  ...Object.fromEntries(
    ['/wp/v2/posts/{}/revisions', '/wp/v2/pages/{}/revisions'].map((path) => [
      path,
      ['relevance', 'slug', 'include_slugs', 'title'],
    ]),
  ),
  ...Object.fromEntries(
    ['/wp/v2/categories', '/wp/v2/tags'].map((path) => [path, ['include_slugs', 'term_group', 'description']]),
  ),
  '/wp/v2/users': ['slug', 'include_slugs', 'url'],
}
