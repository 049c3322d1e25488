/** Personal data in deliveries: what a person reads, and what an erasure leaves. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ada, writeOrder } from '../../../test/support/orders.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { erasePerson } from '../../people/privacy/personal-data.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { openTestWebhooks } from './open-test-webhooks.ts'
import { webhookData } from './webhook-data.ts'

const { add, call, clock, db, deliver, later, log, options, pool, receiver, shop } = await openTestWebhooks()

const nameInCoupon = async (email: string) => {
  const fields = { code: randomUUID(), email_restrictions: [email] }
  const { id } = (await call('POST', '/wp-json/wc/v3/coupons', fields)).json as { id: number }
  await call('PUT', `/wp-json/wc/v3/coupons/${id}`, { amount: '2' })
}

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
  await nameInCoupon(person.email)
  const { promise: erased, resolve: answer } = Promise.withResolvers<void>()
  receiver.answer = (response) => void erased.then(() => response.end('ok'))
  const run = deliverWebhooks(shop, { ...options, timeoutMs: 20_000 })
  await expect.poll(() => receiver.received.some(({ body }) => body.includes(person.email))).toBe(true)
  await db.transaction((tx) => erasePerson(tx, person, { privacy: shop.privacy, actorId: null, at: shop.now() }))
  answer()
  await run
  // The event of the erasure itself may come too late for the first run.
  await deliver()
  expect((await log()).map(({ status, request_body: text }) => [status, text?.includes(person.email)])).toEqual([
    ['sent', undefined],
    ['sent', false],
  ])
})

test('an attempt about a coupon that begins while the erasure does ends without the address in it', async () => {
  await add('coupon.updated')
  const person = { userId: null, email: 'eve@shop.test' }
  await nameInCoupon(person.email)
  const at = shop.now()
  const { promise: erased, resolve: answer } = Promise.withResolvers<void>()
  receiver.answer = (response) => void erased.then(() => response.end('ok'))
  clock.shift += 1000
  const run = deliverWebhooks(shop, { ...options, timeoutMs: 20_000 })
  await expect.poll(() => receiver.received.some(({ body }) => body.includes(person.email))).toBe(true)
  await db.transaction((tx) => webhookData.erase(tx, person, at))
  answer()
  await run
  expect((await log()).map(({ status, request_body: text }) => [status, text])).toEqual([['sent', null]])
})

test('no retry about a coupon falls due during an erasure', async () => {
  await add('coupon.updated')
  const person = { userId: null, email: 'eve@shop.test' }
  await nameInCoupon('other@shop.test')
  receiver.answer = (response) => response.writeHead(503).end('no')
  await deliver()
  for (const minutes of [1, 2]) await later(minutes * 60_000)
  await db.transaction(async (tx) => {
    await webhookData.erase(tx, person, shop.now())
    await later(3_600_000)
    expect(receiver.events('coupon.updated')).toHaveLength(3)
  })
  await deliver()
  expect(receiver.events('coupon.updated')).toHaveLength(4)
})

test('an erasure leaves the attempts and texts of a coupon that names somebody else, and waits', async () => {
  await add('coupon.updated')
  receiver.answer = (response) => response.writeHead(503).end('no')
  await nameInCoupon('eve@shop.test')
  await nameInCoupon('other@shop.test')
  await deliver()
  for (const minutes of [1, 2, 4]) await later(minutes * 60_000)
  const waiting = async () => (await log()).map(({ attempts, request_body: text }) => [attempts, text !== null])
  expect(await waiting()).toEqual([
    [4, true],
    [4, true],
  ])
  await db.transaction((tx) => webhookData.erase(tx, { userId: null, email: 'eve@shop.test' }, shop.now()))
  expect(await waiting()).toEqual([
    [0, false],
    [4, true],
  ])
})

test('a coupon is not read for a delivery while a person in it is erased', async () => {
  await add('coupon.updated')
  const person = { userId: null, email: 'eve@shop.test' }
  await nameInCoupon(person.email)
  await db.transaction(async (tx) => {
    await erasePerson(tx, person, { privacy: shop.privacy, actorId: null, at: shop.now() })
    await deliverWebhooks(shop, options)
    expect(receiver.events('coupon.updated')).toEqual([])
  })
  await deliver()
  expect(receiver.events('coupon.updated')).not.toEqual([])
  expect((await log()).filter(({ request_body: text }) => text?.includes(person.email))).toEqual([])
})
