/** All links of the demo shop, with and without their trailing slash, and the links that other programs use. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemoShop } from '../../db/seed/seed.ts'
import { createApp } from '../../src/app.ts'
import { diskStore } from '../../src/platform/files/disk-store.ts'
import { loadSettings } from '../../src/settings.ts'
import { openShop } from '../support/shop.ts'
import { type Crawl, crawl } from './crawl.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'samovar-crawl-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const { shop, db } = await openShop({
  template: {
    name: 'crawled',
    prepare: async (connection) => {
      await seedDemoShop({ db: connection.db, files: diskStore(dataDir), dataDir, root: resolve('.'), now: new Date() })
    },
  },
})
const settings = await loadSettings(db)
const app = createApp({ ...shop, dataDir, files: diskStore(dataDir), settings: () => settings })
let found: Crawl

beforeAll(async () => {
  const sitemaps = await app.request('/wp-sitemap.xml')
  const named = [...(await sitemaps.text()).matchAll(/<loc>http:\/\/shop\.test([^<]*)</g)].map(
    (match) => match[1] ?? '',
  )
  found = await crawl(app, ['/', '/robots.txt', '/sitemap.xml', '/wp-sitemap.xml', ...named])
}, 120_000)

test('[SITE-08] no link in the shop leads to a missing page or an error', () => {
  expect(found.pages.length).toBeGreaterThan(150)
  const shopKinds = ['/product/', '/product-category/', '/product-tag/', '/origin/', '/feed/']
  for (const kind of [
    ...shopKinds,
    '/blog/',
    '/category/',
    '/tag/',
    '/author/',
    '/portfolio',
    '/project/',
    '/tea-guide/',
  ])
    expect([kind, found.visits.some(({ address }) => address.startsWith(kind))]).toEqual([kind, true])
  const wrong = found.visits.filter(({ status }) => ![200, 301, 302, 303].includes(status))
  expect(wrong).toEqual([])
})

test('[SITE-08] every link target is a page, a file or a document, and none is marked as missing', () => {
  const shown = found.visits.filter(({ status }) => status === 200)
  expect(shown.filter(({ isMarkedMissing }) => isMarkedMissing)).toEqual([])
  const odd = shown.filter(
    ({ address, type }) =>
      new URL(address, shop.url).pathname.endsWith('/') && !/^(text\/html|application\/(rss|atom)\+xml)/.test(type),
  )
  expect(odd.filter(({ address }) => !address.startsWith('/wp-json/'))).toEqual([])
})

test('links within the shop are canonical: none of them redirects to another form of itself', () => {
  const moved = found.visits.filter(({ status }) => status === 301)
  expect(moved).toEqual([])
  expect(found.visits.filter(({ location }) => location !== null && !location.startsWith('/'))).toEqual([])
})

test('every page URL without its slash redirects permanently, with its query', async () => {
  const pages = found.pages.filter((address) => address.endsWith('/') && address !== '/')
  for (const page of pages) {
    const { status, headers } = await app.request(`${page.slice(0, -1)}?utm_source=a%20b&x`)
    expect([page, status, headers.get('location')]).toEqual([page, 301, `${page}?utm_source=a%20b&x`])
  }
}, 60_000)

test("a page's canonical link matches the sitemap and the links to it", async () => {
  for (const page of [
    '/',
    '/shop/',
    '/blog/',
    ...found.pages
      .filter((one) => /^\/(product|product-category|origin|category|tag|author|\d{4})\//.test(one))
      .slice(0, 40),
  ]) {
    const html = await (await app.request(page)).text()
    const canonical = /<link rel="canonical" href="http:\/\/shop\.test([^"]*)"/.exec(html)?.[1]
    expect([page, canonical ?? page]).toEqual([page, page.replace(/comment-page-\d+\/$/, '')])
  }
}, 60_000)

type Answer = readonly [status: number, to: string | null, type: RegExp | null]
const page: Answer = [200, null, /^text\/html/]
const missing: Answer = [404, null, /^text\/html/]
const to = (address: string, status = 301): Answer => [status, address, null]
const file = (type: RegExp): Answer => [200, null, type]

const [tea] = (
  await db.execute<{ id: number; slug: string }>(sql`select e.id, e.slug from entries e join products p on p.id = e.id
  where e.kind = 'product' and p.type = 'simple' and e.status = 'publish' order by e.id limit 1`)
).rows
const id = tea?.id ?? 0
const product = `/product/${tea?.slug}/`

test.each<[string, Answer]>([
  ['/shop', to('/shop/')],
  ['/cart', to('/cart/')],
  [product.slice(0, -1), to(product)],
  ['/checkout/order-received/7?key=x', to('/checkout/order-received/7/?key=x')],
  ['/wp-json', file(/^application\/json/)],
  ['/index.php', to('/')],
  ['/product-category/tea/green-tea/', to('/product-category/green-tea/')],
  ['/?rest_route=/wc/store/v1/products', file(/^application\/json/)],
  [`/?p=${id}`, to(product)],
  [`/?product=${tea?.slug}`, to(product)],
  ['/?post_type=product', to('/shop/')],
  ['/?product_cat=oolong', to('/product-category/oolong/')],
  ['/?wc-api=x', [400, null, /^text\/html/]],
  ['/wp-admin/admin-ajax.php', [400, null, /^text\/html/]],
  ['/wp-json/wc/v3', file(/^application\/json/)],
  ['/robots.txt', file(/^text\/plain/)],
  ['/sitemap.xml', to('/wp-sitemap.xml', 302)],
  ['/wp-sitemap.xml', file(/^application\/xml/)],
  ['/favicon.ico', file(/^image\/x-icon/)],
  ['/apple-touch-icon.png', file(/^image\/png/)],
  ['/site.webmanifest', file(/^application\/manifest\+json/)],
  ['/feed/', file(/^application\/rss\+xml/)],
  ['/comments/feed/', file(/^application\/rss\+xml/)],
  ['/shop/feed/', file(/^application\/rss\+xml/)],
  ['/product-category/green-tea/feed/', file(/^application\/rss\+xml/)],
  [`${product}feed/`, file(/^application\/rss\+xml/)],
  [`/checkout-link/?products=${id}:2`, to('/checkout/', 302)],
  ['/checkout-link/?products=nothing', to('/cart/', 302)],
  ['/shop/page/999/', missing],
  ['/checkout/order-pay/1/?pay_for_order=true&key=wrong', missing],
  ['/no-such-page/', missing],
  ['/no-such-page', missing],
  ['/cart/', page],
  ['/my-account/', page],
])('%s is answered as WordPress would', async (address, [status, location, type]) => {
  const response = await app.request(address)
  const text = await response.text()
  expect([response.status, response.headers.get('location')]).toEqual([status, location])
  if (type) expect(response.headers.get('content-type')).toMatch(type)
  expect(/<body class="[^"]*\berror404\b/.test(text)).toBe(status === 404)
})
