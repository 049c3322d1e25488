import { expect, test } from 'vitest'
import { rebaseUrl } from './rebase-url.ts'

const page = (query: string) => `https://shop.test/shop/${query && `?${query}`}`

test.each([
  [
    'a second value',
    'filter_origin=japan',
    '',
    'filter_origin=taiwan',
    'filter_origin=japan,taiwan&query_type_origin=or',
  ],
  ['another filter', 'filter_origin=japan', '', 'on_sale=1', 'filter_origin=japan&on_sale=1'],
  ['the same twice', 'filter_origin=japan', '', 'filter_origin=japan', 'filter_origin=japan'],
  [
    'one less of two, twice',
    'filter_origin=japan',
    'filter_origin=japan,taiwan&query_type_origin=or',
    'filter_origin=japan',
    'filter_origin=japan',
  ],
  ['both of two', 'filter_origin=japan', 'filter_origin=japan,taiwan&query_type_origin=or', 'filter_origin=taiwan', ''],
  ['one more, one less', '', 'filter_origin=japan', 'filter_origin=japan&filter_size=50-g', 'filter_size=50-g'],
  ['a price', 'filter_origin=japan', '', 'max_price=20', 'filter_origin=japan&max_price=20'],
  ['another price', 'max_price=29', '', 'max_price=28', 'max_price=28'],
  ['another rating', 'rating_filter=3,4,5', '', 'rating_filter=4,5', 'rating_filter=4,5'],
  ['an order', 'on_sale=1', 'filter_size=50-g', 'filter_size=50-g&orderby=price', 'on_sale=1&orderby=price'],
  [
    'stock',
    'filter_stock_status=instock',
    '',
    'filter_stock_status=onbackorder',
    'filter_stock_status=instock,onbackorder&query_type_stock_status=or',
  ],
  ['all of several', 'filter_a=x,y,z', 'filter_a=x,y', 'filter_a=x,y,w', 'filter_a=w,x,y,z'],
])('%s', (_, wanted, shown, href, expected) => {
  const rebased = new URL(rebaseUrl(page(href), page(shown), page(wanted)))
  expect(Object.fromEntries(rebased.searchParams)).toEqual(Object.fromEntries(new URLSearchParams(expected)))
  expect(rebased.href).not.toContain('%2C')
})
