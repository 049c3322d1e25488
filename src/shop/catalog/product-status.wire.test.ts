import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { openListener } from '../../platform/database/listener.ts'
import { invalidatePageTags, listenForPageTags } from '../../platform/web/page-tags.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { listingJobs } from '../listing/jobs.ts'
import { attributes, products } from './catalog.table.ts'
import { importProducts } from './import/import-products.ts'
import { publishScheduledProducts } from './product-status.ts'

let now = new Date('2026-11-21T12:00:00Z')
const { app, shop, db, databaseUrl } = await openShop({ now: () => now })
const { headers } = await createSignedInUser(shop, 'shop_manager')
const base = '/wp-json/wc/v3/products'
type Json = {
  id: number
  slug: string
  status: string
  code?: string
  price: string
  samovar: { version: number; status_before_trash: string }
}
async function call(method: string, path = '', body?: object) {
  const response = await app.request(base + path, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, json: (await response.json()) as Json }
}
const make = async (fields: object) => (await call('POST', '', { regular_price: '10', ...fields })).json
const page = async (slug: string) => (await app.request(`/product/${slug}/`)).status
const heard: string[] = []
await openListener(databaseUrl, {
  channel: 'samovar_page_tags',
  onMessage: (message) => void heard.push(...message.split(' ')),
  onDisconnect: () => {},
  onReconnect: async () => {},
})
await listenForPageTags({ url: databaseUrl, db }, [shop.pages], { onTags: async () => {}, onError: () => {} })
const hears = async (...tags: string[]) => {
  await expect.poll(() => tags.filter((tag) => !heard.includes(tag))).toEqual([])
}

test('the trash keeps a product with its status and frees its address; it comes back as it was', async () => {
  const { id, slug } = await make({ name: 'Trashed tea', status: 'private' })
  const trashed = await call('DELETE', `/${id}`)
  expect([trashed.status, trashed.json.status, trashed.json.slug]).toEqual([200, 'private', slug])
  const { json } = await call('GET', `/${id}?context=edit`)
  expect([json.status, json.slug, json.samovar.status_before_trash]).toEqual(['trash', `${slug}__trashed`, 'private'])
  expect((await call('DELETE', `/${id}`)).status).toBe(410)
  const other = await make({ name: 'Trashed tea' })
  expect([other.slug, await page(slug)]).toEqual([slug, 200])
  const restored = await call('PUT', `/${id}`, { status: json.samovar.status_before_trash })
  expect([restored.json.status, restored.json.slug]).toEqual(['private', `${slug}-2`])
})

test('deleted for good: variations and own attributes go with it, its group loses it', async () => {
  const { id } = await make({
    name: 'Gone tea',
    type: 'variable',
    attributes: [{ name: 'Cut', variation: true, options: ['Whole'] }],
  })
  const { rows } = await db.execute<{ id: number }>(sql`
    with entry as (insert into entries (kind, slug, title, parent_id) values ('product_variation', 'gone-1', 'Gone tea', ${id}) returning id)
    insert into products (id, type, parent_id, regular_price_cents, choices) select id, 'variation', ${id}, 500, '{}' from entry returning id`)
  const variation = rows[0]?.id ?? 0
  const group = await make({ name: 'Set', type: 'grouped', grouped_products: [id, referenceIds.simple] })
  heard.length = 0
  expect((await call('DELETE', `/${id}?force=true`)).status).toBe(200)
  expect(await db.$count(products, sql`id in (${id}, ${variation})`)).toBe(0)
  expect(await db.$count(entries, sql`id in (${id}, ${variation})`)).toBe(0)
  expect(await db.$count(attributes, eq(attributes.isLocal, true))).toBe(0)
  expect((await call('GET', `/${group.id}`)).json).toMatchObject({
    grouped_products: [referenceIds.simple],
    price: '61.03',
  })
  await hears('listing', `product:${id}`, `product:${group.id}`)
  await db
    .execute(sql`insert into carts (id, token) values (990, 'a-token-of-a-cart') on conflict do nothing`)
    .catch(() => {})
  expect((await call('DELETE', `/${id}?force=true`)).status).toBe(404)
})

test('carts lose a product that is deleted for good', async () => {
  const { id } = await make({ name: 'In a cart' })
  const added = await app.request(`/?add-to-cart=${id}`)
  const cookie = added.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const items = async () => {
    const answer = await app.request('/wp-json/wc/store/v1/cart', { headers: { cookie } })
    return ((await answer.json()) as { items: { id: number }[] }).items.map((item) => item.id)
  }
  expect(await items()).toEqual([id])
  await call('DELETE', `/${id}?force=true`)
  expect(await items()).toEqual([])
})

test('a scheduled product is published within its minute, also after the shop was down; a form that is open is not refused', async () => {
  const { id, slug, status, samovar } = await make({ name: 'Later tea', date_created_gmt: '2026-11-22T12:00:00' })
  expect([status, await page(slug)]).toEqual(['future', 404])
  expect(await publishScheduledProducts(db, now)).toEqual([])
  now = new Date('2026-11-22T12:00:30Z')
  heard.length = 0
  expect(await publishScheduledProducts(db, now)).toEqual([id])
  await hears('listing', `product:${id}`)
  expect(await page(slug)).toBe(200)
  const [row] = await db.select().from(products).where(eq(products.id, id))
  expect([row?.listed, row?.minPriceCents]).toEqual([true, 1000])
  expect((await call('PUT', `/${id}`, { name: 'Now tea', samovar: { version: samovar.version } })).status).toBe(200)
  expect(await publishScheduledProducts(db, now)).toEqual([])
})

test('the page of a group shows a product as soon as it is published, by a save or by its date', async () => {
  const draft = await make({ name: 'Draft cup', status: 'draft' })
  const later = await make({ name: 'Later cup', date_created_gmt: '2026-11-22T13:00:00' })
  const group = await make({ name: 'Cups', type: 'grouped', grouped_products: [draft.id, later.id] })
  heard.length = 0
  await call('PUT', `/${draft.id}`, { status: 'publish' })
  await hears(`product:${group.id}`)
  heard.length = 0
  now = new Date('2026-11-22T13:00:30Z')
  expect(await publishScheduledProducts(db, now)).toEqual([later.id])
  await hears(`product:${group.id}`)
})

test('an emptied date is the moment of publishing', async () => {
  const date = '2027-01-10T12:00:00'
  const empty = { date_created_gmt: '' }
  const draft = await make({ name: 'Dated draft', status: 'draft', date_created_gmt: date })
  const scheduled = await make({ name: 'Dated tea', date_created_gmt: date })
  const again = await make({ name: 'Seen before' })
  await call('PUT', `/${again.id}`, { date_created_gmt: date })
  const publishedAt = async (id: number, fields: object) => {
    const { json } = await call('PUT', `/${id}`, fields)
    const [row] = await db.select().from(entries).where(eq(entries.id, id))
    return [json.status, row?.publishedAt]
  }
  now = new Date(now.getTime() + 60_000)
  const emptied = now
  await publishedAt(draft.id, empty)
  expect(await publishedAt(scheduled.id, empty)).toEqual(['publish', emptied])
  expect(await publishedAt(again.id, empty)).toEqual(['publish', emptied])
  now = new Date(now.getTime() + 60_000)
  expect(await publishedAt(draft.id, { status: 'publish' })).toEqual(['publish', now])
  expect(await publishedAt(scheduled.id, empty)).toEqual(['publish', emptied])
})

test('a sale that starts and ends on its own changes prices and drops the pages within the minute', async () => {
  const { id } = await make({
    name: 'Sale tea',
    sale_price: '8',
    date_on_sale_from_gmt: '2026-11-23T12:00:00',
    date_on_sale_to_gmt: '2026-11-24T12:00:00',
  })
  const job = listingJobs.find((one) => one.job.name === 'refresh-sales')
  for (const [at, price] of [
    ['2026-11-23T12:00:00Z', '8.00'],
    ['2026-11-24T12:00:00Z', '10.00'],
  ] as const) {
    now = new Date(at)
    heard.length = 0
    await job?.run(shop, {} as never)
    await hears('listing', `product:${id}`)
    expect((await call('GET', `/${id}`)).json.price).toBe(price)
    const { rows } = await db.execute(sql`select min_price_cents from products where id = ${id}`)
    expect(rows).toEqual([{ min_price_cents: Number(price) * 100 }])
  }
})

test('each change shows on pages, in the Store API, feed, sitemap and search within a second, and drops no other page', async () => {
  const { id, slug } = await make({ name: 'Changing tea', sku: 'CHANGING' })
  const { json: kind } = await call('POST', '/categories', { name: 'Changing kinds' })
  const own = `/product/${slug}/`
  const lists = ['/shop/?orderby=date', '/shop/feed/', '/wp-sitemap-posts-product-1.xml']
  const text = async (path: string) => (await app.request(path)).text()
  const fromStore = async (query: string) =>
    (await (await app.request(`/wp-json/wc/store/v1/products?${query}`)).json()) as { id: number }[]
  const { slug: other } = await make({ name: 'Quite another', categories: [] })
  const runSales = async () => {
    now = new Date(now.getTime() + 86_400_000)
    await listingJobs.find((one) => one.job.name === 'refresh-sales')?.run(shop, {} as never)
  }
  const importPrice = async () => {
    const file = join(shop.dataDir, 'changing.csv')
    await writeFile(file, 'SKU,Name,Regular price,Sale price\nCHANGING,Changing leaf,7,\n')
    expect(await importProducts(db, file, { now })).toMatchObject({ updated: 1 })
  }
  const change = (fields: object) => () => call('PUT', `/${id}`, fields)
  const beginsTomorrow = {
    sale_price: '8',
    date_on_sale_from_gmt: new Date(now.getTime() + 43_200_000).toISOString().slice(0, 19),
  }
  const steps: readonly (readonly [
    what: string,
    work: () => Promise<unknown>,
    page: RegExp | null,
    item: object | null,
  ])[] = [
    ['price', change({ regular_price: '11' }), /11\.00/, { prices: { price: '1100' } }],
    ['stock', change({ manage_stock: true, stock_quantity: 0 }), /out-of-stock/, { is_in_stock: false }],
    ['name', change({ name: 'Changing leaf', manage_stock: false }), /Changing leaf/, { name: 'Changing leaf' }],
    ['category', change({ categories: [{ id: kind.id }] }), /changing-kinds/, { categories: [{ id: kind.id }] }],
    ['visibility', change({ catalog_visibility: 'hidden' }), /Changing leaf/, null],
    ['shown again', change({ catalog_visibility: 'visible' }), /Changing leaf/, { name: 'Changing leaf' }],
    ['trash', () => call('DELETE', `/${id}`), null, null],
    ['restored', change({ status: 'publish' }), /Changing leaf/, { name: 'Changing leaf' }],
    ['a sale to come', change(beginsTomorrow), /11\.00/, { on_sale: false }],
    ['sale by the clock', runSales, /8\.00/, { on_sale: true, prices: { price: '800' } }],
    ['import', importPrice, /7\.00/, { on_sale: false, prices: { price: '700' } }],
    [
      'bulk edit',
      () => call('POST', '/batch', { update: [{ id, regular_price: '6' }] }),
      /6\.00/,
      { prices: { price: '600' } },
    ],
  ]
  let hasPage = true
  for (const [what, work, page, item] of steps) {
    shop.pages.clear()
    for (const path of [own, ...lists, `/product/${other}/`]) await text(path)
    expect([what, shop.pages.size.pages]).toEqual([what, lists.length + (hasPage ? 2 : 1)])
    await work()
    hasPage = page !== null
    // Only the other product's page is still cached.
    await expect.poll(() => [what, shop.pages.size.pages], { timeout: 1000, interval: 10 }).toEqual([what, 1])
    await text(`/product/${other}/`)
    expect([what, shop.pages.size.pages]).toEqual([what, 1])
    if (page) expect([what, await text(own)]).toEqual([what, expect.stringMatching(page)])
    else expect([what, (await app.request(own)).status]).toEqual([what, 404])
    for (const path of lists)
      expect([what, path, (await text(path)).includes(slug)]).toEqual([what, path, item !== null])
    for (const query of [`include=${id}`, 'search=changing'])
      expect([what, query, (await fromStore(query)).filter((one) => one.id === id)]).toMatchObject([
        what,
        query,
        item ? [item] : [],
      ])
  }
})

test('more pages than one notification can name are named in several, so that all others stay', async () => {
  heard.length = 0
  const tags = Array.from({ length: 501 }, (_, at) => `product:${1_000_000 + at}`)
  await invalidatePageTags(db, tags)
  await hears(...tags)
  expect(heard).toHaveLength(tags.length)
})
