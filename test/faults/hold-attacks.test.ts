/** An attacker tries to reserve the whole stock in every way that orders can be placed, with the default limits. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { issueChallenge } from '../../src/people/abuse/proof-of-work.ts'
import { defaultSettings } from '../../src/settings.ts'
import { reconcilePayments } from '../../src/shop/reconciliation/payment-jobs.ts'
import { type CheckoutResponse, cards, cardToken, newBuyer, ontario, senderFrom } from '../running/buyer.ts'
import { solve } from '../support/proofs.ts'
import { openShop } from '../support/shop.ts'
import { addProduct, setStockOnHand, stockOnHand } from './stock.ts'

const PRODUCTS = 82
const EACH = 398
const { gateways, unpaidHold, orderLimits } = defaultSettings
const { app, shop, db, pool, provider } = await openShop({
  settings: { unpaidHold, orderLimits, gateways: { ...gateways, bacs: { ...gateways.bacs, enabled: true } } },
  poolSize: 12,
})

vi.setConfig({ testTimeout: 120_000 })

const tins: number[] = []

beforeAll(async () => {
  for (let nth = 0; nth < PRODUCTS; nth += 1) tins.push(await addProduct(db, EACH))
}, 60_000)

beforeEach(async () => {
  await pool.query('truncate orders, payments, emails, rate_limits, used_tokens cascade')
  await pool.query(`update stock_levels set on_hand = ${EACH} where product_id = any($1)`, [tins])
})

async function withCart(from: string, wants: readonly (readonly [number, number])[]) {
  const ask = senderFrom(app, from)
  const buyer = newBuyer(ask)
  for (const [tin, quantity] of wants) await buyer.add(tin, quantity)
  return { ask, buyer, page: await buyer.openCheckout() }
}

const everything = (): [number, number][] => tins.map((tin) => [tin, EACH])
const proof = async (work = 1): Promise<string> => solve(await issueChallenge(shop, 'checkout', shop.now(), work))

/** Stock allocated, and quantities in unpaid orders that hold stock. */
async function taken() {
  const { rows } = await db.execute<{ pieces: number; products: number; cents: number }>(sql`
    select coalesce(sum(l.quantity), 0)::int as pieces, count(distinct l.product_id)::int as products,
      coalesce(sum(l.total_cents), 0)::int as cents
    from orders o join order_lines l on l.order_id = o.id
    where o.paid_at is null and o.status <> 'cancelled' and o.holds_stock`)
  const { rows: shelves } = await db.execute<{ missing: number }>(sql`
    select (${PRODUCTS * EACH} - sum(on_hand))::int as missing from stock_levels
    where product_id = any(${sql.param(tins)}::int[])`)
  return { ...(rows[0] ?? { pieces: 0, products: 0, cents: 0 }), missing: shelves[0]?.missing ?? 0 }
}
const nothing = { pieces: 0, products: 0, cents: 0, missing: 0 }

async function expectWithinCaps() {
  const now = await taken()
  expect(now.missing).toBe(now.pieces)
  expect(now.pieces).toBeLessThanOrEqual(unpaidHold.maxPieces)
  expect(now.products).toBeLessThanOrEqual(unpaidHold.maxProducts)
  expect(now.cents).toBeLessThanOrEqual(unpaidHold.maxCents)
  return now
}

type PlaceOrder = (cart: Awaited<ReturnType<typeof withCart>>, payment: Payment) => Promise<string>
type Payment = { readonly token?: string; readonly proof?: string; readonly email?: string }

const fieldsOf = ({ token, proof: solution = '', email = 'eve@shop.test' }: Payment) => ({
  billing_email: email,
  proof: solution,
  ...(token === undefined ? { payment_method: 'bacs' } : { stripe_cc_token_key: token }),
})

const byCall: PlaceOrder = async ({ buyer, page }, payment) =>
  (await buyer.checkout(page, fieldsOf(payment))).result === 'success' ? 'success' : 'refused'

const byForm: PlaceOrder = async ({ buyer, page }, payment) => {
  const answer = await buyer.post('/checkout/', {
    ...ontario,
    'woocommerce-process-checkout-nonce': page.checkoutNonce,
    ...fieldsOf(payment),
  })
  return answer.headers.get('location')?.includes('/order-received/') ? 'success' : 'refused'
}

const byStoreApi: PlaceOrder = async ({ buyer }, { token, proof: solution = '', email = 'eve@shop.test' }) => {
  const nonce = (await buyer.send('/wp-json/wc/store/v1/cart')).headers.get('nonce') ?? ''
  const answer = await buyer.send('/wp-json/wc/store/v1/checkout', {
    method: 'POST',
    headers: { 'content-type': 'application/json', nonce },
    body: JSON.stringify({
      billing_address: {
        ...Object.fromEntries(
          Object.entries(ontario).flatMap(([name, value]) =>
            name.startsWith('billing_') ? [[name.slice(8), value]] : [],
          ),
        ),
        email,
      },
      extensions: { 'samovar/proof': solution },
      ...(token === undefined
        ? { payment_method: 'bacs' }
        : { payment_method: 'stripe_cc', payment_data: [{ key: 'stripe_cc_token_key', value: token }] }),
    }),
  })
  return answer.status === 200 ? 'success' : 'refused'
}

const checkouts = { 'the script’s call': byCall, 'the plain form': byForm, 'the Store API': byStoreApi }

describe.each(Object.entries(checkouts))('a cart with the whole stock, by %s', (_, way) => {
  test('[CHK-18] reserves nothing with a card that is declined, unknown, requires authentication or is tried concurrently, nor by bank transfer', async () => {
    const cart = await withCart('203.0.113.9', everything())
    expect(await way(cart, { token: 'pm_card_chargeDeclined' })).toBe('refused')
    expect(await taken()).toEqual(nothing)
    expect(await way(cart, { token: 'pm_never_heard_of' })).toBe('refused')
    expect(await taken()).toEqual(nothing)
    await way(cart, { token: 'pm_card_authenticationRequired' })
    expect(await taken()).toEqual(nothing)
    const tokens = ['pm_card_chargeDeclined', 'pm_card_chargeDeclinedInsufficientFunds', 'pm_a', 'pm_b', 'pm_c']
    await Promise.all(tokens.map((token) => way(cart, { token })))
    expect(await taken()).toEqual(nothing)
    await reconcilePayments(shop)
    expect(await taken()).toEqual(nothing)

    expect(await way(cart, {})).toBe('refused')
    const proofs = await Promise.all([1, 1, 2].map((work) => proof(work)))
    expect(await Promise.all(proofs.map((solution) => way(cart, { proof: solution })))).not.toContain('success')
    expect(await taken()).toEqual(nothing)
  })

  test('[CHK-18] split into many small carts from one /64, with fake proxies and names, stays within the limits', async () => {
    // 8 carts of 30 pieces each: the quantity limit admits 6 of them, the value limit 4.
    const carts = await Promise.all(
      Array.from({ length: 8 }, (__, nth) =>
        withCart(`198.51.100.${nth}, 10.0.0.${nth}, 2001:db8:7:7::${(nth + 1).toString(16)}`, [
          [tins[nth * 2] ?? 0, 16],
          [tins[nth * 2 + 1] ?? 0, 14],
        ]),
      ),
    )
    const proofs = await Promise.all(carts.map(() => proof()))
    await Promise.all(carts.map((cart, nth) => way(cart, { proof: proofs[nth] ?? '', email: `eve${nth}@shop.test` })))
    const now = await expectWithinCaps()
    expect(now.pieces).toBe(120)
  })
})

test('[CHK-18] reserves nothing even while its card is being charged', async () => {
  const cart = await withCart('203.0.113.9', everything())
  const slow = async (latencyMs: number) =>
    fetch(`${provider.url}/sandbox/control`, {
      method: 'POST',
      headers: { authorization: `Bearer ${provider.secretKey}` },
      body: JSON.stringify({ latencyMs, failNext: 0, failWhen: 'before' }),
    })
  await slow(500)
  try {
    for (const token of ['pm_card_chargeDeclined', 'pm_card_visa_chargeDeclined']) {
      let isOver = false
      const tried = byCall(cart, { token }).finally(() => {
        isOver = true
      })
      while (!isOver) {
        expect(await taken()).toEqual(nothing)
        await pause(100)
      }
      expect(await tried).toBe('refused')
    }
  } finally {
    await slow(0)
  }
  // A paying customer gets any quantity, and a shortfall is reported before the card is charged.
  await setStockOnHand(db, tins[7] ?? 0, EACH - 1)
  const short = await cart.buyer.checkout(cart.page, { stripe_cc_token_key: await cardToken(cart.page, cards.good) })
  expect(short.messages).toContain(`(${EACH - 1} available)`)
  await setStockOnHand(db, tins[7] ?? 0, EACH)
  expect(await byCall(cart, { token: await cardToken(cart.page, cards.good) })).toBe('success')
  expect(await taken()).toMatchObject({ pieces: 0, missing: PRODUCTS * EACH })
})

describe('other buyers', () => {
  const thirty = Array.from({ length: 30 }, (_, nth) => nth)

  /** Computes the proof that a refusal requires and submits the form again, as a browser does. */
  async function patiently(cart: Awaited<ReturnType<typeof withCart>>, fields: Readonly<Record<string, string>>) {
    type Answer = CheckoutResponse & { proof_work?: number }
    let answer: Answer = await cart.buyer.checkout(cart.page, fields)
    for (let again = 0; again < 4 && answer.proof_work; again += 1)
      answer = await cart.buyer.checkout(cart.page, { ...fields, proof: await proof(answer.proof_work) })
    return answer
  }

  test('[CHK-18] 30 at one address who each buy one tin by card at once are served', async () => {
    const carts = await Promise.all(thirty.map((nth) => withCart('192.0.2.44', [[tins[nth % 5] ?? 0, 1]])))
    const answers = await Promise.all(
      carts.map(async (cart, nth) =>
        patiently(cart, {
          billing_email: `office${nth}@shop.test`,
          stripe_cc_token_key: await cardToken(cart.page, cards.good),
        }),
      ),
    )
    expect(answers.filter(({ result }) => result !== 'success')).toEqual([])
  })

  test('[CHK-18] 30 at one address who each buy one tin by bank transfer at once are served', async () => {
    const carts = await Promise.all(thirty.map((nth) => withCart('192.0.2.45', [[tins[nth % 5] ?? 0, 1]])))
    const answers = await Promise.all(
      carts.map((cart, nth) => patiently(cart, { billing_email: `desk${nth}@shop.test`, payment_method: 'bacs' })),
    )
    expect(answers.filter(({ result }) => result !== 'success')).toEqual([])
    expect(await expectWithinCaps()).toMatchObject({ pieces: 30 })
    // This one machine computes the proofs of thirty browsers, hence the long timeout.
  }, 300_000)

  test('[CHK-18] can buy while an attacker keeps trying to reserve everything', async () => {
    const attacker = await withCart('203.0.113.9', everything())
    const tin = tins[0] ?? 0
    let isOver = false
    const attack = (async () => {
      for (let nth = 0; nth < 40 && !isOver; nth += 1) await byCall(attacker, { token: `pm_made_up_${nth}` })
    })()
    const answers = []
    for (const nth of thirty.slice(0, 8)) {
      const cart = await withCart(`192.0.2.${60 + nth}`, [[tin, 1]])
      answers.push(await patiently(cart, { billing_email: `b${nth}@shop.test`, payment_method: 'bacs' }))
    }
    isOver = true
    await attack
    expect(answers.filter(({ result }) => result !== 'success')).toEqual([])
    expect(await stockOnHand(db, tin)).toBe(EACH - 8)
  })
})
