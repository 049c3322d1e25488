/** The published client of WooCommerce's REST API against this shop, over HTTP as programs use it. */
import { serve } from '@hono/node-server'
import WooCommerceRestApi from '@woocommerce/woocommerce-rest-api'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { createApiKey } from '../../src/people/identity/keys/api-keys.store.ts'
import { deliverWebhooks, signatureOf } from '../../src/shop/webhooks/deliver-webhooks.ts'
import { webhookResources } from '../../src/webhook-resources.ts'
import { openReceiver } from '../support/receiver.ts'
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

const { consumerKey = '', consumerSecret = '' } = key ?? {}
const clientOf = (version: string) =>
  new WooCommerceRestApi({ url, consumerKey, consumerSecret, version: version as 'wc/v3' })
const client = clientOf('wc/v3')
const refusal = (code: string) => ({ response: { status: 400, data: { code } } })

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

test('the published client does every documented verb on shipping zones, their places and methods', async () => {
  const zone = (await client.post('shipping/zones', { name: 'Prairies', order: 2 })).data
  expect((await client.get('shipping/zones')).data).toContainEqual(expect.objectContaining({ id: zone.id }))
  expect((await client.get(`shipping/zones/${zone.id}`)).data.name).toBe('Prairies')
  expect((await client.put(`shipping/zones/${zone.id}`, { name: 'The prairies' })).data.name).toBe('The prairies')
  const places = [{ code: 'CA:AB', type: 'state' }]
  expect((await client.put(`shipping/zones/${zone.id}/locations`, places as never)).data).toMatchObject(places)
  expect((await client.get(`shipping/zones/${zone.id}/locations`)).data).toMatchObject(places)
  const methods = `shipping/zones/${zone.id}/methods`
  const made = (await client.post(methods, { method_id: 'flat_rate', settings: { cost: '10 + (2 * [qty])' } })).data
  expect((await client.get(methods)).data).toHaveLength(1)
  expect((await client.get(`${methods}/${made.id}`)).data.settings.cost.value).toBe('10 + (2 * [qty])')
  expect((await client.put(`${methods}/${made.id}`, { enabled: false })).data.enabled).toBe(false)
  expect((await client.delete(`${methods}/${made.id}`, { force: true })).status).toBe(200)
  expect((await client.delete(`shipping/zones/${zone.id}`, { force: true })).status).toBe(200)
  expect((await client.get('shipping_methods')).data).toHaveLength(3)
  expect((await client.get('shipping_methods/local_pickup')).data.id).toBe('local_pickup')
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

test('the published client does every documented verb on orders, their notes and refunds', async () => {
  const { id: product_id } = (await client.post('products', { name: 'Ordered', regular_price: '10.00' })).data
  const line_items = [{ product_id, quantity: 2 }]
  const made = (await client.post('orders', { line_items, set_paid: true, payment_method: 'bacs' })).data
  expect([made.status, made.line_items[0].quantity]).toEqual(['processing', 2])
  expect((await client.get('orders', { include: [made.id] } as never)).data[0].id).toBe(made.id)
  expect((await client.get(`orders/${made.id}`)).data.id).toBe(made.id)
  expect((await client.put(`orders/${made.id}`, { customer_note: 'Ring twice' })).data.customer_note).toBe('Ring twice')
  expect((await client.get('orders/statuses')).data).toContainEqual({ slug: 'processing', name: 'Processing' })

  const note = (await client.post(`orders/${made.id}/notes`, { note: 'Packed.' })).data
  expect((await client.get(`orders/${made.id}/notes/${note.id}`)).data.note).toBe('Packed.')
  expect((await client.get(`orders/${made.id}/notes`, { type: 'internal' } as never)).data[0].id).toBe(note.id)
  expect((await client.delete(`orders/${made.id}/notes/${note.id}`, { force: true })).data.id).toBe(note.id)

  const refund = (await client.post(`orders/${made.id}/refunds`, { amount: '1.00', api_refund: false })).data
  expect((await client.get(`orders/${made.id}/refunds/${refund.id}`)).data.amount).toBe('1.00')
  expect((await client.get(`orders/${made.id}/refunds`)).data).toMatchObject([{ id: refund.id }])
  expect((await client.get('refunds')).data).toContainEqual(expect.objectContaining({ id: refund.id }))
  expect((await client.delete(`orders/${made.id}/refunds/${refund.id}`, { force: true })).data.id).toBe(refund.id)
  expect((await client.get(`orders/${made.id}`)).data.refunds).toEqual([])

  const receipt = (await client.post(`orders/${made.id}/receipt`, {})).data
  expect((await client.get(`orders/${made.id}/receipt`)).data.receipt_url).toBe(receipt.receipt_url)
  const batch = await client.post('orders/batch', {
    create: [{ line_items }, { line_items: [{ product_id, quantity: -1 }] }],
    update: [{ id: made.id, customer_note: 'Ring once' }],
  })
  expect(batch.data).toMatchObject({
    create: [{ line_items: [{ quantity: 2 }] }, { error: { code: 'rest_invalid_param' } }],
    update: [{ customer_note: 'Ring once' }],
  })
  const actions = `orders/${made.id}/actions`
  const templates = (await client.get(`${actions}/email_templates`)).data as { id: string }[]
  expect(templates.map((one) => one.id)).toContain('customer_processing_order')
  const email = 'eve@shop.test'
  await expect(client.post(`${actions}/send_order_details`, {})).rejects.toMatchObject(
    refusal('woocommerce_rest_missing_email'),
  )
  expect((await client.post(`${actions}/send_order_details`, { email })).data.message).toContain(email)
  for (const { id: template_id } of templates)
    expect((await client.post(`${actions}/send_email`, { template_id })).data.message).toContain(email)
  await expect(client.post(`${actions}/send_email`, { template_id: 'customer_failed_order' })).rejects.toMatchObject(
    refusal('woocommerce_rest_invalid_email_template'),
  )
  const { id } = batch.data.create[0]
  expect((await client.delete(`orders/${id}`)).data.status).toBe('cancelled')
  expect((await client.delete(`orders/${id}`, { force: true })).data.id).toBe(id)
})

test('the published client does every documented verb on webhooks, and sees what they were told', async () => {
  const receiver = await openReceiver()
  const hook = { topic: 'order.created', delivery_url: receiver.url, secret: 'tea' }
  const made = (await client.post('webhooks', hook)).data
  expect((await client.get('webhooks')).data).toContainEqual(expect.objectContaining({ id: made.id }))
  expect((await client.get(`webhooks/${made.id}`)).data.topic).toBe('order.created')
  const deliver = () => deliverWebhooks({ ...shop, url }, { readResource: webhookResources, isAllowed: () => true })
  const { id: product_id } = (await client.post('products', { name: 'Told', regular_price: '10.00' })).data
  const order = (await client.post('orders', { line_items: [{ product_id }] })).data
  await deliver()
  expect(receiver.events('order.created')).toMatchObject([{ id: order.id, total: order.total }])
  const { body = '', headers } = receiver.received.at(-1) ?? {}
  expect(headers?.['x-wc-webhook-signature']).toBe(signatureOf('tea', body))

  const own = clientOf('samovar/v1')
  const [delivery] = (await own.get(`webhooks/${made.id}/deliveries`, { status: 'sent', per_page: 1 })).data
  expect(delivery).toMatchObject({ topic: 'order.created', resource_id: order.id, request_body: body })
  expect((await own.post(`webhook-deliveries/${delivery.id}/resend`, {})).data.status).toBe('waiting')
  expect((await own.post(`webhooks/${made.id}/ping`, {})).data).toEqual({ queued: true })
  await deliver()
  expect(receiver.events('order.created')).toHaveLength(2)

  expect((await client.put(`webhooks/${made.id}`, { status: 'paused' })).data.status).toBe('paused')
  const batch = await client.post('webhooks/batch', {
    create: [hook, { ...hook, topic: 'order.eaten' }],
    update: [{ id: made.id, name: 'Till' }],
  })
  expect(batch.data).toMatchObject({
    create: [{ status: 'active' }, { error: { code: 'woocommerce_rest_shop_webhook_invalid_topic' } }],
    update: [{ name: 'Till', status: 'paused' }],
  })
  const [{ id }] = batch.data.create
  expect((await client.post('webhooks/batch', { delete: [made.id] })).data.delete[0].id).toBe(made.id)
  expect((await client.delete(`webhooks/${id}`, { force: true })).data.id).toBe(id)
})

test('the published client reads every report', async () => {
  expect((await client.get('reports')).data).toContainEqual(expect.objectContaining({ slug: 'sales' }))
  for (const name of [
    'sales',
    'top_sellers',
    ...['orders', 'products', 'customers', 'coupons', 'reviews'].map((of) => `${of}/totals`),
  ])
    expect([name, Array.isArray((await client.get(`reports/${name}`)).data)]).toEqual([name, true])
})
