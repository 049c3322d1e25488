import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { products } from '../../shop/catalog/catalog.table.ts'
import { refreshProducts } from '../../shop/catalog/refresh-product.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { entryTerms, terms } from '../../things/entries/terms.table.ts'
import { parseSitemapName } from './sitemaps.routes.ts'

const { app, db, pool, shop } = await openShop()
await db.insert(entries).values([
  { kind: 'post', slug: 'spring', title: 'Spring' },
  { kind: 'post', slug: 'draft', title: 'Draft', status: 'draft' },
  { kind: 'page', slug: 'about', title: 'About' },
  { kind: 'page', slug: 'secret', title: 'Secret', status: 'private' },
])
await db.insert(terms).values({ taxonomy: 'product_cat', slug: 'empty-shelf', name: 'Empty' })
await db.update(products).set({ visibility: 'hidden' }).where(eq(products.id, referenceIds.simple))
await db.transaction((tx) => refreshProducts(tx, [referenceIds.simple], new Date()))

const writer = await createSignedInUser(shop, 'editor')
await createSignedInUser(shop, 'editor', 'Silent Staff')
const [news] = await db.insert(terms).values({ taxonomy: 'category', slug: 'news', name: 'News' }).returning()
await db.insert(terms).values({ taxonomy: 'post_tag', slug: 'unused', name: 'Unused' })
await db.insert(terms).values({ taxonomy: 'category', slug: 'drafts', name: 'Drafts' }).returning()
const [spring] = await db
  .update(entries)
  .set({ authorId: writer.id })
  .where(eq(entries.slug, 'spring'))
  .returning({ id: entries.id })
await db.insert(entryTerms).values({ entryId: spring?.id ?? 0, termId: news?.id ?? 0 })

const get = async (path: string) => {
  const response = await app.request(path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
async function locations(document: string): Promise<string[]> {
  const { rows } = await db.execute<{ found: string }>(
    sql`select unnest(xpath('//s:loc/text()', xmlparse(document ${document}), '{{s,http://www.sitemaps.org/schemas/sitemap/0.9}}'::text[]))::text as found`,
  )
  return rows.map(({ found }) => new URL(found).pathname)
}

test('robots.txt names the sitemap and keeps crawlers out of carts and back office', async () => {
  const { status, headers, text } = await get('/robots.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8'])
  for (const line of [
    'User-agent: *',
    'Disallow: /wp-admin/',
    'Allow: /wp-admin/admin-ajax.php',
    'Disallow: /*?add-to-cart=',
    'Sitemap: http://shop.test/wp-sitemap.xml',
  ])
    expect(text.split('\n')).toContain(line)
  for (const open of ['/', '/shop/', '/cart/']) expect(text.split('\n')).not.toContain(`Disallow: ${open}`)
})

test('the index lists the sitemaps that there are, each of which answers', async () => {
  expect((await get('/sitemap.xml')).headers.get('location')).toBe('/wp-sitemap.xml')
  const { status, headers, text } = await get('/wp-sitemap.xml')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=UTF-8'])
  const listed = await locations(text)
  expect(listed.slice(0, 3)).toEqual([
    '/wp-sitemap-posts-post-1.xml',
    '/wp-sitemap-posts-page-1.xml',
    '/wp-sitemap-posts-product-1.xml',
  ])
  for (const taxonomy of ['product_cat', 'pa_size'])
    expect(listed).toContain(`/wp-sitemap-taxonomies-${taxonomy}-1.xml`)
  for (const path of listed) {
    const sitemap = await get(path)
    expect([path, sitemap.status]).toEqual([path, 200])
    expect((await locations(sitemap.text)).length).toBeGreaterThan(0)
  }
})

test('a sitemap contains published, listed entries and no private pages', async () => {
  const pages = await locations((await get('/wp-sitemap-posts-page-1.xml')).text)
  expect(pages).toEqual(['/', '/shop/', '/blog/', '/about/'])
  expect(await locations((await get('/wp-sitemap-posts-post-1.xml')).text)).toEqual(['/blog/spring/'])
  const goods = await locations((await get('/wp-sitemap-posts-product-1.xml')).text)
  expect(goods.length).toBeGreaterThan(10)
  expect(goods).not.toContain('/product/tea-1/')
  expect(await locations((await get('/wp-sitemap-taxonomies-product_cat-1.xml')).text)).not.toContain(
    '/product-category/empty-shelf/',
  )
})

test('categories and tags with published posts have a sitemap, and people who wrote them', async () => {
  expect(await locations((await get('/wp-sitemap-taxonomies-category-1.xml')).text)).toEqual(['/category/news/'])
  expect((await get('/wp-sitemap-taxonomies-post_tag-1.xml')).status).toBe(404)
  expect(await locations((await get('/wp-sitemap-users-1.xml')).text)).toEqual(['/author/ada-leaf/'])
  expect(await locations((await get('/wp-sitemap.xml')).text)).toContain('/wp-sitemap-users-1.xml')
})

test('every address of a sitemap is the canonical one of a page that search engines may keep', async () => {
  const sitemaps = ['posts-page', 'posts-post', 'taxonomies-product_cat', 'taxonomies-pa_size']
  for (const sitemap of [...sitemaps, 'taxonomies-category', 'users']) {
    for (const path of await locations((await get(`/wp-sitemap-${sitemap}-1.xml`)).text)) {
      const { status, text } = await get(path)
      expect([path, status, text.includes('name="robots"')]).toEqual([path, 200, false])
      expect(text).toContain(`<link rel="canonical" href="http://shop.test${path}"/>`)
    }
  }
})

test('the index names no second sitemap of pages while all of them stand in the first', async () => {
  const pages = Array.from({ length: 1999 }, (_, at) => ({ kind: 'page' as const, slug: `p-${at}`, title: `${at}` }))
  const added = await db.insert(entries).values(pages).returning({ id: entries.id })
  const listed = async () =>
    (await locations((await get('/wp-sitemap.xml')).text)).filter((path) => path.includes('posts-page'))
  shop.pages.clear()
  expect(await locations((await get('/wp-sitemap-posts-page-1.xml')).text)).toHaveLength(2003)
  expect(await listed()).toEqual(['/wp-sitemap-posts-page-1.xml'])
  await db.insert(entries).values({ kind: 'page', slug: 'one-more', title: 'One more' })
  shop.pages.clear()
  expect(await listed()).toEqual(['/wp-sitemap-posts-page-1.xml', '/wp-sitemap-posts-page-2.xml'])
  expect(await locations((await get('/wp-sitemap-posts-page-2.xml')).text)).toEqual(['/one-more/'])
  await db.delete(entries).where(inArray(entries.id, [...added.map(({ id }) => id)]))
  await db.delete(entries).where(eq(entries.slug, 'one-more'))
  shop.pages.clear()
})

test('a crawler that reads all sitemaps at once takes one connection to the database', async () => {
  let most = 0
  const note = () => {
    most = Math.max(most, pool.totalCount - pool.idleCount)
  }
  pool.on('acquire', note)
  const paths = Array.from({ length: 20 }, (_, at) => `/wp-sitemap-posts-product-${at + 1}.xml`)
  const statuses = (await Promise.all(paths.map(get))).map(({ status }) => status)
  pool.off('acquire', note)
  expect([most, ...statuses]).toEqual([1, 200, ...Array.from({ length: 19 }, () => 404)])
})

test.each([
  '/wp-sitemap-posts-product-2.xml',
  '/wp-sitemap-posts-product-0.xml',
  '/wp-sitemap-users-2.xml',
  '/wp-sitemap-posts-order-1.xml',
  '/wp-sitemap-taxonomies-nope-1.xml',
  '/wp-sitemap-posts-product-99999999999.xml',
])('%s is not there', async (path) => {
  expect((await get(path)).status).toBe(404)
})

test('sitemap names are parsed strictly', () => {
  expect(parseSitemapName('wp-sitemap-taxonomies-product_cat-12.xml')).toEqual({
    of: 'taxonomies',
    kind: 'product_cat',
    page: 12,
  })
  expect(parseSitemapName('wp-sitemap-posts-product-01.xml')).toBeNull()
  expect(parseSitemapName('wp-sitemap-users-2.xml')).toEqual({ of: 'users', kind: '', page: 2 })
  expect(parseSitemapName('wp-sitemap-users-user-1.xml')).toBeNull()
})
