/** Actions on orders besides changing their content: trash, batch, notes, receipts, emails and refunds. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { addProduct, stockOnHand } from '../../../../test/faults/stock.ts'
import { jsonClient } from '../../../../test/support/json-client.ts'
import { ada, writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { whileDeleting } from '../../../../test/support/while-deleting.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { orders } from '../orders.table.ts'

let now = new Date('2026-11-21T09:00:00Z')
const { app, shop, db, pool } = await openShop({ now: () => now })
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
type Json = Record<string, unknown> & { readonly id: number }
const call = jsonClient<Json>(app, '/wp-json/wc/v3', owner)
const list = ({ json }: { readonly json: unknown }) => json as Json[]
const paid = () => writeOrder(db, { status: 'processing', paidAt: now, invoiceNumber: 5001 })
beforeEach(async () => {
  now = new Date('2026-11-21T09:00:00Z')
  await pool.query('truncate orders, emails cascade')
})

test('an order goes to the trash by being cancelled, with its stock back, and what has money stays', async () => {
  const tin = await addProduct(db, 5)
  const { json } = await call('POST', '/orders', { line_items: [{ product_id: tin, quantity: 2 }] })
  expect(await call('DELETE', `/orders/${json.id}`)).toMatchObject({ status: 200, json: { status: 'cancelled' } })
  expect(await stockOnHand(db, tin)).toBe(5)
  expect((await call('DELETE', `/orders/${json.id}`)).json.code).toBe('woocommerce_rest_already_trashed')
  expect(await call('DELETE', `/orders/${json.id}?force=true`)).toMatchObject({ status: 200, json: { id: json.id } })
  expect((await call('GET', `/orders/${json.id}`)).status).toBe(404)

  const order = await paid()
  const accepted = await writeOrder(db, { status: 'on-hold', invoiceNumber: 5002 })
  const before = await digestShop(db)
  for (const force of ['', '?force=true'])
    expect(await call('DELETE', `/orders/${order.id}${force}`)).toMatchObject({
      status: 409,
      json: { code: 'samovar_order_kept' },
    })
  expect((await call('DELETE', `/orders/${accepted.id}?force=true`)).status).toBe(409)
  expect(await digestShop(db)).toEqual(before)
  expect((await call('DELETE', '/orders/99999?force=true')).status).toBe(404)
})

test('a batch makes, changes and deletes, and answers for each', async () => {
  const tin = await addProduct(db, 5)
  const made = await call('POST', '/orders', { billing: { email: 'a@shop.test' } })
  const { status, json } = await call('POST', '/orders/batch', {
    create: [{ line_items: [{ product_id: tin, quantity: 1 }] }, { status: 'shipped' }, { customer_id: 99_999 }],
    update: [
      { id: made.json.id, status: 'on-hold' },
      { id: 99_999, status: 'on-hold' },
    ],
    delete: [99_999],
  })
  expect(status).toBe(200)
  expect(json).toMatchObject({
    create: [
      { status: 'pending', created_via: 'admin' },
      { id: 0, error: { code: 'rest_invalid_param' } },
      { id: 0, error: { code: 'woocommerce_rest_invalid_customer_id' } },
    ],
    update: [{ status: 'on-hold' }, { id: 99_999, error: { code: 'woocommerce_rest_shop_order_invalid_id' } }],
    delete: [{ id: 99_999, error: { code: 'woocommerce_rest_shop_order_invalid_id' } }],
  })
  expect((await call('POST', '/orders/batch', { delete: Array.from({ length: 101 }, () => 1) })).status).toBe(413)
})

test('a note is read and deleted by its id and its order alone', async () => {
  const order = await paid()
  const other = await writeOrder(db)
  const { json } = await call('POST', `/orders/${order.id}/notes`, { note: 'Called' })
  const path = `/orders/${order.id}/notes/${json.id}`
  expect((await call('GET', path)).json).toEqual(json)
  expect((await call('GET', `/orders/${other.id}/notes/${json.id}`)).status).toBe(404)
  expect((await call('DELETE', `/orders/${other.id}/notes/${json.id}?force=true`)).status).toBe(404)
  expect((await call('DELETE', path)).status).toBe(501)
  expect((await call('DELETE', `${path}?force=true`)).json).toEqual(json)
  expect((await call('GET', path)).status).toBe(404)
})

test('a receipt is open to who has its address, until its last day', async () => {
  const order = await paid()
  expect((await call('GET', `/orders/${order.id}/receipt`)).status).toBe(404)
  const { json } = await call('POST', `/orders/${order.id}/receipt`, { expiration_days: 3 })
  expect(json).toMatchObject({ expiration_date: '2026-11-24' })
  expect((await call('GET', `/orders/${order.id}/receipt`)).json).toEqual(json)
  const open = async (url: string) => (await app.request(url.replace(/^https?:\/\/[^/]+/, ''))).status
  const url = String(json.receipt_url)
  expect(await open(url)).toBe(200)
  expect(
    await open(
      url.replace(String(order.id), String((await writeOrder(db, { status: 'on-hold', invoiceNumber: 7 })).id)),
    ),
  ).not.toBe(200)
  expect(await open(url.replace('2026-11-24', '2027-11-24'))).not.toBe(200)
  expect(url).not.toContain(order.orderKey)
  now = new Date('2026-11-25T15:00:00Z')
  expect(await open(url)).not.toBe(200)
  expect((await call('POST', `/orders/${order.id}/receipt`, { expiration_date: '2026-11-01' })).status).toBe(400)
  const unpaid = await writeOrder(db)
  expect((await call('POST', `/orders/${unpaid.id}/receipt`)).status).toBe(409)
})

test('mails about an order are sent again, to its customer or to a new address', async () => {
  const order = await paid()
  const templates = await call('GET', `/orders/${order.id}/actions/email_templates`)
  expect(list(templates).map(({ id }) => id)).toEqual(['customer_invoice', 'customer_processing_order'])
  const send = async (body: object) => call('POST', `/orders/${order.id}/actions/send_email`, body)
  expect((await send({ template_id: 'customer_completed_order' })).json.code).toBe(
    'woocommerce_rest_invalid_email_template',
  )
  expect((await send({ template_id: 'nothing' })).status).toBe(400)
  expect((await send({ email: 'nomail' })).status).toBe(400)
  expect((await send({ email: 'other@shop.test' })).json.code).toBe('woocommerce_rest_order_billing_email_exists')
  expect(await db.select().from(emails)).toEqual([])
  expect((await send({ template_id: 'customer_processing_order' })).status).toBe(200)
  expect((await send({ email: 'Other@shop.test', force_email_update: true })).status).toBe(200)
  expect((await db.select().from(emails)).map(({ recipient }) => recipient)).toEqual([ada.email, 'other@shop.test'])
  const nobody = await writeOrder(db, { billing: { ...ada, email: '' } })
  const path = `/orders/${nobody.id}/actions/send_order_details`
  expect((await call('POST', path, {})).json.code).toBe('woocommerce_rest_missing_email')
  expect((await call('POST', path, { email: 'bea@shop.test' })).status).toBe(200)
})

test('the refunds of every order are one list, each with its order', async () => {
  const orders = [await paid(), await writeOrder(db, { status: 'processing', paidAt: now, invoiceNumber: 5002 })]
  for (const { id } of orders)
    await call('POST', `/orders/${id}/refunds`, { amount: '2.00', reason: `Of ${id}`, api_refund: false })
  const all = await call('GET', '/refunds?per_page=1')
  expect([all.headers.get('x-wp-total'), list(all).map(({ parent_id }) => parent_id)]).toEqual(['2', [orders[1]?.id]])
  const own = list(await call('GET', `/refunds?parent=${orders[0]?.id}`))
  expect(own).toMatchObject([{ parent_id: orders[0]?.id, amount: '2.00' }])
  const foundBy = async (query: string) => list(await call('GET', `/refunds?${query}`)).length
  expect(await foundBy(`search=of ${orders[0]?.id}`)).toBe(1)
  expect(await foundBy('status=failed')).toBe(0)
  expect(await foundBy('before=2020-01-01T00:00:00')).toBe(0)
})

test('statuses have their names', async () => {
  const statuses = list(await call('GET', '/orders/statuses'))
  expect(statuses).toContainEqual({ slug: 'on-hold', name: 'On hold' })
})

test('a note on an order that is deleted meanwhile is one on an unknown order', async () => {
  const { id } = await paid()
  const remove = (tx: Tx) => tx.delete(orders).where(eq(orders.id, id))
  const added = await whileDeleting(db, remove, () => call('POST', `/orders/${id}/notes`, { note: 'Called' }))
  expect([added.status, added.json.code]).toEqual([404, 'woocommerce_rest_order_invalid_id'])
})
