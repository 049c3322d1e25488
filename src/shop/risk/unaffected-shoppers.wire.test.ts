/**
 * Honest shoppers while other people fail at the checkout: from the same address, with the same email, at the same
 * time.
 */
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Buyer, newBuyer, ontario, senderFrom } from '../../../test/running/buyer.ts'
import { repetitions } from '../../../test/running/long-run.ts'
import { solve } from '../../../test/support/proofs.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { issueChallenge } from '../../people/abuse/proof-of-work.ts'
import { defaultSettings } from '../../settings.ts'
import { type OrderAttempt, openCheckoutThrottle } from './checkout-throttle.ts'

const start = new Date('2026-11-20T12:00:00Z')
const { gateways, orderLimits } = defaultSettings
const { app, shop, pool, provider, db } = await openShop({
  settings: { orderLimits, gateways: { ...gateways, bacs: { ...gateways.bacs, enabled: true } } },
  now: () => new Date(),
  poolSize: 12,
})

beforeEach(async () => {
  // Only the clock is faked: the rate limits read it; timers run normally.
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  await pool.query('truncate orders, payments, rate_limits, used_tokens cascade')
  await db.execute(sql`update stock_levels set on_hand = 5000 where tracks_inventory`)
})
afterEach(() => void vi.useRealTimers())

const OFFICE = '203.0.113.50'
const DECLINED = 'pm_card_chargeDeclined'
const GOOD = 'pm_card_visa'

async function openCheckout(address: string, cookie = '') {
  const buyer = newBuyer(senderFrom(app, address))
  for (const one of cookie.split('; ').filter(Boolean)) {
    const at = one.indexOf('=')
    buyer.cookies.set(one.slice(0, at), one.slice(at + 1))
  }
  await buyer.add(referenceIds.simple)
  return { buyer, page: await buyer.openCheckout() }
}
type OpenCheckout = Awaited<ReturnType<typeof openCheckout>>
type Answer = Awaited<ReturnType<Buyer['checkout']>> & { readonly proof_work?: number; readonly order_pass?: string }

const pay = (
  { buyer, page }: OpenCheckout,
  card: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> => buyer.checkout(page, { stripe_cc_token_key: card, ...more })
const solveProof = async (work = 1) => solve(await issueChallenge(shop, 'checkout', new Date(), work))
const concurrently = <T>(count: number, work: (nth: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, nth) => work(nth)))
const resultsOf = (answers: readonly Answer[]) => answers.filter(({ result }) => result === 'success').length

/** Declined cards, each from a new shopper. */
async function fail(times: number, options: { address?: string; email?: string } = {}): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    const attacker = await openCheckout(options.address ?? `198.51.100.${nth}`)
    const more = { billing_email: options.email ?? `t${nth}@thieves.test`, proof: await solveProof() }
    expect((await pay(attacker, DECLINED, more)).messages).toMatch(/declined/)
  }
}

const slowProvider = (latencyMs: number) =>
  fetch(`${provider.url}/sandbox/control`, {
    method: 'POST',
    headers: { authorization: `Bearer ${provider.secretKey}` },
    body: JSON.stringify({ latencyMs, failNext: 0, failWhen: 'before' }),
  })

describe('concurrent shoppers at one address', () => {
  test('[CHK-18] all of 30 buyers are served, with a proof and without', async () => {
    for (const proof of [solveProof, async () => '']) {
      const checkout = await concurrently(30, () => openCheckout(OFFICE))
      const answers = await Promise.all(
        checkout.map(async (one, nth) => pay(one, GOOD, { billing_email: `b${nth}@shop.test`, proof: await proof() })),
      )
      expect(resultsOf(answers)).toBe(30)
    }
  }, 120_000)

  test.each([8, 30])(
    '[CHK-18] all of %i buyers are served with a slow provider',
    async (count) => {
      const ready = await concurrently(count, () => openCheckout(OFFICE))
      await slowProvider(2000)
      try {
        const answers = await Promise.all(
          ready.map((one, nth) => pay(one, GOOD, { billing_email: `b${nth}@shop.test` })),
        )
        expect(resultsOf(answers)).toBe(count)
      } finally {
        await slowProvider(0)
      }
    },
    120_000,
  )

  test('[CHK-18] of 100 concurrent stolen cards, no more are tried than one at a time', async () => {
    const ready = await concurrently(100, () => openCheckout(OFFICE))
    const answers = await Promise.all(
      ready.map((one, nth) => pay(one, DECLINED, { billing_email: `t${nth}@thieves.test` })),
    )
    const tried = answers.filter(({ messages }) => messages?.includes('declined'))
    expect(tried).toHaveLength(orderLimits.failedCards)
    expect(answers.filter(({ proof_work: work }) => work === 1)).toHaveLength(100 - orderLimits.failedCards)
  }, 120_000)
})

describe('an unaffected shopper', () => {
  test('[CHK-18] who is signed in pays, however many declined cards use their email or come from their office', async () => {
    const customer = await createSignedInUser(shop, 'customer')
    await fail(6, { email: customer.email })
    await fail(6, { address: OFFICE })
    const ready = await openCheckout(OFFICE, customer.cookie)
    expect((await pay(ready, GOOD, { billing_email: customer.email })).result).toBe('success')
  })

  test('[CHK-18] who has bought with this browser before pays without a proof', async () => {
    const before = await openCheckout(OFFICE)
    expect((await pay(before, GOOD)).result).toBe('success')
    await fail(8, { address: OFFICE })
    const newShopper = await openCheckout(OFFICE)
    expect((await pay(newShopper, GOOD)).result).toBe('failure')
    await before.buyer.add(referenceIds.simple)
    const secondCheckout = { buyer: before.buyer, page: await before.buyer.openCheckout() }
    expect((await pay(secondCheckout, GOOD)).result).toBe('success')
    // A modified cookie is rejected.
    const name = 'samovar.device'
    const forged = (before.buyer.cookies.get(name) ?? '').replace(/\.\d+\./, '.77.')
    expect(forged).not.toBe(before.buyer.cookies.get(name))
    expect((await pay(await openCheckout(OFFICE, `${name}=${forged}`), GOOD)).result).toBe('failure')
  })

  test('[CHK-18] with a browser in the same office pays after six declines, and after ten with more work', async () => {
    await fail(6, { address: OFFICE })
    expect((await pay(await openCheckout(OFFICE), GOOD, { proof: await solveProof() })).result).toBe('success')
    await fail(2, { address: OFFICE })
    const ready = await openCheckout(OFFICE)
    const refused = await pay(ready, GOOD, { proof: await solveProof() })
    expect(refused).toMatchObject({ result: 'failure', proof_work: 2 })
    expect(refused.messages).toContain('Nothing was charged')
    const challenge = await senderFrom(app, OFFICE)(`/wp-json/samovar/v1/challenge?work=${refused.proof_work}`)
    const given = (await challenge.json()) as { challenge: Awaited<ReturnType<typeof issueChallenge>> }
    expect((await pay(ready, GOOD, { proof: await solve(given.challenge) })).result).toBe('success')
  })

  test('[CHK-18] is limited by their own failures, even when known', async () => {
    const customer = await createSignedInUser(shop, 'customer')
    for (let nth = 0; nth < 6; nth += 1)
      await pay(await openCheckout(`198.51.100.${nth}`, customer.cookie), DECLINED, {
        billing_email: `o${nth}@shop.test`,
      })
    const ready = await openCheckout('198.51.100.99', customer.cookie)
    expect(await pay(ready, GOOD)).toMatchObject({ result: 'failure', proof_work: 1 })
    expect((await pay(ready, GOOD, { proof: await solveProof() })).result).toBe('success')
  })
})

describe('without script', () => {
  const post = async ({ buyer, page }: OpenCheckout, more: Readonly<Record<string, string>> = {}) => {
    const fields = { ...ontario, 'woocommerce-process-checkout-nonce': page.checkoutNonce, stripe_cc_token_key: GOOD }
    const answer = await buyer.post('/checkout/', { ...fields, ...more })
    const html = await answer.text()
    return { status: answer.status, html, order_pass: /name="order_pass" value="([^"]+)"/.exec(html)?.[1] ?? '' }
  }
  const advanceSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
  const failManyCards = async () => {
    for (let nth = 0; nth < 15; nth += 1)
      await pay(await openCheckout(`198.51.100.${nth}`), DECLINED, { billing_email: `t${nth}@thieves.test` })
  }

  test('[CHK-18] a shopper waits a minute while many cards fail, and then the same form succeeds', async () => {
    await failManyCards()
    const ready = await openCheckout(OFFICE)
    const refused = await post(ready)
    expect(refused.status).toBe(200)
    expect(refused.html).toContain('Please wait a minute and try again')
    advanceSeconds(30)
    const early = await post(ready, { order_pass: refused.order_pass })
    expect([early.status, early.order_pass]).toEqual([200, refused.order_pass])
    advanceSeconds(31)
    expect((await post(ready, { order_pass: refused.order_pass })).status).toBe(303)
  })

  test('[CHK-18] a wait token works once, for its own cart, and for half an hour', async () => {
    await failManyCards()
    const ready = await openCheckout(OFFICE)
    const { order_pass } = await post(ready)
    advanceSeconds(61)
    const other = await openCheckout('203.0.113.51')
    expect((await post(other, { order_pass })).status).toBe(200)
    expect((await post(other, { order_pass: `${order_pass.slice(0, -2)}xx` })).status).toBe(200)
    expect((await post(ready, { order_pass })).status).toBe(303)
    // A browser that has paid before needs no proof; without its cookie it needs one.
    ready.buyer.cookies.delete('samovar.device')
    await ready.buyer.add(referenceIds.simple)
    const again = { buyer: ready.buyer, page: await ready.buyer.openCheckout() }
    expect((await post(again, { order_pass })).status).toBe(200)
    const late = await post(other)
    advanceSeconds(60 + 30 * 60 + 1)
    expect((await post(other, { order_pass: late.order_pass })).status).toBe(200)
  })
})

test('[CHK-18] a card tester who waits as told gets no further than one who computes proofs: up to 2,000 attempts from 50 addresses', async () => {
  const passes = new Map<number, string>()
  let tried = 0
  const rounds = repetitions(100)
  for (let round = 0; round < rounds; round += 1) {
    await concurrently(20, async (nth) => {
      const number = round * 20 + nth
      const given: OrderAttempt = {
        address: `198.51.100.${number % 50}`,
        email: `t${number}@thieves.test`,
        cartId: number % 50,
        cartKey: String(number % 50),
        userId: null,
        paidOrderId: null,
        attemptKey: `try ${number}`,
        proof: '',
        waitToken: passes.get(number % 50) ?? '',
        isByCard: true,
      }
      const result = await openCheckoutThrottle(shop, given)
      if (result.ok) {
        tried += 1
        passes.delete(number % 50)
        await result.report('declined')
      } else if (result.waitToken) passes.set(number % 50, result.waitToken.text)
    })
    vi.setSystemTime(Date.now() + 36_000)
  }
  expect(tried).toBeGreaterThan(15)
  expect(tried).toBeLessThan(50)
}, 60_000)
