/** Card testing at the checkout, with honest shoppers among the card testers. One hour on a fake clock. */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newBuyer } from '../../../test/running/buyer.ts'
import { repetitions } from '../../../test/running/long-run.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { ada, type StoreClient, storeClientWithToken } from '../../../test/support/store-client.ts'
import { issueChallenge } from '../../people/abuse/proof-of-work.ts'
import { users } from '../../people/identity/accounts.table.ts'
import { defaultSettings } from '../../settings.ts'
import { orders } from '../orders/orders.table.ts'
import { payments } from '../orders/payments/payments.table.ts'

const start = new Date('2026-11-20T12:00:00Z')
const { app, shop, db, pool } = await openShop({
  settings: { ...recordedSettings, gateways: defaultSettings.gateways, orderLimits: defaultSettings.orderLimits },
  now: () => new Date(),
  poolSize: 12,
})

beforeEach(async () => {
  // Only the clock is faked: the rate limits read it; timers run normally.
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  await pool.query('truncate orders, payments, rate_limits, used_tokens cascade')
})
afterEach(() => void vi.useRealTimers())

type Buying = { readonly card: string; readonly email: string; readonly from: string; readonly proof?: string }

async function withPot(): Promise<StoreClient> {
  const client = await storeClientWithToken(app)
  await client.post('/cart/add-item', { id: referenceIds.simple, quantity: 1 })
  return client
}

/** Orders one pot through the Store API from an address. Returns status and error code. */
async function buy(
  { card, email, from, proof }: Buying,
  cart?: StoreClient,
): Promise<{ status: number; code: string }> {
  const client = cart ?? (await withPot())
  const { status, json } = await client.post(
    '/checkout',
    {
      billing_address: { ...ada, email },
      shipping_address: ada,
      payment_method: 'stripe_cc',
      payment_data: [{ key: 'stripe_cc_token_key', value: card }],
      ...(proof ? { extensions: { 'samovar/proof': { proof } } } : {}),
    },
    { 'x-forwarded-for': from },
  )
  return { status, code: json.code ?? '' }
}

/** Solves a proof of work, as a shopper's browser does in the background. */
async function solveProof(work = 1): Promise<string> {
  const challenge = await issueChallenge(shop, 'checkout', new Date(), work)
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

const advanceSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
const countRows = async (table: typeof orders | typeof payments | typeof users): Promise<number> =>
  (await db.select({ count: sql<number>`count(*)::int` }).from(table))[0]?.count ?? 0

describe('stolen cards from 50 addresses, 20 at a time: 2,000 in an hour when run in full', () => {
  test('reach the provider fewer than 20 times, while all honest purchases succeed', async () => {
    const rounds = repetitions(100)
    const accountsBefore = await countRows(users)
    let paidCount = 0
    let carts: StoreClient[] = []
    for (let round = 0; round < rounds; round += 1) {
      // Attackers use new carts every ten rounds, and a new name for every card.
      if (round % 10 === 0) carts = await Promise.all(Array.from({ length: 20 }, withPot))
      const attackers = Array.from({ length: 20 }, (_, index) => {
        const number = round * 20 + index
        return buy(
          {
            card: 'pm_card_chargeDeclined',
            email: `t${number}@thieves.test`,
            from: `203.0.113.${1 + (number % 50)}`,
          },
          carts[index],
        )
      })
      const proof = await solveProof()
      const [bought] = await Promise.all([
        buy({ card: 'pm_card_visa', email: `ada${round}@shop.test`, from: `198.51.100.${1 + (round % 200)}`, proof }),
        ...attackers,
      ])
      if (bought.status === 200) paidCount += 1
      advanceSeconds(36)
    }
    const reached = (await countRows(payments)) - paidCount
    expect(paidCount, 'honest purchases that passed').toBe(rounds)
    expect(reached, 'stolen cards that reached the provider').toBeLessThan(20)
    expect(await countRows(users)).toBe(accountsBefore)
    const left = await db.select({ number: orders.invoiceNumber }).from(orders)
    expect(left.filter((order) => order.number !== null)).toHaveLength(rounds)
    expect(left.length - rounds, 'orders of theirs that wait to be cleared').toBe(reached)
  }, 240_000)
})

test('a card that requires authentication counts as an attempt, too: it tells a card tester that the card is valid', async () => {
  const before = await countRows(payments)
  for (let number = 0; number < 30; number += 1) {
    const from = `203.0.113.${number}`
    await buy({ card: 'pm_card_authenticationRequired', email: `s${number}@thieves.test`, from })
  }
  expect((await countRows(payments)) - before).toBe(15)
  // Attempts from one address, each with a proof: slightly more than the number that may fail, because whole offices
  // share an address. After that, twice the work is required.
  const from = '198.51.100.12'
  const authenticated = []
  for (let number = 0; number < 21; number += 1) {
    const buying = { card: 'pm_card_authenticationRequired', email: `o${number}@shop.test`, from }
    authenticated.push((await buy({ ...buying, proof: await solveProof() })).status)
  }
  expect(authenticated).toEqual([...Array<number>(20).fill(200), 429])
})

describe('a single shopper', () => {
  test('who mistypes a card may retry six times an hour, then with increasing work, and is told how long to wait', async () => {
    const from = '198.51.100.7'
    const results = []
    for (let index = 0; index < 9; index += 1) {
      const proof = await solveProof()
      results.push(await buy({ card: 'pm_card_chargeDeclined', email: `x${index}@shop.test`, from, proof }))
    }
    expect(results.map((one) => one.status)).toEqual([...Array<number>(8).fill(400), 429])
    for (const status of [400, 400, 429]) {
      const proof = await solveProof(2)
      expect((await buy({ card: 'pm_card_chargeDeclined', email: 'y@shop.test', from, proof })).status).toBe(status)
    }
    const ordersBefore = await countRows(orders)
    const refused = await buy({ card: 'pm_card_visa', email: 'x@shop.test', from, proof: await solveProof() })
    expect(refused).toEqual({ status: 429, code: 'rate_limit_exceeded' })
    expect(await countRows(orders)).toBe(ordersBefore)
    advanceSeconds(3601)
    expect(await buy({ card: 'pm_card_visa', email: 'x@shop.test', from, proof: await solveProof() })).toMatchObject({
      status: 200,
    })
  })

  test('a client without a proof can order while few cards fail', async () => {
    for (let index = 0; index < 20; index += 1) {
      const bought = await buy({ card: 'pm_card_visa', email: `p${index}@shop.test`, from: '198.51.100.9' })
      expect(bought.status).toBe(200)
    }
  })

  test('a proof counts once, a forged one never', async () => {
    const proof = await solveProof()
    for (let index = 0; index < 15; index += 1)
      await buy({ card: 'pm_card_chargeDeclined', email: `f${index}@shop.test`, from: `203.0.113.${index}` })
    const from = '198.51.100.11'
    const buying = { card: 'pm_card_visa', from, proof }
    expect((await buy({ ...buying, email: 'a@shop.test', proof: 'e30=' })).status).toBe(429)
    expect((await buy({ ...buying, email: 'a@shop.test' })).status).toBe(200)
    expect((await buy({ ...buying, email: 'b@shop.test' })).status).toBe(429)
  })
})

test('the repeated form of a cart that was emptied charges its order within the limits', async () => {
  const buyer = newBuyer(async (path, init) => app.request(path, init))
  const cart = await buyer.add(referenceIds.simple, 1)
  const page = await buyer.openCheckout()
  const attempt = async () => {
    const fields = { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_chargeDeclined' }
    return (await buyer.checkout(page, fields)).messages ?? ''
  }
  expect(await attempt()).toContain('The card has been declined')
  expect(cart.error).toBeUndefined()
  const html = await (await buyer.send('/cart/')).text()
  await buyer.remove(/data-cart_item_key="(\w+)"|cart\[(\w+)\]\[qty\]/.exec(html)?.slice(1).find(Boolean) ?? '')
  const answers: string[] = []
  for (let count = 0; count < 12; count += 1) answers.push(await attempt())
  expect(answers[0]).toContain('The card has been declined')
  expect(answers.at(-1)).toContain('Too many payments have failed just now')
})
