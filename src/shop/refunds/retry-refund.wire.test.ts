/** Retrying a refund that has failed at the payment provider. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Sale } from '../../../test/support/card-sales.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrderNotes } from '../orders/orders-read.store.ts'
import { paymentRefunds, payments } from '../orders/payments/payments.table.ts'
import type { RefundJson } from '../orders/rest/refund-json.ts'
import { openTestRefunds } from './open-test-refunds.ts'
import { finishRefunds } from './refund-order.ts'

const { about, app, clock, createSale, db, deliver, editor, faulty, manager, onHand, owner, shop, stripe } =
  await openTestRefunds()

type Answer = {
  readonly status: number
  readonly json: RefundJson & { readonly code?: string; readonly message?: string }
}

async function post(path: string, body: object = {}, who = owner): Promise<Answer> {
  const response = await app.request(`/wp-json/wc/v3/orders/${path}`, {
    method: 'POST',
    headers: { ...who.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, json: (await response.json()) as Answer['json'] }
}
const refundOne = (sale: Sale) =>
  post(`${sale.id}/refunds`, {
    reason: 'Dented',
    api_restock: true,
    line_items: [{ id: sale.lineId, quantity: 1 }],
    meta_data: [{ key: 'ticket', value: '7' }],
  })
const retry = (sale: Sale, refundId: number, body: object = {}, who = owner) =>
  post(`${sale.id}/refunds/${refundId}/retry`, body, who)
const rowsOf = (sale: Sale) =>
  db.select().from(paymentRefunds).where(eq(paymentRefunds.orderId, sale.id)).orderBy(paymentRefunds.id)
const notesOf = async (sale: Sale) => (await readOrderNotes(db, sale.id)).map(({ text }) => text).toReversed()
const refundedCents = async (sale: Sale) =>
  (await db.select().from(orders).where(eq(orders.id, sale.id)))[0]?.refundedCents
/** Amounts of refunds that are pending or succeeded. */
const paidBack = async ({ intentId }: Sale) =>
  (await stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data
    .filter(({ status }) => status !== 'failed')
    .map(({ amount }) => amount)
const metaOf = ({ meta_data }: RefundJson, key: string) =>
  String(meta_data.find((meta) => meta.key === key)?.value ?? '')

/** Makes a refund fail at the bank, which returns the money to the provider. */
async function failAtBank(sale: Sale, refundId: string): Promise<void> {
  await stripe.rawRequest('POST', `/v1/test_helpers/refunds/${refundId}`, { status: 'failed' })
  await deliver(await about(sale.intentId))
}

/** A refund of one piece that was restocked before the refund failed at the bank. */
async function failedRefund() {
  const sale = await createSale()
  const { json } = await refundOne(sale)
  await failAtBank(sale, metaOf(json, '_refund_id'))
  const [row] = await rowsOf(sale)
  expect([row?.status, await refundedCents(sale)]).toEqual(['failed', 0])
  return { sale, id: json.id, cents: row?.amountCents ?? 0 }
}

describe('[PAY-13 partial] a failed refund that is tried again', () => {
  test('after the bank returned it: the money is back, and the stock as it was', async () => {
    const { sale, id, cents } = await failedRefund()
    const before = await onHand()
    const { status, json } = await retry(sale, id, { refunded_amount: '0.00' }, manager)
    expect([status, metaOf(json, '_samovar_refund_status'), json.reason]).toEqual([201, 'succeeded', 'Dented'])
    expect([metaOf(json, '_samovar_refund_author'), metaOf(json, 'ticket')]).toEqual(['Mira Manager', '7'])
    expect([await refundedCents(sale), await paidBack(sale), await onHand()]).toEqual([cents, [cents], before])
    expect(await rowsOf(sale)).toMatchObject([{ status: 'failed', retryId: json.id }, { status: 'succeeded' }])
    expect((await notesOf(sale)).join('\n')).toMatch(/The failed refund of \S+ is tried again\.\n.*was refunded/)
    // The retried refund fails at the bank, too.
    await failAtBank(sale, metaOf(json, '_refund_id'))
    expect((await retry(sale, json.id)).status).toBe(201)
    expect([await refundedCents(sale), await paidBack(sale), await onHand()]).toEqual([cents, [cents], before])
  })

  test('after the provider refused it: the pieces go back into stock once', async () => {
    const sale = await createSale()
    const before = await onHand()
    const dispute = (await stripe.rawRequest('POST', '/v1/test_helpers/disputes', {
      payment_intent: sale.intentId,
    })) as unknown as { id: string }
    expect((await refundOne(sale)).json.code).toBe('samovar_refund_refused')
    const [first] = await rowsOf(sale)
    const refused = await retry(sale, first?.id ?? 0)
    expect([refused.status, refused.json.code]).toEqual([409, 'samovar_refund_refused'])
    const [, second] = await rowsOf(sale)
    // The first refund already has a retry, so its result is returned again without a request to the provider.
    expect((await retry(sale, first?.id ?? 0)).json.code).toBe('samovar_refund_refused')
    expect([(await rowsOf(sale)).length, await paidBack(sale), await onHand()]).toEqual([2, [], before])
    await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' }, submit: true })
    expect((await retry(sale, second?.id ?? 0)).status).toBe(201)
    expect([(await paidBack(sale)).length, await onHand()]).toEqual([1, before + 1])
  })

  test('pressed by several at once: one refund, and all are told of it', async () => {
    const { sale, id, cents } = await failedRefund()
    const answers = await Promise.all([retry(sale, id), retry(sale, id, {}, manager), retry(sale, id)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
    expect([await paidBack(sale), (await rowsOf(sale)).length]).toEqual([[cents], 2])
  })

  test('its answer is lost: pressed again it is the same refund, which is made once', async () => {
    const { sale, id, cents } = await failedRefund()
    faulty.injectFault(/^\/v1\/refunds$/, { kind: 'disconnect-after' })
    const lost = await retry(sale, id)
    expect([lost.status, metaOf(lost.json, '_samovar_refund_status')]).toEqual([201, 'pending'])
    faulty.clearFaults()
    expect((await retry(sale, id)).json.id).toBe(lost.json.id)
    clock.later = 61_000
    expect(await finishRefunds(shop)).toBe(1)
    expect([await refundedCents(sale), await paidBack(sale)]).toEqual([cents, [cents]])
  })

  test('the provider does not answer, or somebody has refunded there meanwhile: nothing is refunded', async () => {
    const { sale, id } = await failedRefund()
    faulty.injectFault(/./, { kind: 'disconnect-before' })
    const unanswered = await retry(sale, id, { refunded_amount: '0.00' })
    expect([unanswered.status, unanswered.json.code]).toEqual([503, 'samovar_payment_provider_unreachable'])
    faulty.clearFaults()
    await stripe.refunds.create({ payment_intent: sale.intentId, amount: 700 })
    const outdated = await retry(sale, id, { refunded_amount: '0.00' })
    expect([outdated.status, outdated.json.code]).toEqual([409, 'samovar_refund_outdated'])
    expect(await paidBack(sale)).toEqual([700])
  })

  test('the provider’s account does not know its payment: it says where to give the money back, and nothing is refunded', async () => {
    const { sale, id } = await failedRefund()
    await db.update(payments).set({ intentId: 'pi_of_another_account' }).where(eq(payments.orderId, sale.id))
    const unknown = await retry(sale, id)
    expect([unknown.status, unknown.json.code]).toEqual([409, 'samovar_refund_payment_unknown'])
    expect(unknown.json.message).toMatch(/does not know this payment.* record it by hand/)
    expect([await paidBack(sale), (await rowsOf(sale)).length]).toEqual([[], 1])
  })

  test('is refused for a refund that has not failed, is of another order, or of nobody’s business', async () => {
    const sale = await createSale()
    const { json } = await refundOne(sale)
    expect((await retry(sale, json.id)).json.code).toBe('samovar_refund_not_failed')
    const byHand = await post(`${sale.id}/refunds`, { amount: '1.00', api_refund: false })
    expect((await retry(sale, byHand.json.id)).json.code).toBe('samovar_refund_not_failed')
    const { sale: other, id } = await failedRefund()
    expect((await retry(sale, id)).status).toBe(404)
    expect((await retry({ ...sale, id: 999_999 }, id)).status).toBe(404)
    expect((await retry(other, id, {}, editor)).status).toBe(403)
    expect(await paidBack(other)).toEqual([])
  })

  test('a payment that came too late is given back, though its order was never paid', async () => {
    const { sale, id, cents } = await failedRefund()
    await db.update(orders).set({ status: 'cancelled', paidAt: null }).where(eq(orders.id, sale.id))
    expect((await retry(sale, id)).status).toBe(201)
    expect(await paidBack(sale)).toEqual([cents])
  })
})
