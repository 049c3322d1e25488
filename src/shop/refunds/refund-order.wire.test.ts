/** Refunds made by the owner, at the payment provider or by hand. */

import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Sale, soldProductId } from '../../../test/support/card-sales.ts'
import { defaultSettings } from '../../settings.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { renderEmail } from '../orders/messages/order-messages.ts'
import { findOrder } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrder, readOrderNotes } from '../orders/orders-read.store.ts'
import { paymentRefunds, payments } from '../orders/payments/payments.table.ts'
import type { OrderJson } from '../orders/rest/order-json.ts'
import type { RefundJson } from '../orders/rest/refund-json.ts'
import { transitionOrderByHand } from '../orders/transition-order.ts'
import { openTestRefunds } from './open-test-refunds.ts'
import { finishRefunds } from './refund-order.ts'

const { gateways } = defaultSettings
const { about, app, clock, createSale, db, deliver, editor, faulty, manager, onHand, owner, shop, stripe } =
  await openTestRefunds({
    gateways: { ...gateways, bacs: { ...gateways.bacs, enabled: true } },
  })

type Answer<T> = { readonly status: number; readonly json: T & { readonly code?: string; readonly message?: string } }

async function call<T = RefundJson>(method: string, path: string, body?: object, who = owner): Promise<Answer<T>> {
  const response = await app.request(`/wp-json/wc/v3/orders/${path}`, {
    method,
    headers: { ...who.headers, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, json: (await response.json()) as Answer<T>['json'] }
}
const refund = async (sale: Sale, body: object, who = owner) => call('POST', `${sale.id}/refunds`, body, who)
const orderOf = async (sale: Sale) => {
  const order = await readOrder(db, sale.id)
  if (!order) throw new Error('The order is gone')
  return order
}
const lineOf = async (sale: Sale) => {
  const [line] = (await orderOf(sale)).lines
  if (!line) throw new Error('The order has no line')
  return line
}
const notesOf = async (sale: Sale) => (await readOrderNotes(db, sale.id)).map(({ text }) => text).toReversed()
const mailsOf = async (sale: Sale) => db.select().from(emails).where(eq(emails.orderId, sale.id)).orderBy(emails.id)
const refundMails = async (sale: Sale) =>
  (await mailsOf(sale)).map(({ template }) => template).filter((template) => template.includes('refund'))
const rowsOf = (sale: Sale) => db.select().from(paymentRefunds).where(eq(paymentRefunds.orderId, sale.id))
const atProvider = async (sale: Sale) => {
  const { data } = await stripe.refunds.list({ payment_intent: sale.intentId, limit: 100 })
  return data.map(({ amount }) => amount)
}
const deliverEvents = async (sale: Sale) => deliver(await about(sale.intentId))
const price = (cents: number) => (cents / 100).toFixed(2)

const REFUNDS = /\/v1\/refunds/

describe('a refund by the owner', () => {
  test('[PAY-13 partial] of one piece with its tax, restocked: row, note, totals, email and money agree', async () => {
    const sale = await createSale()
    const line = await lineOf(sale)
    const before = await onHand()
    const { status, json } = await refund(
      sale,
      { reason: 'The tin was dented', line_items: [{ id: line.id, quantity: 1 }], refunded_amount: '0.00' },
      manager,
    )
    expect(status).toBe(201)
    const cents = Math.round(line.totalCents / 3) + Math.round(line.taxCents / 3)
    expect(json).toMatchObject({
      amount: price(cents),
      reason: 'The tin was dented',
      refunded_by: manager.id,
      refunded_payment: true,
      line_items: [{ quantity: -1, total: `-${price(Math.round(line.totalCents / 3))}`, product_id: soldProductId }],
    })
    expect(json.line_items[0]?.meta_data).toMatchObject([{ key: '_refunded_item_id', value: String(line.id) }])
    expect(await atProvider(sale)).toEqual([cents])
    expect(await orderOf(sale)).toMatchObject({ status: 'processing', refundedCents: cents })
    expect(await onHand()).toBe(before + 1)
    await deliverEvents(sale)
    expect(await rowsOf(sale)).toHaveLength(1)
    const notes = (await notesOf(sale)).filter((text) => text.includes('was refunded'))
    expect(notes).toHaveLength(1)
    expect(notes[0]).toMatch(/ was refunded \(The tin was dented, 1 × .+, re_\w+\)\. One piece was restocked\.$/)
    expect(await refundMails(sale)).toEqual(['order-refunded', 'shop-order-refunded'])
    const mail = (await mailsOf(sale)).find(({ template }) => template === 'order-refunded')
    const order = await findOrder(db, sale.id)
    const rendered =
      order && renderEmail('order-refunded', order, mail?.data ?? {}, { url: shop.url, settings: shop.settings() })
    expect(rendered?.subject).toContain(`a refund of $${price(cents)}`)
    expect(rendered?.text).toContain('The tin was dented')

    const shown = await call<OrderJson>('GET', String(sale.id))
    expect(shown.json.refunds).toMatchObject([{ id: json.id, reason: 'The tin was dented', total: `-${price(cents)}` }])
    expect((await call('GET', `${sale.id}/refunds/${json.id}`)).json).toMatchObject({ id: json.id })
  })

  test('[PAY-13 partial] piece by piece, then shipping: the sum is the order’s total to the cent, and it is refunded', async () => {
    const sale = await createSale()
    const before = await onHand()
    const order = await orderOf(sale)
    const line = await lineOf(sale)
    for (let piece = 0; piece < 3; piece += 1)
      expect((await refund(sale, { line_items: [{ id: line.id, quantity: 1 }] })).status).toBe(201)
    const shipping_lines = order.shippingLines.map(({ id }) => ({ id }))
    const fee_lines = order.fees.map((_, index) => ({ id: order.id * 100 + index }))
    expect((await refund(sale, { shipping_lines, fee_lines })).status).toBe(201)
    expect(await orderOf(sale)).toMatchObject({ status: 'refunded', refundedCents: sale.totalCents })
    expect((await atProvider(sale)).reduce((sum, cents) => sum + cents, 0)).toBe(sale.totalCents)
    expect(await onHand()).toBe(before + 3)
    expect((await refund(sale, { amount: '0.01' })).status).toBe(400)
  })

  test('[PAY-13 full] everything at once: the order is refunded, and restocked by the setting', async () => {
    const before = await onHand()
    const sale = await createSale()
    const { status, json } = await refund(sale, { amount: price(sale.totalCents) })
    expect([status, json.amount]).toEqual([201, price(sale.totalCents)])
    expect(await orderOf(sale)).toMatchObject({ status: 'refunded', refundedCents: sale.totalCents })
    expect(await onHand()).toBe(before)
    expect((await notesOf(sale)).at(-1)).toContain('Its items were restocked.')
  })

  test('[PAY-13 full] without restocking', async () => {
    const sale = await createSale()
    const before = await onHand()
    expect((await refund(sale, { amount: price(sale.totalCents), api_restock: false })).status).toBe(201)
    expect([(await orderOf(sale)).status, await onHand()]).toEqual(['refunded', before])
  })

  test('[PAY-13 full] by hand for a bank transfer: the provider is not asked, and it can be deleted', async () => {
    const sale = await createSale('', 'bacs')
    expect((await refund(sale, { amount: '5.00', api_refund: false })).status).toBe(409)
    await transitionOrderByHand(shop, { orderId: sale.id, to: 'processing', author: 'Olive' })
    expect((await refund(sale, { amount: '5.00' })).json.message).toContain('not paid through the payment provider')
    const made = await refund(sale, { amount: price(sale.totalCents), api_refund: false, reason: 'Sent back' })
    expect([made.status, made.json.refunded_payment]).toEqual([201, false])
    expect(await orderOf(sale)).toMatchObject({ status: 'refunded', refundedCents: sale.totalCents })
    expect((await notesOf(sale)).join()).toContain('was refunded by hand (Sent back)')
    expect((await call('DELETE', `${sale.id}/refunds/${made.json.id}?force=true`)).status).toBe(200)
    expect(await orderOf(sale)).toMatchObject({ status: 'processing', refundedCents: 0, refunds: [] })
  })

  test('[PAY-13 partial] only those who may change orders; a refund at the provider cannot be deleted', async () => {
    const sale = await createSale()
    expect((await refund(sale, { amount: '5.00' }, editor)).status).toBe(403)
    expect(await atProvider(sale)).toEqual([])
    const made = await refund(sale, { amount: '5.00' })
    expect((await call('DELETE', `${sale.id}/refunds/${made.json.id}`)).status).toBe(409)
    expect(await orderOf(sale)).toMatchObject({ refundedCents: 500 })
  })
})

describe('attacks', () => {
  test.each([
    ['nothing', {}],
    ['zero', { amount: '0' }],
    ['a negative amount', { amount: '-1.00' }],
    ['a huge amount', { amount: '99999999999' }],
    ['more than was paid', { amount: '99999.00' }],
    ['no number', { amount: 'NaN' }],
    ['a line of nobody', { line_items: [{ id: 2_000_000_000, quantity: 1 }] }],
    ['shipping of nobody', { shipping_lines: [{ id: 0 }] }],
  ])('[PAY-13 partial] %s refunds nothing', async (_, body) => {
    const sale = await createSale()
    const { status } = await refund(sale, body)
    expect(status).toBe(400)
    expect([await atProvider(sale), (await rowsOf(sale)).length, (await orderOf(sale)).refundedCents]).toEqual([
      [],
      0,
      0,
    ])
  })

  test('[PAY-13 partial] lines of another order, too many pieces, too much, and an amount that differs', async () => {
    const [sale, other] = [await createSale(), await createSale()]
    const [line, foreign] = [await lineOf(sale), await lineOf(other)]
    const bodies = [
      { line_items: [{ id: foreign.id, quantity: 1 }] },
      { line_items: [{ id: line.id, quantity: 4 }] },
      { line_items: [{ id: line.id, quantity: -1 }] },
      { line_items: [{ id: line.id, refund_total: price(line.totalCents + 1) }] },
      { line_items: [{ id: line.id, refund_total: '-1' }] },
      { line_items: [{ id: line.id, refund_total: '1.00', refund_tax: [{ refund_total: '900' }] }] },
      { line_items: [{ id: line.id, refund_total: '1.00', refund_tax: [{ id: 999_999, refund_total: '0.01' }] }] },
      {
        line_items: [
          { id: line.id, quantity: 2 },
          { id: line.id, quantity: 2 },
        ],
      },
      { amount: '0.05', line_items: [{ id: line.id, quantity: 1 }] },
    ]
    for (const body of bodies) expect((await refund(sale, body)).status).toBe(400)
    expect([await atProvider(sale), (await rowsOf(sale)).length]).toEqual([[], 0])
    const foreignRefund = await refund(other, { amount: '1.00' })
    expect((await call('GET', `${sale.id}/refunds/${foreignRefund.json.id}`)).status).toBe(404)
    expect((await call('DELETE', `${sale.id}/refunds/${foreignRefund.json.id}`)).status).toBe(404)
    expect((await call('GET', '99999999/refunds')).status).toBe(404)
  })

  test('[PAY-13 partial] two presses, two owners, two tabs at once: one refund', async () => {
    const sale = await createSale()
    const line = await lineOf(sale)
    const body = { line_items: [{ id: line.id, quantity: 1 }], refunded_amount: '0' }
    const answers = await Promise.all([
      refund(sale, body),
      refund(sale, body),
      refund(sale, body, manager),
      refund(sale, body),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(await atProvider(sale)).toHaveLength(1)
    expect((await refund(sale, body)).json.code).toBe('samovar_refund_outdated')
    expect([(await atProvider(sale)).length, (await rowsOf(sale)).length]).toEqual([1, 1])
  })

  test('[PAY-13 full] a late payment that is given back already, and an unpaid order', async () => {
    const sale = await createSale()
    await db.update(orders).set({ status: 'cancelled', paidAt: null }).where(eq(orders.id, sale.id))
    expect((await refund(sale, { amount: '5.00' })).status).toBe(409)
    expect(await atProvider(sale)).toEqual([])
  })
})

describe('the provider fails', () => {
  test('[PAY-13 full] it acted and its answer was lost: pending, then done, once', async () => {
    const sale = await createSale()
    faulty.injectFault(REFUNDS, { kind: 'disconnect-after' })
    const { status, json } = await refund(sale, { amount: '12.00' })
    expect([status, json.meta_data.find(({ key }) => key === '_samovar_refund_status')?.value]).toEqual([
      201,
      'pending',
    ])
    expect(await orderOf(sale)).toMatchObject({ refundedCents: 0 })
    expect((await refund(sale, { amount: '12.00' })).json.code).toBe('samovar_refund_in_progress')
    faulty.clearFaults()
    expect(await finishRefunds(shop)).toBe(0)
    clock.later = 61_000
    expect(await finishRefunds(shop)).toBe(1)
    expect(await atProvider(sale)).toEqual([1200])
    expect(await orderOf(sale)).toMatchObject({ refundedCents: 1200 })
    expect(await finishRefunds(shop)).toBe(0)
    expect(await refundMails(sale)).toEqual(['order-refunded', 'shop-order-refunded'])
  })

  test('[PAY-13 full] it did not act before the process ended: the refund is made later', async () => {
    const sale = await createSale()
    faulty.injectFault(REFUNDS, { kind: 'disconnect-before' })
    expect((await refund(sale, { amount: '12.00' })).status).toBe(201)
    expect(await atProvider(sale)).toEqual([])
    faulty.clearFaults()
    clock.later = 61_000
    await finishRefunds(shop)
    expect([await atProvider(sale), (await orderOf(sale)).refundedCents]).toEqual([[1200], 1200])
  })

  test('[PAY-13 full] it refuses: nothing counts, the owner reads why, and may try again', async () => {
    const sale = await createSale()
    await stripe.rawRequest('POST', '/v1/test_helpers/disputes', { payment_intent: sale.intentId })
    const { status, json } = await refund(sale, { amount: '12.00' })
    expect([status, json.code]).toEqual([409, 'samovar_refund_refused'])
    expect(json.message).toContain('charged back')
    expect(await orderOf(sale)).toMatchObject({ refundedCents: 0, refunds: [] })
    expect((await notesOf(sale)).join()).toContain('The refund of $12.00 was refused')
    const list = await call<RefundJson[]>('GET', `${sale.id}/refunds`)
    const all = await call<RefundJson[]>('GET', `${sale.id}/refunds?status=any`)
    expect([list.json.length, all.json.length]).toEqual([0, 1])
    expect((await call('DELETE', `${sale.id}/refunds/${all.json[0]?.id}`)).status).toBe(200)
    expect(await rowsOf(sale)).toEqual([])
  })

  test('[PAY-13 partial] pending at the bank, then failed there: what was counted is taken back', async () => {
    const sale = await createSale('pm_card_pendingRefund')
    const made = await refund(sale, { amount: '12.00' })
    expect(made.status).toBe(201)
    expect(await orderOf(sale)).toMatchObject({ refundedCents: 0 })
    // The pending refund counts against the remaining amount.
    expect((await refund(sale, { amount: price(sale.totalCents) })).status).toBe(400)
    const [row] = await rowsOf(sale)
    await stripe.rawRequest('POST', `/v1/test_helpers/refunds/${row?.refundId}`, { status: 'failed' })
    await deliverEvents(sale)
    expect((await refund(sale, { amount: price(sale.totalCents) })).status).toBe(201)
  })

  test('[PAY-13 partial] the same amount at the provider and in the shop at the same time: both are kept apart', async () => {
    const sale = await createSale()
    faulty.injectFault(REFUNDS, { kind: 'late-request', ms: 300 })
    const [made] = await Promise.all([
      refund(sale, { amount: '10.00', reason: 'Ours' }),
      stripe.refunds.create({ payment_intent: sale.intentId, amount: 1000 }).then(() => deliverEvents(sale)),
    ])
    expect(made.status).toBe(201)
    await deliverEvents(sale)
    expect((await rowsOf(sale)).map(({ reason, status }) => [reason, status]).toSorted()).toEqual([
      ['', 'succeeded'],
      ['Ours', 'succeeded'],
    ])
    expect(await orderOf(sale)).toMatchObject({ refundedCents: 2000 })
    // The remaining amount is refunded at the provider while the shop requests to refund all of it.
    faulty.injectFault(REFUNDS, { kind: 'late-request', ms: 300 })
    const rest = sale.totalCents - 2000
    const [late] = await Promise.all([
      refund(sale, { amount: price(rest) }),
      stripe.refunds.create({ payment_intent: sale.intentId, amount: rest }),
    ])
    expect([201, 409]).toContain(late.status)
    await deliverEvents(sale)
    expect((await atProvider(sale)).reduce((sum, cents) => sum + cents, 0)).toBe(sale.totalCents)
    expect(await orderOf(sale)).toMatchObject({ status: 'refunded', refundedCents: sale.totalCents })
  })

  test('[PAY-13 partial] the database holds no more than one refund that is being made, and none above the payment', async () => {
    const sale = await createSale()
    const [payment] = await db.select().from(payments).where(eq(payments.orderId, sale.id))
    const starting = (key: string) =>
      db.insert(paymentRefunds).values({
        orderId: sale.id,
        paymentId: payment?.id ?? 0,
        idempotencyKey: key,
        amountCents: 1,
        createdAt: new Date(),
      })
    await starting('one')
    await expect(starting('two')).rejects.toMatchObject({ cause: { constraint: 'payment_refunds_one_starting' } })
    await db.execute(sql`delete from payment_refunds where idempotency_key = 'one'`)
  })
})
