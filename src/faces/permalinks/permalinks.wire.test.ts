import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { findProduct } from '../../shop/catalog/catalog.store.ts'
import { saveProduct } from '../../shop/catalog/save-product.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { media } from '../../things/media/media.table.ts'

const { app, db, shop } = await openShop()
const product = await findProduct(db, { id: referenceIds.simple })
const slug = product?.slug ?? ''
const written = await db
  .insert(entries)
  .values([
    { kind: 'post', slug: 'spring', title: 'Spring', publishedAt: new Date('2026-03-14T12:00:00Z') },
    { kind: 'post', slug: 'unwritten', title: 'Unwritten', status: 'draft' },
    { kind: 'page', slug: 'about', title: 'About us' },
    { kind: 'page', slug: 'secret', title: 'Secret', status: 'private' },
  ])
  .returning({ id: entries.id, slug: entries.slug })
const idOf = (name: string) => written.find((one) => one.slug === name)?.id ?? 0
const [green] = await db.select().from(terms).where(eq(terms.slug, 'green-tea'))
const [tea] = await db.insert(terms).values({ taxonomy: 'product_cat', slug: 'tea', name: 'Tea' }).returning()
await db
  .update(terms)
  .set({ parentId: tea?.id ?? null })
  .where(eq(terms.id, green?.id ?? 0))
const [newsTerm] = await db.insert(terms).values({ taxonomy: 'category', slug: 'news', name: 'News' }).returning()
const [flushTag] = await db
  .insert(terms)
  .values({ taxonomy: 'post_tag', slug: 'first-flush', name: 'First flush' })
  .returning()
const writer = await createSignedInUser(shop, 'editor')
const silent = await createSignedInUser(shop, 'editor', 'Silent Staff')
await db.update(entries).set({ authorId: writer.id }).where(eq(entries.slug, 'spring'))
const [picture] = await db.select({ id: media.id, path: media.path }).from(media).limit(1)
const [variation] = Object.values(referenceIds.sizes)

const fetchStatus = async (path: string, init: RequestInit = {}) => {
  const response = await app.request(path, init)
  const { status, headers } = response
  return { status, to: headers.get('location'), headers, text: await response.text() }
}
/** Status and redirect target. */
const redirectOf = async (path: string) => {
  const { status, to } = await fetchStatus(path)
  return [path, status, to]
}

test.each([
  ['/shop', '/shop/'],
  ['/shop?orderby=price&paged=2', '/shop/?orderby=price&paged=2'],
  ['/shop/page/2', '/shop/page/2/'],
  ['/cart', '/cart/'],
  ['/checkout', '/checkout/'],
  [
    '/checkout/order-received/7?key=wc_order_x&utm_nooverride=1',
    '/checkout/order-received/7/?key=wc_order_x&utm_nooverride=1',
  ],
  [
    '/checkout/order-pay/7?pay_for_order=true&key=wc_order_x',
    '/checkout/order-pay/7/?pay_for_order=true&key=wc_order_x',
  ],
  ['/my-account', '/my-account/'],
  ['/blog', '/blog/'],
  ['/blog/spring', '/blog/spring/'],
  ['/category/news', '/category/news/'],
  ['/category/news/page/2', '/category/news/page/2/'],
  ['/tag/first-flush', '/tag/first-flush/'],
  ['/tag/first-flush/feed', '/tag/first-flush/feed/'],
  ['/author/ada-leaf', '/author/ada-leaf/'],
  ['/2026/03', '/2026/03/'],
  ['/about', '/about/'],
  ['/wp-admin', '/wp-admin/'],
  [`/product/${slug}`, `/product/${slug}/`],
  [`/product/${slug}?attribute_pa_size=50%2Dg`, `/product/${slug}/?attribute_pa_size=50%2Dg`],
  ['/product-category/green-tea', '/product-category/green-tea/'],
  ['/feed', '/feed/'],
  ['/comments/feed', '/comments/feed/'],
  ['/product-category/green-tea/feed', '/product-category/green-tea/feed/'],
  ['/shop//', '/shop/'],
  ['/index.php', '/'],
  ['/index.php/', '/'],
  ['/index.php?utm_source=x', '/?utm_source=x'],
  ['/index.php/?s=tea', '/?s=tea'],
  ['/index.php/shop/', '/shop/'],
  [`/index.php/product/${slug}`, `/product/${slug}/`],
])('%s redirects permanently to %s', async (from, to) => {
  expect(await redirectOf(from)).toEqual([from, 301, to])
})

test('an unknown URL is 404 with and without trailing slash', async () => {
  for (const path of [
    '/no-such-page',
    '/no-such-page/',
    '/product/no-such-tea',
    '/blog/unwritten',
    '/secret',
    '/product-category/tea/no-such-shelf/',
    '/index.php/no-such-page',
    '/index.php/index.php/shop/',
    '/index.phpx/shop/',
    '/%ff%fe',
  ]) {
    const { status, text } = await fetchStatus(path)
    expect([path, status, text.includes('<body class="error404')]).toEqual([path, 404, true])
  }
})

test('no variant of a URL redirects to another site', async () => {
  for (const path of [
    '//evil.example/shop',
    '//evil.example',
    '///shop',
    '/\\evil.example/shop',
    '/index.php//evil.example/shop',
    '//shop',
  ]) {
    const response = await app.fetch(new Request(`http://shop.test${path}`))
    const to = response.headers.get('location')
    expect([path, to === null || new URL(to, 'http://shop.test/').origin]).toEqual([
      path,
      to === null || 'http://shop.test',
    ])
    expect(to ?? '/').not.toMatch(/^[/\\]{2}/)
  }
})

test('such a redirect is cacheable, unless it has a query', async () => {
  expect((await fetchStatus('/shop')).headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
  expect((await fetchStatus('/checkout/order-received/7?key=wc_order_x')).headers.get('cache-control')).toBe('no-store')
})

test('HEAD is redirected too, and a form sent without the slash is handled directly', async () => {
  const head = await app.request('/shop', { method: 'HEAD' })
  expect([head.status, head.headers.get('location')]).toEqual([301, '/shop/'])
  const body = new URLSearchParams({ username: 'nobody@shop.test', password: 'wrong', login: 'Log in' })
  const posted = await fetchStatus('/my-account', { method: 'POST', body })
  expect(posted.status).toBe(422)
})

test('a nested category has a single canonical URL', async () => {
  const flat = '/product-category/green-tea/'
  for (const nestedPath of [
    '/product-category/tea/green-tea/',
    '/product-category/tea/green-tea',
    '/product-category/old/tea/green-tea/',
  ])
    expect(await redirectOf(nestedPath)).toEqual([nestedPath, 301, flat])
  expect(await redirectOf('/product-category/tea/green-tea/page/2/?orderby=price')).toEqual([
    '/product-category/tea/green-tea/page/2/?orderby=price',
    301,
    `${flat}page/2/?orderby=price`,
  ])
  expect(await redirectOf('/product-category/tea/green-tea/feed/')).toEqual([
    '/product-category/tea/green-tea/feed/',
    301,
    `${flat}feed/`,
  ])
  const { text } = await fetchStatus(flat)
  expect(text).toContain(`<link rel="canonical" href="http://shop.test${flat}"/>`)
  expect(text).toContain('<a href="/product-category/tea/">Tea</a>')
})

test.each([
  [() => `/?p=${referenceIds.simple}`, `/product/${slug}/`],
  [() => `/index.php?p=${referenceIds.simple}`, `/product/${slug}/`],
  [() => `/index.php/?p=${referenceIds.simple}`, `/product/${slug}/`],
  [() => `/?p=${idOf('spring')}&utm_source=mail`, '/blog/spring/?utm_source=mail'],
  [() => `/?page_id=${idOf('about')}`, '/about/'],
  [() => `/?product=${slug}`, `/product/${slug}/`],
  [() => `/?post_type=product&p=${referenceIds.simple}`, `/product/${slug}/`],
  [() => `/?post_type=product&name=${slug}`, `/product/${slug}/`],
  [() => '/?name=spring', '/blog/spring/'],
  [() => '/?pagename=about', '/about/'],
  [() => '/?post_type=product', '/shop/'],
  [() => '/?post_type=product&paged=2&orderby=price', '/shop/page/2/?orderby=price'],
  [() => '/?product_cat=green-tea', '/product-category/green-tea/'],
  [() => '/?product_cat=green-tea&paged=2', '/product-category/green-tea/page/2/'],
  [() => '/?taxonomy=product_cat&term=green-tea', '/product-category/green-tea/'],
  [() => '/?pa_size=50-g', '/size/50-g/'],
  [() => `/?cat=${newsTerm?.id}`, '/category/news/'],
  [() => '/?category_name=news', '/category/news/'],
  [() => '/?category_name=news&paged=2&utm_source=x', '/category/news/page/2/?utm_source=x'],
  [() => '/?feed=atom&category_name=news', '/category/news/feed/atom/'],
  [() => '/?tag=first-flush', '/tag/first-flush/'],
  [() => `/?tag_id=${flushTag?.id}`, '/tag/first-flush/'],
  [() => '/?m=2026', '/blog/'],
  [() => '/?m=202603', '/2026/03/'],
  [() => '/?m=20260314', '/2026/03/'],
  [() => '/?feed=rss2&m=202603', '/2026/03/feed/'],
  [() => `/?author=${writer.id}`, '/author/ada-leaf/'],
  [() => `/?author=${writer.id}&paged=2`, '/author/ada-leaf/page/2/'],
  [() => '/?author_name=ada-leaf', '/author/ada-leaf/'],
  [() => '/?feed=rss2', '/feed/'],
  [() => '/?feed=atom', '/feed/atom/'],
  [() => '/?feed=comments-rss2', '/comments/feed/'],
  [() => '/?feed=rss2&post_type=product', '/shop/feed/'],
  [() => '/?feed=rss2&product_cat=green-tea', '/product-category/green-tea/feed/'],
  [() => `/?feed=rss2&p=${idOf('spring')}`, '/blog/spring/feed/'],
  [() => `/?feed=rss2&page_id=${idOf('about')}`, '/about/'],
  [() => `/?attachment_id=${picture?.id}`, `/wp-content/uploads/${picture?.path}`],
])('a plain permalink redirects to the canonical URL: %# %s', async (from, to) => {
  expect(await redirectOf(from())).toEqual([from(), 301, to])
})

test('entries that are unpublished, private or without a page are 404', async () => {
  for (const path of [
    '/?p=999999',
    '/?p=99999999999',
    '/?p=-1',
    '/?p=abc',
    `/?p=${idOf('unwritten')}`,
    `/?page_id=${idOf('secret')}`,
    `/?page_id=${idOf('spring')}`,
    `/?p=${variation}`,
    '/?product=no-such-tea',
    '/?product_cat=no-such-shelf',
    '/?cat=1999999999',
    '/?m=1999',
    '/?m=abc',
    '/?author=1999999999',
    `/?author=${silent.id}`,
    '/?author_name=silent-staff',
    '/author/silent-staff',
    '/category/no-such-thing',
    '/1999/01',
    '/?attachment_id=1999999999',
  ]) {
    const { status, text } = await fetchStatus(path)
    expect([path, status, text.includes('<body class="error404')]).toEqual([path, 404, true])
  }
})

test('searches and unknown parameters are handled by the home page', async () => {
  expect(await redirectOf('/?s=needle&post_type=product')).toEqual([
    '/?s=needle&post_type=product',
    302,
    '/shop/?s=needle&post_type=product',
  ])
  expect(await redirectOf('/?s=a+needle&post_type=post&paged=2')).toEqual([
    '/?s=a+needle&post_type=post&paged=2',
    302,
    '/blog/page/2/?s=a+needle',
  ])
  for (const path of ['/?utm_source=mail', '/?p=', '/?paged=2', '/?post_type=nav_menu_item'])
    expect((await fetchStatus(path)).status).toBe(200)
  expect((await fetchStatus('/shop/?product_cat=green-tea')).status).toBe(200)
})

test('pages name the API, their short link and their JSON in the header', async () => {
  const link = async (path: string) => (await app.request(path)).headers.get('link')
  const api = '<http://shop.test/wp-json/>; rel="https://api.w.org/"'
  for (const path of ['/', '/shop/', '/cart/', '/blog/', '/no-such-page/', '/my-account/'])
    expect(await link(path)).toBe(api)
  expect(await link(`/product/${slug}/`)).toBe(
    `${api}, <http://shop.test/wp-json/wc/store/v1/products/${referenceIds.simple}>; rel="alternate"; title="JSON"; type="application/json", <http://shop.test/?p=${referenceIds.simple}>; rel=shortlink`,
  )
  expect(await link('/blog/spring/')).toBe(`${api}, <http://shop.test/?p=${idOf('spring')}>; rel=shortlink`)
})

test('a product whose slug was changed redirects from its former address, with its choices and reviews', async () => {
  const { id, slug: former } = await db.transaction(async (tx) => {
    const saved = await saveProduct(
      tx,
      { id: referenceIds.simple, type: 'simple', slug: 'renamed-tea' },
      { now: new Date() },
    )
    return { id: saved.ok ? saved.id : 0, slug }
  })
  expect(id).toBe(referenceIds.simple)
  for (const rest of ['', '?attribute_pa_size=50-g', 'feed/'])
    expect(await redirectOf(`/product/${former}/${rest}`)).toEqual([
      `/product/${former}/${rest}`,
      301,
      `/product/renamed-tea/${rest}`,
    ])
  expect((await fetchStatus('/product/renamed-tea/')).status).toBe(200)
  expect((await fetchStatus('/product/never-there/')).status).toBe(404)
})

test('two products that have swapped their slugs do not lead to each other without end', async () => {
  const by = { now: new Date() }
  const rename = (id: number, to: string) =>
    db.transaction((tx) => saveProduct(tx, { id, type: 'simple', slug: to }, by))
  const made = await db.transaction((tx) =>
    saveProduct(tx, { type: 'simple', name: 'Sencha', slug: 'sencha-2026', status: 'publish' }, by),
  )
  if (!made.ok) throw new Error('not saved')
  const other = made.id
  await rename(referenceIds.simple, 'sencha')
  await rename(referenceIds.simple, 'sencha-meanwhile')
  await rename(other, 'sencha')
  await rename(referenceIds.simple, 'sencha-2026')
  for (const name of ['sencha', 'sencha-2026'])
    expect(await redirectOf(`/product/${name}/comment-page-9/`)).toEqual([
      `/product/${name}/comment-page-9/`,
      404,
      null,
    ])
  expect((await fetchStatus('/product/sencha-meanwhile/')).to).toBe('/product/sencha-2026/')
})
