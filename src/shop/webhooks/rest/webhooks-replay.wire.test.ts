/** The recorded exchanges of `wc/v3/webhooks` and the recorded deliveries, in order. */
import { beforeAll, expect, test } from 'vitest'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openReceiver } from '../../../../test/support/receiver.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser, recordedCallers } from '../../../../test/support/users.ts'
import { compareBodies, compareHeaders } from '../../../../test/wire/compare.ts'
import { type Exchange, explained, recordedExchanges } from '../../../../test/wire/replay.ts'
import { createApp } from '../../../app.ts'
import { setShopTimeZone } from '../../../platform/time/shop-time.ts'
import { webhookResources } from '../../../webhook-resources.ts'
import { deliverWebhooks, signatureOf } from '../deliver-webhooks.ts'

type Recorded = Exchange & { readonly auth: string; readonly raw_body_starts?: string }
const exchanges = recordedExchanges('wc-v3-webhooks') as unknown as readonly Recorded[]

let moment = new Date()
const { db, pool, shop } = await openShop({ now: () => moment })
const secure = { ...shop, url: 'https://shop.test' }
const app = createApp(secure)
const receiver = await openReceiver()
const deliver = () => deliverWebhooks(secure, { readResource: webhookResources, isAllowed: () => true })

const owner = await createSignedInUser(shop, 'administrator')
const customer = await createSignedInUser(shop, 'customer')
const callers = await recordedCallers(shop, { owner: owner.id, customer: customer.id })
beforeAll(() => setShopTimeZone('America/Toronto'))

const here = (text: string) => text.replaceAll('http://listener.test', receiver.url)
const there = (text: string) => text.replaceAll(receiver.url, 'http://listener.test')

/** Our order and product in place of the recorded ones, whose calls are replayed in other tests. */
let orderId = 0
const happens: Readonly<Record<string, () => Promise<unknown>>> = {
  'an order is created': async () => {
    orderId = (await writeOrder(db, { status: 'pending' })).id
  },
  'the order is updated': async () => {
    await pool.query(`update orders set status = 'processing', invoice_number = 1 where id = ${orderId}`)
    await pool.query('update stock_levels set on_hand = on_hand - 1 where product_id = 133')
  },
  'a product is updated': () => call('PUT', '/wp-json/wc/v3/products/131', { short_description: 'Malty and strong' }),
  'a product is deleted': async () => 0,
}

async function call(method: string, url: string, body: unknown, caller = 'consumer key, read_write') {
  const response = await app.request(url, {
    method,
    headers: { ...callers[caller], ...(body === null ? {} : { 'content-type': 'application/json' }) },
    ...(body === null ? {} : { body: here(JSON.stringify(body)) }),
  })
  return { response, json: JSON.parse(there(await response.text())) as Record<string, unknown> }
}

const deviations: Readonly<Record<string, readonly [where: RegExp, reason: string]>> = {
  list: [/^body\[|link/, 'webhooks-newest-first'],
  'after 7 product updates, of which 7 were delivered to the failing listener': [/status/, 'webhooks-three-days'],
  'with a read-only key: read': [/totalpages/, 'webhooks-pages'],
  batch: [/message/, 'webhooks-one-message'],
  delete: [/status|date_modified/, 'webhooks-three-days'],
  'delete again': [/message/, 'webhooks-one-message'],
}
const everywhere = /\.(failure_count|waiting_count)$/

/** Gives the next created item the id that it has in the recording. */
const nextIds = ['users', 'coupons'].map((table) => `select setval(pg_get_serial_sequence('${table}', 'id'), $1)`)

async function replay(exchange: Recorded) {
  const { name, request, response } = exchange
  const { create, update } = response.body as { create?: object[]; update?: object[] }
  const recorded = (create?.[0] ?? update?.[0] ?? response.body) as {
    id?: number
    date_modified_gmt?: string
    date_created_gmt?: string
  }
  const stamp = recorded?.date_modified_gmt ?? recorded?.date_created_gmt
  if (typeof stamp === 'string') moment = new Date(`${stamp}Z`)
  const { pathname, search } = new URL(request.url)
  if (/^a c.+ is created$/.test(name)) for (const set of nextIds) await pool.query(set, [(recorded.id ?? 1) - 1])
  if (happens[name]) return void (await happens[name]())
  const { response: ours, json } = await call(request.method, pathname + search, request.body, exchange.auth)
  const differences = [
    ...compareHeaders(response.headers, ours.headers).filter(({ where }) =>
      /^header (x-wp-total|x-wp-totalpages|location|content-type)$/.test(where),
    ),
    ...compareBodies(response.body, json, { isCut: exchange.trimmed !== undefined }).filter(
      ({ where }) => !everywhere.test(where),
    ),
  ]
  if (ours.status !== response.status)
    differences.push({ where: 'status', recorded: response.status, ours: `${ours.status} ${JSON.stringify(json)}` })
  const [where, reason] = deviations[name] ?? [/^$/, '']
  if (reason !== '') expect([...explained], name).toContain(reason)
  expect(
    differences.filter((one) => !where.test(one.where)),
    name,
  ).toEqual([])
}

const isDelivery = ({ request }: Recorded) => request.url.startsWith('http://listener.test/')

test('every recorded call is answered as recorded, and every recorded delivery arrives with its headers and signature', async () => {
  for (const exchange of exchanges) {
    if (!isDelivery(exchange)) {
      if (exchange.name.startsWith('after 7 ')) await deliver()
      await replay(exchange)
      continue
    }
    if (!/^ping at/.test(exchange.name) || receiver.received.length === 0) {
      moment = new Date()
      await deliver()
    }
    const { pathname } = new URL(exchange.request.url)
    const index = receiver.received.findIndex(({ path, headers }) => path === pathname && !('x-seen' in headers))
    const ours = receiver.received[index]
    expect(ours, `${exchange.name} ${pathname}`).toBeDefined()
    if (!ours) continue
    receiver.received[index] = { ...ours, headers: { ...ours.headers, 'x-seen': 'yes' } }
    const headers = Object.entries(exchange.request.headers).map(([key, value]) => [key.toLowerCase(), value] as const)
    for (const [key, value] of headers) {
      if (['host', 'accept-encoding', 'content-length'].includes(key)) continue
      if (key === 'user-agent') expect(ours.headers[key]).toMatch(/^WooCommerce\/[\d.]+ Hookshot \(.+\)$/)
      else if (key === 'x-wc-webhook-signature') expect(ours.headers[key]).toBe(signatureOf('tea-secret', ours.body))
      else if (key === 'x-wc-webhook-delivery-id') expect(ours.headers[key]).toMatch(/^[0-9a-f]{32}$/)
      else expect([key, ours.headers[key]]).toEqual([key, value])
    }
    if (exchange.raw_body_starts?.startsWith('{"id"'))
      expect(ours.body.replace(/\d+/, '')).toMatch(/^\{"id":,"(parent_id|name|date_created|code)":/)
    else expect(ours.body).toBe(exchange.request.body)
  }
})
