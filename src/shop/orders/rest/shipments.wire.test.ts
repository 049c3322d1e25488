/** Parcels by `wc-shipment-tracking/v3`, on the order's pages and in its emails. */

import { beforeEach, describe, expect, test } from 'vitest'
import { jsonClient } from '../../../../test/support/json-client.ts'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { anonymiseOrders } from '../anonymise-orders.ts'
import { readOrderNotes } from '../orders-read.store.ts'
import { transitionOrderByHand } from '../transition-order.ts'

const { app, shop, db, pool } = await openShop()
const owner = await createSignedInUser(shop, 'administrator')
const ada = await createSignedInUser(shop, 'customer')
beforeEach(() => pool.query('truncate orders, emails cascade'))

const post = { tracking_provider: 'Canada Post', tracking_number: '7023210039414604', date_shipped: '2026-11-20' }

const call = jsonClient<Record<string, unknown> & { code?: string }>(
  app,
  '/wp-json/wc-shipment-tracking/v3/orders/',
  owner,
)
const orderOf = (status: 'processing' | 'completed') =>
  writeOrder(db, { status, customerId: ada.id, paidAt: new Date() })
const mails = async () => {
  const rows = await db.select().from(emails).orderBy(emails.id)
  return Promise.all(rows.map(async (row) => ({ ...row, ...(await shop.messages.content(db, row)) })))
}

describe('[ACC-02 orders] parcels', () => {
  test('are entered, listed, read and removed, in the shape of the plugin', async () => {
    const { id } = await orderOf('processing')
    const created = await call('POST', `${id}/shipment-trackings`, post)
    expect(created.status).toBe(201)
    expect(created.json).toMatchObject({ ...post, tracking_id: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(created.json.tracking_link).toMatch(/^https:\/\/www\.canadapost.*searchFor=7023210039414604$/)
    const trackingId = String(created.json.tracking_id)
    await call('POST', `${id}/shipment-trackings`, { ...post, tracking_provider: 'UPS', tracking_number: '1Z999' })
    const { json: list } = await call('GET', `${id}/shipment-trackings`)
    expect((list as unknown as { tracking_provider: string }[]).map((one) => one.tracking_provider)).toEqual([
      'Canada Post',
      'UPS',
    ])
    expect((await call('GET', `${id}/shipment-trackings/${trackingId}`)).json).toEqual(created.json)
    expect((await call('DELETE', `${id}/shipment-trackings/${trackingId}?force=true`)).json).toEqual(created.json)
    expect((await call('GET', `${id}/shipment-trackings/${trackingId}`)).status).toBe(404)
    expect(
      (await readOrderNotes(db, id)).map(({ text, isCustomerNote }) => [text.split(',')[0], isCustomerNote]),
    ).toEqual([
      ['Parcel with Canada Post', false],
      ['Parcel on its way with UPS', false],
      ['Parcel on its way with Canada Post', false],
    ])
  })

  test('stand in the meta data of the order as the plugin keeps them', async () => {
    const { id } = await orderOf('processing')
    const { json } = await call('POST', `${id}/shipment-trackings`, post)
    const response = await app.request(`/wp-json/wc/v3/orders/${id}`, { headers: owner.headers })
    const order = (await response.json()) as { meta_data: { key: string; value: unknown }[] }
    expect(order.meta_data.find(({ key }) => key === '_wc_shipment_tracking_items')?.value).toEqual([
      {
        tracking_provider: 'canada-post',
        custom_tracking_provider: '',
        custom_tracking_link: '',
        tracking_number: '7023210039414604',
        date_shipped: '1795132800',
        tracking_id: json.tracking_id,
      },
    ])
  })

  test('an error changes nothing, and names its field', async () => {
    const { id } = await orderOf('processing')
    const bad = { ...post, tracking_provider: 'Own', custom_tracking_link: 'javascript:alert(1)' }
    const refused = await call('POST', `${id}/shipment-trackings`, bad)
    expect([refused.status, refused.json.code]).toEqual([400, 'rest_invalid_param'])
    expect(refused.json.data).toMatchObject({ params: { custom_tracking_link: expect.any(String) } })
    expect((await call('POST', '999999/shipment-trackings', post)).status).toBe(404)
    await call('POST', `${id}/shipment-trackings`, post)
    const answers = await Promise.all([1, 2].map(() => call('POST', `${id}/shipment-trackings`, post)))
    expect(answers.map(({ status }) => status)).toEqual([409, 409])
    expect((await call('GET', `${id}/shipment-trackings`)).json).toHaveLength(1)
  })

  test('are on the order’s page of its customer, on the guest’s page, and in the email about the completed order', async () => {
    const order = await orderOf('processing')
    await call('POST', `${order.id}/shipment-trackings`, post)
    const own = await app.request(`/my-account/view-order/${order.id}/`, { headers: { cookie: ada.cookie } })
    const guests = await app.request(`/checkout/order-received/${order.id}/?key=${order.orderKey}`)
    for (const response of [own, guests]) {
      const page = await response.text()
      expect(page).toContain('Canada Post')
      expect(page).toMatch(
        /<a href="https:\/\/www\.canadapost[^"]*7023210039414604" rel="noopener noreferrer nofollow">/,
      )
      expect(page).toContain('November 20, 2026')
    }
    await transitionOrderByHand(shop, { orderId: order.id, to: 'completed', author: 'Olive' })
    const [sent] = (await mails()).filter(({ template }) => template === 'order-sent')
    expect(sent?.text).toContain('7023210039414604')
    expect(sent?.html).toContain('searchFor=7023210039414604')
  })

  test('of one that is entered after the email, the customer is told at once', async () => {
    const { id } = await orderOf('completed')
    await call('POST', `${id}/shipment-trackings`, post)
    expect((await readOrderNotes(db, id))[0]).toMatchObject({ isCustomerNote: true })
    const [sent] = await mails()
    expect([sent?.template, sent?.text.includes('with Canada Post, tracking number 7023210039414604')]).toEqual([
      'customer-note',
      true,
    ])
  })

  test('of one in an order that is not completed, the customer is told if it is asked for, and the order stays', async () => {
    const { id } = await orderOf('processing')
    await call('POST', `${id}/shipment-trackings`, post)
    expect(await mails()).toEqual([])
    const second = { ...post, tracking_number: '7023210039414605', samovar_notify_customer: true }
    expect((await call('POST', `${id}/shipment-trackings`, second)).status).toBe(201)
    const sent = await mails()
    expect(sent.map(({ template }) => template)).toEqual(['customer-note'])
    expect(sent[0]?.text).toContain('tracking number 7023210039414605')
    expect((await readOrderNotes(db, id))[0]).toMatchObject({ isCustomerNote: true })
    const order = await app.request(`/wp-json/wc/v3/orders/${id}`, { headers: owner.headers })
    expect(await order.json()).toMatchObject({ status: 'processing' })
  })

  test('are gone when the order is anonymised', async () => {
    const { id } = await orderOf('completed')
    await call('POST', `${id}/shipment-trackings`, post)
    await db.transaction((tx) => anonymiseOrders(tx, [id], new Date()))
    expect((await call('GET', `${id}/shipment-trackings`)).json).toEqual([])
    expect((await readOrderNotes(db, id)).map(({ text }) => text).join()).not.toContain('7023210039414604')
  })

  test('nobody else reads or writes them', async () => {
    const { id } = await orderOf('processing')
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', post],
    ] as const)
      expect((await call(method, `${id}/shipment-trackings`, body, ada)).status).toBe(403)
    expect((await call('GET', `${id}/shipment-trackings`)).json).toEqual([])
  })
})
