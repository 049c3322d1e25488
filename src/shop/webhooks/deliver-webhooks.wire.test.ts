/** Webhook deliveries to receivers that are down, slow, forgetful or malicious, and their cost for the shop. */

import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { SQL } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { writeOrder } from '../../../test/support/orders.ts'
import { DAY_MS, HOUR_MS } from '../../platform/time/durations.ts'
import { webhookResources } from '../../webhook-resources.ts'
import { outcomeText } from './admin/webhook-parts.tsx'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { claimDue, tidyDeliveries } from './deliveries.store.ts'
import { openTestWebhooks } from './open-test-webhooks.ts'
import type { DeliveryJson } from './rest/webhook-json.ts'
import { readWebhook, updateWebhook } from './webhooks.store.ts'

const { add, call, clock, db, deliver, later, log, ok, options, other, pool, receiver, setStatus, shop } =
  await openTestWebhooks()

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

  test('the next event of an object follows in the same run, also if the one before arrives while due ones are read', async () => {
    await add('order.updated')
    const [first, second] = [await writeOrder(db), await writeOrder(db)]
    await deliver()
    receiver.received.length = 0
    const statusesOf = async (order: number) =>
      (await log()).filter(({ resource_id }) => resource_id === order).map(({ status }) => status)
    let answerFirst: () => void = () => undefined
    receiver.answer = (response, { body }) => {
      if (JSON.parse(body).id === first.id && receiver.received.length <= 2) answerFirst = () => response.end('ok')
      else response.end('ok')
    }
    for (const status of ['on-hold', 'completed']) await setStatus(first.id, status)
    await setStatus(second.id, 'completed')
    let claims = 0
    const slowDb = Object.create(db, {
      execute: {
        value: async (query: SQL) => {
          const result = await db.execute(query)
          claims += 1
          if (claims === 2) {
            answerFirst()
            await expect.poll(async () => (await statusesOf(first.id)).at(1)).toBe('sent')
            await pause(50)
          }
          return result
        },
      },
    }) as typeof db
    await deliverWebhooks({ ...shop, db: slowDb }, options)
    expect(await statusesOf(first.id)).toEqual(['sent', 'sent', 'sent'])
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

  test('others get their events while a slow one makes its deliveries wait', async () => {
    await add('order.created')
    await add('order.updated', '/', other.url)
    const held: ServerResponse[] = []
    receiver.answer = (response, { path }) => void (path === '/' && held.push(response))
    for (let more = 0; more < 6; more += 1) await writeOrder(db)
    const run = deliverWebhooks(shop, { ...options, timeoutMs: 20_000 })
    await expect.poll(() => other.events('order.updated').length, { timeout: 10_000 }).toBe(6)
    await writeOrder(db)
    await expect.poll(() => other.events('order.updated').length, { timeout: 10_000 }).toBe(7)
    expect((await log()).filter(({ topic, status }) => topic === 'order.created' && status === 'sent')).toEqual([])
    receiver.answer = ok
    for (const response of held) response.end('ok')
    await run
  })

  test('one that does not answer is cut off', async () => {
    await add('order.created')
    receiver.answer = () => undefined
    await writeOrder(db)
    await deliverWebhooks(shop, { ...options, timeoutMs: 100 })
    expect(await log()).toMatchObject([{ status: 'waiting', problem: 'timeout', attempts: 1 }])
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
    clock.shift += HOUR_MS
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
    clock.shift += 3 * 60_000
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
      clock.shift += ms
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

test('the log is kept for 30 days', async () => {
  await add('order.created')
  await writeOrder(db)
  await deliver()
  await tidyDeliveries(db, new Date(shop.now().getTime() + 29 * DAY_MS))
  expect(await log()).toHaveLength(1)
  await tidyDeliveries(db, new Date(shop.now().getTime() + 31 * DAY_MS))
  expect(await log()).toEqual([])
})
