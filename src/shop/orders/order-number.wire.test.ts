/**
 * An order's number is its id wherever it is shown; its invoice number is different (docs/decisions/order-numbers.md).
 */
import { expect, test } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { ada, storeClientWithToken } from '../../../test/support/store-client.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { defaultSettings } from '../../settings.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { invoiceOf } from './invoice/invoice.ts'
import { findOrder } from './orders.store.ts'

const gateways = { ...defaultSettings.gateways, bacs: { ...defaultSettings.gateways.bacs, enabled: true } }
const { app, db, shop } = await openShop({ settings: { ...recordedSettings, gateways } })
const owner = await createSignedInUser(shop, 'administrator')
const orders = async (query = '') =>
  (await app.request(`/wp-json/wc/v3/orders${query}`, { headers: owner.headers })).json()
const buy = async (payment: Record<string, unknown>) => {
  const client = await storeClientWithToken(app)
  await client.post('/cart/add-item', { id: referenceIds.simple, quantity: 1 })
  return client.post('/checkout', {
    billing_address: { ...ada, email: 'ada@shop.test' },
    shipping_address: ada,
    ...payment,
  })
}

test('[CHK-18] an order has one number, its id, and an invoice another that cannot be taken for one: mails, pages, REST and Store API show the same', async () => {
  const unpaid = await buy({
    payment_method: 'stripe_cc',
    payment_data: [{ key: 'stripe_cc_token_key', value: 'pm_card_chargeDeclined' }],
  })
  const placed = (await buy({ payment_method: 'bacs' })).json
  const [accepted, declined] = await orders()
  expect([unpaid.status, unpaid.json.code]).toEqual([400, 'woocommerce_rest_payment_error'])
  expect([declined.status, accepted.status]).toEqual(['pending', 'on-hold'])
  for (const { id, number } of [accepted, declined]) expect(number).toBe(String(id))
  expect([placed.order_id, placed.order_number]).toEqual([accepted.id, accepted.number])

  const order = await findOrder(db, accepted.id)
  if (!order) throw new Error('gone')
  // Both sequences started at 1001, so the first invoice has the number of another order.
  expect([order.invoiceNumber, declined.id]).toEqual([1001, 1001])
  const subjects = (await db.select().from(emails).orderBy(emails.id)).map(({ subject }) => subject)
  expect(subjects.slice(-2)).toEqual([`Your Samovar order #${order.id}`, `[Samovar] New order #${order.id}`])
  const received = await (await app.request(`/checkout/order-received/${order.id}/?key=${order.orderKey}`)).text()
  expect(received).toContain(`Order number <strong>${order.id}</strong>`)
  expect(received).not.toContain('1001')
  expect(invoiceOf(order, shop.settings())).toMatchObject({
    title: 'Invoice INV-1001',
    facts: expect.arrayContaining([
      ['Invoice number', 'INV-1001'],
      ['Order number', String(order.id)],
    ]),
  })

  const found = async (search: string) => (await orders(`?search=${search}`)).map(({ id }: { id: number }) => id)
  for (const [search, id] of [
    ...([
      ['1001', 1001],
      ['%231001', 1001],
      [`%23${order.id}`, order.id],
    ] as const),
    ...([
      ['INV-1001', order.id],
      ['inv-1001', order.id],
      [String(order.id), order.id],
    ] as const),
  ] as const)
    expect([search, await found(search)]).toEqual([search, [id]])
  expect(await found(`INV-${order.id}`)).toEqual([])
  expect(accepted.meta_data).toContainEqual(
    expect.objectContaining({ key: '_samovar_invoice_number', value: 'INV-1001' }),
  )
  const paymentsOf = async (search: string) => {
    const path = `/wp-json/samovar/v1/payments?search=${search}`
    const answer = await app.request(path, { headers: owner.headers })
    return ((await answer.json()) as { order_id: number }[]).map(({ order_id }) => order_id)
  }
  const card = [{ key: 'stripe_cc_token_key', value: 'pm_card_visa' }]
  const { order_id: paid } = (await buy({ payment_method: 'stripe_cc', payment_data: card })).json
  expect([await paymentsOf('1001'), await paymentsOf('INV-1001')]).toEqual([[1001], []])
  expect([await paymentsOf('1002'), await paymentsOf('INV-1002'), await paymentsOf(`${paid}`)]).toEqual([
    ...[[], [paid], [paid]],
  ])
})
