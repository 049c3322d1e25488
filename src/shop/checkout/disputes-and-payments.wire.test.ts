/** Disputes answered from the order, and the screens that compare the provider with the orders. */

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { cardSales, type Sale } from '../../../test/support/card-sales.ts'
import { disturbPayments, FORBIDDEN } from '../../../test/support/faulty-provider.ts'
import { jsonClient } from '../../../test/support/json-client.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { finishAnswers } from '../disputes/answer-dispute.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrderNotes } from '../orders/orders-read.store.ts'
import { payments } from '../orders/payments/payments.table.ts'
import { addShipment } from '../orders/ship-order.ts'

let later = 0
const opened = await openShop({ now: () => new Date(Date.now() + later) })
const { app, shop, db } = opened
const { stripe, about, deliver, send: sendEvent } = providerEvents(opened)
const faulty = await disturbPayments(opened)
const { createSale } = await cardSales(opened, 1)
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const manager = await createSignedInUser(shop, 'shop_manager')
const editor = await createSignedInUser(shop, 'editor')

beforeEach(() => {
  later = 0
  faulty.clearFaults()
})

const call = jsonClient<Awaited<ReturnType<Response['json']>>>(app, '/wp-json/', owner)
const deliverEvents = async (sale: Sale) => deliver(await about(sale.intentId))

async function createDispute(reason = 'product_not_received') {
  const sale = await createSale()
  const { id } = (await stripe.rawRequest('POST', '/v1/test_helpers/disputes', {
    payment_intent: sale.intentId,
    reason,
  })) as { id: string }
  await deliverEvents(sale)
  return { sale, id, path: `wc/v3/payments/disputes/${id}` }
}
const atProvider = (id: string) => stripe.disputes.retrieve(id)
const notesOf = async (sale: Sale) => (await readOrderNotes(db, sale.id)).map(({ text }) => text).join('\n')

describe('a dispute is answered from the order', () => {
  test('[PAY-18 disputed] the first draft has what the shop knows; a draft is saved, and submitted once', async () => {
    const { sale, id, path } = await createDispute()
    const parcel = { tracking_provider: 'Canada Post', tracking_number: '1234567890123456', date_shipped: '2026-11-20' }
    const fields = { ...parcel, custom_tracking_provider: '', custom_tracking_link: '' }
    expect((await addShipment(shop, { orderId: sale.id, input: fields, author: 'Olive' })).ok).toBe(true)
    const { json: order } = await call('GET', `wc/v3/orders/${sale.id}`)
    const engraving = [
      { key: 'Engraving', value: 'For Ada' },
      { key: '_batch', value: 'B-7' },
    ]
    const lines = [{ id: order.line_items[0].id, meta_data: engraving }]
    expect((await call('PUT', `wc/v3/orders/${sale.id}`, { line_items: lines })).status).toBe(200)
    const first = await call('GET', path)
    expect(first.json).toMatchObject({
      id,
      order_id: sale.id,
      status: 'needs_response',
      reason: 'product_not_received',
      has_draft: false,
      is_awaited: true,
      evidence: {
        customer_name: 'Ada Leaf',
        customer_email_address: 'ada@shop.test',
        shipping_tracking_number: '1234567890123456',
        shipping_date: '2026-11-20',
        shipping_carrier: 'Canada Post',
      },
    })
    expect(first.json.evidence.product_description).toMatch(/^1 × .*\(.*For Ada\)$/)
    expect(first.json.due_by_gmt).toMatch(/^20\d\d-/)

    const draft = { evidence: { ...first.json.evidence, uncategorized_text: 'It was delivered.' } }
    expect((await call('POST', path, draft)).json).toMatchObject({ has_draft: true, is_awaited: true })
    expect((await atProvider(id)).status).toBe('needs_response')
    const answers = await Promise.all([
      call('POST', path, { evidence: { customer_communication: 'Thank you!' }, submit: true }),
      call('POST', path, { submit: true }, manager),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const answered = await atProvider(id)
    expect([answered.status, answered.evidence_details.submission_count]).toEqual(['under_review', 1])
    expect(answered.evidence.uncategorized_text).toContain('It was delivered.')
    expect(answered.evidence.shipping_tracking_number).toBe('1234567890123456')
    expect((await call('GET', path)).json).toMatchObject({ status: 'under_review', is_awaited: false })
    expect((await call('POST', path, { submit: true })).status).toBe(409)
    expect(await notesOf(sale)).toContain(`The dispute was answered (${id}).`)
  })

  test('[PAY-18 disputed] documents go to the provider, are kept nowhere else, and are named by the answer', async () => {
    const { id, path } = await createDispute()
    const pdf = (size = 64) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size)])
    const upload = async (document: string, bytes: Buffer, name = 'delivery.png', who = owner) => {
      const form = new FormData()
      form.set('file', new File([new Uint8Array(bytes)], name))
      const init = { method: 'POST', headers: who.headers, body: form }
      const response = await app.request(`/wp-json/${path}/files/${document}`, init)
      return { status: response.status, json: (await response.json()) as Awaited<ReturnType<Response['json']>> }
    }
    const sent = await upload('shipping_documentation', pdf())
    expect(sent.status).toBe(200)
    const { shipping_documentation: proof } = sent.json.files
    // The file's extension follows from its content, whatever name the sender has given it.
    expect(proof).toEqual({ id: expect.stringMatching(/^file_/), name: 'delivery.pdf', size: 73 })
    expect(await stripe.files.retrieve(proof.id)).toMatchObject({ purpose: 'dispute_evidence', size: 73 })
    expect((await upload('receipt', pdf(), '../../etc/passwd')).json.files.receipt.name).toBe('passwd.pdf')

    for (const [refused, status] of [
      [await upload('receipt', Buffer.from('<html>'), 'delivery.pdf'), 400],
      [await upload('receipt', Buffer.alloc(0)), 400],
      [await upload('uncategorized_file', pdf(4_500_000)), 400],
      [await upload('uncategorized_file', pdf(21_000_000)), 400],
      [await upload('passport', pdf()), 404],
      [await upload('receipt', pdf(), 'mine.pdf', editor), 403],
    ] as const)
      expect(refused.status).toBe(status)
    faulty.injectFault(/v1\/files/, { kind: 'bad-gateway' })
    expect((await upload('refund_policy', pdf())).status).toBe(503)
    faulty.clearFaults()
    const { json: draft } = await call('GET', path)
    expect([Object.keys(draft.files).toSorted(), draft.has_draft]).toEqual([
      ['receipt', 'shipping_documentation'],
      true,
    ])
    // The shop still has the texts of the first draft.
    expect(draft.evidence.customer_name).toBe('Ada Leaf')

    expect((await call('DELETE', `${path}/files/receipt`)).json.files).toEqual({ shipping_documentation: proof })
    expect((await call('DELETE', `${path}/files/receipt`)).status).toBe(404)
    expect((await call('POST', path, { submit: true })).json.status).toBe('under_review')
    expect((await atProvider(id)).evidence.shipping_documentation).toBe(proof.id)
    expect((await upload('receipt', pdf())).status).toBe(409)
    expect((await call('DELETE', `${path}/files/shipping_documentation`)).status).toBe(409)
  })

  test('[PAY-18 disputed] an answer that is lost on the way is sent again, once', async () => {
    const { id, path } = await createDispute()
    faulty.injectFault(/disputes\/dp_/, { kind: 'disconnect-before' })
    expect((await call('POST', path, { evidence: { uncategorized_text: 'Ours.' }, submit: true })).json).toMatchObject({
      status: 'needs_response',
      is_awaited: false,
    })
    faulty.clearFaults()
    expect(await finishAnswers(shop)).toBe(0)
    later = 61_000
    expect(await finishAnswers(shop)).toBe(1)
    expect((await call('GET', path)).json.status).toBe('under_review')
    expect(await finishAnswers(shop)).toBe(0)
    expect((await atProvider(id)).evidence_details.submission_count).toBe(1)
  })

  test('[PAY-18 disputed] won and lost answers close it', async () => {
    for (const [text, status] of [
      ['winning_evidence', 'won'],
      ['losing_evidence', 'lost'],
    ]) {
      const { path } = await createDispute()
      await call('POST', path, { evidence: { uncategorized_text: text }, submit: true })
      expect((await call('GET', path)).json.status).toBe(status)
    }
  })

  test('[PAY-18 disputed] a program that asks for changed orders is told of each change of a dispute, and of no other', async () => {
    const sale = await createSale()
    await call('PUT', `wc/v3/orders/${sale.id}`, { status: 'completed' })
    const statusAfter = async (hours: number) => {
      const since = new Date(Date.now() + hours * 3_600_000 - 60_000).toISOString().slice(0, 19)
      const { json } = await call('GET', `wc/v3/orders?modified_after=${since}&dates_are_gmt=true`)
      const found = (json as { id: number; meta_data: { key: string; value: { status: string }[] }[] }[]).find(
        ({ id }) => id === sale.id,
      )
      return found?.meta_data.find(({ key }) => key === '_samovar_disputes')?.value.map(({ status }) => status)
    }
    const at = (hours: number) => {
      later = hours * 3_600_000
    }

    at(1)
    const opened = (await stripe.rawRequest('POST', '/v1/test_helpers/disputes', {
      payment_intent: sale.intentId,
    })) as { id: string }
    await deliverEvents(sale)
    expect(await statusAfter(1)).toEqual(['needs_response'])
    at(2)
    await call('POST', `wc/v3/payments/disputes/${opened.id}`, {
      evidence: { uncategorized_text: 'It was delivered.' },
      submit: true,
    })
    expect(await statusAfter(2)).toEqual(['under_review'])
    at(3)
    await deliverEvents(sale)
    expect(await statusAfter(3)).toBeUndefined()
    await stripe.disputes.close(opened.id)
    await deliverEvents(sale)
    expect(await statusAfter(3)).toEqual(['lost'])
    at(4)
    await deliverEvents(sale)
    expect(await statusAfter(4)).toBeUndefined()
  })

  test('[PAY-18 disputed] nothing to say, too late, too long, nobody’s, and by somebody else: nothing is sent', async () => {
    const { id, path } = await createDispute()
    expect((await call('POST', path, { submit: true })).status).toBe(400)
    expect((await call('POST', path, { evidence: { uncategorized_text: 'x'.repeat(20_001) } })).status).toBe(400)
    expect((await call('POST', path, { evidence: { uncategorized_text: 'No' }, submit: true }, editor)).status).toBe(
      403,
    )
    expect((await call('POST', 'wc/v3/payments/disputes/dp_nobody', { submit: true })).status).toBe(404)
    later = 10 * 86_400_000
    expect((await call('POST', path, { evidence: { uncategorized_text: 'Late' }, submit: true })).status).toBe(409)
    expect(await atProvider(id)).toMatchObject({ status: 'needs_response', evidence_details: { submission_count: 0 } })
  })
})

describe('payments, as the shop and the provider know them', () => {
  test('[PAY-18 succeeded] one that the shop has not heard of differs, and asking the provider settles it', async () => {
    const sale = await createSale()
    await db.update(orders).set({ status: 'pending', paidAt: null }).where(eq(orders.id, sale.id))
    const list = await call('GET', 'samovar/v1/payments?status=differs')
    expect(list.json).toMatchObject([
      { order_id: sale.id, difference: 'not-counted', status: 'succeeded', is_paid: false },
    ])
    const asked = await call('POST', `samovar/v1/payments/${sale.paymentId}/refresh`, {}, manager)
    expect(asked.json).toMatchObject({ difference: null, is_paid: true })
    expect((await call('GET', 'samovar/v1/payments?status=differs')).json).toEqual([])
    expect((await call('GET', `samovar/v1/payments?search=${sale.intentId}`)).json).toHaveLength(1)
    expect((await call('GET', `samovar/v1/payments?order=${sale.id}`)).json).toHaveLength(1)
  })

  test('[PAY-18 refunded] the comparison finds a refund and a payment that the shop missed', async () => {
    const [sale, other] = [await createSale(), await createSale()]
    await stripe.refunds.create({ payment_intent: sale.intentId, amount: 100 })
    await db.update(payments).set({ status: 'processing' }).where(eq(payments.id, other.paymentId))
    const { status, json } = await call('POST', 'samovar/v1/payments/comparison', {})
    expect(status).toBe(200)
    expect(json.differences).toMatchObject([
      { intent_id: other.intentId, provider_status: 'succeeded', shop_status: 'processing', is_settled: true },
      { intent_id: sale.intentId, shop_status: 'succeeded', missed: [{ amount: '1.00' }], is_settled: true },
    ])
    expect((await call('POST', 'samovar/v1/payments/comparison', {})).json.differences).toEqual([])
    faulty.injectFault(/payment_intents/, { kind: 'bad-gateway' })
    expect((await call('POST', 'samovar/v1/payments/comparison', {})).status).toBe(503)
    expect((await call('POST', `samovar/v1/payments/${sale.paymentId}/refresh`, {})).status).toBe(503)
  })

  test('[PAY-18 succeeded] the comparison leaves out payments of another shop with the same account, and never names its orders', async () => {
    const sale = await createSale()
    const [order] = await db.select().from(orders).where(eq(orders.id, sale.id))
    const pay = async (metadata: Record<string, string>) => {
      const details = { amount: 5000, currency: 'cad', payment_method: 'pm_card_visa', confirm: true }
      const returnUrl = 'https://shop.test/'
      return (await stripe.paymentIntents.create({ ...details, metadata, return_url: returnUrl })).id
    }
    const order_id = String(sale.id)
    await pay({ order_id })
    await pay({ order_id: '9999999999', order_key: '', cart_version: '0' })
    const restored = await pay({ order_id, order_key: order?.orderKey ?? '', cart_version: '0' })
    const lost = await pay({ order_id, order_key: 'wc_order_after_backup', cart_version: '0' })
    const { differences } = (await call('POST', 'samovar/v1/payments/comparison', {})).json
    expect(differences).toMatchObject([
      { intent_id: lost, order_id: 0, shop_status: null },
      { intent_id: restored, order_id: sale.id, shop_status: null },
    ])
  })

  test('[PAY-18 recorded once] events are listed with what became of them, and can be applied again', async () => {
    const sale = await createSale()
    await stripe.refunds.create({ payment_intent: sale.intentId, amount: 100 })
    const event = (await about(sale.intentId)).find(({ type }) => type === 'charge.refunded')
    if (!event) throw new Error('There is no event')
    await sendEvent(event)
    faulty.injectFault(/v1/, { kind: 'bad-gateway' })
    const listed = async (status: string) => (await call('GET', `samovar/v1/payments/events?status=${status}`)).json
    const [waiting] = await listed('waiting')
    expect(waiting).toMatchObject({
      event_id: event.id,
      type: 'charge.refunded',
      order_id: sale.id,
      attempts: 0,
      error: '',
    })
    const replay = async (who = owner) => call('POST', `samovar/v1/payments/events/${waiting.id}/replay`, {}, who)
    expect((await replay()).status).toBe(409)
    expect(await listed('failed')).toMatchObject([{ attempts: 1, error: 'The payment provider could not be reached' }])
    faulty.clearFaults()
    expect((await replay(editor)).status).toBe(403)
    expect((await replay()).status).toBe(200)
    expect(await listed('waiting')).toEqual([])
    expect((await replay()).status).toBe(200)
    expect((await call('POST', 'samovar/v1/payments/events/999999/replay', {})).status).toBe(404)
    const [order] = await db.select().from(orders).where(eq(orders.id, sale.id))
    expect(order?.refundedCents).toBe(100)
    expect((await notesOf(sale)).match(/was refunded/g)).toHaveLength(1)
  })

  test('[PAY-18 refunded] fees and payouts are for administrators, page by page', async () => {
    const sale = await createSale()
    await stripe.refunds.create({ payment_intent: sale.intentId, amount: 100 })
    const { json } = await call('GET', 'samovar/v1/payments/balance?per_page=2')
    expect(json).toMatchObject({
      has_more: true,
      items: [{ type: 'refund', amount: '-1.00', fee: '0.00' }, { type: 'charge' }],
    })
    const [, charge] = json.items
    expect(charge.intent_id).toBe(sale.intentId)
    expect(Number(charge.amount) - Number(charge.fee)).toBeCloseTo(Number(charge.net))
    const next = await call('GET', `samovar/v1/payments/balance?per_page=2&after=${charge.id}`)
    expect(next.json.items.map(({ id }: { id: string }) => id)).not.toContain(charge.id)
    const payouts = await call('GET', 'samovar/v1/payments/payouts')
    expect(payouts.json.items).toMatchObject([{ currency: 'CAD', status: 'in_transit' }])
    expect((await call('GET', 'samovar/v1/payments/payouts', undefined, manager)).status).toBe(403)
    faulty.injectFault(/balance/, { kind: 'bad-gateway' })
    expect((await call('GET', 'samovar/v1/payments/balance')).status).toBe(503)
    faulty.injectFault(/balance|payouts/, { kind: 'forbidden' })
    for (const list of ['balance', 'payouts']) {
      const refused = await call('GET', `samovar/v1/payments/${list}`)
      expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining(FORBIDDEN.message)])
    }
  })

  test('[PAY-19 window told] after seven days the provider ends an authorization, and the order can be paid again', async () => {
    const sale = await createSale('pm_card_visa')
    const intent = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'cad',
      capture_method: 'manual',
      payment_method: 'pm_card_visa',
      confirm: true,
      metadata: { order_id: String(sale.id), order_key: '', cart_version: '0' },
      return_url: 'https://shop.test/',
    })
    expect(intent.status).toBe('requires_capture')
    await opened.pool.query(
      `update provider_sandbox.objects set data = jsonb_set(data, '{created}', to_jsonb((data->>'created')::int - 8 * 86400)) where id = $1`,
      [intent.latest_charge],
    )
    await stripe.rawRequest('POST', '/v1/test_helpers/expire_authorizations', {})
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'automatic',
    })
  })
})
