/** A refund that the owner records by hand, while the payment provider returns money, too. */

import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { cardSales, type Sale } from '../../../test/support/card-sales.ts'
import { startFaultyProvider } from '../../../test/support/faulty-provider.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { defaultSettings } from '../../settings.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { openPaymentService } from '../gateways/open-payment-service.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrder, readOrderNotes } from '../orders/orders-read.store.ts'
import { payments } from '../orders/payments/payments.table.ts'
import { applyReversals } from './apply-reversals.ts'

const { gateways } = defaultSettings
const opened = await openShop({ settings: { gateways: { ...gateways, bacs: { ...gateways.bacs, enabled: true } } } })
const { app, shop, db, provider } = opened
const { stripe } = providerEvents(opened)
const faulty = await startFaultyProvider(provider.url)
afterAll(() => faulty.stop())
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const { createSale } = await cardSales(opened, 1)

beforeEach(() => {
  faulty.clearFaults()
  Object.assign(shop, {
    payments: openPaymentService({ keys: provider, sandboxOrigin: faulty.url, shopperTimeoutMs: 3000 }),
  })
})

const price = (cents: number) => (cents / 100).toFixed(2)
const read = async (path: string) => {
  const response = await app.request(path, { headers: owner.headers })
  return (await response.json()) as Awaited<ReturnType<Response['json']>>
}
async function byHand(sale: Sale, cents: number, more: object = {}) {
  const response = await app.request(`/wp-json/wc/v3/orders/${sale.id}/refunds`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: price(cents), api_refund: false, ...more }),
  })
  const json = (await response.json()) as { code?: string; message?: string }
  return { status: response.status, ...json }
}
const atProvider = (sale: Sale, amount: number) => stripe.refunds.create({ payment_intent: sale.intentId, amount })
const dispute = async (sale: Sale, fields: Record<string, string> = {}) =>
  (await stripe.rawRequest('POST', '/v1/test_helpers/disputes', { payment_intent: sale.intentId, ...fields })) as {
    id: string
  }
const orderOf = async (sale: Sale) => readOrder(db, sale.id)
const notesOf = async (sale: Sale) => (await readOrderNotes(db, sale.id)).map(({ text }) => text).join('\n')
async function deleteRecord(sale: Sale): Promise<void> {
  const record = (await orderOf(sale))?.refunds.find(({ paymentId }) => paymentId === null)
  const path = `/wp-json/wc/v3/orders/${sale.id}/refunds/${record?.id}?force=true`
  expect((await app.request(path, { method: 'DELETE', headers: owner.headers })).status).toBe(200)
}
const tooMuchMails = async (sale: Sale) =>
  (await db.select().from(emails).where(eq(emails.orderId, sale.id))).filter(
    ({ template }) => template === 'shop-refund-excess',
  )
const differs = async (sale: Sale) =>
  (await read('/wp-json/samovar/v1/payments?status=differs')).find(
    ({ order_id }: { order_id: number }) => order_id === sale.id,
  )?.difference
const excessOf = async (sale: Sale) =>
  (await read(`/wp-json/wc/v3/orders/${sale.id}`)).meta_data.find(
    ({ key }: { key: string }) => key === '_samovar_refund_excess',
  )?.value

test('[PAY-13 partial] by hand the provider is asked first: what is back there already counts, and is said', async () => {
  const sale = await createSale()
  await atProvider(sale, 3000)
  const refused = await byHand(sale, sale.totalCents)
  expect(refused).toMatchObject({ status: 400, code: 'woocommerce_rest_cannot_create_order_refund' })
  expect(refused.message).toContain('$30.00 of this order is back already')
  expect(refused.message).toContain(`At most $${price(sale.totalCents - 3000)}`)
  expect(await orderOf(sale)).toMatchObject({ refundedCents: 3000, refunds: [{ amountCents: 3000 }] })
  const outdated = await byHand(sale, 500, { refunded_amount: '0.00' })
  expect(outdated).toMatchObject({ status: 409, code: 'samovar_refund_outdated' })
  expect((await byHand(sale, sale.totalCents - 3000, { refunded_amount: '30.00' })).status).toBe(201)
  expect(await orderOf(sale)).toMatchObject({ status: 'refunded', refundedCents: sale.totalCents })
  expect([await differs(sale), await excessOf(sale), await tooMuchMails(sale)]).toEqual([undefined, undefined, []])
})

test('[PAY-13 partial] what a bank has taken back by a dispute is not given back by hand as well, until it is won', async () => {
  const [whole, part] = [await createSale(), await createSale()]
  const { id } = await dispute(whole)
  const refused = await byHand(whole, whole.totalCents)
  expect(refused.status).toBe(400)
  expect(refused.message).toContain(`The bank of the cardholder has taken back $${price(whole.totalCents)}`)
  expect(await orderOf(whole)).toMatchObject({ status: 'on-hold', refundedCents: 0, refunds: [] })
  await dispute(part, { amount: '1000' })
  expect((await byHand(part, part.totalCents)).status).toBe(400)
  expect((await byHand(part, part.totalCents - 1000)).status).toBe(201)
  await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' }, submit: true })
  expect((await byHand(whole, whole.totalCents)).status).toBe(201)
  expect(await excessOf(whole)).toBe(undefined)
  // An inquiry withdraws no money.
  const asked = await createSale()
  await dispute(asked, { inquiry: 'true' })
  expect((await byHand(asked, asked.totalCents)).status).toBe(201)
})

test('[PAY-13 full] while the provider does not answer nothing is recorded for its payments, and it is said; a transfer is', async () => {
  const sale = await createSale()
  const transfer = await createSale('', 'bacs')
  await db.update(orders).set({ status: 'processing', paidAt: new Date() }).where(eq(orders.id, transfer.id))
  faulty.injectFault(/v1/, { kind: 'bad-gateway' })
  const refused = await byHand(sale, 500)
  expect(refused).toMatchObject({ status: 503, code: 'samovar_payment_provider_unreachable' })
  expect(refused.message).toContain('Nothing was recorded')
  expect(await orderOf(sale)).toMatchObject({ refundedCents: 0, refunds: [] })
  expect((await byHand(transfer, transfer.totalCents)).status).toBe(201)
})

test('[PAY-13 full] with keys that the provider refuses nothing is recorded for its payments, and it is said', async () => {
  const sale = await createSale()
  const log = { ...shop.log, error: vi.fn<(details: object, text: string) => void>() }
  const keys = { ...provider, secretKey: 'sk_test_of_nobody' }
  const payments = openPaymentService({ keys, sandboxOrigin: faulty.url, shopperTimeoutMs: 3000 })
  const { log: before } = shop
  Object.assign(shop, { payments, log })
  const refused = await byHand(sale, 500)
  Object.assign(shop, { log: before })
  expect(refused).toMatchObject({ status: 503, code: 'samovar_payment_provider_unreachable' })
  expect(refused.message).toContain('Nothing was recorded')
  expect(await orderOf(sale)).toMatchObject({ refundedCents: 0, refunds: [] })
  expect(log.error).toHaveBeenCalledOnce()
})

test('[PAY-13 full] a payment that the account does not know is recorded by hand: another one had the keys before', async () => {
  const sale = await createSale()
  await db.update(payments).set({ intentId: 'pi_of_another_account' }).where(eq(payments.orderId, sale.id))
  expect((await byHand(sale, sale.totalCents)).status).toBe(201)
  expect(await orderOf(sale)).toMatchObject({ status: 'refunded', refundedCents: sale.totalCents })
})

test('[PAY-13 full] a payment of another account of the provider is recorded by hand: nobody can be asked', async () => {
  const sale = await createSale()
  await db.update(payments).set({ provider: 'stripe_live' }).where(eq(payments.orderId, sale.id))
  faulty.injectFault(/v1/, { kind: 'bad-gateway' })
  expect((await byHand(sale, sale.totalCents)).status).toBe(201)
})

test('[PAY-18 refunded] [PAY-13 full] what goes back beyond the payment is told by note, email and list, once, and taken back with the record', async () => {
  const sale = await createSale()
  expect((await byHand(sale, sale.totalCents)).status).toBe(201)
  await atProvider(sale, 3000)
  await Promise.all([applyReversals(shop, sale.intentId), applyReversals(shop, sale.intentId)])
  await applyReversals(shop, sale.intentId)
  const text = `More has gone back than was paid: $${price(sale.totalCents + 3000)} of $${price(sale.totalCents)}, which is $30.00 too much.`
  expect((await notesOf(sale)).split(text)).toHaveLength(2)
  const [mail, ...others] = await tooMuchMails(sale)
  expect([mail?.data, others]).toEqual([{ refundCents: 3000 }, []])
  expect([await differs(sale), await excessOf(sale)]).toEqual(['refund-excess', '30.00'])

  await deleteRecord(sale)
  expect(await orderOf(sale)).toMatchObject({ refundedCents: 3000, status: 'processing' })
  expect([await differs(sale), await excessOf(sale)]).toEqual([undefined, undefined])
})

test('[PAY-18 refunded] the same excess that arises again after it was taken back is told again', async () => {
  const sale = await createSale()
  for (const times of [1, 2]) {
    expect((await byHand(sale, sale.totalCents - 1000 * (times - 1))).status).toBe(201)
    await atProvider(sale, 1000)
    await Promise.all([applyReversals(shop, sale.intentId), applyReversals(shop, sale.intentId)])
    expect([await excessOf(sale), (await tooMuchMails(sale)).map(({ data }) => data)]).toEqual([
      '10.00',
      Array.from({ length: times }, () => ({ refundCents: 1000 })),
    ])
    expect((await notesOf(sale)).match(/\$10\.00 too much/g)).toHaveLength(times)
    await deleteRecord(sale)
    expect(await excessOf(sale)).toBe(undefined)
  }
})

test('[PAY-18 disputed] a dispute after money went back by hand is told as too much, and no more when it is won', async () => {
  const sale = await createSale()
  await byHand(sale, 1000)
  const { id } = await dispute(sale, { amount: String(sale.totalCents) })
  await applyReversals(shop, sale.intentId)
  expect(await notesOf(sale)).toContain('which is $10.00 too much')
  expect([await differs(sale), await excessOf(sale)]).toEqual(['refund-excess', '10.00'])
  await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' }, submit: true })
  await applyReversals(shop, sale.intentId)
  expect([await differs(sale), await excessOf(sale)]).toEqual([undefined, undefined])
})

test('metadata of a refund is stored, but not in the names of the shop', async () => {
  const sale = await createSale()
  const metaOf = async () =>
    (await read(`/wp-json/wc/v3/orders/${sale.id}/refunds`)).map(({ meta_data }: { meta_data: { key: string }[] }) =>
      meta_data.filter(({ key }) => !key.startsWith('_samovar')),
    )
  const faked = await byHand(sale, 100, { meta_data: [{ key: '_samovar_refund_status', value: 'failed' }] })
  expect(faked).toMatchObject({ status: 400, message: 'Invalid parameter(s): meta_data' })
  expect(await metaOf()).toEqual([])
  const meta_data = [
    { key: 'ticket', value: 7 },
    { key: 'parcel', value: { label: 'a\0b' } },
    { key: 'nothing', value: null },
  ]
  expect((await byHand(sale, 100, { meta_data })).status).toBe(201)
  const stored = { id: expect.any(Number), key: 'ticket', value: '7' }
  expect(await metaOf()).toEqual([[stored, { id: expect.any(Number), key: 'parcel', value: { label: 'ab' } }]])
})
