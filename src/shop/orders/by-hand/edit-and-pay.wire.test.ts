/** Changes of an order that is paid, or is being paid by its customer at the same time. */

import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addProduct, stockOnHand, sumOfMovements } from '../../../../test/faults/stock.ts'
import { ada, storeClientWithToken } from '../../../../test/support/store-client.ts'
import { DAY_MS } from '../../../platform/time/durations.ts'
import { orderPayNonce } from '../../checkout/order-pay/submit-order-pay.ts'
import { expireOnHold } from '../../payments/expire-on-hold.ts'
import { startPaymentAttempt } from '../../payments/reserve-stock.ts'
import { settlePayment } from '../../payments/settle-payment.ts'
import { cancelUnpaidOrders } from '../../reconciliation/payment-jobs.ts'
import { findOrder, type Order } from '../orders.store.ts'
import { startPayment } from '../payments/payments.store.ts'
import { billing, cents, type Json, line, openOrdersByHand } from './open-test-by-hand.ts'

const { app, call, clock, db, edit, enqueuedJobs, make, notes, pool, refused, reset, shop } = await openOrdersByHand()

let tin = 0
let jar = 0
beforeEach(async () => {
  ;({ tin, jar } = await reset())
})

describe('what is in an order', () => {
  test('stays at its total once it is paid, and stays whole once it is over or refunded in part', async () => {
    const twin = await addProduct(db, 5, 1000)
    const made = await make({ line_items: [line(tin, 2)], payment_method: 'bacs', set_paid: true })
    const [first] = made.line_items
    expect(made.is_editable).toBe(false)
    expect(await refused('PUT', `/${made.id}`, { line_items: [{ id: first?.id, quantity: 1 }] })).toMatchObject({
      status: 409,
      code: 'samovar_order_total_fixed',
    })
    const swapped = await edit(made.id, { line_items: [{ id: first?.id, quantity: 1 }, line(twin, 1)] })
    expect([swapped.total, await stockOnHand(db, tin), await stockOnHand(db, twin)]).toEqual([made.total, 19, 4])
    await call('POST', `/${made.id}/refunds`, { amount: '1.00', api_refund: false })
    const again = {
      line_items: [
        { id: first?.id, quantity: 2 },
        { id: swapped.line_items[1]?.id, quantity: 0 },
      ],
    }
    expect(await refused('PUT', `/${made.id}`, again)).toMatchObject({ code: 'samovar_order_refunded_in_part' })
    await edit(made.id, { status: 'completed' })
    expect(await refused('PUT', `/${made.id}`, again)).toMatchObject({ code: 'samovar_order_not_editable' })
  })

  test('stays while its customer is paying, and ends a payment of another amount', async () => {
    const made = await make({ line_items: [line(tin, 2)], payment_method: 'stripe_cc' })
    const [first] = made.line_items
    const more = { line_items: [{ id: first?.id, quantity: 3 }] }
    const due = { orderId: made.id, amountCents: cents(made.total), currency: 'CAD', cartVersion: '0', now: clock.now }
    await startPayment(db, { ...due, provider: shop.payments.provider.name })
    await db.execute(
      sql`update orders set payment_attempts_expire_at = ${new Date(clock.now.getTime() + 60_000).toISOString()}`,
    )
    expect(await refused('PUT', `/${made.id}`, more)).toMatchObject({ status: 409, code: 'samovar_order_being_paid' })
    await db.execute(sql`update orders set payment_attempts_expire_at = null`)
    await edit(made.id, more)
    const { rows } = await pool.query('select status from payments')
    expect(rows).toEqual([{ status: 'canceled' }])
  })

  const payPage = (made: Json) => String(made.payment_url).replace(/^https?:\/\/[^/]+/, '')
  const nonceOf = async (made: Json) =>
    /name="woocommerce-pay-nonce" value="([^"]+)"/.exec(await (await app.request(payPage(made))).text())?.[1] ?? ''
  async function pay(made: Json, method: Record<string, string>, nonce: string) {
    const fields = { woocommerce_pay: '1', 'woocommerce-pay-nonce': nonce, terms: 'on', 'terms-field': '1' }
    const body = new URLSearchParams({ ...fields, ...method })
    await app.request(payPage(made), { method: 'POST', body })
    return (await call('GET', `/${made.id}`)).json.status
  }

  test('is not paid by a page that shows another total', async () => {
    const made = await make({ line_items: [line(tin, 2)], payment_method: 'stripe_cc' })
    const card = { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' }
    const old = await nonceOf(made)
    await edit(made.id, { line_items: [{ id: made.line_items[0]?.id, quantity: 3 }] })
    expect(await pay(made, card, old)).toBe('pending')
    expect(await pay(made, card, await nonceOf(made))).toBe('processing')
  })

  const rebate = { fee_lines: [{ name: 'Rebate', total: '-50' }] }
  const laterDays = (days: number) => Object.assign(clock, { now: new Date(clock.now.getTime() + days * DAY_MS) })

  test('is not paid if it costs nothing', async () => {
    const made = await make({ line_items: [line(tin, 2)], ...rebate, payment_method: 'stripe_cc' })
    const page = await (await app.request(payPage(made))).text()
    expect([page.includes('There is nothing to pay.'), page.includes('id="place_order"')]).toEqual([true, false])
    const received = await app.request(`/checkout/order-received/${made.id}/?key=${String(made.order_key)}`)
    expect(await received.text()).not.toMatch(/Pay for this order|waiting for your payment/)
    const nonce = orderPayNonce(shop, (await findOrder(db, made.id)) as Order)
    const card = { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' }
    const fields = { woocommerce_pay: '1', 'woocommerce-pay-nonce': nonce, terms: 'on', 'terms-field': '1', ...card }
    const sent = await app.request(payPage(made), { method: 'POST', body: new URLSearchParams(fields) })
    expect(await sent.text()).toContain('There is nothing to pay.')
    expect((await pool.query('select 1 from payments where order_id = $1', [made.id])).rowCount).toBe(0)
    expect(await edit(made.id, { status: 'completed' })).toMatchObject({ status: 'completed' })
  })

  test('is not cancelled as unpaid while it costs nothing, and waits its full time once it costs something', async () => {
    const made = await make({ line_items: [line(tin, 2)], payment_method: 'stripe_cc' })
    expect((await edit(made.id, rebate)).total).toBe('0.00')
    laterDays(30)
    expect(await cancelUnpaidOrders(shop)).toBe(0)
    expect((await findOrder(db, made.id))?.status).toBe('pending')
    await edit(made.id, { line_items: [line(jar, 3)] })
    laterDays(9)
    expect(await cancelUnpaidOrders(shop)).toBe(0)
    laterDays(2)
    expect(await cancelUnpaidOrders(shop)).toBe(1)
  })

  test('holds its stock while it costs nothing as long as any unpaid order, and takes it again once it is completed', async () => {
    const made = await make({ line_items: [line(tin, 2)], payment_method: 'stripe_cc' })
    const state = async () => [(await findOrder(db, made.id))?.status, await stockOnHand(db, tin)]
    laterDays(9)
    await edit(made.id, rebate)
    laterDays(9)
    expect(await cancelUnpaidOrders(shop)).toBe(0)
    expect(await state()).toEqual(['pending', 18])
    laterDays(2)
    for (const _ of [1, 2]) expect(await cancelUnpaidOrders(shop)).toBe(0)
    expect(await state()).toEqual(['pending', 20])
    expect((await notes(made.id)).filter((note) => note.includes('back in stock'))).toHaveLength(1)
    await edit(made.id, { status: 'completed' })
    expect(await state()).toEqual(['completed', 18])
    expect(await sumOfMovements(db, tin)).toBe(18)
  })

  test('is neither reminded of a transfer nor cancelled for want of one while it costs nothing', async () => {
    const made = await make({ line_items: [line(tin, 2)], payment_method: 'bacs', status: 'on-hold' })
    await make({ line_items: [line(tin, 2)], payment_method: 'bacs', status: 'on-hold' })
    await edit(made.id, rebate)
    laterDays(8)
    expect(await expireOnHold(shop)).toEqual({ reminded: 1, cancelled: 0 })
    laterDays(30)
    expect(await expireOnHold(shop)).toEqual({ reminded: 0, cancelled: 1 })
    expect((await findOrder(db, made.id))?.status).toBe('on-hold')
    // After the same days it no longer keeps its items from others.
    expect(await stockOnHand(db, tin)).toBe(20)
    expect((await notes(made.id)).filter((note) => note.includes('back in stock'))).toHaveLength(1)
    await edit(made.id, { status: 'completed' })
    expect(await stockOnHand(db, tin)).toBe(18)
  })

  test('is charged at its new total after a card was declined at the old one', async () => {
    const made = await make({ line_items: [line(tin, 2)], payment_method: 'stripe_cc' })
    const by = (card: string) => ({ payment_method: 'stripe_cc', stripe_cc_token_key: card })
    expect(await pay(made, by('pm_card_chargeDeclined'), await nonceOf(made))).not.toBe('processing')
    await edit(made.id, { status: 'pending' })
    const changed = await edit(made.id, { line_items: [{ id: made.line_items[0]?.id, quantity: 3 }] })
    // The provider reports the old payment again: no money has moved, so the order gets no note about it.
    const { rows: tried } = await pool.query('select intent_id from payments order by id')
    expect(await settlePayment(shop, tried.at(-1).intent_id)).toMatchObject({ kind: 'mismatch' })
    expect((await notes(made.id)).join()).not.toContain('does not fit')
    expect(await pay(made, by('pm_card_visa'), await nonceOf(made))).toBe('processing')
    const { rows } = await pool.query('select amount_cents, captured_cents from payments order by id')
    expect(rows.at(-1)).toEqual({ amount_cents: cents(changed.total), captured_cents: cents(changed.total) })
  })

  test('made as failed, waits as long as any unpaid order for a payment that its customer has left at the bank', async () => {
    const made = await make({ line_items: [line(jar, 2)], payment_method: 'stripe_cc', status: 'failed' })
    const card = { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_authenticationRequired' }
    expect(await pay(made, card, await nonceOf(made))).toBe('failed')
    expect(await stockOnHand(db, jar)).toBe(3)
    laterDays(9)
    expect(await cancelUnpaidOrders(shop)).toBe(0)
    laterDays(1)
    expect(await cancelUnpaidOrders(shop)).toBe(1)
    expect(await stockOnHand(db, jar)).toBe(5)
  })

  describe('from a checkout whose card was declined', () => {
    const by = (key: string) => ({
      payment_method: 'stripe_cc',
      payment_data: [{ key: 'stripe_cc_token_key', value: key }],
    })
    async function declined(): Promise<Json> {
      const client = await storeClientWithToken(app)
      await client.post('/cart/add-item', { id: tin, quantity: 1 })
      const sent = { billing_address: billing, shipping_address: ada, ...by('pm_card_chargeDeclined') }
      expect((await client.post('/checkout', sent)).status).toBe(400)
      const { rows } = await pool.query('select id from orders')
      return (await call('GET', `/${rows[0].id}`)).json
    }
    const swap = async (made: Json) => {
      const twin = await addProduct(db, 5, 1000)
      const swapped = await edit(made.id, { line_items: [{ id: made.line_items[0]?.id, quantity: 0 }, line(twin, 1)] })
      expect(swapped.total).toBe(made.total)
    }
    const paymentsOf = async ({ id }: Json) =>
      (await pool.query('select status, captured_cents as cents from payments where order_id = $1 order by id', [id]))
        .rows

    test('is paid by its link after an exchange that leaves the total', async () => {
      const made = await declined()
      await swap(made)
      const card = { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' }
      expect(await pay(made, card, await nonceOf(made))).toBe('processing')
      const paid = { status: 'succeeded', cents: cents(made.total) }
      expect(await paymentsOf(made)).toEqual([{ status: 'canceled', cents: 0 }, paid])
      expect(enqueuedJobs.map(({ name }) => name)).toContain('cancel-intent')
    })

    test('still fits its payment after an exchange while that is being processed', async () => {
      const made = await declined()
      const processing =
        "update payments set status = 'processing' where order_id = $1 returning cart_version as version"
      const { rows } = await pool.query(processing, [made.id])
      await swap(made)
      const kept = await pool.query('select cart_version::text as version from orders')
      expect([kept.rows, (await paymentsOf(made))[0].status]).toEqual([rows, 'processing'])
    })
  })

  test('stays while its customer pays otherwise than by the transfer it waits for, and is not paid at an old total', async () => {
    const made = await make({ line_items: [line(tin, 2)], payment_method: 'bacs', status: 'on-hold' })
    const more = { line_items: [{ id: made.line_items[0]?.id, quantity: 3 }] }
    const order = (await findOrder(db, made.id)) as Order
    const attempt = await startPaymentAttempt(shop, order, false)
    expect(await refused('PUT', `/${made.id}`, more)).toMatchObject({ status: 409, code: 'samovar_order_being_paid' })
    if (attempt.ok) await attempt.finish('declined')
    await edit(made.id, more)
    expect(await startPaymentAttempt(shop, order, false)).toMatchObject({ ok: false, isOutdated: true })
    expect([(await findOrder(db, made.id))?.holdsStock, await stockOnHand(db, tin)]).toEqual([true, 17])
    await edit(made.id, { line_items: [{ id: made.line_items[0]?.id, quantity: 4 }] })
  })

  test('is paid as its customer saw it or changed before, never both', async () => {
    const card = { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' }
    for (const wait of [0, 4, 8, 16, 32]) {
      const made = await make({ line_items: [line(tin, 1)], payment_method: 'stripe_cc' })
      const paying = pay(made, card, await nonceOf(made))
      await new Promise((done) => void setTimeout(done, wait))
      const more = { line_items: [{ id: made.line_items[0]?.id, quantity: 2 }] }
      const [, changed] = await Promise.all([paying, call('PUT', `/${made.id}`, more)])
      const { json } = await call('GET', `/${made.id}`)
      const { rows } = await pool.query(
        'select captured_cents from payments where order_id = $1 and captured_cents > 0',
        [made.id],
      )
      if (json.status === 'processing') expect(rows).toEqual([{ captured_cents: cents(json.total) }])
      else expect([changed.status, rows]).toEqual([200, []])
    }
  })

  test('is not deleted while its customer is paying, nor charged once it is gone', async () => {
    const card = { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' }
    for (const wait of [0, 4, 8, 16, 32]) {
      const made = await make({ line_items: [line(tin, 1)], payment_method: 'stripe_cc' })
      const nonce = await nonceOf(made)
      const body = new URLSearchParams({
        woocommerce_pay: '1',
        'woocommerce-pay-nonce': nonce,
        terms: 'on',
        'terms-field': '1',
        ...card,
      })
      const paying = app.request(payPage(made), { method: 'POST', body })
      await new Promise((done) => void setTimeout(done, wait))
      const [paid, removed] = await Promise.all([paying, call('DELETE', `/${made.id}?force=true`)])
      expect(paid.status).toBeLessThan(500)
      const { json, status } = await call('GET', `/${made.id}`)
      if (removed.status === 200) expect(status).toBe(404)
      else expect([removed.json.code, json.status]).toEqual(['samovar_order_kept', 'processing'])
    }
    expect(await stockOnHand(db, tin)).toBe(await sumOfMovements(db, tin))
  })
})
