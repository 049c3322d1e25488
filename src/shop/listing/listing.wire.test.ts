import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { entryTerms, terms } from '../../things/entries/terms.table.ts'
import { productLinks, products } from '../catalog/catalog.table.ts'
import { refreshProducts } from '../catalog/refresh-product.ts'

const { app, db, shop } = await openShop()
const [tag] = await db
  .insert(terms)
  .values({ taxonomy: 'product_tag', slug: 'everyday', name: 'everyday' })
  .returning({ id: terms.id })
await db.insert(entryTerms).values({ entryId: referenceIds.simple, termId: tag?.id ?? 0 })
await db
  .update(products)
  .set({ type: 'external', externalUrl: 'https://teahouse.example/tea', buttonText: 'Buy at the tea house' })
  .where(eq(products.id, referenceIds.threeLeft))
await db.update(products).set({ type: 'grouped' }).where(eq(products.id, referenceIds.soldIndividually))
await db
  .insert(productLinks)
  .values({ productId: referenceIds.soldIndividually, kind: 'grouped', linkedId: referenceIds.simple })
await db.transaction((tx) =>
  refreshProducts(tx, [referenceIds.simple, referenceIds.threeLeft, referenceIds.soldIndividually], shop.now()),
)

async function get(path: string) {
  const response = await app.request(path)
  const html = await response.text()
  const meta = (pattern: RegExp) => pattern.exec(html)?.[1]
  return {
    status: response.status,
    location: response.headers.get('location'),
    html,
    total: Number(/(?:Showing all|of) (\d+) results/.exec(html)?.[1] ?? (html.includes('the single result') ? 1 : 0)),
    isIndexable: !html.includes('name="robots" content="noindex'),
    canonical: meta(/<link rel="canonical" href="http:\/\/shop\.test([^"]*)"/),
    body: meta(/<body class="([^"]*)"/),
    card: (id: number) => new RegExp(`<li class="[^"]*post-${id} .*?</li>`, 's').exec(html)?.[0] ?? '',
  }
}

const everything = (await get('/shop/')).total

test.each([
  ['/product-tag/everyday/', 'tax-product_tag term-everyday'],
  ['/origin/japan/', 'tax-pa_origin term-japan'],
  ['/size/50-g/', 'tax-pa_size term-50-g'],
  ['/product-category/oolong/', 'tax-product_cat term-oolong'],
])('[CAT-08] %s is an archive page', async (path, bodyClass) => {
  const page = await get(path)
  expect(page.status).toBe(200)
  expect(page.body).toContain(bodyClass)
  expect(page.total).toBeGreaterThan(0)
  expect(page.total).toBeLessThan(everything)
  expect([page.canonical, page.isIndexable]).toEqual([path, true])
})

test.each([
  '/product-tag/no-such-tag/',
  '/origin/atlantis/',
  '/colour/red/',
  '/origin/japan/page/99/',
  '/product_cat/oolong/',
  '/shop/page/99/',
  '/shop/page/99999999999999999999/',
  `/product-category/green-tea/page/${'9'.repeat(400)}/`,
  '/shop/?paged=99999999999999999999',
])('[CAT-08] %s is not there', async (path) => {
  expect((await get(path)).status).toBe(404)
})

test.each([
  'filter_origin=japan',
  'filter_origin=japan,china&query_type_origin=or',
  'min_price=20&max_price=40',
  'rating_filter=4,5',
  'filter_stock_status=outofstock',
  'on_sale=1',
  'product_cat=oolong',
  'product_tag=everyday',
])('[CAT-08] ?%s filters, and is excluded from search engines', async (query) => {
  const page = await get(`/shop/?${query}`)
  expect(page.status).toBe(200)
  expect(page.total).toBeGreaterThan(0)
  expect(page.total).toBeLessThan(everything)
  expect([page.canonical, page.isIndexable]).toEqual([undefined, false])
})

test.each([
  'filter_colour=red',
  'filter_origin=',
  'min_price=free',
  'rating_filter=11',
  'orderby=fancy',
  'query_type_origin=or',
  'pa_origin=japan',
  'filter_stock_status=maybe&on_sale=no',
])('[CAT-08] ?%s is ignored', async (query) => {
  expect(await get(`/shop/?${query}`)).toMatchObject({ status: 200, total: everything })
})

test('[CAT-08] facet counts match the filtered totals', async () => {
  const { html } = await get('/shop/')
  const links = [
    ...html.matchAll(
      /href="([^"]*)" rel="nofollow" data-filter-key="([^"]*)"[^>]*>.*?<span class="count">(\d+)<\/span>/gs,
    ),
  ].map(([, href = '', key = '', number = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    key,
    number: Number(number),
  }))
  const groups = new Set(links.map(({ key }) => key.split(':')[0]))
  expect([...groups].toSorted()).toEqual(['pa_caffeine', 'pa_origin', 'pa_size', 'rating', 'sale', 'stock'])
  for (const { href, key, number } of links) expect([key, (await get(href)).total]).toEqual([key, number])
})

test('[CAT-08] such searches are answered on the home page, and old ones with filters redirect', async () => {
  const { status, location } = await get('/?s=garden&post_type=product&product_cat=oolong&orderby=price')
  expect([status, location]).toEqual([302, '/shop/?s=garden&post_type=product&product_cat=oolong&orderby=price'])
  const found = await get(location ?? '')
  expect([found.status, found.total > 0, found.isIndexable]).toEqual([200, true, false])
  expect((await get('/')).status).toBe(200)
})

test('sorted and later pages have one address for search engines, without the order', async () => {
  expect((await get('/shop/page/2/?orderby=price')).canonical).toBe('/shop/page/2/')
})

test('every page of a listing says which one it is', async () => {
  const pages = Math.ceil(everything / 12)
  const said = async (path: string) => {
    const { html } = await get(path)
    return [/<title>(.*?) · /, /name="description" content="([^"]*)"/].map((part) => part.exec(html)?.[1])
  }
  const text = 'All our teas, herbs and teaware in one place.'
  expect(await said('/shop/')).toEqual(['Shop all', text])
  expect(await said('/shop/page/2/')).toEqual([`Shop all – Page 2 of ${pages}`, `${text} – Page 2 of ${pages}`])
})

test('external products link to the seller, and groups to their page', async () => {
  const { html, card } = await get('/shop/?s=Needle&post_type=product')
  expect(html).toContain('Search results')
  const external = card(referenceIds.threeLeft)
  expect(external).toContain('href="https://teahouse.example/tea"')
  expect(external).toContain('Buy at the tea house')
  expect(external).not.toContain('ajax_add_to_cart')
  expect(card(referenceIds.soldIndividually)).toContain('View products')
})

test('filter values are escaped', async () => {
  const attack = encodeURIComponent('"><script>alert(1)</script>')
  for (const name of ['filter_origin', 'product_tag', 'product_cat', 's']) {
    const { status, html } = await get(`/shop/?${name}=${attack}`)
    expect([name, status, html.includes('<script>alert(1)')]).toEqual([name, 200, false])
  }
})
