/** Stock that unpaid orders may reserve: limited in quantity and time. The clock is fake. */
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { issueChallenge } from '../../src/people/abuse/proof-of-work.ts'
import { defaultSettings, type Settings } from '../../src/settings.ts'
import { transitionOrderByHand } from '../../src/shop/orders/transition-order.ts'
import { expireOnHold } from '../../src/shop/payments/expire-on-hold.ts'
import { cancelUnpaidOrders } from '../../src/shop/reconciliation/payment-jobs.ts'
import { canReserve } from '../../src/shop/risk/unpaid-reservations.ts'
import {
  type CheckoutResponse,
  cards,
  cardToken,
  completeAuthentication,
  newBuyer,
  senderFrom,
} from '../running/buyer.ts'
import { writeOrder } from '../support/orders.ts'
import { solve } from '../support/proofs.ts'
import { openShop } from '../support/shop.ts'
import { addProduct, stockOnHand, sumOfMovements } from './stock.ts'

const start = new Date('2026-11-02T12:00:00Z')
let now = start
const laterDays = (days: number): void => {
  now = new Date(now.getTime() + days * 86_400_000)
}
const { gateways, unpaidHold } = defaultSettings
const given: { settings: Partial<Settings> } = { settings: {} }
/** Installed before the first connection, so that it captures every statement. */
const driver = vi.spyOn(pg.Client.prototype, 'query')
const { app, shop, db, pool } = await openShop({
  now: () => now,
  settings: { unpaidHold, gateways: { ...gateways, bacs: { ...gateways.bacs, enabled: true } } },
  poolSize: 12,
})
const usual = shop.settings()
Object.assign(shop, { settings: () => ({ ...usual, ...given.settings }) })

vi.setConfig({ testTimeout: 90_000 })

beforeEach(async () => {
  given.settings = {}
  await pool.query('truncate orders, payments, emails, rate_limits, used_tokens cascade')
})

type OrderOptions = {
  readonly from?: string
  readonly email?: string
  readonly quantity?: number
  readonly work?: number
}
let stranger = 0

async function atCheckout(tins: readonly number[], { from = '203.0.113.9', quantity = 1 }: OrderOptions) {
  const buyer = newBuyer(senderFrom(app, from))
  for (const tin of tins) await buyer.add(tin, quantity)
  return { buyer, page: await buyer.openCheckout() }
}

async function byBank(
  tins: readonly number[],
  wish: OrderOptions = {},
): Promise<CheckoutResponse & { proof_work?: number }> {
  const { buyer, page } = await atCheckout(tins, wish)
  stranger += 1
  const email = wish.email ?? `stranger${stranger}@shop.test`
  const proof = wish.work ? await solve(await issueChallenge(shop, 'checkout', now, wish.work)) : ''
  return buyer.checkout(page, { payment_method: 'bacs', billing_email: email, proof })
}

async function held(): Promise<{ pieces: number; products: number; cents: number }> {
  const { rows } = await db.execute<{ pieces: number; products: number; cents: number }>(sql`
    select coalesce(sum(l.quantity), 0)::int as pieces, count(distinct l.product_id)::int as products,
      coalesce(sum(l.total_cents), 0)::int as cents
    from orders o join order_lines l on l.order_id = o.id
    where o.paid_at is null and o.status <> 'cancelled' and o.holds_stock`)
  return rows[0] ?? { pieces: 0, products: 0, cents: 0 }
}

describe('stock that one unknown buyer can reserve without a payment', () => {
  test('[CHK-18] is limited in quantity, whatever names they use, and a refusal changes nothing', async () => {
    given.settings = { unpaidHold: { maxPieces: 10, maxProducts: 0, maxCents: 0 } }
    const tin = await addProduct(db, 1000)
    // An order above the limit is refused without asking for a proof or a wait.
    const tooMuch = await byBank([tin], { quantity: 11 })
    expect([tooMuch.result, tooMuch.proof_work]).toEqual(['failure', undefined])
    expect(tooMuch.messages).toContain('more than we can hold without a payment')
    expect(await stockOnHand(db, tin)).toBe(1000)
    const answers = []
    for (let nth = 0; nth < 6; nth += 1) answers.push(await byBank([tin], { quantity: 3, work: 1 }))
    expect(answers.map(({ result }) => result)).toEqual([...Array(3).fill('success'), ...Array(3).fill('failure')])
    expect(answers[3]?.messages).toContain('more than we can hold without a payment')
    expect(await held()).toMatchObject({ pieces: 9 })
    expect(await stockOnHand(db, tin)).toBe(991)
    // Buyers elsewhere are unaffected, and a paying customer can buy any quantity.
    expect((await byBank([tin], { from: '198.51.100.4', quantity: 9, work: 1 })).result).toBe('success')
    const payer = await atCheckout([tin], { quantity: 40 })
    const paid = await payer.buyer.checkout(payer.page, { stripe_cc_token_key: await cardToken(payer.page) })
    expect(paid.result).toBe('success')
  })

  test('[CHK-18] is limited in products and value', async () => {
    const tins = [await addProduct(db, 50), await addProduct(db, 50), await addProduct(db, 50)]
    given.settings = { unpaidHold: { maxPieces: 0, maxProducts: 2, maxCents: 0 } }
    expect((await byBank(tins, { work: 1 })).result).toBe('failure')
    expect((await byBank(tins.slice(0, 2), { work: 1 })).result).toBe('success')
    expect((await byBank(tins.slice(0, 2), { work: 1 })).result).toBe('success')
    expect((await byBank(tins.slice(2), { work: 1 })).result).toBe('failure')
    given.settings = { unpaidHold: { maxPieces: 0, maxProducts: 0, maxCents: 15_000 } }
    expect((await byBank(tins.slice(0, 1), { quantity: 3, work: 1 })).result).toBe('failure')
    expect((await byBank(tins.slice(0, 1), { quantity: 2, work: 1 })).result).toBe('success')
    expect((await held()).cents).toBeLessThanOrEqual(15_000)
  })

  test('[CHK-18] is limited the same for concurrent orders and for a whole /64', async () => {
    given.settings = { unpaidHold: { maxPieces: 10, maxProducts: 0, maxCents: 0 } }
    const tin = await addProduct(db, 1000)
    await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        byBank([tin], { quantity: 2, work: 1, from: `2001:db8:5:5::${(nth + 1).toString(16)}` }),
      ),
    )
    expect((await held()).pieces).toBeLessThanOrEqual(10)
    expect((await held()).pieces).toBeGreaterThan(4)
    expect(await stockOnHand(db, tin)).toBe(1000 - (await held()).pieces)
  })

  test('[CHK-18] counts a mailbox once, however its address is spelled', async () => {
    given.settings = { unpaidHold: { maxPieces: 10, maxProducts: 0, maxCents: 0 } }
    const tin = await addProduct(db, 1000)
    const spellings = ['ada.leaf@gmail.com', 'AdaLeaf+tea@gmail.com', 'a.d.aleaf@googlemail.com', 'adaleaf+2@gmail.com']
    await Promise.all(
      spellings.map((email, nth) => byBank([tin], { quantity: 6, work: 1, email, from: `198.51.100.${10 + nth}` })),
    )
    expect(await held()).toMatchObject({ pieces: 6 })
  })

  test('[CHK-18] is limited for a whole /48 as well, also concurrently', async () => {
    given.settings = { unpaidHold: { maxPieces: 2, maxProducts: 0, maxCents: 0 } }
    const tin = await addProduct(db, 1000)
    await Promise.all(
      Array.from({ length: 11 }, (_, nth) =>
        byBank([tin], { quantity: 1, work: 1, from: `2001:db8:5:${(nth + 1).toString(16)}::1` }),
      ),
    )
    expect((await held()).pieces).toBe(8)
  })

  test('[CHK-18] requires the same work when an order changes from card to bank transfer on its order-pay page', async () => {
    given.settings = { unpaidHold: { maxPieces: 40, maxProducts: 0, maxCents: 0 } }
    const tin = await addProduct(db, 1000)
    const { buyer, page } = await atCheckout([tin], { quantity: 20 })
    const declined = await buyer.checkout(page, { stripe_cc_token_key: await cardToken(page, cards.declined) })
    expect(declined.result).toBe('failure')
    const { rows } = await db.execute<{ id: number; key: string }>(sql`select id, order_key as key from orders`)
    const path = `/checkout/order-pay/${rows[0]?.id}/?pay_for_order=true&key=${rows[0]?.key}`
    const nonce = /name="woocommerce-pay-nonce" value="([^"]+)"/.exec(await (await buyer.send(path)).text())?.[1] ?? ''
    const move = async (proof: string) =>
      buyer.post(path, {
        woocommerce_pay: '1',
        'woocommerce-pay-nonce': nonce,
        payment_method: 'bacs',
        terms: 'on',
        proof,
      })
    const first = await move('')
    expect(await first.text()).toContain('large order without a payment')
    expect(await held()).toMatchObject({ pieces: 0 })
    const second = await move(await solve(await issueChallenge(shop, 'checkout', now, 1)))
    expect(second.headers.get('location')).toContain('/order-received/')
    expect(await held()).toMatchObject({ pieces: 20 })
  })

  test('[CHK-18] requires work for large and repeated orders, none for small ones', async () => {
    given.settings = { unpaidHold: { maxPieces: 40, maxProducts: 0, maxCents: 0 } }
    const tin = await addProduct(db, 1000)
    expect((await byBank([tin], { quantity: 2 })).result).toBe('success')
    const large = await byBank([tin], { quantity: 20 })
    expect(large).toMatchObject({ result: 'failure', proof_work: 1 })
    expect(large.messages).toContain('large order without a payment')
    expect((await byBank([tin], { quantity: 20, work: 1 })).result).toBe('success')
  })

  test('[CHK-18] does not include a cart of the whole stock during authentication: it reserves nothing, and is paid if its stock is still available', async () => {
    given.settings = { unpaidHold: { maxPieces: 10, maxProducts: 0, maxCents: 0 } }
    const tin = await addProduct(db, 500)
    const { buyer, page } = await atCheckout([tin], { quantity: 400 })
    const asked = await buyer.checkout(page, {
      stripe_cc_token_key: await cardToken(page, cards.requiresAuthentication),
    })
    expect(asked.redirect).toMatch(/^#response=/)
    expect([await stockOnHand(db, tin), (await held()).pieces]).toEqual([500, 0])
    await completeAuthentication(page, asked.redirect ?? '')
    const back = await buyer.checkout(page, { stripe_cc_token_key: await cardToken(page) })
    expect(back.result).toBe('success')
    expect([await stockOnHand(db, tin), await sumOfMovements(db, tin)]).toEqual([100, 100])
  })
})

describe('an order waiting for a bank transfer', () => {
  const statusOf = async (id: number | undefined): Promise<string | undefined> =>
    (await db.execute<{ status: string }>(sql`select status from orders where id = ${id ?? 0}`)).rows[0]?.status
  const mailsOf = async (id: number | undefined): Promise<string[]> =>
    (
      await db.execute<{ template: string }>(sql`select template from emails where order_id = ${id ?? 0} order by id`)
    ).rows
      .map(({ template }) => template)
      .filter((template) => template !== 'new-order')

  test('[CHK-18] is reminded, then cancelled with emails and its stock released, once', async () => {
    const tin = await addProduct(db, 5)
    const placed = await byBank([tin], { quantity: 2 })
    laterDays(6)
    expect(await expireOnHold(shop)).toEqual({ reminded: 0, cancelled: 0 })
    laterDays(1)
    expect(await Promise.all([expireOnHold(shop), expireOnHold(shop)])).toContainEqual({ reminded: 1, cancelled: 0 })
    expect(await mailsOf(placed.order_id)).toEqual(['order-confirmation', 'payment-reminder'])
    laterDays(3)
    // The deadline in the reminder stays valid, whatever the owner has changed since then.
    given.settings = { onHoldDays: 1 }
    expect(await expireOnHold(shop)).toEqual({ reminded: 0, cancelled: 0 })
    expect([await statusOf(placed.order_id), await stockOnHand(db, tin)]).toEqual(['on-hold', 3])
    laterDays(1)
    const rounds = await Promise.all([expireOnHold(shop), expireOnHold(shop)])
    expect(rounds.reduce((sum, round) => sum + round.cancelled, 0)).toBe(1)
    expect([await statusOf(placed.order_id), await stockOnHand(db, tin)]).toEqual(['cancelled', 5])
    expect(await sumOfMovements(db, tin)).toBe(5)
    expect(await mailsOf(placed.order_id)).toEqual(
      expect.arrayContaining(['payment-reminder', 'order-cancelled', 'shop-order-cancelled']),
    )
    expect(await expireOnHold(shop)).toEqual({ reminded: 0, cancelled: 0 })
  })

  test('[CHK-18] if old, is reminded first and has its full period; a paid one is not affected', async () => {
    const tin = await addProduct(db, 9)
    const old = await byBank([tin])
    const paid = await byBank([tin], { from: '198.51.100.5' })
    laterDays(100)
    await transitionOrderByHand(shop, { orderId: paid.order_id ?? 0, to: 'processing', author: 'Olive' })
    expect(await expireOnHold(shop)).toEqual({ reminded: 1, cancelled: 0 })
    expect(await expireOnHold(shop)).toEqual({ reminded: 0, cancelled: 0 })
    laterDays(4)
    expect(await expireOnHold(shop)).toEqual({ reminded: 0, cancelled: 1 })
    expect([await statusOf(old.order_id), await statusOf(paid.order_id)]).toEqual(['cancelled', 'processing'])
  })

  test('[CHK-18] waits indefinitely if the owner says so, and card orders are not affected', async () => {
    given.settings = { onHoldDays: 0 }
    const tin = await addProduct(db, 9)
    const placed = await byBank([tin])
    laterDays(400)
    expect(await expireOnHold(shop)).toEqual({ reminded: 0, cancelled: 0 })
    await cancelUnpaidOrders(shop)
    expect(await statusOf(placed.order_id)).toBe('on-hold')
  })
})

test('one buyer’s reserved stock is found by indexes, however many unpaid orders exist', async () => {
  const order = await writeOrder(db)
  // The statistics are those of a shop that has just begun to sell: they say there are no orders.
  await pool.query('alter table orders set (autovacuum_enabled = false)')
  await pool.query('analyze orders, order_lines')
  await pool.query(
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', 100000 + n, 'number', null,
      'order_key', 'waits-' || n, 'cart_id', n, 'canonical_billing_email', n || '@shop.test', 'client_network', '198.18.' || n,
      'status', 'on-hold', 'paid_at', null, 'holds_stock', true))).*
    from orders o, generate_series(1, 5000) n where o.id = $1`,
    [order.id],
  )
  await pool.query(
    `insert into order_lines select (jsonb_populate_record(l, jsonb_build_object('id', 100000 + n, 'order_id', 100000 + n))).*
    from order_lines l, generate_series(1, 5000) n where l.order_id = $1`,
    [order.id],
  )
  const before = driver.mock.calls.length
  const buyer = { customerId: 7, cartId: 9, email: 'ada@shop.test', clientNetwork: '2001:0db8:0001:0002' }
  await canReserve(shop, db, buyer, { quantity: 1, productIds: [1], cents: 100 })
  const asked = driver.mock.calls.slice(before) as unknown as [{ text: string } | string, unknown[] | undefined][]
  const [query, values] =
    asked.find(([one]) => typeof one === 'object' && one.text.includes('canonical_billing_email')) ?? []
  if (typeof query !== 'object') throw new Error('What is on hold was not asked for')
  const explain = { text: `explain (analyze) ${query.text}`, values: [...(values ?? [])] }
  const maxDiscarded = async () => {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(explain)
    // The number of rows of other buyers that the query read and discarded.
    return Math.max(...rows.map((row) => Number(/Rows Removed by Filter: (\d+)/.exec(row['QUERY PLAN'])?.[1] ?? 0)))
  }
  expect(await maxDiscarded()).toBeLessThan(10)
  await pool.query('analyze orders, order_lines')
  expect(await maxDiscarded()).toBeLessThan(10)
})
