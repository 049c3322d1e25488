import { beforeEach } from 'vitest'
import { openReceiver } from '../../../test/support/receiver.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { webhookResources } from '../../webhook-resources.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { insertWebhook } from './webhooks.store.ts'

/** A shop, and receivers of its webhooks; before each test without webhooks, deliveries and orders. */
export async function openTestWebhooks() {
  const clock = { shift: 0 }
  const { app, db, pool, shop } = await openShop({ now: () => new Date(Date.now() + clock.shift) })
  const receiver = await openReceiver()
  const other = await openReceiver()
  const owner = await createSignedInUser(shop, 'administrator')

  const options = { readResource: webhookResources, isAllowed: () => true, timeoutMs: 1000 }
  const deliver = () => deliverWebhooks(shop, options)
  const later = async (ms: number) => {
    clock.shift += ms
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
    clock.shift = 0
    receiver.answer = ok
    other.answer = ok
    receiver.received.length = 0
    other.received.length = 0
    await pool.query('truncate webhooks, webhook_deliveries')
    await pool.query('truncate orders cascade')
  })

  return { app, db, pool, shop, clock, receiver, other, owner, options, deliver, later, ok, add, setStatus, log, call }
}
