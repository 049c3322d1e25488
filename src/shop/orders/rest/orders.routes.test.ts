import { describe, expect, test } from 'vitest'
import { shapeOf } from '../../../../test/support/json-shape.ts'
import { ada, writeOrder } from '../../../../test/support/orders.ts'
import { insertOrderNote } from '../orders.store.ts'
import { readOrderNotes } from '../orders-read.store.ts'
import { payments } from '../payments/payments.table.ts'
import { now, openTestOrders, recorded, recordedHeaders, sameHeaders } from './open-test-orders.ts'

const { app, customer, db, editor, get, owner } = await openTestOrders()
const json = async (path: string) => (await get(path)).json()

describe('an order as JSON', () => {
  test('has every field of the recorded one, of the same type', async () => {
    const order = await writeOrder(db, { customerId: customer.id, customerNote: 'Thanks' })
    const answer = await get(`/wp-json/wc/v3/orders/${order.id}`)
    expect(answer.status).toBe(200)
    const actual = shapeOf(await answer.json()) as Record<string, unknown>
    const expected = shapeOf(recorded('one').body) as Record<string, unknown>
    // The recorded metadata is private to plugins; ours is empty here.
    expect({ ...actual, meta_data: 0 }).toEqual({ ...expected, meta_data: 0 })
    for (const header of sameHeaders)
      expect([header, answer.headers.get(header)]).toEqual([header, recordedHeaders('one')[header]])
  })

  test('has the recorded amounts of a recorded purchase', async () => {
    const order = await writeOrder(db)
    const theirs = (recorded('list').body as Record<string, unknown>[])[0] ?? {}
    const ours = await json(`/wp-json/wc/v3/orders/${order.id}`)
    for (const name of [
      'discount_total',
      'discount_tax',
      'shipping_total',
      'shipping_tax',
      'cart_tax',
      'total',
      'total_tax',
      'date_created',
      'date_created_gmt',
      'currency',
      'currency_symbol',
      'prices_include_tax',
    ]) {
      expect([name, ours[name]]).toEqual([name, theirs[name]])
    }
    const line = (theirs.line_items as Record<string, unknown>[])[0] ?? {}
    for (const name of ['quantity', 'tax_class', 'subtotal', 'subtotal_tax', 'total', 'total_tax', 'price']) {
      expect([name, ours.line_items[0][name]]).toEqual([name, line[name]])
    }
    expect(ours.line_items[0].taxes).toEqual([{ id: ours.tax_lines[0].rate_id, total: '15.87', subtotal: '15.87' }])
    expect(ours.line_items[0].image.src).toBe('http://shop.test/wp-content/uploads/2026/11/cast-iron-teapot-pack.webp')
    expect(ours.tax_lines[0]).toMatchObject({
      rate_code: 'CA-ON-HST-1',
      rate_percent: 13,
      tax_total: '15.87',
      shipping_tax_total: '1.29',
    })
  })

  test('a chosen size is in the name and the metadata; two taxes are listed separately', async () => {
    const quebec = { ...ada, state: 'QC', city: 'Montréal', postcode: 'H2X 1Y4' }
    const order = await writeOrder(db, {
      billing: quebec,
      shipping: quebec,
      itemsSubtotalCents: 1650,
      itemsTotalCents: 1650,
      shippingCents: 0,
      taxCents: 248,
      totalCents: 1898,
      lines: [
        {
          productId: 55,
          variationId: 57,
          name: 'Sampler',
          sku: 'VAR-2-100-g',
          choices: [{ label: 'Size', value: '100 g' }],
          quantity: 1,
          unitPriceCents: 1650,
          subtotalCents: 1650,
          totalCents: 1650,
          taxCents: 248,
          taxClass: 'standard',
        },
      ],
      shippingLines: [{ rateId: 'free_shipping:2', title: 'Free shipping', totalCents: 0, taxCents: 0 }],
      taxLines: [
        { code: 'CA-QC-GST-1', label: 'GST', ratePer100k: 5000, itemsTaxCents: 83, shippingTaxCents: 0 },
        { code: 'CA-QC-QST-2', label: 'QST', ratePer100k: 9975, itemsTaxCents: 165, shippingTaxCents: 0 },
      ],
    })
    const [line] = (await json(`/wp-json/wc/v3/orders/${order.id}`)).line_items
    expect(line).toMatchObject({ name: 'Sampler - 100 g', parent_name: 'Sampler', product_id: 55, variation_id: 57 })
    expect(line.meta_data[0]).toMatchObject({
      key: 'pa_size',
      value: '100-g',
      display_key: 'Size',
      display_value: '100 g',
    })
    expect(line.taxes.map((tax: { total: string }) => tax.total)).toEqual(['0.83', '1.65'])
  })

  test('a card payment has brand, last four digits and the provider’s ids, never a secret', async () => {
    const order = await writeOrder(db, { paymentMethod: 'stripe_cc', status: 'processing', transactionId: 'ch_1' })
    await db.insert(payments).values({
      orderId: order.id,
      provider: 'sandbox',
      idempotencyKey: 'once',
      intentId: 'pi_1',
      status: 'succeeded',
      amountCents: 14917,
      currency: 'CAD',
      cartVersion: '1',
      chargeId: 'ch_1',
      cardBrand: 'visa',
      cardLast4: '4242',
      createdAt: now,
      updatedAt: now,
    })
    const text = await (await get(`/wp-json/wc/v3/orders/${order.id}`)).text()
    const meta = new Map(JSON.parse(text).meta_data.map((one: { key: string; value: string }) => [one.key, one.value]))
    expect(meta.get('_payment_intent_id')).toBe('pi_1')
    expect(meta.get('_samovar_card_brand')).toBe('visa')
    expect(meta.get('_samovar_card_last4')).toBe('4242')
    expect(JSON.parse(text).transaction_id).toBe('ch_1')
    expect(text).not.toContain('secret')
  })

  test('an unknown id: the recorded error', async () => {
    for (const id of ['999999', '99999999999999999999']) {
      const answer = await get(`/wp-json/wc/v3/orders/${id}`)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual(recorded('missing').body)
    }
  })
})

describe('updating an order', () => {
  const put = (id: number, body: object, headers: Record<string, string> = owner.headers) =>
    app.request(`/wp-json/wc/v3/orders/${id}`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('its status, with the recorded response', async () => {
    const order = await writeOrder(db, { status: 'on-hold', customerId: customer.id })
    const answer = await put(order.id, { status: 'completed' })
    expect(answer.status).toBe(recorded('update status').status)
    const body = (await answer.json()) as Record<string, unknown>
    expect(body).toMatchObject({
      status: 'completed',
      date_paid: '2026-11-21T04:00:00',
      date_completed: '2026-11-21T04:00:00',
    })
    expect(Object.keys(body)).toEqual(Object.keys(recorded('update status').body as object))
  })

  test('an unknown status: the recorded error', async () => {
    const order = await writeOrder(db, { status: 'on-hold' })
    const answer = await put(order.id, { status: 'nonsense' })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual(recorded('bad status').body)
  })

  test('a transition that is not allowed, another field, another user, an unknown order: refused without changes', async () => {
    const order = await writeOrder(db, { status: 'cancelled' })
    expect(await (await put(order.id, { status: 'completed' })).json()).toMatchObject({
      code: 'samovar_order_status_not_allowed',
      message: 'An order that is “Cancelled” cannot be made “Completed” by hand.',
    })
    expect(await (await put(order.id, { total: '0.01' })).json()).toMatchObject({
      data: { params: { total: 'total cannot be changed.' } },
    })
    expect(await (await put(order.id, {})).json()).toMatchObject({ code: 'rest_missing_callback_param' })
    expect((await put(order.id, { status: 'completed' }, editor.headers)).status).toBe(403)
    expect((await put(999_999, { status: 'completed' })).status).toBe(400)
    expect(await json(`/wp-json/wc/v3/orders/${order.id}`)).toMatchObject({ status: 'cancelled', total: '149.17' })
    expect(await readOrderNotes(db, order.id)).toEqual([])
  })
})

describe('notes', () => {
  test('are listed newest first, in the recorded format', async () => {
    const order = await writeOrder(db)
    await insertOrderNote(db, order.id, 'Order placed.', new Date('2026-11-20T11:00:00Z'))
    await insertOrderNote(db, order.id, 'Packed.', new Date('2026-11-20T12:00:00Z'), 'Olive Owner')
    const notes = await json(`/wp-json/wc/v3/orders/${order.id}/notes`)
    expect(notes.map((note: { note: string; author: string }) => [note.note, note.author])).toEqual([
      ['Packed.', 'Olive Owner'],
      ['Order placed.', 'Samovar'],
    ])
    expect(shapeOf(notes)).toEqual(shapeOf(recorded('notes').body))
  })

  test('are written by the owner under their own name', async () => {
    const order = await writeOrder(db)
    const answer = await app.request(`/wp-json/wc/v3/orders/${order.id}/notes`, {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ note: ' Called the customer. ' }),
    })
    expect(answer.status).toBe(201)
    const created = (await answer.json()) as { id: number }
    expect(created).toMatchObject({ note: 'Called the customer.', author: 'Olive Owner', customer_note: false })
    expect(answer.headers.get('location')).toBe(`http://shop.test/wp-json/wc/v3/orders/${order.id}/notes/${created.id}`)
    expect(await readOrderNotes(db, order.id)).toHaveLength(1)
  })

  test('an empty note, invalid JSON, an unknown order: refused without changes', async () => {
    const order = await writeOrder(db)
    const post = (path: string, body: string) =>
      app.request(path, { method: 'POST', headers: { ...owner.headers, 'content-type': 'application/json' }, body })
    const path = `/wp-json/wc/v3/orders/${order.id}/notes`
    expect(await (await post(path, '{"note":"  "}')).json()).toMatchObject({ code: 'rest_missing_callback_param' })
    // Text that the database cannot store counts as missing.
    expect(await (await post(path, '{"note":"\\u0000"}')).json()).toMatchObject({ code: 'rest_missing_callback_param' })
    expect(await (await post(path, '{"note":')).json()).toMatchObject({
      code: 'rest_invalid_json',
      data: { status: 400 },
    })
    expect((await post('/wp-json/wc/v3/orders/999999/notes', '{"note":"x"}')).status).toBe(404)
    const byEditor = await app.request(path, {
      method: 'POST',
      headers: editor.headers,
      body: new URLSearchParams({ note: 'x' }),
    })
    expect(byEditor.status).toBe(403)
    expect(await readOrderNotes(db, order.id)).toEqual([])
  })
})
