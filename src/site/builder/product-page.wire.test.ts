/**
 * Products whose description consists of blocks: what a save changes, where the text appears, and which fields the shop
 * keeps.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { cardSales } from '../../../test/support/card-sales.ts'
import { makeForm } from '../../../test/support/contact-form.ts'
import { currencySetting } from '../../../test/support/currencies.ts'
import { jsonClient } from '../../../test/support/json-client.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { everyWallet, openShop, recordedSettings } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { products } from '../../shop/catalog/catalog.table.ts'
import { readRecords } from '../../shop/catalog/product-record.store.ts'
import { saveProduct } from '../../shop/catalog/save-product.ts'
import { entries } from '../../things/entries/entries.table.ts'

const gateways = { ...everyWallet, cod: { ...everyWallet.cod, enabled: true } }
const currencies = [currencySetting('EUR', '0.67')]
const opened = await openShop({ settings: { ...recordedSettings, gateways, currencies } })
const { app, db, shop } = opened
const editor = await createSignedInUser(shop, 'editor')
const { simple } = referenceIds

type PageAnswer = { version: number; is_built: boolean; document: { blocks: object[] }; code?: string }
const path = (id: number) => `/wp-json/samovar/v1/builder/pages/${id}`
const call = jsonClient<PageAnswer>(app, '', editor)
const load = async (id: number) => (await call('GET', path(id))).json

async function build(id: number, blocks: readonly object[], other: object = {}) {
  const document = { version: '4.0.0', blocks: blocks.map((one, index) => ({ id: index + 1, lib: 'Samovar', ...one })) }
  return call('PUT', path(id), { version: (await load(id)).version, document, ...other })
}

const html = async (url: string, headers: Record<string, string> = {}) => (await app.request(url, { headers })).text()
const tabOf = (page: string) => page.slice(page.indexOf('id="tab-description"'), page.indexOf('id="tab-reviews"'))
const records = async (ids: readonly number[]) => structuredClone(await readRecords(db, ids))
const searched = async (word: string) =>
  ((await (await app.request(`/wp-json/wc/store/v1/products?search=${word}`)).json()) as { id: number }[]).map(
    ({ id }) => id,
  )

test('[BLD-12 rendered on the server] blocks of a product replace its description alone', async () => {
  const [before] = await db.select().from(entries).where(eq(entries.id, simple))
  const [recordBefore] = [...(await records([simple])).values()]
  const [rowBefore] = await db.select().from(products).where(eq(products.id, simple))
  const blocks = [
    { block: 'heading', text: 'Steeped in quicksilver' },
    { block: 'rich_text', text: '<p>Words of the text.</p>' },
  ]
  const asked = { title: 'Another', status: 'draft', date: '2020-01-01T00:00:00' }
  expect((await build(simple, blocks, asked)).status).toBe(200)
  const [after] = await db.select().from(entries).where(eq(entries.id, simple))
  const { content, builderDocument, version, updatedAt, ...rest } = after as NonNullable<typeof after>
  expect(rest).toEqual(
    expect.objectContaining(
      Object.fromEntries(Object.keys(rest).map((name) => [name, before?.[name as keyof typeof before]])),
    ),
  )
  expect(version).toBe((before?.version ?? 0) + 1)
  expect(updatedAt.getTime()).toBeGreaterThan(before?.updatedAt.getTime() ?? 0)
  expect(builderDocument?.blocks).toHaveLength(2)
  const [recordAfter] = [...(await records([simple])).values()]
  expect(recordAfter).toEqual({ ...recordBefore, content, version: (recordBefore?.version ?? 0) + 1 })
  const [rowAfter] = await db.select().from(products).where(eq(products.id, simple))
  expect({ ...rowAfter, searchVector: '', indexDigest: '', changedXid: '' }).toEqual({
    ...rowBefore,
    searchVector: '',
    indexDigest: '',
    changedXid: '',
  })
  expect(await searched('quicksilver')).toEqual([simple])
  const json = (await (await app.request(`/wp-json/wc/store/v1/products/${simple}`)).json()) as Record<string, string>
  expect(json.description).toContain('Words of the text.')
  expect(json.short_description).toBe(before?.excerpt)
  const page = await html('/product/tea-1/')
  expect(tabOf(page)).toMatch(/<h3 id="steeped-in-quicksilver"[^>]*>Steeped in quicksilver<\/h3>/)
  expect(page).toContain(`"description":"Loose leaf Green Tea, batch 1."`)
})

describe('a built description', () => {
  test('has headings below that of its tab, ids of its own, and frames of its videos beside those of wallets', async () => {
    await build(simple, [
      { block: 'heading', text: 'Reviews', level: '2' },
      { block: 'heading', text: 'Deeper', level: '3' },
      {
        block: 'rich_text',
        text: '<h2>Description</h2><p><iframe src="https://www.youtube.com/embed/abc"></iframe></p>',
      },
      { block: 'product_grid', source: 'picked', products: [referenceIds.onSale] },
    ])
    const response = await app.request('/product/tea-1/')
    const tab = tabOf(await response.text())
    expect(tab).toMatch(/<h3 id="reviews-2"[^>]*>.*<h4[^>]*>Deeper<\/h4>.*<h3 id="description-2">/s)
    expect(tab).toMatch(new RegExp(`<li class="[^"]*post-${referenceIds.onSale} .*<h3 `, 's'))
    // These are the headings of the tabs.
    expect(tab.match(/<h2/g)).toHaveLength(2)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(/frame-src [^;]*youtube/.test(policy), policy).toBe(true)
    expect(/frame-src [^;]*stripe/.test(policy) || /frame-src [^;]*127\.0\.0\.1/.test(policy)).toBe(true)
  })

  test('brings what its blocks need: scripts of forms, the tags of what they show, and the end of its prices', async () => {
    const form = await makeForm(db)
    await build(simple, [
      { block: 'rich_text', text: `<p>[contact-form-7 id="${form.id}"]</p>` },
      { block: 'mini_cart' },
      { block: 'single_product', product: [referenceIds.soldIndividually] },
    ])
    const [entry] = await db.select().from(entries).where(eq(entries.id, simple))
    expect(entry?.content).toBe(`<p>[contact-form-7 id="${form.id}"]</p>`)
    const saleFrom = new Date(Date.now() + 60_000)
    const change = { id: referenceIds.soldIndividually, type: 'simple', salePriceCents: 100, saleFrom } as const
    await db.transaction((tx) => saveProduct(tx, change, { now: shop.now() }))
    shop.pages.clear()
    const page = await html('/product/tea-1/')
    expect(tabOf(page)).toContain('class="wpcf7-form')
    expect(page.slice(0, page.indexOf('</head>'))).toMatch(/<script type="module" src="[^"]*form/)
    const isCached = (at: number): boolean =>
      shop.pages.serve(
        { method: 'GET', url: '/product/tea-1/', headers: {} } as IncomingMessage,
        { writeHead() {}, end() {} } as unknown as ServerResponse,
        at,
      )
    expect(isCached(saleFrom.getTime() - 1)).toBe(true)
    expect(isCached(saleFrom.getTime())).toBe(false)
    await html('/product/tea-1/')
    shop.pages.invalidate([`product:${referenceIds.soldIndividually}`])
    expect(isCached(Date.now())).toBe(false)
  })

  test('?sktbuilder=true is the frame for editors, and the ordinary page for everybody else', async () => {
    const customer = await createSignedInUser(shop, 'customer')
    const ordinary = await html('/product/tea-1/')
    for (const cookie of ['', customer.cookie])
      expect(await html('/product/tea-1/?sktbuilder=true', { cookie })).toBe(ordinary)
    const frame = await html('/product/tea-1/?sktbuilder=true', { cookie: editor.cookie })
    expect(tabOf(frame)).toContain('<div id="sktbuilder-blocks"></div>')
    expect(await html('/product/tea-3/?sktbuilder=true')).toBe(await html('/product/tea-3/'))
  })

  test('is replaced by another description of the catalog, and comes back with its revision, its name and short description', async () => {
    const open = await load(simple)
    const [before] = await db.select().from(entries).where(eq(entries.id, simple))
    const now = shop.now()
    await db.transaction((tx) => saveProduct(tx, { id: simple, type: 'simple', regularPriceCents: 7000 }, { now }))
    expect((await load(simple)).is_built).toBe(true)
    const texts = { content: '<p>From the price list</p>', name: 'Renamed', excerpt: '<p>New</p>' }
    await db.transaction((tx) => saveProduct(tx, { id: simple, type: 'simple', ...texts }, { now }))
    expect(tabOf(await html('/product/tea-1/?x'))).toContain('From the price list')
    const late = await call('PUT', path(simple), { version: open.version, document: open.document })
    expect(late.status).toBe(409)
    const revisions = (await call('GET', `${path(simple)}/revisions`)).json as unknown as {
      id: number
      document: object
    }[]
    const deeper = revisions.find(({ document }) => JSON.stringify(document).includes('Deeper'))
    expect((await call('POST', `${path(simple)}/revisions/${deeper?.id}/restore`, {})).status).toBe(200)
    expect(tabOf(await html('/product/tea-1/?x'))).toContain('Deeper')
    const [entry] = await db.select().from(entries).where(eq(entries.id, simple))
    expect([entry?.title, entry?.excerpt]).toEqual([before?.title, before?.excerpt])
    expect((await records([simple])).get(simple)).toMatchObject({ name: before?.title, excerpt: before?.excerpt })
    expect(await searched('Renamed')).not.toContain(simple)
    expect(await html('/shop/?x')).not.toContain('Renamed')
    expect((await call('POST', `${path(simple)}/revisions/999999/restore`, {})).status).toBe(404)
  })
})

test('a product is sold, counted and saved at the same time', async () => {
  const sales = await cardSales(opened, 1)
  const stock = await sales.onHand()
  await Promise.all(
    Array.from({ length: 4 }, (_, turn) => [
      sales.createSale('pm_card_visa', 'cod'),
      build(simple, [{ block: 'heading', text: `Turn ${turn}` }]),
      db.transaction((tx) =>
        saveProduct(tx, { id: simple, type: 'simple', subtitle: `Turn ${turn}` }, { now: shop.now() }),
      ),
    ]).flat(),
  )
  expect(await sales.onHand()).toBe(stock - 4)
  const [record] = [...(await records([simple])).values()]
  expect([record?.status, record?.slug, record?.regularPriceCents, record?.categoryIds]).toEqual([
    'publish',
    'tea-1',
    7000,
    expect.any(Array),
  ])
  expect((await load(simple)).is_built).toBe(true)
})

test('products in the trash, and variations, are no pages of the builder', async () => {
  await db.update(entries).set({ status: 'trash' }).where(eq(entries.id, referenceIds.threeLeft))
  for (const id of [referenceIds.threeLeft, referenceIds.sizes['50-g'], 1e9])
    expect((await call('PUT', path(id), { version: 1, document: { version: '4.0.0', blocks: [] } })).status).toBe(404)
})
