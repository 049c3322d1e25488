/**
 * Many shoppers, or one who presses repeatedly, at the same moment: on a real database, with the real app and the
 * provider sandbox.
 */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import {
  type Buyer,
  type CheckoutPage,
  type CheckoutResponse,
  cards,
  cardToken,
  completeAuthentication,
  linesOf,
  newBuyer,
} from '../running/buyer.ts'
import { openInProcessShop } from './in-process-shop.ts'
import { addProduct, stockOnHand, sumOfMovements } from './stock.ts'

const { db, sendRequest, ledger } = await openInProcessShop()

let plenty: number
let other: number

beforeAll(async () => {
  plenty = await addProduct(db, 5000)
  other = await addProduct(db, 5000)
})

const together = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

type OrderRow = {
  id: number
  status: string
  is_paid: boolean
  holds_stock: boolean
  total_cents: number
  pieces: number
}

/** Orders containing this product, oldest first. */
async function ordersOf(productId: number): Promise<OrderRow[]> {
  const { rows } = await db.execute<OrderRow>(sql`
    select o.id, o.status, o.paid_at is not null as is_paid, o.holds_stock, o.total_cents, sum(l.quantity)::int as pieces
      from orders o join order_lines l on l.order_id = o.id
     where l.product_id = ${productId} group by o.id order by o.id`)
  return rows
}

/** A shopper with the tin in the cart, the checkout open and a card token from the provider. */
async function readyToPay(tin: number, card: string = cards.good, quantity = 1) {
  const buyer = newBuyer(sendRequest)
  await buyer.add(tin, quantity)
  const page = await buyer.openCheckout()
  return { buyer, page, token: await cardToken(page, card) }
}

const pay = (buyer: Buyer, page: CheckoutPage, token: string): Promise<CheckoutResponse> =>
  buyer.checkout(page, { stripe_cc_token_key: token })

const chargesOf = async (orderId: number) => (await ledger.charges()).filter((charge) => charge.orderId === orderId)

test('[ATC-01] 50 concurrent adds of one session lose nothing', async () => {
  const buyer = newBuyer(sendRequest)
  await buyer.add(plenty)
  await together(50, (index) => buyer.add(index % 2 === 0 ? plenty : other, 1 + (index % 3)))

  const expected = [0, 1].map((parity) =>
    Array.from({ length: 50 }, (_, index) => index)
      .filter((index) => index % 2 === parity)
      .reduce((sum, index) => sum + 1 + (index % 3), 0),
  )
  const answer = (await (await buyer.post('/?wc-ajax=get_refreshed_fragments', {})).json()) as Parameters<
    typeof linesOf
  >[0]
  expect(linesOf(answer).map(({ productId, quantity }) => ({ productId, quantity }))).toEqual([
    { productId: plenty, quantity: 1 + (expected[0] ?? 0) },
    { productId: other, quantity: expected[1] },
  ])
})

test('[ATC-01] 50 concurrent adds of one session never exceed the stock', async () => {
  const tin = await addProduct(db, 20)
  const buyer = newBuyer(sendRequest)
  await buyer.add(plenty)
  const answers = await together(50, () => buyer.add(tin))
  expect(answers.filter((answer) => answer.fragments)).toHaveLength(20)
  expect(answers.filter((answer) => answer.error)).toHaveLength(30)
})

test('[CHK-18] 40 buyers of the last 10 tins: 10 pay successfully, 30 are told it is sold out', async () => {
  const tin = await addProduct(db, 10)
  const ready = await together(40, () => readyToPay(tin))
  const answers = await Promise.all(ready.map(({ buyer, page, token }) => pay(buyer, page, token)))

  expect(answers.filter((answer) => answer.result === 'success')).toHaveLength(10)
  const refused = answers.filter((answer) => answer.result === 'failure')
  expect(refused).toHaveLength(30)
  for (const { messages } of refused) expect(messages).toMatch(/Sorry, “Tin \d+” is not in stock/)

  const orders = await ordersOf(tin)
  expect(orders).toHaveLength(10)
  expect(orders.every((order) => order.is_paid && order.status === 'processing')).toBe(true)
  expect(await stockOnHand(db, tin)).toBe(0)
  expect(await sumOfMovements(db, tin)).toBe(0)
  const ids = new Set(orders.map((order) => order.id))
  expect((await ledger.charges()).filter((charge) => ids.has(charge.orderId))).toHaveLength(10)
})

test('[CHK-18] 200 concurrent buyers for 10 units, alone and with other items: exactly 10 are sold, and no deadlock occurs', async () => {
  const few = await addProduct(db, 10)
  const others = [await addProduct(db, 500), await addProduct(db, 500)]
  // Every third shopper wants only the rare tin; the others want it with other products, added before or after it.
  const ready = await together(200, async (index) => {
    const buyer = newBuyer(sendRequest)
    const wants = [[few], [others[0] ?? 0, few, others[1] ?? 0], [others[1] ?? 0, others[0] ?? 0, few]][index % 3] ?? []
    for (const tin of wants) await buyer.add(tin)
    return { buyer, page: await buyer.openCheckout(), isBank: index % 2 === 0 }
  })
  const answers = await Promise.all(
    ready.map(({ buyer, page, isBank }) =>
      buyer.checkout(
        page,
        isBank ? { payment_method: 'bacs' } : { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' },
      ),
    ),
  )
  const sold = answers.filter((answer) => answer.result === 'success')
  expect(sold).toHaveLength(10)
  for (const answer of answers) if (answer.result === 'failure') expect(answer.messages).toContain('not in stock')
  const orders = await ordersOf(few)
  expect(orders.map((order) => order.id).toSorted()).toEqual(sold.map((answer) => answer.order_id).toSorted())
  expect(orders.every((order) => order.status === 'processing' || order.status === 'on-hold')).toBe(true)
  expect(await stockOnHand(db, few)).toBe(0)
  for (const tin of [few, ...others]) expect(await sumOfMovements(db, tin)).toBe(await stockOnHand(db, tin))
}, 120_000)

test('[CHK-18] the same checkout submitted 10 times at once: one order, one charge, ten equal responses', async () => {
  const tin = await addProduct(db, 50)
  const { buyer, page, token } = await readyToPay(tin, cards.good, 2)
  const answers = await together(10, () => pay(buyer, page, token))

  const [order, ...others] = await ordersOf(tin)
  expect(others).toEqual([])
  expect(order).toMatchObject({ status: 'processing', is_paid: true, pieces: 2 })
  expect(new Set(answers.map((answer) => `${answer.result} ${answer.order_id} ${answer.redirect}`)).size).toBe(1)
  expect(answers[0]).toMatchObject({ result: 'success', order_id: order?.id })
  expect(await chargesOf(order?.id ?? 0)).toMatchObject([{ amountCents: order?.total_cents }])
  expect(await stockOnHand(db, tin)).toBe(48)
})

test('[CHK-18] submitted again after it was paid, it returns the same order and charges nothing', async () => {
  const tin = await addProduct(db, 50)
  const { buyer, page, token } = await readyToPay(tin)
  const first = await pay(buyer, page, token)
  const second = await pay(buyer, page, token)
  expect(second).toEqual(first)
  expect(await ordersOf(tin)).toHaveLength(1)
  expect(await chargesOf(first.order_id ?? 0)).toHaveLength(1)
})

test('[CHK-18] 10 concurrent orders from 10 sessions for several products each never deadlock', async () => {
  const tins = [await addProduct(db, 100), await addProduct(db, 100), await addProduct(db, 100)]
  const ready = await together(10, async (index) => {
    const buyer = newBuyer(sendRequest)
    const order = index % 2 === 0 ? tins : tins.toReversed()
    for (const tin of order) await buyer.add(tin)
    const page = await buyer.openCheckout()
    return { buyer, page, token: await cardToken(page) }
  })
  const answers = await Promise.all(ready.map(({ buyer, page, token }) => pay(buyer, page, token)))
  expect(answers.map((answer) => answer.result)).toEqual(Array.from({ length: 10 }, () => 'success'))
  for (const tin of tins) expect(await stockOnHand(db, tin)).toBe(90)
})

test('[CHK-18] a declined card, then another one: one order, paid once, with the catalogue’s message in between', async () => {
  const tin = await addProduct(db, 10)
  const { buyer, page, token } = await readyToPay(tin, cards.insufficientFunds)
  const declined = await pay(buyer, page, token)
  expect(declined.result).toBe('failure')
  expect(declined.messages).toContain('insufficient funds')
  expect(await stockOnHand(db, tin)).toBe(10)
  expect(await ledger.charges().then((all) => all.filter((charge) => charge.orderId === declined.order_id))).toEqual([])

  const paid = await pay(buyer, page, await cardToken(page))
  expect(paid.result).toBe('success')
  expect(await ordersOf(tin)).toMatchObject([{ id: paid.order_id, status: 'processing', is_paid: true }])
  expect(await chargesOf(paid.order_id ?? 0)).toHaveLength(1)
  expect(await stockOnHand(db, tin)).toBe(9)
})

test('[CHK-18] the cart changed between two attempts: the first order is cancelled, its stock released, the second is paid', async () => {
  const tin = await addProduct(db, 10)
  const { buyer, page, token } = await readyToPay(tin, cards.declined, 2)
  expect((await pay(buyer, page, token)).result).toBe('failure')
  expect(await stockOnHand(db, tin)).toBe(10)

  await buyer.add(tin, 3)
  const again = await buyer.openCheckout()
  const paid = await pay(buyer, again, await cardToken(again))
  expect(paid.result).toBe('success')
  expect(await ordersOf(tin)).toMatchObject([
    { status: 'cancelled', is_paid: false, pieces: 2 },
    { id: paid.order_id, status: 'processing', is_paid: true, pieces: 5 },
  ])
  expect(await stockOnHand(db, tin)).toBe(5)
  expect(await sumOfMovements(db, tin)).toBe(5)
  const [first] = await ordersOf(tin)
  expect(await chargesOf(first?.id ?? 0)).toEqual([])
  expect(await chargesOf(paid.order_id ?? 0)).toHaveLength(1)
})

test('[CHK-18] the cart changes during payment: a charge belongs to an accepted order or is refunded', async () => {
  const tin = await addProduct(db, 200)
  const ready = await together(8, () => readyToPay(tin))
  await Promise.all(
    ready.flatMap(({ buyer, page, token }) => [
      pay(buyer, page, token),
      buyer.add(tin).then(() => pay(buyer, page, token)),
    ]),
  )
  await settled()
  const orders = await ordersOf(tin)
  // A declined order has released its stock and waits for another attempt.
  const holding = orders.filter((order) => order.status !== 'cancelled' && order.holds_stock)
  for (const order of orders) if (!order.holds_stock) expect(['pending', 'cancelled']).toContain(order.status)
  expect(await stockOnHand(db, tin)).toBe(200 - holding.reduce((sum, order) => sum + order.pieces, 0))
  for (const order of orders) {
    const kept = (await chargesOf(order.id)).filter((charge) => charge.refundedCents < charge.amountCents)
    expect(kept.map((charge) => charge.amountCents)).toEqual(order.is_paid ? [order.total_cents] : [])
    if (order.is_paid) expect(order.status).toBe('processing')
  }
})

test('[SCA-03] authentication succeeds after the shopper has moved on: one accepted order, the late payment is refunded', async () => {
  const tin = await addProduct(db, 10)
  const { buyer, page, token } = await readyToPay(tin, cards.requiresAuthentication)
  const asked = await pay(buyer, page, token)
  expect(asked.redirect).toMatch(/^#response=/)
  await buyer.add(tin)
  const again = await buyer.openCheckout()
  const [paid] = await Promise.all([
    cardToken(again).then((other) => pay(buyer, again, other)),
    completeAuthentication(page, asked.redirect ?? ''),
  ])
  expect(paid.result).toBe('success')
  await settled()

  const [first, second] = await ordersOf(tin)
  expect(first).toMatchObject({ status: 'cancelled', is_paid: false })
  expect(second).toMatchObject({ id: paid.order_id, status: 'processing', is_paid: true, pieces: 2 })
  const late = await chargesOf(first?.id ?? 0)
  expect(late.filter((charge) => charge.refundedCents < charge.amountCents)).toEqual([])
  expect(await chargesOf(second?.id ?? 0)).toHaveLength(1)
  expect(await stockOnHand(db, tin)).toBe(8)
})

/** Waits until no order with an unsettled payment is open and every late payment is being refunded. */
async function settled(): Promise<void> {
  const giveUpAt = Date.now() + 15_000
  for (;;) {
    const paidLate = await db.execute(sql`
      select 1 from orders o where o.status = 'cancelled'
         and exists (select 1 from order_notes n where n.order_id = o.id and n.text like '%is being refunded%')
         and not exists (select 1 from order_notes n where n.order_id = o.id and n.text like '%was refunded%')`)
    const waiting = await db.execute(sql`select 1 from jobs.job where state in ('created', 'retry', 'active')
       and name in ('cancel-intent', 'refund-late-payment', 'payment-event', 'settle-payment')`)
    if (paidLate.rows.length === 0 && waiting.rows.length === 0) return
    if (Date.now() > giveUpAt) throw new Error('Payments are still unsettled after 15 s')
    await new Promise((done) => setTimeout(done, 200))
  }
}
