/** Fraud rules for orders that are paid by bank transfer, by cheque or on delivery. */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { newBuyer } from '../../../test/running/buyer.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { issueChallenge } from '../../people/abuse/proof-of-work.ts'
import { defaultSettings } from '../../settings.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { orderPayNonce } from '../checkout/order-pay/submit-order-pay.ts'
import { stockMovements } from '../inventory/stock.table.ts'
import { findOrder } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrderNotes } from '../orders/orders-read.store.ts'
import { fraudAssessments } from './fraud.table.ts'
import type { FraudRules } from './fraud-rules.ts'
import type { FraudRulesJson, FraudTrialJson } from './rest/fraud.ts'
import { noFraudRules } from './settings.ts'

const { gateways } = defaultSettings
const { app, shop, db, pool } = await openShop({
  settings: {
    termsPage: null,
    gateways: {
      ...gateways,
      bacs: { ...gateways.bacs, enabled: true },
      cod: { ...gateways.cod, enabled: true },
    },
  },
})
const owner = await createSignedInUser(shop, 'administrator')

function setRules(rules: Partial<FraudRules>, isOn = true) {
  const fraudRules = { ...noFraudRules, ...rules }
  Object.assign(shop.settings(), { fraudRules, fraudOfflineOrders: isOn })
}

beforeEach(async () => {
  setRules({}, false)
  await pool.query('truncate orders, payments, emails, stock_movements, rate_limits, fraud_assessments cascade')
})

const largeFirst = (action: 'review' | 'challenge' | 'block') => ({ firstOrder: { action, aboveCents: 100 } })

async function atCheckout() {
  const shopper = newBuyer(async (path, init) => app.request(path, init))
  await shopper.add(referenceIds.simple, 1)
  const page = await shopper.openCheckout()
  const buy = (fields: Record<string, string>) => shopper.checkout(page, fields)
  return { ...shopper, buy }
}
const buy = async (method: string, changes: Record<string, string> = {}) =>
  (await atCheckout()).buy({ payment_method: method, ...changes })

const allOrders = () => db.select().from(orders).orderBy(orders.id)
const newest = async () => {
  const order = (await allOrders()).at(-1)
  if (!order) throw new Error('No order was placed')
  return order
}
const notesOf = async (orderId: number) => (await readOrderNotes(db, orderId)).map(({ text }) => text).join('\n')
const mails = async () => (await db.select().from(emails)).map(({ template }) => template).toSorted()
const proofOf = async (work: number): Promise<string> => {
  const challenge = await issueChallenge(shop, 'checkout', new Date(), work)
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

describe('[PAY-15 velocity] an order without a card', () => {
  test('is as it was while the setting is off, whatever the rules, and while no rule applies', async () => {
    setRules(largeFirst('block'), false)
    expect((await buy('bacs')).result).toBe('success')
    const before = { ...(await newest()), mails: await mails() }
    expect([before.status, await db.$count(fraudAssessments)]).toEqual(['on-hold', 0])
    await pool.query('truncate orders, emails cascade')
    setRules({ accountVelocity: { action: 'block', max: 1, hours: 24 } })
    expect((await buy('bacs')).result).toBe('success')
    expect([(await newest()).status, await mails()]).toEqual(['on-hold', before.mails])
    expect(await db.select().from(fraudAssessments)).toMatchObject([{ action: 'off' }])
  })

  test('cards that were declined before do not count', async () => {
    setRules({
      cardTesting: { action: 'block', max: 1, hours: 1 },
      cardVelocity: { action: 'block', max: 1, hours: 1 },
    })
    const shopper = await atCheckout()
    for (const card of ['pm_card_chargeDeclined', 'pm_card_chargeDeclinedInsufficientFunds'])
      await shopper.buy({ payment_method: 'stripe_cc', stripe_cc_token_key: card })
    expect((await shopper.buy({ payment_method: 'bacs' })).result).toBe('success')
  })

  test.each(['bacs', 'cod'])('is held for review with its reasons: %s', async (method) => {
    setRules({}, true)
    await buy(method, { billing_email: 'ordinary@shop.test' })
    const usual = await mails()
    await pool.query('truncate emails')
    setRules(largeFirst('review'))
    expect((await buy(method)).result).toBe('success')
    const order = await newest()
    expect([order.status, order.invoiceNumber !== null, order.holdsStock]).toEqual(['on-hold', true, true])
    expect(await notesOf(order.id)).toContain('Held for review. The first order of this customer is above your limit.')
    expect(await mails()).toEqual(usual)
    const approve = await app.request(`/wp-json/wc/v3/orders/${order.id}`, {
      method: 'PUT',
      body: JSON.stringify({ status: 'processing' }),
      headers: { ...owner.headers, 'content-type': 'application/json' },
    })
    expect([approve.status, (await newest()).status]).toEqual([200, 'processing'])
  })

  test('is blocked after several: nothing is stored or taken from stock, and the cart stays', async () => {
    setRules({ accountVelocity: { action: 'block', max: 2, hours: 24 } })
    const email = { billing_email: 'often@shop.test' }
    for (let times = 0; times < 2; times += 1) expect((await buy('bacs', email)).result).toBe('success')
    const before = [await db.$count(orders), await db.$count(stockMovements), await db.$count(emails)]
    const shopper = await atCheckout()
    const third = await shopper.buy({ payment_method: 'cod', billing_email: 'OFTEN+3@shop.test' })
    expect(third.result).toBe('failure')
    expect(third.messages).toMatch(/declined|another way to pay/i)
    expect([await db.$count(orders), await db.$count(stockMovements), await db.$count(emails)]).toEqual(before)
    expect(await (await shopper.send('/checkout/')).text()).toContain('place_order')
  })

  test('is asked for more proof of work, and placed with it', async () => {
    setRules(largeFirst('challenge'))
    const shopper = await atCheckout()
    const asked = await shopper.buy({ payment_method: 'bacs' })
    expect(asked).toMatchObject({ result: 'failure', proof_work: 4 })
    const usual = { payment_method: 'bacs', proof: await proofOf(1) }
    expect((await shopper.buy(usual)).result).toBe('failure')
    expect(await allOrders()).toEqual([])
    expect((await shopper.buy({ payment_method: 'bacs', proof: await proofOf(4) })).result).toBe('success')
    expect([(await newest()).status, await notesOf((await newest()).id)]).toEqual([
      'on-hold',
      expect.not.stringContaining('Held'),
    ])
  })

  test('cannot go around the rules by the page of an unpaid order', async () => {
    const shopper = await atCheckout()
    await shopper.buy({ payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_chargeDeclined' })
    const order = await findOrder(db, (await newest()).id)
    if (!order) throw new Error('No order was placed')
    setRules(largeFirst('block'))
    const answer = await shopper.post(`/checkout/order-pay/${order.id}/?key=${order.orderKey}`, {
      'woocommerce-pay-nonce': orderPayNonce(shop, order),
      woocommerce_pay: '1',
      payment_method: 'bacs',
      terms: '1',
      'terms-field': '1',
    })
    expect(answer.status).toBeLessThan(500)
    expect((await newest()).status).toBe('pending')
    expect(await notesOf(order.id)).toContain('The order was blocked by your fraud rules.')
    expect(await db.select().from(fraudAssessments).where(eq(fraudAssessments.orderId, order.id))).toMatchObject([
      { action: 'block' },
    ])
  })

  test('the owner tries the rules on past orders of this kind, too', async () => {
    await buy('bacs')
    const call = async (method: string, path: string, body?: object) =>
      (
        await app.request(`/wp-json/samovar/v1/settings/fraud${path}`, {
          method,
          headers: { ...owner.headers, 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
      ).json()
    const rules = (await call('GET', '')) as FraudRulesJson
    expect(rules.offline_orders).toBe(false)
    const trial = async (offline_orders: boolean) => {
      const first_order = { action: 'challenge', above_cents: 100 }
      const { orders: total, challenge } = (await call('POST', '/trial', {
        rules: { ...rules, offline_orders, first_order },
      })) as FraudTrialJson
      return [total, challenge]
    }
    expect([await trial(false), await trial(true)]).toEqual([
      [0, 0],
      [1, 1],
    ])
  })
})
