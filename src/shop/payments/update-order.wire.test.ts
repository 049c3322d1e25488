/** Changes of an order that programs of the owner make by `PUT wc/v3/orders/<id>`. */
import { eq, type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addProduct, stockOnHand } from '../../../test/faults/stock.ts'
import { ada, writeOrder } from '../../../test/support/orders.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { digestShop } from '../../../test/wire/shop-digest.ts'
import { adminLog } from '../../things/admin-log/admin-log.table.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { anonymiseOrders } from '../orders/anonymise-orders.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrderNotes } from '../orders/orders-read.store.ts'
import { payments } from '../orders/payments/payments.table.ts'

let now = new Date('2026-11-21T09:00:00Z')
const { app, shop, db, pool } = await openShop({ now: () => now })
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const customer = await createSignedInUser(shop, 'customer')
beforeEach(async () => {
  now = new Date('2026-11-21T09:00:00Z')
  await pool.query('truncate orders, emails cascade')
})

type Meta = { readonly id: number; readonly key: string; readonly value: unknown }
type Json = Record<string, unknown> & {
  readonly code?: string
  readonly message?: string
  readonly billing: Record<string, string>
  readonly meta_data: readonly Meta[]
  readonly data?: { readonly params?: Record<string, string> }
}
async function call(method: string, id: number, body?: unknown, who = owner) {
  const response = await app.request(`/wp-json/wc/v3/orders/${id}`, {
    method,
    headers: { ...who.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: (await response.json()) as Json }
}
const put = (id: number, body: unknown) => call('PUT', id, body)
const get = async (id: number) => (await call('GET', id)).json
const mails = async () =>
  (await db.select().from(emails).orderBy(emails.id)).map(({ template, recipient }) => [template, recipient])
const notes = async (id: number) => (await readOrderNotes(db, id)).map(({ text }) => text)
const ownMeta = (json: Json) => json.meta_data.filter(({ id }) => id >= 1e12).map(({ key, value }) => [key, value])

/** Expects that the request is refused and changes nothing; returns the error. */
async function refused(id: number, body: unknown) {
  const before = await digestShop(db)
  const answer = await put(id, body)
  expect(await digestShop(db)).toEqual(before)
  return { status: answer.status, code: answer.json.code, params: answer.json.data?.params }
}

describe('note, addresses, customer and transaction', () => {
  test('are changed as sent, once, with a note and an entry of the log without their values', async () => {
    const { id } = await writeOrder(db, { status: 'processing' })
    now = new Date('2026-11-22T10:00:00Z')
    const { status, json } = await put(id, {
      customer_note: ' Leave it at the\r\ndoor ',
      billing: { city: '  Québec  City ', state: 'quebec', postcode: 'g1r4p5', email: 'New@Shop.test' },
      shipping: { first_name: 'Bea <b>', country: 'ca' },
      customer_id: customer.id,
      transaction_id: 'INV-7',
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      customer_note: 'Leave it at the\ndoor',
      billing: { first_name: 'Ada', city: 'Québec City', state: 'QC', postcode: 'G1R 4P5', email: 'new@shop.test' },
      shipping: { first_name: 'Bea <b>', last_name: 'Leaf', country: 'CA', state: 'ON' },
      customer_id: customer.id,
      transaction_id: 'INV-7',
      date_modified_gmt: '2026-11-22T10:00:00',
      // A new address does not change any amount: the customer has agreed to these amounts.
      total: '149.17',
      total_tax: '17.16',
      status: 'processing',
      date_paid: null,
    })
    expect(await get(id)).toEqual(json)
    expect(await notes(id)).toEqual([
      'Changed by hand: customer’s note, customer, billing address, shipping address, transaction.',
    ])
    const log = await db.select().from(adminLog).where(eq(adminLog.subjectId, id))
    expect(log).toMatchObject([{ kind: 'order', subjectId: id, userName: 'Olive Owner' }])
    expect(JSON.stringify(log)).not.toMatch(/Québec|INV-7/)
    expect((await db.select().from(orders))[0]?.canonicalBillingEmail).toBe('new@shop.test')

    now = new Date('2026-11-23T10:00:00Z')
    expect((await put(id, { customer_note: 'Leave it at the\ndoor', billing: { city: 'Québec City' } })).json).toEqual(
      json,
    )
    expect(await notes(id)).toHaveLength(1)
    expect((await put(id, { customer_id: 0 })).json.customer_id).toBe(0)
  })

  test('an order that is sent back as it was read stays as it is', async () => {
    const { id } = await writeOrder(db, { status: 'processing', attribution: { utm_source: 'letter' } })
    await put(id, { meta_data: [{ key: 'channel', value: 'phone' }] })
    const before = await get(id)
    now = new Date('2026-11-25T10:00:00Z')
    const whole = await put(id, before)
    expect([whole.status, whole.json]).toEqual([200, before])
    const changed = await put(id, { ...before, customer_note: 'Ring twice', date_modified: '2020-01-01T00:00:00' })
    expect(changed.json).toMatchObject({ customer_note: 'Ring twice', meta_data: before.meta_data })
  })

  test('what would not hold is refused by the name of its field, and changes nothing', async () => {
    const { id } = await writeOrder(db, { status: 'processing' })
    const params = async (body: object) => (await refused(id, body)).params
    expect(await params({ customer_note: 'x', billing: { email: 'nomail' } })).toEqual({
      'billing.email': 'Invalid email address.',
    })
    expect(await params({ billing: { email: '' } })).toHaveProperty(['billing.email'])
    expect(await params({ shipping: { country: 'XX' } })).toEqual({ 'shipping.country': 'There is no such country.' })
    expect(await params({ customer_note: 'x'.repeat(2001) })).toHaveProperty('customer_note')
    expect(await refused(id, { customer_note: 'x', customer_id: 99_999 })).toMatchObject({
      status: 400,
      code: 'woocommerce_rest_invalid_customer_id',
    })
    for (const [name, value] of Object.entries({
      payment_method: 'cod',
      currency: 'USD',
      total: '0.01',
      date_paid: '2026-01-01',
    }))
      expect(await params({ customer_note: 'x', [name]: value })).toEqual({
        [name]: expect.stringMatching(new RegExp(`^${name} cannot be changed`)),
      })
    expect((await refused(id, { payment_method_title: 'Cash' })).status).toBe(400)
    expect((await refused(999_999, { customer_note: 'x' })).status).toBe(400)
  })

  test('personal data that was removed does not come back', async () => {
    const { id } = await writeOrder(db, { status: 'completed' })
    await put(id, { meta_data: [{ key: 'phone', value: '416 555 0100' }], transaction_id: 'ada' })
    await db.transaction((tx) => anonymiseOrders(tx, [id], now))
    expect(await get(id)).toMatchObject({ transaction_id: '' })
    expect(ownMeta(await get(id))).toEqual([])
    for (const body of [{ billing: { city: 'Paris' } }, { meta_data: [{ key: 'a', value: 'b' }] }])
      expect((await refused(id, body)).code).toBe('samovar_order_anonymised')
  })
})

describe('metadata', () => {
  test('is added, replaced by key or id, and deleted, as recorded', async () => {
    const { id } = await writeOrder(db)
    const first = await put(id, { meta_data: [{ key: 'channel', value: 'phone' }] })
    expect(ownMeta(first.json)).toEqual([['channel', 'phone']])
    const sent = {
      meta_data: [
        { key: 'channel', value: 'web' },
        { key: '_private', value: 1 },
      ],
    }
    const second = await put(id, sent)
    expect(ownMeta(second.json)).toEqual([
      ['channel', 'web'],
      ['_private', '1'],
    ])
    expect((await put(id, sent)).json).toEqual(second.json)
    const [channel] = second.json.meta_data.filter(({ key }) => key === 'channel')
    const nested = { lines: [1, 'two', { three: null }], zero: '\0' }
    const third = await put(id, {
      meta_data: [
        { id: channel?.id, key: 'way', value: nested },
        { key: '_private', value: null },
      ],
    })
    expect(third.json.meta_data.filter(({ id: one }) => one >= 1e12)).toEqual([
      { id: channel?.id, key: 'way', value: { lines: [1, 'two', { three: null }], zero: '' } },
    ])
    const other = await writeOrder(db)
    await put(other.id, { meta_data: [{ id: channel?.id, key: 'way', value: 'mine' }] })
    expect(ownMeta(await get(id))).toEqual(ownMeta(third.json))
    expect(ownMeta(await get(other.id))).toEqual([['way', 'mine']])
    const [only] = (await call('GET', id)).json.meta_data.filter(({ key }) => key === 'way')
    expect((await get(id)).meta_data).toContainEqual(only)
  })

  test('says nothing in the name of the shop or of its payments', async () => {
    const { id } = await writeOrder(db, { attribution: { utm_source: 'letter' } })
    for (const key of [
      ...[
        '_payment_intent_id',
        '_wc_stripe_charge_status',
        '_samovar_invoice_number',
        '_samovar_disputes',
        '_paid_date',
      ],
      ...['_transaction_id', '_stripe_charge_captured', '_wc_order_attribution_utm_source', '_order_total'],
    ])
      expect((await refused(id, { customer_note: 'x', meta_data: [{ key, value: 'succeeded' }] })).params).toEqual({
        meta_data: `meta_data[${key}] is what the shop says of the order, and cannot be changed.`,
      })
    const own = (await get(id)).meta_data.find(({ key }) => key === '_wc_order_attribution_utm_source')
    expect((await put(id, { meta_data: [own] })).json.meta_data).toContainEqual(own)
    expect((await refused(id, { meta_data: [{ id: own?.id, value: 'x' }] })).status).toBe(400)
  })

  test('has bounds', async () => {
    const { id } = await writeOrder(db)
    for (const meta_data of [
      Array.from({ length: 101 }, (_, index) => ({ key: `k${index}`, value: 'x' })),
      [{ key: 'long', value: 'x'.repeat(20_001) }],
      [{ key: 'k'.repeat(256), value: 'x' }],
      [{ value: 'x' }],
      [{ key: 'silent' }],
      ['text'],
    ])
      expect(await refused(id, { meta_data })).toMatchObject({ status: 400, code: 'rest_invalid_param' })
  })
})

describe('set_paid', () => {
  test.each([
    ['bacs', 'on-hold', 'processing', 'payment-received'],
    ['bacs', 'pending', 'processing', 'order-confirmation'],
    ['cheque', 'failed', 'processing', 'order-confirmation'],
    ['cod', 'pending', 'completed', 'order-confirmation'],
  ] as const)('%s, %s: makes the order %s, once', async (paymentMethod, status, paid, mail) => {
    const { id } = await writeOrder(db, { paymentMethod, status })
    const { status: code, json } = await put(id, { set_paid: true, transaction_id: 'tx-77' })
    expect([code, json.status, json.transaction_id]).toEqual([200, paid, 'tx-77'])
    expect(json).toMatchObject({ date_paid_gmt: '2026-11-21T09:00:00', needs_payment: false })
    const sent = await mails()
    expect(sent).toContainEqual([mail, ada.email])
    now = new Date('2026-11-22T09:00:00Z')
    const again = await Promise.all([
      put(id, { set_paid: true }),
      put(id, { set_paid: true }),
      put(id, { set_paid: false }),
    ])
    for (const answer of again) expect([answer.status, answer.json]).toEqual([200, json])
    expect(await mails()).toEqual(sent)
  })

  test('two at once pay once, and the mail goes to the address that came with it', async () => {
    const { id } = await writeOrder(db, { status: 'on-hold' })
    const body = { set_paid: true, billing: { email: 'new@shop.test' } }
    const answers = await Promise.all([put(id, body), put(id, body)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await mails()).filter(([template]) => template === 'payment-received')).toEqual([
      ['payment-received', 'new@shop.test'],
    ])
    expect((await notes(id)).filter((text) => text.includes('Order status changed'))).toHaveLength(1)
  })

  test('takes its stock back if the hold has ended, and is refused if it is gone', async () => {
    const productId = await addProduct(db, 5)
    const line = {
      productId,
      name: 'Tea',
      sku: 'T',
      quantity: 3,
      unitPriceCents: 100,
      subtotalCents: 300,
      totalCents: 300,
      taxCents: 0,
      taxClass: 'standard' as const,
      reducesStock: true,
    }
    const amounts = { itemsSubtotalCents: 300, itemsTotalCents: 300, shippingCents: 0, taxCents: 0, totalCents: 300 }
    const write = () =>
      writeOrder(db, {
        ...amounts,
        status: 'failed',
        holdsStock: false,
        lines: [line],
        shippingLines: [],
        taxLines: [],
      })
    const { id } = await write()
    expect((await put(id, { set_paid: true })).json.status).toBe('processing')
    expect(await stockOnHand(db, productId)).toBe(2)
    const late = await write()
    expect((await refused(late.id, { set_paid: true, customer_note: 'x' })).code).toBe('samovar_order_sold_out')
  })

  test('is for money that came without the provider: of a card payment the provider alone speaks', async () => {
    const { id } = await writeOrder(db, { paymentMethod: 'stripe_cc', status: 'pending' })
    for (const body of [{ set_paid: true }, { set_paid: true, transaction_id: 'ch_forged', status: 'processing' }])
      expect((await refused(id, body)).code).toBe('samovar_order_paid_by_provider')
    const { json } = await put(id, { transaction_id: 'ch_forged' })
    expect(json).toMatchObject({ status: 'pending', date_paid: null, transaction_id: 'ch_forged' })
    expect((await db.select().from(orders).where(eq(orders.id, id)))[0]?.transactionId).toBeNull()

    const paid = await writeOrder(db, {
      paymentMethod: 'stripe_cc',
      status: 'processing',
      transactionId: 'ch_1',
      paidAt: now,
    })
    expect((await refused(paid.id, { transaction_id: 'ch_2' })).params).toHaveProperty('transaction_id')
    expect((await put(paid.id, { set_paid: true, transaction_id: 'ch_1' })).status).toBe(200)
  })

  test('of an order that cannot be paid is refused', async () => {
    const cancelled = await writeOrder(db, { status: 'cancelled' })
    expect((await refused(cancelled.id, { set_paid: true })).code).toBe('samovar_order_status_not_allowed')
    const delivered = await writeOrder(db, { paymentMethod: 'cod', status: 'processing' })
    expect((await refused(delivered.id, { set_paid: true })).code).toBe('samovar_order_paid_on_delivery')
    const waiting = await writeOrder(db, { status: 'on-hold' })
    expect((await refused(waiting.id, { set_paid: true, status: 'cancelled' })).params).toHaveProperty('status')
    expect((await put(waiting.id, { set_paid: true, status: 'completed' })).json.status).toBe('completed')
  })

  test('a status that is not allowed takes everything else with it, and one that moves money comes alone', async () => {
    const cancelled = await writeOrder(db, { status: 'cancelled' })
    const body = { customer_note: 'x', billing: { city: 'Paris' }, meta_data: [{ key: 'a', value: 'b' }] }
    expect((await refused(cancelled.id, { ...body, status: 'completed' })).code).toBe(
      'samovar_order_status_not_allowed',
    )
    const authorized = await writeOrder(db, { paymentMethod: 'stripe_cc', status: 'on-hold' })
    await db.insert(payments).values({
      orderId: authorized.id,
      provider: 'sandbox',
      idempotencyKey: 'held',
      intentId: 'pi_held',
      status: 'requires_capture',
      amountCents: 14917,
      currency: 'CAD',
      cartVersion: '1',
      createdAt: now,
      updatedAt: now,
    })
    expect((await refused(authorized.id, { ...body, status: 'processing' })).code).toBe('samovar_order_status_alone')
    expect((await put(authorized.id, body)).json).toMatchObject({ customer_note: 'x', status: 'on-hold' })
  })
})

describe('what happens at the same moment', () => {
  /** Sends a request while the statements' locks block it, and commits the statements once it waits. */
  async function meanwhile(statements: readonly SQL[], id: number, body: object) {
    let answer: ReturnType<typeof put> | undefined
    await db.transaction(async (tx) => {
      for (const statement of statements) await tx.execute(statement)
      answer = put(id, body)
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await db.execute(waiting)).rowCount).toBeGreaterThan(0)
    })
    return answer as Awaited<ReturnType<typeof put>> | undefined
  }

  test('a payment that is authorized meanwhile is not captured beside a change that may be refused', async () => {
    const { id } = await writeOrder(db, { status: 'on-hold', paymentMethod: 'stripe_cc' })
    await db.insert(payments).values({
      orderId: id,
      provider: 'sandbox',
      idempotencyKey: 'meanwhile',
      intentId: 'pi_meanwhile',
      status: 'requires_action',
      amountCents: 14917,
      currency: 'CAD',
      cartVersion: '1',
      createdAt: now,
      updatedAt: now,
    })
    const locked = sql`select from orders where id = ${id} for update`
    const authorized = sql`update payments set status = 'requires_capture' where order_id = ${id}`
    const answer = await meanwhile([locked, authorized], id, { status: 'cancelled', customer_note: 'x' })
    expect([answer?.status, answer?.json.code]).toEqual([409, 'samovar_order_status_alone'])
    expect(await get(id)).toMatchObject({ status: 'on-hold', customer_note: '' })
  })

  test('a customer who is deleted meanwhile is refused as one that does not exist', async () => {
    const leaving = await createSignedInUser(shop, 'customer', 'Gone Leaf')
    const { id } = await writeOrder(db, { status: 'processing' })
    const body = { customer_id: leaving.id, customer_note: 'x' }
    const answer = await meanwhile([sql`delete from users where id = ${leaving.id}`], id, body)
    expect([answer?.status, answer?.json.code]).toEqual([400, 'woocommerce_rest_invalid_customer_id'])
    expect(await get(id)).toMatchObject({ customer_id: 0, customer_note: '' })
  })
})
