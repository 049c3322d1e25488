/**
 * Fraud rules at the checkout: orders are blocked, authenticated or held for review, and rules are tried on past
 * orders.
 */

import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { newBuyer } from '../../../test/running/buyer.ts'
import { ada, writeOrder } from '../../../test/support/orders.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { emptyAddress } from '../../people/addresses/address.ts'
import type { Settings } from '../../settings.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { saveSettings } from '../../things/settings/settings.store.ts'
import { anonymiseOrders } from '../orders/anonymise-orders.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrderNotes } from '../orders/orders-read.store.ts'
import { factsOf } from './fraud.store.ts'
import { fraudAssessments } from './fraud.table.ts'
import type { FraudRules } from './fraud-rules.ts'
import type { FraudRulesJson, FraudTrialJson } from './rest/fraud.ts'
import { fraudDefaults, noFraudRules } from './settings.ts'

const productId = referenceIds.simple
const opened = await openShop()
const { app, shop, db, pool } = opened
const { stripe } = providerEvents(opened)
await db.transaction((tx) => saveSettings<Settings>(tx, { fraudRules: noFraudRules }))
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const manager = await createSignedInUser(shop, 'shop_manager')

const off = noFraudRules
function setRules(rules: Partial<FraudRules>) {
  Object.assign(shop.settings(), { fraudRules: { ...off, ...rules } })
}

beforeEach(async () => {
  setRules({})
  await pool.query('truncate orders, payments, emails, stock_movements, rate_limits, fraud_assessments cascade')
})

/** A card as the browser creates it; named test cards differ in the bank's response. */
const newCard = async (token = 'tok_visa') => (await stripe.paymentMethods.create({ type: 'card', card: { token } })).id

async function buy(cardId: string, changes: Record<string, string> = {}) {
  const shopper = newBuyer(async (path, init) => app.request(path, init))
  await shopper.add(productId, 1)
  const page = await shopper.openCheckout()
  const answer = await shopper.checkout(page, {
    payment_method: 'stripe_cc',
    stripe_cc_token_key: cardId,
    ...changes,
  })
  const [order] = (await db.select().from(orders).orderBy(orders.id)).slice(-1)
  if (!order) throw new Error('No order was placed')
  const intent = (await stripe.paymentIntents.list({ limit: 1 })).data[0]
  return { answer, order, intent, notes: (await readOrderNotes(db, order.id)).map(({ text }) => text) }
}

const assessments = () => db.select().from(fraudAssessments).orderBy(fraudAssessments.id)

describe('[PAY-15 velocity]', () => {
  test('while all rules are off, nothing is asked or stored', async () => {
    const { order } = await buy(await newCard())
    expect(order.status).toBe('processing')
    expect(await assessments()).toEqual([])
  })

  test('the third order of an email is blocked, and says why; nothing is charged', async () => {
    setRules({ accountVelocity: { action: 'block', max: 2, hours: 24 } })
    const email = { billing_email: 'often@shop.test' }
    for (const token of ['tok_visa', 'tok_mastercard'])
      expect((await buy(await newCard(token), email)).order.status).toBe('processing')
    const third = await buy(await newCard('tok_amex'), { billing_email: 'OFTEN+3@shop.test' })
    expect(third.answer).toMatchObject({ result: 'failure' })
    expect(third.answer.messages).toContain('The card has been declined.')
    expect(third.order).toMatchObject({ status: 'pending', paidAt: null, holdsStock: false })
    expect(third.intent?.status).toBe('requires_payment_method')
    expect(third.notes.join()).toContain('blocked by your fraud rules. 3 orders of this customer within 24 hours')
    expect((await assessments()).map(({ action }) => action)).toEqual(['off', 'off', 'block'])
  })

  test('a day later the same customer is served again', async () => {
    setRules({ accountVelocity: { action: 'block', max: 1, hours: 24 } })
    const email = { billing_email: 'weekly@shop.test' }
    await buy(await newCard(), email)
    await pool.query(`update orders set created_at = created_at - interval '25 hours'`)
    expect((await buy(await newCard(), email)).order.status).toBe('processing')
  })

  test('a card is known again in another browser, under another name', async () => {
    setRules({ cardVelocity: { action: 'block', max: 1, hours: 24 } })
    await buy(await newCard('tok_mastercard'), { billing_email: 'one@shop.test' })
    const again = await buy(await newCard('tok_mastercard'), { billing_email: 'two@shop.test' })
    expect(again.order.status).toBe('pending')
    expect((await buy(await newCard('tok_visa'), { billing_email: 'three@shop.test' })).order.status).toBe('processing')
  })

  test('an address is known again, however it is written', async () => {
    setRules({ addressVelocity: { action: 'review', max: 1, hours: 24 } })
    await buy(await newCard(), { billing_email: 'one@shop.test', billing_address_1: '5 Steep Street' })
    const again = await buy(await newCard(), { billing_email: 'two@shop.test', billing_address_1: '5, steep-street' })
    expect(again.order.status).toBe('on-hold')
  })

  test('an address of an import, longer than any form takes, is stored and known again', async () => {
    const address1 = randomBytes(4000).toString('hex')
    const imported = { billing: { ...emptyAddress, address1 }, shipping: emptyAddress }
    await writeOrder(db, imported)
    const { id } = await writeOrder(db, imported)
    const facts = await factsOf(db, [id], fraudDefaults.fraudRules)
    expect(facts.get(id)?.ordersToAddress).toBe(2)
  })

  test('orders without an address share none; without a separate one they go to the billing address', async () => {
    const onlyCountry = { ...emptyAddress, country: 'CA' }
    const written = [
      await writeOrder(db, { billing: { ...onlyCountry, email: 'one@shop.test' }, shipping: onlyCountry }),
      await writeOrder(db, { billing: { ...onlyCountry, email: 'two@shop.test' }, shipping: emptyAddress }),
      await writeOrder(db, { billing: { ...onlyCountry, email: 'three@shop.test' }, shipping: emptyAddress }),
      await writeOrder(db, { billing: ada, shipping: emptyAddress }),
      await writeOrder(db, { billing: { ...ada, address1: '2 Kettle Lane' }, shipping: ada }),
      await writeOrder(db, { billing: { ...ada, address1: '3 Kettle Lane' }, shipping: emptyAddress }),
      await writeOrder(db, { billing: { ...ada, address1: '3 Kettle Lane' }, shipping: emptyAddress }),
    ]
    const ids = written.map(({ id }) => id)
    const ordersToAddress = async () => {
      const facts = await factsOf(db, ids, fraudDefaults.fraudRules)
      return ids.map((id) => facts.get(id)?.ordersToAddress)
    }
    expect(await ordersToAddress()).toEqual([1, 1, 1, 2, 2, 2, 2])
    await db.transaction((tx) => anonymiseOrders(tx, ids, new Date()))
    expect(await ordersToAddress()).toEqual([1, 1, 1, 1, 1, 1, 1])
  })
})

describe('[PAY-15 card testing]', () => {
  test('declined cards of one customer count, also on one order', async () => {
    setRules({ cardTesting: { action: 'block', max: 2, hours: 1 } })
    const shopper = newBuyer(async (path, init) => app.request(path, init))
    await shopper.add(productId, 1)
    const page = await shopper.openCheckout()
    const pay = async (cardId: string) =>
      shopper.checkout(page, { payment_method: 'stripe_cc', stripe_cc_token_key: cardId })
    await pay(await newCard('tok_chargeCustomerFail'))
    await pay(await newCard('tok_chargeDeclinedInsufficientFunds'))
    const third = await pay(await newCard('tok_visa'))
    expect(third).toMatchObject({ result: 'failure' })
    expect((await assessments()).at(-1)?.reasons[0]?.text).toBe(
      '3 cards tried by this customer within an hour; 2 are usual.',
    )
  })
})

describe('[PAY-15 card testing] out of the box', () => {
  beforeEach(() => setRules(fraudDefaults.fraudRules))

  /** Pays several times in one session, each time with another email address. */
  async function session() {
    const shopper = newBuyer(async (path, init) => app.request(path, init))
    await shopper.add(productId, 1)
    const page = await shopper.openCheckout()
    let attempt = 0
    return async (cardId: string) => {
      attempt += 1
      const fields = { billing_email: `a${attempt}@shop.test`, billing_address_1: `${attempt} Steep Street` }
      return shopper.checkout(page, { payment_method: 'stripe_cc', stripe_cc_token_key: cardId, ...fields })
    }
  }
  const lastActions = async () => (await assessments()).map(({ action }) => action)

  test('of seven declined cards in one session the fourth has to be authenticated, and the seventh never reaches the bank', async () => {
    const pay = await session()
    const kinds = ['', 'InsufficientFunds', 'ExpiredCard', 'IncorrectCvc', 'ProcessingError']
    const cards = [...kinds.map((kind) => `tok_chargeDeclined${kind}`), 'tok_chargeCustomerFail']
    for (const card of cards) await pay(await newCard(card))
    const seventh = await pay(await newCard('tok_interacDeclined'))
    expect(seventh).toMatchObject({ result: 'failure' })
    expect(seventh.messages).toContain('The card has been declined.')
    expect(await lastActions()).toEqual([...['note', 'note', 'note', 'challenge', 'challenge', 'challenge', 'block']])
  })

  test('seven tries of one card that never paid stop that card, and another one of the same shopper pays', async () => {
    const pay = await session()
    const card = await newCard('tok_chargeDeclined')
    for (let nth = 1; nth <= 7; nth++) expect(await pay(card)).toMatchObject({ result: 'failure' })
    expect((await lastActions()).slice(-2)).toEqual(['note', 'block'])
    expect(await pay(await newCard('tok_ca'))).toMatchObject({ result: 'success' })
  })

  test('what honest shoppers do is taken at once: many orders of one card and address, a large one, a card from abroad', async () => {
    for (let nth = 1; nth <= 8; nth++)
      expect((await buy(await newCard('tok_visa'), { billing_email: 'often@shop.test' })).order.status).toBe(
        'processing',
      )
    const { notes } = await buy(await newCard('tok_visa'), { billing_email: 'often@shop.test' })
    expect(notes.join()).toContain('Noted by your fraud rules. 9 orders with this card within 24 hours')
    expect(notes.join()).toContain('has a card from US')
    for (const token of ['tok_mastercard', 'tok_amex', 'tok_ca', 'tok_discover'])
      expect((await buy(await newCard(token), { billing_email: 'often@shop.test' })).order.status).toBe('processing')
  })
})

describe('[PAY-15 mismatch]', () => {
  test('a card from elsewhere has to be authenticated, and is paid afterwards', async () => {
    setRules({ countryMismatch: { action: 'challenge' } })
    const { answer, intent, order, notes } = await buy(await newCard('tok_visa'))
    expect(answer.redirect).toContain('#response=')
    expect(intent?.status).toBe('requires_action')
    expect(order.status).toBe('pending')
    expect(notes.join()).toContain('asked to authenticate')
    expect((await buy(await newCard('tok_ca'))).order.status).toBe('processing')
  })

  test('a postal code that is not the cardholder’s holds the paid order for review', async () => {
    setRules({ postalMismatch: { action: 'block' } })
    const { order, notes, intent } = await buy(await newCard('tok_avsZipFail'))
    expect(intent?.status).toBe('succeeded')
    expect([order.status, order.paidAt !== null]).toEqual(['on-hold', true])
    expect(notes.join()).toContain('Held for review. The bank says that the postal code is not the cardholder’s.')
    const templates = (await db.select().from(emails)).map(({ template }) => template)
    expect(templates).toContain('order-confirmation')
    const approve = await app.request(`/wp-json/wc/v3/orders/${order.id}`, {
      method: 'PUT',
      body: JSON.stringify({ status: 'processing' }),
      headers: { ...owner.headers, 'content-type': 'application/json' },
    })
    expect(approve.status).toBe(200)
    expect((await db.select().from(orders).where(eq(orders.id, order.id)))[0]?.status).toBe('processing')
  })

  test('a large first order is held, the next one of the same customer is not', async () => {
    setRules({ firstOrder: { action: 'review', aboveCents: 100 } })
    const email = { billing_email: 'new@shop.test' }
    expect((await buy(await newCard(), email)).order.status).toBe('on-hold')
    expect((await buy(await newCard(), email)).order.status).toBe('processing')
  })
})

describe('the rules’ own calls', () => {
  const path = '/wp-json/samovar/v1/settings/fraud'
  const send = async (method: string, to: string, body?: object, who = owner) => {
    const response = await app.request(to, {
      method,
      headers: { ...who.headers, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, json: (await response.json()) as unknown }
  }

  test('a trial tells what rules would have done with past orders, and changes nothing', async () => {
    const email = { billing_email: 'tried@shop.test' }
    for (const token of ['tok_visa', 'tok_visa', 'tok_avsZipFail']) await buy(await newCard(token), email)
    const before = await db.select().from(orders).orderBy(orders.id)
    const { json: rules } = await send('GET', path)
    const trial = await send('POST', `${path}/trial`, {
      days: 30,
      rules: {
        ...(rules as FraudRulesJson),
        account_velocity: { action: 'block', max: 2, hours: 24 },
        postal_mismatch: { action: 'review' },
      },
    })
    const { orders: total, block, review, flagged } = trial.json as FraudTrialJson
    expect([trial.status, total, block, review]).toEqual([200, 3, 1, 0])
    expect(flagged.map(({ id, reasons }) => [id, reasons.length])).toEqual([[before[2]?.id, 2]])
    expect(await db.select().from(orders).orderBy(orders.id)).toEqual(before)
    expect((await send('GET', path)).json).toEqual(rules)
    expect(await assessments()).toEqual([])
  })

  test('the limit of a first order is in the shop’s currency, whatever the order was charged in', async () => {
    const { order } = await buy(await newCard())
    const { json: rules } = await send('GET', path)
    const tryFirstOrder = async () => {
      const first_order = { action: 'review', above_cents: order.totalCents }
      const trial = await send('POST', `${path}/trial`, { rules: { ...(rules as FraudRulesJson), first_order } })
      return (trial.json as FraudTrialJson).flagged.map(({ total, currency }) => [total, currency])
    }
    expect(await tryFirstOrder()).toEqual([])
    await pool.query(`update orders set currency = 'USD', exchange_rate = '0.5'`)
    expect(await tryFirstOrder()).toEqual([[(order.totalCents / 100).toFixed(2), 'USD']])
  })

  test('rules are saved within their limits, by administrators only', async () => {
    const body = { first_order: { action: 'challenge', above_cents: 12_345 } }
    expect((await send('PUT', path, body)).json).toMatchObject(body)
    for (const wrong of [
      { first_order: { action: 'arrest', above_cents: 1 } },
      { card_velocity: { action: 'block', max: 0, hours: 1 } },
      { card_velocity: { action: 'block', max: 1, hours: 1e9 } },
      { card_testing: { action: 'block' } },
    ])
      expect((await send('PUT', path, wrong)).status).toBe(400)
    expect((await send('GET', path)).json).toMatchObject(body)
    expect((await send('PUT', path, body, manager)).status).toBe(403)
    expect((await send('POST', `${path}/trial`, { rules: {} }, manager)).status).toBe(403)
  })

  test('decisions about an order are told to those who read orders', async () => {
    setRules({ firstOrder: { action: 'review', aboveCents: 100 } })
    const { order } = await buy(await newCard())
    const decisions = await send('GET', `/wp-json/samovar/v1/orders/${order.id}/fraud`, undefined, manager)
    expect(decisions.json).toMatchObject([
      { action: 'review', reasons: ['The first order of this customer is above your limit.'] },
    ])
  })
})
