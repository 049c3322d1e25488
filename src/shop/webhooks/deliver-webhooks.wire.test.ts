/** Webhook deliveries to receivers that are down, slow, forgetful or malicious, and their cost for the shop. */
import { beforeEach, describe, expect, test } from 'vitest'
import { newBuyer } from '../../../test/running/buyer.ts'
import { ada, writeOrder } from '../../../test/support/orders.ts'
import { openReceiver } from '../../../test/support/receiver.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { erasePerson } from '../../people/privacy/personal-data.ts'
import { DAY_MS, HOUR_MS } from '../../platform/time/durations.ts'
import { webhookResources } from '../../webhook-resources.ts'
import { outcomeText } from './admin/webhook-parts.tsx'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { claimDue, tidyDeliveries } from './deliveries.store.ts'
import type { DeliveryJson } from './rest/webhook-json.ts'
import { webhookData } from './webhook-data.ts'
import { insertWebhook, readWebhook, updateWebhook } from './webhooks.store.ts'

let shift = 0
const { app, db, pool, shop } = await openShop({ now: () => new Date(Date.now() + shift) })
const receiver = await openReceiver()
const other = await openReceiver()
const owner = await createSignedInUser(shop, 'administrator')

const options = { readResource: webhookResources, isAllowed: () => true, timeoutMs: 1000 }
const deliver = () => deliverWebhooks(shop, options)
const later = async (ms: number) => {
  shift += ms
  return deliver()
}
const ok = receiver.answer
const add = async (topic: string, path = '/', url = receiver.url) =>
  (await insertWebhook(shop, { topic, deliveryUrl: url + path, secret: 'tea-secret' })).id
const setStatus = (order: number, status: string) =>
  pool.query(
    'update orders set status = $1, invoice_number = coalesce(invoice_number, id), updated_at = now() where id = $2',
    [status, order],
  )
const log = async () =>
  (await pool.query('select * from webhook_deliveries where topic <> $1 order by id', ['ping'])).rows as {
    topic: string
    key: string
    status: string
    problem: string | null
    response_status: number | null
    response_body: string | null
    request_body: string | null
    resource_id: number
    attempts: number
  }[]
const call = async (method: string, path: string, body?: object) => {
  const headers = { ...owner.headers, ...(body && { 'content-type': 'application/json' }) }
  const response = await app.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return { status: response.status, text: await response.clone().text(), json: (await response.json()) as never }
}

beforeEach(async () => {
  shift = 0
  receiver.answer = ok
  other.answer = ok
  receiver.received.length = 0
  other.received.length = 0
  await pool.query('truncate webhooks, webhook_deliveries')
  await pool.query('truncate orders cascade')
})

describe('what is queued', () => {
  test('an event commits with its change, or not at all, and once for a transaction', async () => {
    await add('order.updated')
    await db.transaction(async (tx) => {
      await tx.execute('select 1')
      return { ok: false }
    })
    const { id } = await writeOrder(db)
    const client = await pool.connect()
    await client.query('begin')
    await client.query(`update orders set status = 'failed' where id = ${id}`)
    await client.query('rollback')
    await client.query('begin')
    await client.query(`update orders set customer_note = 'a' where id = ${id}`)
    await client.query(`update orders set customer_note = 'b' where id = ${id}`)
    await client.query('commit')
    client.release()
    expect((await log()).map(({ topic, resource_id }) => [topic, resource_id])).toEqual([
      ['order.updated', id],
      ['order.updated', id],
    ])
  })

  test('every topic is told by the change it names, whoever makes it', async () => {
    const topics = [
      ...['order.created', 'order.updated', 'order.deleted', 'product.created', 'product.updated', 'product.deleted'],
      ...['product.restored', 'customer.created', 'customer.updated', 'customer.deleted', 'coupon.created'],
      ...['coupon.updated', 'coupon.deleted', 'action.woocommerce_add_to_cart', 'action.woocommerce_payment_complete'],
      ...['action.woocommerce_order_status_completed', 'action.woocommerce_product_set_stock'],
    ]
    for (const topic of topics) await add(topic)
    const { id } = await writeOrder(db)
    await setStatus(id, 'completed')
    await pool.query('update orders set paid_at = now() where id = $1', [id])
    await pool.query('delete from orders where id = $1', [id])
    const product = (
      (await call('POST', '/wp-json/wc/v3/products', { name: 'New tea', regular_price: '5' })).json as { id: number }
    ).id
    await call('PUT', `/wp-json/wc/v3/products/${product}`, { weight: '3' })
    await call('DELETE', `/wp-json/wc/v3/products/${product}`)
    await call('PUT', `/wp-json/wc/v3/products/${product}`, { status: 'publish' })
    await call('DELETE', `/wp-json/wc/v3/products/${product}?force=true`)
    const email = 'hooked@shop.test'
    const customer = ((await call('POST', '/wp-json/wc/v3/customers', { email })).json as { id: number }).id
    await call('PUT', `/wp-json/wc/v3/customers/${customer}`, { first_name: 'Ada' })
    await call('DELETE', `/wp-json/wc/v3/customers/${customer}?force=true`)
    const coupon = ((await call('POST', '/wp-json/wc/v3/coupons', { code: 'hooked' })).json as { id: number }).id
    await call('PUT', `/wp-json/wc/v3/coupons/${coupon}`, { amount: '2' })
    await call('DELETE', `/wp-json/wc/v3/coupons/${coupon}?force=true`)
    await newBuyer(async (path, init) => app.request(path, init)).add(133)
    await pool.query('update stock_levels set on_hand = 2 where product_id = 133')
    await pool.query('update stock_levels set on_hand = 3 where product_id = 133')
    const told = new Set((await log()).map(({ topic }) => topic))
    expect(topics.filter((topic) => !told.has(topic))).toEqual([])
    await deliver()
    expect(receiver.events('order.deleted')).toEqual([{ id }])
    expect(receiver.events('product.deleted')).toEqual([{ id: product }, { id: product }])
    expect(receiver.events('customer.deleted')).toEqual([{ id: customer }])
    expect(receiver.events('action.woocommerce_order_status_completed')).toEqual([
      { action: 'woocommerce_order_status_completed', arg: id },
    ])
    expect(receiver.events('action.woocommerce_add_to_cart')[0]?.arg).toMatch(/^\w+$/)
  })

  test('a coupon in the trash is deleted, and is not deleted again with the trash', async () => {
    for (const event of ['created', 'updated', 'deleted', 'restored']) await add(`coupon.${event}`)
    const change = (method: string, path: string, body?: object) => call(method, `/wp-json/wc/v3/coupons${path}`, body)
    const told = async () => (await log()).map(({ topic }) => topic)
    const { id } = (await change('POST', '', { code: 'binned', amount: '1' })).json as { id: number }
    await change('DELETE', `/${id}`)
    expect(await told()).toEqual(['coupon.created', 'coupon.deleted'])
    await change('PUT', `/${id}`, { amount: '2' })
    expect(await told()).toHaveLength(2)
    await change('PUT', `/${id}`, { status: 'publish' })
    await change('PUT', `/${id}`, { amount: '3' })
    await change('DELETE', `/${id}`)
    await change('DELETE', `/${id}?force=true`)
    expect((await told()).slice(2)).toEqual(['coupon.restored', 'coupon.updated', 'coupon.deleted'])
  })

  test('accounts of the staff, and what the checkout remembers for itself, are no events', async () => {
    const { id } = await writeOrder(db)
    for (const topic of ['customer.created', 'customer.updated', 'order.updated']) await add(topic)
    await createSignedInUser(shop, 'editor')
    await pool.query('update orders set hold_expires_at = now(), active_payment_attempts = 1 where id = $1', [id])
    expect(await log()).toEqual([])
  })
})

describe('receivers', () => {
  test('one that is down for a day gets each event afterwards, in order for each object, and stays switched on', async () => {
    const id = await add('order.updated')
    const orders = [await writeOrder(db), await writeOrder(db), await writeOrder(db)]
    receiver.answer = (response) => response.writeHead(503).end()
    for (const status of ['on-hold', 'processing', 'completed']) {
      for (const order of orders) await setStatus(order.id, status)
      await later(HOUR_MS / 2)
    }
    for (let hours = 0; hours < 22; hours += 1) await later(HOUR_MS)
    expect(receiver.received.length).toBeLessThan(200)
    receiver.answer = ok
    receiver.received.length = 0
    await later(2 * HOUR_MS)
    const rows = await log()
    expect(rows).toHaveLength(12)
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['sent']))
    const keysOf = (order: number) => rows.filter(({ resource_id }) => resource_id === order).map(({ key }) => key)
    const arrived = receiver.received.map(({ headers }) => `${headers['x-wc-webhook-delivery-id']}`)
    for (const order of orders) {
      const keys = keysOf(order.id)
      expect(keys).toHaveLength(4)
      expect(arrived.filter((key) => keys.includes(key))).toEqual(keys)
    }
    expect(await readWebhook(db, id)).toMatchObject({ status: 'active', failureCount: 0 })
  })

  test('an event that fails holds up those of its own object alone', async () => {
    await add('order.updated')
    const [bad, good] = [await writeOrder(db), await writeOrder(db)]
    await deliver()
    receiver.received.length = 0
    receiver.answer = (response, { body }) =>
      response.writeHead((JSON.parse(body) as { id: number }).id === bad.id ? 500 : 200).end('no')
    await setStatus(bad.id, 'on-hold')
    await setStatus(good.id, 'on-hold')
    await setStatus(bad.id, 'completed')
    await setStatus(good.id, 'completed')
    await deliver()
    expect(
      receiver
        .events('order.updated')
        .map((order) => order.id)
        .toSorted(),
    ).toEqual([bad.id, good.id, good.id])
    receiver.answer = ok
    receiver.received.length = 0
    await later(2 * HOUR_MS)
    expect(receiver.events('order.updated').map((order) => order.id)).toEqual([bad.id, bad.id])
  })

  test('after three days an event is given up, and after six of them in a row the webhook is switched off', async () => {
    const id = await add('order.created')
    receiver.answer = (response) => response.writeHead(500).end('broken')
    const first = await writeOrder(db)
    await deliver()
    await later(3 * DAY_MS)
    expect(await log()).toMatchObject([{ status: 'failed', response_status: 500, response_body: 'broken' }])
    expect(await readWebhook(db, id)).toMatchObject({ status: 'active', failureCount: 1 })
    for (let more = 0; more < 5; more += 1) await writeOrder(db)
    await later(4 * DAY_MS)
    expect(await readWebhook(db, id)).toMatchObject({ status: 'disabled', failureCount: 6 })
    await setStatus(first.id, 'completed')
    expect((await log()).length).toBe(6)
    const before = await readWebhook(db, id)
    if (before) await updateWebhook(shop, before, { status: 'active' })
    expect(await readWebhook(db, id)).toMatchObject({ status: 'active', failureCount: 0 })
  })

  test('a slow one is cut off, and others get their events meanwhile', async () => {
    await add('order.created')
    await add('order.updated', '/', other.url)
    receiver.answer = (response, { path }) => void (path === '/' && setTimeout(() => response.end('ok'), 3000))
    for (let more = 0; more < 6; more += 1) await writeOrder(db)
    const run = deliver()
    await expect.poll(() => other.events('order.updated').length, { timeout: 900 }).toBe(6)
    await writeOrder(db)
    await expect.poll(() => other.events('order.updated').length, { timeout: 2000 }).toBe(7)
    await run
    expect((await log()).filter(({ topic }) => topic === 'order.created')).toContainEqual(
      expect.objectContaining({ status: 'waiting', problem: 'timeout', attempts: 1 }),
    )
  })

  test.each([
    ['http://127.0.0.1:1', 'refused', 'refused the connection'],
    ['http://no-such-host.invalid', 'unknown-host', 'no server of this name'],
    [receiver.url.replace('http:', 'https:'), 'no-secure-connection', 'no secure connection'],
  ])('why %s gets nothing is told', async (url, problem, text) => {
    const id = await add('order.created', '/', url)
    await writeOrder(db)
    await deliver()
    expect(await log()).toMatchObject([{ status: 'waiting', problem, response_status: null }])
    const listed = await call('GET', `/wp-json/samovar/v1/webhooks/${id}/deliveries`)
    expect(outcomeText((listed.json as DeliveryJson[])[0] as DeliveryJson)).toContain(text)
  })

  test('one that answers garbage, or for ever, has got its event; what is kept of it is bounded', async () => {
    await add('order.created')
    receiver.answer = (response) => {
      response.writeHead(201, { 'content-type': 'application/json' })
      response.write(`\0{{{${'<script>'.repeat(5000)}`)
    }
    await writeOrder(db)
    await deliver()
    const [row] = await log()
    expect(row).toMatchObject({ status: 'sent', response_status: 201 })
    expect(row?.response_body).toMatch(/^\{\{\{<script>/)
    expect(row?.response_body?.length).toBeLessThanOrEqual(10_000)
  })

  test('a redirect is not followed, and nothing in this network is called', async () => {
    await add('order.created')
    receiver.answer = (response) => response.writeHead(307, { location: `${other.url}/inside` }).end()
    await writeOrder(db)
    await deliver()
    expect(other.received).toEqual([])
    expect(await log()).toMatchObject([{ status: 'waiting', response_status: 307 }])
    receiver.received.length = 0
    shift += HOUR_MS
    await deliverWebhooks(shop, { readResource: webhookResources })
    expect(receiver.received).toEqual([])
    expect(await log()).toMatchObject([{ status: 'waiting', problem: 'not-public' }])
  })

  test('one that speaks another protocol has not got it, and nobody waits for it', async () => {
    await add('order.created')
    receiver.answer = ({ socket }) =>
      void socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n')
    await writeOrder(db)
    await deliver()
    expect(await log()).toMatchObject([{ status: 'waiting', problem: 'unreachable', response_status: null }])
  })

  test('one that answered into the void is told again, with the same delivery id', async () => {
    await add('order.created')
    receiver.answer = (response) => response.socket?.destroy()
    await writeOrder(db)
    await deliver()
    receiver.answer = ok
    await later(2 * HOUR_MS)
    const ids = receiver.received.flatMap(({ headers }) => headers['x-wc-webhook-delivery-id'] ?? [])
    expect(ids.length).toBe(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('what a killed worker had taken is delivered by the next one; two at once send each event once', async () => {
    await add('order.updated')
    const { id } = await writeOrder(db)
    await setStatus(id, 'on-hold')
    const killed = await claimDue(db, { now: shop.now(), places: 5, perWebhook: 5, running: new Map() })
    expect(killed.filter(({ delivery }) => delivery.topic !== 'ping')).toHaveLength(1)
    await deliver()
    expect(receiver.events('order.updated')).toEqual([])
    shift += 3 * 60_000
    await Promise.all([deliver(), deliver()])
    expect(receiver.events('order.updated')).toHaveLength(2)
  })

  test('an event whose body cannot be made is tried and given up like others, and its receiver is not blamed', async () => {
    const id = await add('order.updated')
    const [bad, good] = [await writeOrder(db), await writeOrder(db)]
    const readResource: typeof webhookResources = async (inShop, resource, about) => {
      if (about === bad.id) throw new Error('no order')
      return webhookResources(inShop, resource, about)
    }
    const tryAfter = async (ms: number) => {
      shift += ms
      await deliverWebhooks(shop, { ...options, readResource })
    }
    await tryAfter(0)
    expect(await log()).toMatchObject([
      { resource_id: bad.id, status: 'waiting', problem: 'no-body', attempts: 1, request_body: '' },
      { resource_id: good.id, status: 'sent' },
    ])
    for (let more = 0; more < 7; more += 1) await setStatus(bad.id, more % 2 === 0 ? 'on-hold' : 'processing')
    await tryAfter(3 * DAY_MS)
    expect((await log()).map(({ status }) => status).toSorted()).toEqual([...Array(8).fill('failed'), 'sent'])
    expect(await readWebhook(db, id)).toMatchObject({ status: 'active', failureCount: 0 })
    await setStatus(bad.id, 'completed')
    await deliver()
    expect((await log()).at(-1)).toMatchObject({ resource_id: bad.id, status: 'sent' })
  })

  test('of what is gone before it can be told, its deletion is told', async () => {
    await add('order.updated')
    await add('order.deleted')
    const { id } = await writeOrder(db)
    await pool.query('delete from orders where id = $1', [id])
    await deliver()
    expect((await log()).map(({ topic, status }) => [topic, status])).toEqual([
      ['order.updated', 'skipped'],
      ['order.deleted', 'sent'],
    ])
  })
})

test('an address with a line break or another control character is refused, and blanks around it are dropped', async () => {
  const sent = { topic: 'order.created', secret: 'tea-secret' }
  for (const delivery_url of ['https://tea.test/a\nb', 'https://tea.test/\u0007', 'https://te\ta.test/']) {
    const refused = await call('POST', '/wp-json/wc/v3/webhooks', { ...sent, delivery_url })
    expect(refused).toMatchObject({
      status: 400,
      json: { code: 'woocommerce_rest_shop_webhook_invalid_delivery_url' },
    })
  }
  const made = await call('POST', '/wp-json/wc/v3/webhooks', { ...sent, delivery_url: ' \n https://tea.test/ ' })
  expect(made).toMatchObject({ status: 201, json: { delivery_url: 'https://tea.test/' } })
})

test('a paused webhook is told nothing, and one that is removed leaves nothing', async () => {
  const id = await add('order.created')
  await call('PUT', `/wp-json/wc/v3/webhooks/${id}`, { status: 'paused' })
  await writeOrder(db)
  expect(await log()).toEqual([])
  await call('DELETE', `/wp-json/wc/v3/webhooks/${id}?force=true`)
  await tidyDeliveries(db, shop.now())
  expect(await pool.query('select 1 from webhook_deliveries')).toMatchObject({ rowCount: 0 })
})

test('the log shows what was sent and answered, and sends it again; no answer has the secret', async () => {
  const made = await call('POST', '/wp-json/wc/v3/webhooks?context=edit', {
    topic: 'order.created',
    delivery_url: receiver.url,
    secret: 'very-secret-tea',
  })
  const { id } = made.json as { id: number }
  await writeOrder(db)
  await deliver()
  const listed = await call('GET', `/wp-json/samovar/v1/webhooks/${id}/deliveries`)
  const [sent, ping] = listed.json as { id: number; status: string; topic: string }[]
  expect([sent, ping]).toMatchObject([
    { topic: 'order.created', status: 'sent' },
    { topic: 'ping', status: 'sent' },
  ])
  expect(sent).toMatchObject({ response_status: 200, response_body: 'ok' })
  expect(listed.text).toContain('Kettle Lane')
  const again = await call('POST', `/wp-json/samovar/v1/webhook-deliveries/${sent?.id}/resend`, {})
  expect(again.json).toMatchObject({ status: 'waiting', attempts: 0 })
  expect((await call('POST', `/wp-json/samovar/v1/webhooks/${id}/ping`, {})).status).toBe(200)
  await deliver()
  expect(receiver.events('order.created')).toHaveLength(2)
  expect(receiver.received.filter(({ body }) => body === `webhook_id=${id}`)).toHaveLength(2)
  const one = await call('GET', `/wp-json/wc/v3/webhooks/${id}?context=edit`)
  const { rows } = await pool.query('select * from webhooks, admin_log, webhook_deliveries')
  for (const text of [made.text, one.text, listed.text, JSON.stringify(rows)])
    expect(text).not.toContain('very-secret-tea')
  expect((await call('GET', '/wp-json/samovar/v1/webhooks/999/deliveries')).status).toBe(404)
  expect((await call('POST', '/wp-json/samovar/v1/webhook-deliveries/999999/resend', {})).status).toBe(404)
})

test('what was told about a person who is erased is erased, and what waits is told first', async () => {
  await add('order.created')
  await add('order.updated')
  const person = { userId: null, email: 'eve@shop.test' }
  await writeOrder(db, { billing: { ...ada, email: person.email } })
  await writeOrder(db)
  await deliver()
  expect(await webhookData.read(db, person)).toHaveLength(2)
  await writeOrder(db, { billing: { ...ada, email: person.email } })
  await db.transaction((tx) => webhookData.erase(tx, person, shop.now()))
  expect((await log()).map(({ status }) => status)).toEqual(['sent', 'sent', 'waiting', 'waiting'])
})

test('a person reads what was told about their own account and orders, and not the coupon that names others', async () => {
  await add('coupon.updated')
  await add('order.created')
  const eve = { userId: null, email: 'eve@shop.test' }
  const fields = { code: 'forboth', email_restrictions: [eve.email, 'other@shop.test'] }
  const { id } = (await call('POST', '/wp-json/wc/v3/coupons', fields)).json as { id: number }
  await call('PUT', `/wp-json/wc/v3/coupons/${id}`, { amount: '2' })
  await writeOrder(db, { billing: { ...ada, email: eve.email } })
  await deliver()
  expect((await log()).map(({ topic }) => topic)).toEqual(['coupon.updated', 'order.created'])
  expect(await webhookData.read(db, eve)).toEqual([
    { topic: 'coupon.updated', sent: expect.any(Date), text: null },
    { topic: 'order.created', sent: expect.any(Date), text: expect.stringContaining(ada.address1) },
  ])
})

test('an erasure also leaves no text about orders of an unproved account, nor in what is tried again', async () => {
  const user = await createSignedInUser(shop, 'customer')
  for (const topic of ['order.created', 'customer.updated']) await add(topic)
  const order = { customerId: user.id, billing: { ...ada, email: user.email } }
  await writeOrder(db, order)
  await deliver()
  receiver.answer = (response) => response.writeHead(503).end('no')
  await pool.query('update users set billing = $2 where id = $1', [user.id, JSON.stringify(order.billing)])
  await writeOrder(db, order)
  await writeOrder(db)
  await deliver()
  const person = { userId: user.id, email: null }
  await db.transaction((tx) => erasePerson(tx, person, { privacy: shop.privacy, actorId: null, at: shop.now() }))
  const texts = async () =>
    (await log()).map(({ topic, status, request_body: text }) => [topic, status, text?.includes(ada.address1)])
  expect(await texts()).toEqual([
    ['customer.updated', 'waiting', undefined],
    ['order.created', 'waiting', undefined],
    ['order.created', 'waiting', true],
  ])
})

test('an attempt that is under way during the erasure of its person ends without leaving what it has sent', async () => {
  await add('order.created')
  const person = { userId: null, email: 'eve@shop.test' }
  await writeOrder(db, { billing: { ...ada, email: person.email } })
  await writeOrder(db)
  const { promise: erased, resolve: answer } = Promise.withResolvers<void>()
  receiver.answer = (response) => void erased.then(() => response.end('ok'))
  const run = deliverWebhooks(shop, { ...options, timeoutMs: 20_000 })
  await expect.poll(() => receiver.events('order.created').length).toBe(2)
  await db.transaction((tx) => erasePerson(tx, person, { privacy: shop.privacy, actorId: null, at: shop.now() }))
  answer()
  await run
  expect((await log()).map(({ status, request_body: text }) => [status, text?.includes(ada.address1)])).toEqual([
    ['sent', undefined],
    ['sent', true],
  ])
})

test('a delivery waits for an erasure of its person that is under way', async () => {
  await add('order.created')
  const person = { userId: null, email: 'eve@shop.test' }
  await writeOrder(db, { billing: { ...ada, email: person.email } })
  await db.transaction(async (tx) => {
    await erasePerson(tx, person, { privacy: shop.privacy, actorId: null, at: shop.now() })
    await deliverWebhooks(shop, options)
    expect(receiver.events('order.created')).toEqual([])
  })
  await deliverWebhooks(shop, options)
  expect((await log()).map(({ status, request_body: text }) => [status, text?.includes(person.email)])).toEqual([
    ['sent', false],
  ])
})

test('an attempt about a coupon that is under way during the erasure ends without the address in it', async () => {
  await add('coupon.updated')
  const person = { userId: null, email: 'eve@shop.test' }
  const fields = { code: 'attempt-for-eve', email_restrictions: [person.email] }
  const { id } = (await call('POST', '/wp-json/wc/v3/coupons', fields)).json as { id: number }
  await call('PUT', `/wp-json/wc/v3/coupons/${id}`, { amount: '2' })
  const { promise: erased, resolve: answer } = Promise.withResolvers<void>()
  receiver.answer = (response) => void erased.then(() => response.end('ok'))
  const run = deliverWebhooks(shop, { ...options, timeoutMs: 20_000 })
  await expect.poll(() => receiver.received.some(({ body }) => body.includes(person.email))).toBe(true)
  await db.transaction((tx) => erasePerson(tx, person, { privacy: shop.privacy, actorId: null, at: shop.now() }))
  answer()
  await run
  expect((await log()).map(({ status, request_body: text }) => [status, text?.includes(person.email)])).toEqual([
    ['sent', undefined],
    // About the erasure itself.
    ['sent', false],
  ])
})

test('a coupon is not read for a delivery while a person in it is erased', async () => {
  await add('coupon.updated')
  const person = { userId: null, email: 'eve@shop.test' }
  const fields = { code: 'for-eve', email_restrictions: [person.email] }
  const { id } = (await call('POST', '/wp-json/wc/v3/coupons', fields)).json as { id: number }
  await call('PUT', `/wp-json/wc/v3/coupons/${id}`, { amount: '2' })
  await db.transaction(async (tx) => {
    await erasePerson(tx, person, { privacy: shop.privacy, actorId: null, at: shop.now() })
    await deliverWebhooks(shop, options)
    expect(receiver.events('coupon.updated')).toEqual([])
  })
  await deliver()
  expect(receiver.events('coupon.updated')).not.toEqual([])
  expect((await log()).filter(({ request_body: text }) => text?.includes(person.email))).toEqual([])
})

test('the log is kept for 30 days', async () => {
  await add('order.created')
  await writeOrder(db)
  await deliver()
  await tidyDeliveries(db, new Date(shop.now().getTime() + 29 * DAY_MS))
  expect(await log()).toHaveLength(1)
  await tidyDeliveries(db, new Date(shop.now().getTime() + 31 * DAY_MS))
  expect(await log()).toEqual([])
})
