/** The published client of WooCommerce's REST API against this shop, over HTTP as programs use it. */
import { serve } from '@hono/node-server'
import WooCommerceRestApi from '@woocommerce/woocommerce-rest-api'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { createApiKey } from '../../src/people/identity/keys/api-keys.store.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'

const { shop } = await openShop()
const owner = await createSignedInUser(shop, 'shop_manager')
const key = await createApiKey(shop, { userId: owner.id, description: 'A client', permissions: 'read_write' })

const server = serve({ fetch: (request) => app.fetch(request), port: 0, hostname: '127.0.0.1' })
await new Promise<void>((done) => void server.once('listening', done))
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
const app = createApp({ ...shop, url })
afterAll(() => void server.close())

const client = new WooCommerceRestApi({
  url,
  consumerKey: key?.consumerKey ?? '',
  consumerSecret: key?.consumerSecret ?? '',
  version: 'wc/v3',
})

test('the published client lists, makes, changes, copies and deletes products, alone and many at once', async () => {
  const made = await client.post('products', { name: 'By a client', regular_price: '12.50', sku: 'CLIENT-1' })
  expect([made.status, made.data.price]).toEqual([201, '12.50'])
  const { id } = made.data
  const changed = await client.put(`products/${id}`, { sale_price: '9.99', meta_data: [{ key: 'till', value: '7' }] })
  expect([changed.data.price, changed.data.meta_data]).toEqual(['9.99', [{ id: 1, key: 'till', value: '7' }]])
  const listed = await client.get('products', { sku: 'CLIENT-1', per_page: 5 })
  expect([listed.headers['x-wp-total'], listed.data[0].id]).toEqual(['1', id])
  const batch = await client.post('products/batch', {
    create: [{ name: 'Second' }, { name: 'Third', sku: 'CLIENT-1' }],
    update: [{ id, menu_order: 4 }],
  })
  expect(batch.data).toMatchObject({
    create: [{ name: 'Second' }, { id: 0, error: { code: 'product_invalid_sku' } }],
    update: [{ id, menu_order: 4 }],
  })
  const copy = await client.post(`products/${id}/duplicate`, {})
  expect(copy.data).toMatchObject({ sku: 'CLIENT-1-1', status: 'draft' })
  expect((await client.delete(`products/${id}`, { force: true })).data.id).toBe(id)
  await expect(client.get(`products/${id}`)).rejects.toMatchObject({ response: { status: 404 } })
})

test('the published client does every verb on tax rates and classes', async () => {
  const { data: made } = await client.post('taxes/classes', { name: 'Spirits' })
  expect([made.slug, (await client.get('taxes/classes/spirits')).data[0].name]).toEqual(['spirits', 'Spirits'])
  const rate = await client.post('taxes', {
    country: 'US',
    state: 'AL',
    rate: '4',
    name: 'State Tax',
    class: 'spirits',
  })
  const { id } = rate.data
  expect([rate.status, (await client.get(`taxes/${id}`)).data.rate]).toEqual([201, '4.0000'])
  expect((await client.put(`taxes/${id}`, { name: 'US Tax', shipping: false })).data.name).toBe('US Tax')
  expect((await client.get('taxes', { class: 'spirits' })).headers['x-wp-total']).toBe('1')
  const batch = await client.post('taxes/batch', {
    create: [{ country: 'US', rate: '5' }],
    update: [{ id, rate: '6' }],
  })
  expect(batch.data).toMatchObject({ create: [{ rate: '5.0000' }], update: [{ id, rate: '6.0000' }] })
  expect((await client.delete(`taxes/${id}`, { force: true })).data.id).toBe(id)
  expect((await client.delete('taxes/classes/spirits', { force: true })).data.slug).toBe('spirits')
  expect((await client.get('taxes/classes')).data.map((one: { slug: string }) => one.slug)).not.toContain('spirits')
})
