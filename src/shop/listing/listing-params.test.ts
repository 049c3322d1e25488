import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  filtersOf,
  hasFilters,
  isCacheableListing,
  listingHref,
  listingQuery,
  type ProductArchive,
  parseListingParams,
} from './listing-params.ts'

const attributes = ['pa_size', 'pa_origin', 'pa_caffeine']
const category = (slug: string): ProductArchive => ({ kind: 'category', slug })
const read = (query: Record<string, string>, place?: ProductArchive, page?: string) =>
  parseListingParams({ query, attributes, page, ...(place ? { archive: place } : {}) })

test('[CAT-08] page, sorting, category and search are parsed from the URL', () => {
  expect(read({ orderby: 'price-desc' }, category('green-tea'), '3')).toEqual({
    archive: { kind: 'category', slug: 'green-tea' },
    filters: {},
    sorting: 'price-desc',
    page: 3,
  })
  expect(read({ s: ' long  jing ', paged: '1' })).toEqual({
    archive: { kind: 'shop' },
    filters: { search: 'long jing' },
    sorting: 'relevance',
    page: 1,
  })
})

test('[CAT-08] every public filter is read by the name such shops give it', () => {
  expect(
    read({
      min_price: '5',
      max_price: '12.50',
      filter_origin: 'japan,china',
      query_type_origin: 'or',
      filter_size: '50-g',
      rating_filter: '5,4',
      filter_stock_status: 'instock',
      on_sale: '1',
      product_cat: 'oolong',
      product_tag: 'everyday',
    }).filters,
  ).toEqual({
    minCents: 500,
    maxCents: 1250,
    attributes: { pa_origin: { slugs: ['china', 'japan'], match: 'any' }, pa_size: { slugs: ['50-g'], match: 'any' } },
    ratings: [4, 5],
    stockStatuses: ['instock'],
    onSale: true,
    categorySlug: 'oolong',
    tagSlug: 'everyday',
  })
  expect(read({ filter_category: 'oolong' }).filters).toEqual({ categorySlug: 'oolong' })
  expect(read({ filter_origin: 'japan,china' }).filters.attributes?.pa_origin?.match).toBe('all')
})

test('invalid values are ignored', () => {
  const nonsense = {
    orderby: 'price; drop table',
    s: '   ',
    paged: '-4',
    filter_colour: 'red',
    filter_size: ',, ,',
    filter___proto__: 'x',
    min_price: 'cheap',
    max_price: '-1',
    rating_filter: '0,9,five',
    filter_stock_status: 'soon',
    on_sale: 'perhaps',
    utm_source: 'letter',
  }
  expect(read(nonsense, undefined, '0')).toEqual({
    archive: { kind: 'shop' },
    filters: {},
    sorting: 'menu_order',
    page: 1,
  })
  expect(read({ paged: '1e9999' }).page).toBe(1)
  expect(read({ s: 'x'.repeat(5000) }).filters.search).toHaveLength(100)
})

test('a price range typed the wrong way round is the same range', () => {
  expect(read({ min_price: '30', max_price: '10' }).filters).toEqual({ minCents: 1000, maxCents: 3000 })
})

test('the archive takes precedence over a filter of the same kind', () => {
  expect(read({ product_cat: 'oolong' }, category('green-tea')).filters).toEqual({})
  const sizes = read({ filter_size: '50-g' }, { kind: 'attribute', attribute: 'pa_size', slug: '100-g' })
  expect(filtersOf(sizes)).toEqual({ attributes: { pa_size: { slugs: ['100-g'], match: 'any' } } })
})

test('pagination retains sorting, category, filters and search', () => {
  const address = read({ orderby: 'date', filter_origin: 'japan' }, category('oolong'))
  expect(listingHref(address, 2)).toBe('/product-category/oolong/page/2/?filter_origin=japan&orderby=date')
  expect(listingHref(address, 1)).toBe('/product-category/oolong/?filter_origin=japan&orderby=date')
  expect(listingHref(read({ s: 'rose & mint' }), 2)).toBe('/shop/page/2/?s=rose+%26+mint&post_type=product')
  expect(listingHref(read({}, { kind: 'attribute', attribute: 'pa_size', slug: '50-g' }), 2)).toBe('/size/50-g/page/2/')
  expect(listingHref(read({}, { kind: 'tag', slug: 'takes-milk' }))).toBe('/product-tag/takes-milk/')
})

test('equal filters have one URL, independent of their order', () => {
  const one = read({ max_price: '20', filter_size: '50-g,25-g', query_type_size: 'or', filter_origin: 'china' })
  const other = read({
    filter_origin: 'china',
    query_type_size: 'or',
    filter_size: '25-g,50-g,25-g',
    max_price: '20.00',
  })
  expect(listingHref(one)).toBe('/shop/?filter_origin=china&filter_size=25-g,50-g&query_type_size=or&max_price=20')
  expect(listingHref(other)).toBe(listingHref(one))
})

test('[CAT-08] parsing the URL of any listing gives the same listing', () => {
  const slug = fc.stringMatching(/^[a-z0-9-]{1,12}$/)
  const slugs = fc.array(slug, { maxLength: 4 }).map((list) => list.join(','))
  const query = fc.record(
    {
      s: fc.string({ maxLength: 12 }),
      exact: fc.constantFrom('1', ''),
      filter_size: slugs,
      query_type_size: fc.constantFrom('or', 'and'),
      filter_origin: slugs,
      min_price: fc.nat({ max: 90_000 }).map((cents) => (cents / 100).toFixed(2)),
      max_price: fc.nat({ max: 90_000 }).map((cents) => String(cents)),
      rating_filter: fc.subarray(['1', '2', '3', '4', '5']).map((list) => list.join(',')),
      filter_stock_status: fc.constantFrom('instock', 'onbackorder,instock', 'none'),
      on_sale: fc.constantFrom('1', '0'),
      product_cat: slug,
      product_tag: slug,
      orderby: fc.constantFrom('price', 'price-desc', 'menu_order', 'relevance', 'rubbish'),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(query, (given) => {
      const address = read(given as Record<string, string>)
      const again = new URL(listingHref(address), 'http://shop.test')
      expect(read(Object.fromEntries(again.searchParams))).toEqual(address)
    }),
  )
})

test('only canonical URLs are cached', () => {
  const kept = (query: Record<string, string>) => isCacheableListing(read(query), query)
  expect(kept({})).toBe(true)
  expect(kept({ orderby: 'price', paged: '1' })).toBe(true)
  expect(kept({ orderby: 'menu_order', paged: '1' })).toBe(true)
  expect(kept({ filter_origin: 'japan' })).toBe(true)
  expect(kept({ rating_filter: '4,5', orderby: 'price' })).toBe(true)
  for (const query of [
    { s: 'tea' },
    { utm_source: 'mail' },
    { orderby: 'rubbish' },
    { min_price: '5' },
    { filter_origin: 'japan', on_sale: '1' },
    { filter_origin: 'china,japan' },
    { filter_colour: 'red' },
  ] as Record<string, string>[]) {
    expect([query, kept(query)]).toEqual([query, false])
  }
})

test('a search alone narrows nothing; any choice does', () => {
  expect(hasFilters(read({ s: 'rose', exact: '1' }).filters)).toBe(false)
  expect(hasFilters(read({ s: 'rose', on_sale: '1' }).filters)).toBe(true)
  expect(Object.keys(listingQuery(read({ s: 'rose', exact: '1' })))).toEqual(['s', 'post_type', 'exact'])
})
