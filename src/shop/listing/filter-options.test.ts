import { expect, test } from 'vitest'
import {
  allCategoriesHref,
  attributeFilterGroups,
  availabilityFilterGroup,
  categoryOptions,
  filterChips,
  ratingFilterGroup,
  withoutFilters,
} from './filter-options.ts'
import type { CategoryWithCount, Facets } from './listing.ts'
import { listingHref, type ProductArchive, parseListingParams } from './listing-params.ts'

const shelf = (id: number, slug: string, parentId: number | null, count: number): CategoryWithCount => ({
  id,
  slug,
  parentId,
  count,
  name: slug.toUpperCase(),
  taxonomy: 'product_cat',
  tint: null,
  description: '',
  position: id,
})
const categories = [
  shelf(1, 'tea', null, 9),
  shelf(2, 'oolong', 1, 4),
  shelf(3, 'green', 1, 5),
  shelf(4, 'bare', null, 0),
]
const facets: Facets = {
  price: { minCents: 500, maxCents: 4800 },
  categories: [
    { id: 1, slug: 'tea', name: 'TEA', count: 3 },
    { id: 2, slug: 'oolong', name: 'OOLONG', count: 3 },
    { id: 3, slug: 'green', name: 'GREEN', count: 0 },
  ],
  attributes: [
    {
      slug: 'pa_origin',
      label: 'Origin',
      values: [
        { id: 10, slug: 'china', name: 'China', count: 2 },
        { id: 11, slug: 'japan', name: 'Japan', count: 1 },
        { id: 12, slug: 'kenya', name: 'Kenya', count: 0 },
      ],
    },
    { slug: 'pa_care', label: 'Care', values: [{ id: 20, slug: 'wipe-clean', name: 'Wipe clean', count: 0 }] },
  ],
  ratings: [
    { rating: 5, count: 2 },
    { rating: 3, count: 1 },
  ],
  stock: { instock: 2, outofstock: 1, onbackorder: 0 },
  onSale: 0,
}
const at = (query: Record<string, string>, place: ProductArchive = { kind: 'shop' }, page?: string) => ({
  params: parseListingParams({ query, archive: place, page, attributes: ['pa_origin', 'pa_care'] }),
  facets,
  categories,
})
const origins = (query: Record<string, string>, page?: string) =>
  attributeFilterGroups(at(query, { kind: 'category', slug: 'tea' }, page))[0]?.options.map(({ href }) => href)

test('[CAT-08] each value is a link that adds or removes it', () => {
  expect(origins({})).toEqual([
    '/product-category/tea/?filter_origin=china',
    '/product-category/tea/?filter_origin=japan',
    null,
  ])
  expect(origins({ filter_origin: 'china', orderby: 'price' })).toEqual([
    '/product-category/tea/?orderby=price',
    '/product-category/tea/?filter_origin=china,japan&query_type_origin=or&orderby=price',
    null,
  ])
})

test('a filter change resets to the first page', () => {
  expect(origins({}, '3')?.[0]).toBe('/product-category/tea/?filter_origin=china')
})

test('a group in which nothing can be chosen is not there, and an archive does not offer its own', () => {
  expect(attributeFilterGroups(at({})).map(({ key }) => key)).toEqual(['pa_origin'])
  expect(attributeFilterGroups(at({}, { kind: 'attribute', attribute: 'pa_origin', slug: 'japan' }))).toEqual([])
  const gone = attributeFilterGroups(at({ filter_care: 'wipe-clean' })).find(({ key }) => key === 'pa_care')
  expect(gone?.options[0]).toMatchObject({ isSelected: true, href: '/shop/' })
})

test('a URL with two values of one filter keeps both', () => {
  expect(origins({ filter_origin: 'china,japan' })?.[0]).toBe('/product-category/tea/?filter_origin=japan')
})

test('category links retain filters; empty categories are hidden, those without matches are not links', () => {
  const [tea] = categoryOptions(at({ on_sale: '1' }, { kind: 'category', slug: 'oolong' }))
  expect(tea).toMatchObject({ label: 'TEA', count: 3, href: '/product-category/tea/?on_sale=1', isCurrent: false })
  expect(tea?.children.map(({ href, isCurrent }) => [href, isCurrent])).toEqual([
    ['/product-category/oolong/?on_sale=1', true],
    [null, false],
  ])
  expect(categoryOptions(at({}))).toHaveLength(1)
  expect(allCategoriesHref(at({ on_sale: '1' }, { kind: 'category', slug: 'oolong' }).params)).toBe('/shop/?on_sale=1')
})

test('[CAT-08] in a search and in a tag archive a category is a filter', () => {
  expect(categoryOptions(at({ s: 'milk' }))[0]?.href).toBe('/shop/?s=milk&post_type=product&product_cat=tea')
  const tag: ProductArchive = { kind: 'tag', slug: 'everyday' }
  expect(categoryOptions(at({}, tag))[0]?.href).toBe('/product-tag/everyday/?product_cat=tea')
  expect(allCategoriesHref(at({ product_cat: 'tea' }, tag).params)).toBe('/product-tag/everyday/')
})

test('stars count upwards, and stop at the lowest that anything has', () => {
  const choices = ratingFilterGroup(at({ rating_filter: '4,5' })).options
  expect(choices.map(({ stars, count, isSelected, href }) => [stars, count, isSelected, href])).toEqual([
    [5, 2, false, '/shop/?rating_filter=5'],
    [4, 2, true, '/shop/'],
    [3, 3, false, '/shop/?rating_filter=3,4,5'],
  ])
})

test('in stock can be chosen; on sale is not offered where nothing is', () => {
  expect(availabilityFilterGroup(at({})).options.map(({ key, href }) => [key, href])).toEqual([
    ['stock:instock', '/shop/?filter_stock_status=instock'],
  ])
  expect(availabilityFilterGroup(at({ on_sale: '1' })).options[1]).toMatchObject({ isSelected: true, href: '/shop/' })
})

test('chips list every active filter with a link that removes it', () => {
  const query = {
    s: 'leaf',
    product_cat: 'oolong',
    product_tag: 'takes-milk',
    filter_origin: 'china,atlantis',
    query_type_origin: 'or',
    min_price: '5',
    max_price: '12.50',
    rating_filter: '3,4,5',
    filter_stock_status: 'instock',
    on_sale: '1',
  }
  const shown = { ...at(query), names: new Map([['product_tag:takes-milk', 'takes milk']]) }
  const chips = filterChips(shown)
  expect(chips.map(({ label }) => label)).toEqual([
    'OOLONG',
    'takes milk',
    'Atlantis',
    'China',
    '$5.00 to $12.50',
    '3 stars and up',
    'In stock',
    'On sale',
  ])
  for (const { key, without } of chips) {
    const left = filterChips({ ...shown, params: without })
    expect([key, left.length, left.some((chip) => chip.key === key)]).toEqual([key, chips.length - 1, false])
  }
  expect(listingHref(withoutFilters(shown.params))).toBe('/shop/?s=leaf&post_type=product')
})
