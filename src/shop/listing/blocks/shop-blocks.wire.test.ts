/**
 * The shop's blocks on cached pages: what they show, the effect of hostile settings, and which changes drop which pages
 * from the cache.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currencySetting } from '../../../../test/support/currencies.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { CURRENCY_COOKIE } from '../../../platform/web/currency.ts'
import { FLASH_COOKIE } from '../../../platform/web/flash.tsx'
import { invalidatePageTags, listenForPageTags } from '../../../platform/web/page-tags.ts'
import { comments } from '../../../site/comments/comments.table.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { DOCUMENT_VERSION, type PageDocument } from '../../../things/entries/page-document.ts'
import { saveEntry } from '../../../things/entries/save-entry.ts'
import { terms } from '../../../things/entries/terms.table.ts'
import { products } from '../../catalog/catalog.table.ts'
import type { ProductInput } from '../../catalog/product-record.ts'
import { refreshProducts } from '../../catalog/refresh-product.ts'
import { productCacheTags, saveProduct } from '../../catalog/save-product.ts'
import { listingJobs } from '../jobs.ts'

let clock = new Date('2026-12-01T12:00:00Z')
const opened = await openShop({ now: () => clock, settings: { currencies: [currencySetting('EUR', '0.67')] } })
const { app, shop, db, databaseUrl } = opened
const editor = await createSignedInUser(shop, 'editor')

const listener = await listenForPageTags({ url: databaseUrl, db }, [shop.pages], {
  onTags: async () => {},
  onError: (error) => {
    throw error
  },
})
afterAll(() => listener.end())

type Given = { readonly block: string; readonly [setting: string]: unknown }

async function makePage(name: string, given: readonly Given[]): Promise<string> {
  const blocks = given.map((one, index) => ({ id: index + 1, lib: 'Samovar', ...one }))
  const builderDocument = { version: DOCUMENT_VERSION, blocks } as PageDocument
  const change = { kind: 'page', title: name, slug: name, status: 'publish', builderDocument } as const
  const saved = await saveEntry(shop, db, change, { author: null, now: clock })
  if (!saved.ok) throw new Error(saved.problem.kind)
  return `/${saved.entry.slug}/`
}

async function textOf(path: string, currency = ''): Promise<string> {
  const response = await app.request(path, { headers: currency ? { cookie: `${CURRENCY_COOKIE}=${currency}` } : {} })
  expect(response.status, path).toBe(200)
  const html = await response.text()
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'))
}

const shownIn = (html: string): number[] =>
  [...html.matchAll(/<li class="[^"]*post-(\d+) /g)].map(([, id]) => Number(id))

let pageCount = 0
const grid = async (settings: object): Promise<{ ids: number[]; html: string }> => {
  pageCount += 1
  const html = await textOf(await makePage(`grid-${pageCount}`, [{ block: 'product_grid', ...settings }]))
  return { ids: shownIn(html), html }
}

async function save(input: ProductInput): Promise<number> {
  const saved = await db.transaction(async (tx) => {
    const one = await saveProduct(tx, input, { now: clock })
    await invalidatePageTags(tx, await productCacheTags(tx, [one]))
    return one
  })
  if (!saved.ok) throw new Error(saved.problem.kind)
  return saved.id
}

const tea = (name: string, other: Partial<ProductInput> = {}) =>
  save({ type: 'simple', name, regularPriceCents: 1500, ...other })

const [category, tag] = await db
  .insert(terms)
  .values([
    { taxonomy: 'product_cat', slug: 'winter', name: 'Winter' },
    { taxonomy: 'product_tag', slug: 'smoky', name: 'smoky' },
  ])
  .returning({ id: terms.id })
const [winter, smoky] = [category?.id ?? 0, tag?.id ?? 0]

const pine = await tea('Pine Smoke', { categoryIds: [winter], tagIds: [smoky], regularPriceCents: 3000 })
const snow = await tea('Snow Bud', { categoryIds: [winter], regularPriceCents: 1000 })
const gone = await tea('Last Year', { categoryIds: [winter], stock: { tracksInventory: true, onHand: 0 } })
const draft = await tea('Not Yet', { categoryIds: [winter], status: 'draft' })
const hidden = await tea('Under the Counter', { categoryIds: [winter], visibility: 'hidden' })
const trashed = await tea('Thrown Away', { categoryIds: [winter], status: 'trash' })
const secret = [draft, hidden, trashed]

describe('the grid', () => {
  test('shows what its source says, in the order it says', async () => {
    const both = async (settings: object) => (await grid(settings)).ids
    expect(await both({ source: 'category', categories: [winter], order: 'price' })).toEqual([snow, gone, pine])
    expect(await both({ source: 'category', categories: [winter], number: 1, order: 'price-desc' })).toEqual([pine])
    expect(await both({ source: 'category', categories: [winter], hide_sold_out: 'yes', order: 'price' })).toEqual([
      snow,
      pine,
    ])
    expect(await both({ source: 'tag', tags: [smoky] })).toEqual([pine])
    expect(await both({ source: 'picked', products: [snow, ...secret, pine, snow], number: 1 })).toEqual([snow, pine])
    expect(await both({ source: 'picked', products: [snow, pine], order: 'price-desc' })).toEqual([pine, snow])
    const onSale = await both({ source: 'sale', number: 60 })
    expect(onSale).toContain(referenceIds.onSale)
    expect(onSale).not.toContain(snow)
    expect(await both({ source: 'bestselling', number: 1 })).toEqual([referenceIds.simple])
    const featured = await both({ source: 'featured', number: 60 })
    const rows = await db.select({ id: products.id }).from(products).where(eq(products.isFeatured, true))
    expect(featured.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    expect(await both({})).toHaveLength(4)
  })

  test('has the cards of listings: button, heart, and prices in the currency of the visitor', async () => {
    const settings = { source: 'picked', products: [pine, referenceIds.variable], columns: '2', heading_level: '2' }
    const { html } = await grid(settings)
    expect(html).toContain('class="products columns-2 layout-1')
    expect(html).toMatch(new RegExp(`href="\\?add-to-cart=${pine}"[^>]*ajax_add_to_cart`))
    expect(html).toContain(`form="saved" value="${pine}"`)
    expect(html).toContain('Select options')
    expect(html.match(/view-transition-name/g)).toHaveLength(2)
    expect(html).toContain('<h2 class="woocommerce-loop-product__title')
    expect(html).toContain('$</span>30.00')
    expect(await textOf(`/grid-${pageCount}/`, 'EUR')).toContain('€</span>20.10')
    expect((await grid({ ...settings, layout: '4', columns: '3' })).html).toContain(
      'class="products columns-3 layout-4',
    )
  })
})

const hostileIds: [string, unknown][] = [
  ['nothing', undefined],
  ['no ids', []],
  ['ids that do not exist', [2_000_000_000, 0, 987_654]],
  ['a number beyond integers', [1e9, 1e12, 1e300]],
  ['negative ones', [-1, -1e9]],
  ['fractions', [1.5]],
  ['a huge list', Array.from({ length: 10_000 }, (_, index) => index)],
  ['words', ['x', "1'; drop table entries; --", { id: 1 }, null]],
  ['a text', '<script>alert(1)</script>'],
  ['drafts, hidden and trashed ones', [referenceIds.page, ...secret]],
]
const hostileRest = {
  number: -5,
  order: 'random()',
  columns: '99',
  layout: '<b>',
  heading_level: '1',
  quantity: '1e9',
  min_stars: '0',
}

test.each(hostileIds)('%s: an empty state, and never a hidden product', async (_, ids) => {
  pageCount += 1
  const path = await makePage(`hostile-${pageCount}`, [
    { block: 'product_grid', source: 'picked', products: ids, ...hostileRest },
    { block: 'product_grid', source: 'category', categories: ids, ...hostileRest },
    { block: 'product_grid', source: 'tag', tags: ids, ...hostileRest },
    { block: 'single_product', product: ids, ...hostileRest },
    { block: 'add_to_cart', product: ids, ...hostileRest },
  ])
  const html = await textOf(path)
  expect(html.match(/There is nothing to show here/g)).toHaveLength(5)
  expect(html).not.toMatch(/Not Yet|Under the Counter|Thrown Away|alert\(1\)/)
  const rendered = await app.request('/wp-json/samovar/v1/builder/render', {
    method: 'POST',
    headers: { ...editor.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      id: 1e9,
      blocks: ['product_grid', 'single_product', 'add_to_cart', 'reviews', 'mini_cart'].map((block) => ({
        id: 1,
        lib: 'Samovar',
        block,
        source: 'picked',
        products: ids,
        product: ids,
        ...hostileRest,
      })),
    }),
  })
  expect([rendered.status, await rendered.text()]).toEqual([200, expect.not.stringMatching(/Not Yet|Thrown Away/)])
})

test('one product, and its button, which adds as many as it says', async () => {
  const path = await makePage('single', [
    { block: 'single_product', product: [snow] },
    { block: 'add_to_cart', product: [snow], quantity: 3, show_price: 'no' },
    { block: 'add_to_cart', product: [gone] },
  ])
  await db.update(entries).set({ excerpt: '<p>White &amp; <em>mild</em>.</p>' }).where(eq(entries.id, snow))
  const html = await textOf(path)
  expect(html).toContain('White &amp; mild .')
  expect(html).toContain(`href="?add-to-cart=${snow}&amp;quantity=3"`)
  expect(html).toContain('data-quantity="3"')
  expect(html).toContain('See similar')
  const added = await app.request(`${path}?add-to-cart=${snow}&quantity=3`)
  const cookie = added.headers.getSetCookie().map((one) => one.split(';')[0])
  expect(await (await app.request('/cart/', { headers: { cookie: cookie.join('; ') } })).text()).toMatch(
    /class="input-text qty text"[^>]* value="3"/,
  )
})

test('reviews: the newest with enough stars, of visible products without a password, as text', async () => {
  const review = { authorName: 'Ada <b>Leaf', authorEmail: 'a@shop.test', status: 'approved' } as const
  const at = (minutes: number) => new Date(clock.getTime() + (minutes - 60) * 60_000)
  await db.insert(comments).values([
    { ...review, entryId: pine, content: '[cookies] <script>alert(1)</script>', rating: 5, createdAt: at(4) },
    { ...review, entryId: pine, content: 'Only two stars', rating: 2, createdAt: at(5) },
    { ...review, entryId: hidden, content: 'Of what nobody sees', rating: 5, createdAt: at(6) },
    { ...review, entryId: snow, content: 'Waits', rating: 5, createdAt: at(7), status: 'pending' },
    { ...review, entryId: gone, content: 'Among friends', rating: 5, createdAt: at(8) },
  ])
  await db.update(entries).set({ password: 'oolong' }).where(eq(entries.id, gone))
  const path = await makePage('reviews', [
    { block: 'reviews', number: 1 },
    { block: 'reviews', products: [pine], min_stars: '1', show_product: 'no' },
  ])
  const [all = '', ofPine = ''] = (await textOf(path)).split('</ul>')
  expect(all).toContain('[cookies] &lt;script&gt;alert(1)&lt;/script&gt;')
  expect(all).toContain('Ada &lt;b&gt;Leaf')
  expect(all).toContain('>Pine Smoke</a>')
  expect(all.match(/<li/g)).toHaveLength(1)
  expect(ofPine.indexOf('Only two stars')).toBeLessThan(ofPine.indexOf('[cookies]'))
  expect(ofPine).not.toMatch(/Pine Smoke|nobody sees|Waits/)
})

test('the mini-cart of a cached page is nobody’s', async () => {
  const path = await makePage('basket', [{ block: 'mini_cart', title: 'Basket' }])
  const added = await app.request(`/?add-to-cart=${pine}`)
  const cookies = added.headers.getSetCookie().flatMap((one) => one.split(';')[0] ?? [])
  const cookie = cookies.filter((one) => !one.startsWith(FLASH_COOKIE)).join('; ')
  expect(await (await app.request('/cart/', { headers: { cookie } })).text()).toContain('Pine Smoke')
  const html = await (await app.request(path)).text()
  expect(html).toContain('<div class="widget_shopping_cart_content">')
  expect(html).toContain('>Basket</h2>')
  expect(await (await app.request(path, { headers: { cookie } })).text()).toBe(html)
})

describe('cached pages', () => {
  const pages: Record<string, string> = {}
  beforeAll(async () => {
    const made: Record<string, Given> = {
      'of-winter': { block: 'product_grid', source: 'category', categories: [winter] },
      'of-pine': { block: 'product_grid', source: 'picked', products: [pine] },
      'of-snow': { block: 'single_product', product: [snow] },
      'button-snow': { block: 'add_to_cart', product: [snow] },
      'button-draft': { block: 'add_to_cart', product: [draft] },
      praise: { block: 'reviews', min_stars: '1' },
      'praise-snow': { block: 'reviews', products: [snow], min_stars: '1' },
      'cart-here': { block: 'mini_cart' },
    }
    for (const [name, block] of Object.entries(made)) pages[name] = await makePage(name, [block])
  })

  const isCached = (path: string, at = clock): boolean =>
    shop.pages.serve(
      { method: 'GET', url: path, headers: {} } as IncomingMessage,
      { writeHead() {}, end() {} } as unknown as ServerResponse,
      at.getTime(),
    )

  /** The pages that a change drops from the cache. */
  async function droppedBy(change: () => Promise<unknown>): Promise<string[]> {
    await listener.changesSeen()
    for (const path of Object.values(pages)) await textOf(path)
    for (const [name, path] of Object.entries(pages)) expect(isCached(path), name).toBe(true)
    await change()
    await listener.changesSeen()
    return Object.keys(pages).filter((name) => !isCached(pages[name] ?? ''))
  }

  test('are dropped by the changes that they show', async () => {
    expect(await droppedBy(() => save({ id: pine, type: 'simple', regularPriceCents: 3100 }))).toEqual([
      'of-winter',
      'of-pine',
      'praise',
    ])
    expect(await textOf(pages['of-pine'] ?? '')).toContain('31.00')
    const soldOut = { id: snow, type: 'simple', stock: { tracksInventory: true, onHand: 0 } } as const
    expect(await droppedBy(() => save(soldOut))).toEqual([
      'of-winter',
      'of-snow',
      'button-snow',
      'praise',
      'praise-snow',
    ])
    expect(await textOf(pages['button-snow'] ?? '')).toContain('See similar')
    expect(await droppedBy(() => tea('Ice Flower', { categoryIds: [winter] }))).toEqual(['of-winter', 'praise'])
    expect(await textOf(pages['of-winter'] ?? '')).toContain('Ice Flower')
    expect(await droppedBy(() => save({ id: draft, type: 'simple', status: 'publish' }))).toEqual([
      'of-winter',
      'button-draft',
      'praise',
    ])
    expect(await textOf(pages['button-draft'] ?? '')).toContain(`add-to-cart=${draft}`)
    expect(await droppedBy(() => save({ id: draft, type: 'simple', status: 'draft' }))).toEqual([
      'of-winter',
      'button-draft',
      'praise',
    ])
  })

  test('a password that is set or removed hides or shows the reviews of its product', async () => {
    const review = { authorName: 'Bo', authorEmail: 'b@b.test', status: 'approved' } as const
    await db.insert(comments).values({ ...review, entryId: snow, content: 'Under lock', rating: 5, createdAt: clock })
    for (const [password, shows] of [
      ['oolong', false],
      ['', true],
    ] as const) {
      expect(await droppedBy(() => save({ id: snow, type: 'simple', password }))).toContain('praise')
      expect((await textOf(pages.praise ?? '')).includes('Under lock')).toBe(shows)
    }
    await db.delete(comments).where(eq(comments.content, 'Under lock'))
  })

  test('a new review drops those that show it', async () => {
    const write = () =>
      app.request('/wp-json/wc/v3/products/reviews', {
        method: 'POST',
        headers: { ...editor.headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          product_id: snow,
          review: 'Melts.',
          reviewer: 'Bo',
          reviewer_email: 'b@b.test',
          rating: 4,
        }),
      })
    const dropped = await droppedBy(async () => expect((await write()).status).toBe(201))
    expect(dropped).toEqual(['of-winter', 'of-snow', 'button-snow', 'praise', 'praise-snow'])
    expect(await textOf(pages.praise ?? '')).toContain('Melts.')
    expect(await textOf(pages['praise-snow'] ?? '')).toContain('Melts.')
  })

  test('a sale that begins or ends drops by time what shows the product, and what will show it', async () => {
    const [begins, ends] = [new Date(clock.getTime() + 120_000), new Date(clock.getTime() + 300_000)]
    pages['on-sale'] = await makePage('on-sale', [{ block: 'product_grid', source: 'sale', number: 60 }])
    await save({ id: pine, type: 'simple', salePriceCents: 2000, saleFrom: begins, saleUntil: ends })
    expect(await droppedBy(async () => undefined)).toEqual([])
    const isCachedAt = (name: string, at: Date) => isCached(pages[name] ?? '', at)
    expect(isCachedAt('of-pine', new Date(begins.getTime() - 1))).toBe(true)
    expect(isCachedAt('of-pine', begins)).toBe(false)
    expect(isCachedAt('of-snow', begins)).toBe(true)
    clock = begins
    await listingJobs[0]?.run(shop, {} as never)
    await listener.changesSeen()
    expect(isCachedAt('on-sale', begins)).toBe(false)
    expect(await textOf(pages['on-sale'] ?? '')).toContain('Pine Smoke')
    expect(await textOf(pages['of-pine'] ?? '')).toContain('20.00')
    expect(isCachedAt('of-pine', new Date(ends.getTime() - 1))).toBe(true)
    expect(isCachedAt('of-pine', ends)).toBe(false)
    clock = ends
    await db.transaction((tx) => refreshProducts(tx, [pine], clock))
    expect(await textOf(pages['of-pine'] ?? '')).not.toContain('20.00')
  })
})
