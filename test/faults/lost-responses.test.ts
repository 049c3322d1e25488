/**
 * The response to a statement is lost after the server has carried it out: for every single statement of an order,
 * including COMMIT. The statement's result is then unknown; submitting the same form again has to end in one order,
 * paid once.
 */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { defaultSettings } from '../../src/settings.ts'
import { openProductIndex } from '../../src/shop/listing/index/live-product-index.ts'
import type { Shop } from '../../src/shop.ts'
import {
  type Buyer,
  type CheckoutPage,
  cardToken,
  type Fields,
  newBuyer,
  ontario,
  type SendRequest,
} from '../running/buyer.ts'
import { openDatabaseProxy } from '../support/database-proxy.ts'
import { openShop } from '../support/shop.ts'
import { openProviderLedger } from './provider-ledger.ts'
import { addProduct } from './stock.ts'

const { gateways } = defaultSettings
const opened = await openShop({
  template: { name: 'empty', prepare: async () => {} },
  settings: { gateways: { ...gateways, bacs: { ...gateways.bacs, enabled: true } } },
})
const { db, provider } = opened
const line = await openDatabaseProxy((opened.pool.options as { connectionString?: string }).connectionString ?? '')
const proxiedDb = connect(line.url, { poolSize: 4 })
const shop: Shop = { ...opened.shop, db: proxiedDb.db, productIndex: openProductIndex(proxiedDb.db, () => new Date()) }
const app = createApp(shop)
const books = openProviderLedger(provider.url, provider.secretKey)
const tin = await addProduct(db, 10_000)

/** More statements than any order executes. */
const MOST = 200
const statuses = new Set<number>()
const ask: SendRequest = async (path, init) => {
  const answer = await app.request(path, init)
  statuses.add(answer.status)
  return answer
}

type Try = { readonly isDone: boolean; readonly orderId: number }

/** A shopper ready to order with a single request. */
type Ready = { send(attempt: number): Promise<Try>; readonly email: string }

async function expectOneOrderWhateverIsLost(isPaid: boolean, ready: (email: string) => Promise<Ready>): Promise<void> {
  let lost = 0
  for (let number = 0; number < MOST; number += 1) {
    const buyer = await ready(`lost.${isPaid}.${number}.${Math.random().toString(36).slice(2)}@shop.test`)
    statuses.clear()
    const hasHappened = line.dropReply(number)
    const first = await buyer.send(0)
    if (!hasHappened()) {
      expect(first.isDone).toBe(true)
      break
    }
    lost += 1
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    const again = first.isDone ? first : await buyer.send(1)
    expect(again.isDone, `after the answer to statement ${number} was lost`).toBe(true)
    const { rows } = await db.execute<{ id: number; is_paid: boolean }>(
      sql`select id, paid_at is not null as is_paid from orders where billing->>'email' = ${buyer.email}`,
    )
    expect(rows).toEqual([{ id: again.orderId, is_paid: isPaid }])
    const taken = (await books.charges()).filter((charge) => charge.orderId === again.orderId)
    expect(taken).toHaveLength(isPaid ? 1 : 0)
  }
  process.stdout.write(`  an order of ${lost} statements\n`)
  expect(lost).toBeGreaterThan(7)
  expect(lost).toBeLessThan(MOST)
  const { rows } = await db.execute<{ on_hand: number; sold: number }>(sql`
    select on_hand, (select sum(quantity)::int from order_lines where product_id = ${tin}) as sold
    from stock_levels where product_id = ${tin}`)
  expect(rows[0]?.on_hand).toBe(10_000 - (rows[0]?.sold ?? Number.NaN))
}

async function atCheckout(): Promise<{ buyer: Buyer; page: CheckoutPage }> {
  const buyer = newBuyer(ask)
  await buyer.add(tin, 1)
  return { buyer, page: await buyer.openCheckout() }
}

const byForm =
  (fields: (page: CheckoutPage, attempt: number) => Promise<Fields>) =>
  async (email: string): Promise<Ready> => {
    const { buyer, page } = await atCheckout()
    return {
      email,
      async send(attempt) {
        const answer = await buyer.checkout(page, { billing_email: email, ...(await fields(page, attempt)) })
        return { isDone: answer.result === 'success', orderId: Number(answer.order_id) }
      },
    }
  }

test(
  '[CHK-18] by bank transfer',
  () =>
    expectOneOrderWhateverIsLost(
      false,
      byForm(async () => ({ payment_method: 'bacs' })),
    ),
  180_000,
)

test('[CHK-18] by card, submitted again with the same card', () => {
  const tokens = new WeakMap<CheckoutPage, string>()
  const fields = async (page: CheckoutPage): Promise<Fields> => {
    const token = tokens.get(page) ?? (await cardToken(page))
    tokens.set(page, token)
    return { stripe_cc_token_key: token }
  }
  return expectOneOrderWhateverIsLost(true, byForm(fields))
}, 240_000)

test(
  '[CHK-18] by card, entered again on a reloaded page',
  () =>
    expectOneOrderWhateverIsLost(
      true,
      byForm(async (page) => ({ stripe_cc_token_key: await cardToken(page) })),
    ),
  240_000,
)

test(
  '[CHK-18] through the Store API, by bank transfer',
  () =>
    expectOneOrderWhateverIsLost(
      false,
      byProgram(async () => ({ payment_method: 'bacs' })),
    ),
  180_000,
)

test(
  '[CHK-18] through the Store API, by card, with another card each time',
  () =>
    expectOneOrderWhateverIsLost(
      true,
      byProgram(async () => {
        const value = await cardToken((await atCheckout()).page)
        return { payment_method: 'stripe_cc', payment_data: [{ key: 'stripe_cc_token_key', value }] }
      }),
    ),
  240_000,
)

const byProgram =
  (payment: () => Promise<object>) =>
  async (email: string): Promise<Ready> => {
    const added = await ask('/wp-json/wc/store/v1/cart/add-item', {
      method: 'POST',
      headers: { 'content-type': 'application/json', nonce: await storeNonce() },
      body: JSON.stringify({ id: tin, quantity: 1 }),
    })
    const token = added.headers.get('cart-token') ?? ''
    const payments = [await payment(), await payment()]
    return {
      email,
      async send(attempt) {
        const answer = await ask('/wp-json/wc/store/v1/checkout', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'cart-token': token },
          body: JSON.stringify({ billing_address: storeAddress(email), ...payments[attempt] }),
        })
        const body = (await answer.json()) as { order_id?: number }
        return { isDone: answer.status === 200, orderId: Number(body.order_id) }
      },
    }
  }

const storeNonce = async (): Promise<string> => (await ask('/wp-json/wc/store/v1/cart')).headers.get('nonce') ?? ''

const storeAddress = (email: string) => ({
  first_name: ontario.billing_first_name,
  last_name: ontario.billing_last_name,
  address_1: ontario.billing_address_1,
  city: ontario.billing_city,
  state: ontario.billing_state,
  postcode: ontario.billing_postcode,
  country: ontario.billing_country,
  phone: ontario.billing_phone,
  email,
})
