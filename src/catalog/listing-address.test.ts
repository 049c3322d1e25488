import { expect, test } from 'vitest'
import { isKeptListing, listingHref, readListingAddress } from './listing-address.ts'

test('[CAT-08] page, order, category and search are read from the address', () => {
  expect(readListingAddress({ page: '3', slug: 'green-tea', query: { orderby: 'price-desc' } })).toEqual({
    page: 3,
    sorting: 'price-desc',
    categorySlug: 'green-tea',
  })
  expect(readListingAddress({ query: { s: ' long jing ', paged: '1' } })).toEqual({
    page: 1,
    sorting: 'menu_order',
    search: 'long jing',
  })
})

test('what is not understood is passed over', () => {
  expect(readListingAddress({ page: '0', query: { orderby: 'price; drop table', s: '   ', paged: '-4' } })).toEqual({
    page: 1,
    sorting: 'menu_order',
  })
  expect(readListingAddress({ query: { paged: '1e9999' } }).page).toBe(1)
  expect(readListingAddress({ query: { s: 'x'.repeat(5000) } }).search).toHaveLength(100)
})

test('turning a page keeps order, category and search', () => {
  const address = readListingAddress({ slug: 'oolong', query: { orderby: 'date' } })
  expect(listingHref(address, 2)).toBe('/product-category/oolong/page/2/?orderby=date')
  expect(listingHref(address, 1)).toBe('/product-category/oolong/?orderby=date')
  expect(listingHref(readListingAddress({ query: { s: 'rose & mint' } }), 2)).toBe(
    '/shop/page/2/?s=rose+%26+mint&post_type=product',
  )
})

test('only addresses that links lead to are kept in memory', () => {
  const kept = (query: Record<string, string>) => isKeptListing(readListingAddress({ query }), query)
  expect(kept({})).toBe(true)
  expect(kept({ orderby: 'price', paged: '1' })).toBe(true)
  expect(kept({ s: 'tea' })).toBe(false)
  expect(kept({ utm_source: 'mail' })).toBe(false)
})
