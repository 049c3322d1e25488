/**
 * Many wallet payments, or one confirmed repeatedly, at the same moment, and a shop that stops between the steps of a
 * payment.
 */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newBuyer } from '../running/buyer.ts'
import { openInProcessShop } from './in-process-shop.ts'
import { addProduct, stockOnHand, sumOfMovements } from './stock.ts'

const { db, shop, sendRequest, ledger } = await openInProcessShop()

type Json = Record<string, unknown> & { result?: string; code?: string; message?: string; order_id?: number }

const payer = {
  billing_first_name: 'Ada',
  billing_last_name: 'Leaf',
  billing_address_1: '1 Kettle Lane',
  billing_city: 'Toronto',
  billing_state: 'ON',
  billing_postcode: 'M5V 2T6',
  billing_country: 'CA',
  billing_phone: '416 555 0100',
  billing_email: 'ada@shop.test',
}

/** A wallet's payment sheet on a product page, for an address: its total, and a function that confirms it. */
async function openSheet(productId: number, quantity = 1, card = 'pm_card_visa') {
  const buyer = newBuyer(sendRequest)
  const item = { product_id: String(productId), qty: String(quantity), variation_id: '0', page_id: 'product' }
  const call = async (route: string, fields: Record<string, string>): Promise<Json> => {
    const path = `/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/${route}`
    return (await (await buyer.post(path, { ...item, ...fields })).json()) as Json
  }
  const place = {
    'address[country]': 'CA',
    'address[state]': 'ON',
    'address[postcode]': 'M5V',
    'address[city]': 'Toronto',
  }
  const { data } = (await call('googlepay/shipping-data', place)) as {
    data?: { paymentRequestUpdate: { newTransactionInfo: { totalPrice: string } } }
  }
  const cents = Math.round(Number(data?.paymentRequestUpdate.newTransactionInfo.totalPrice) * 100)
  const confirm = () =>
    call('checkout', {
      ...payer,
      payment_method: 'stripe_googlepay',
      stripe_googlepay_token_key: card,
      expected_total_cents: String(cents),
    })
  return { cents, confirm }
}

type Row = { id: number; status: string; is_paid: boolean; total_cents: number }
async function ordersOf(productId: number) {
  const { rows } = await db.execute<Row>(sql`
    select o.id, o.status, o.paid_at is not null as is_paid, o.total_cents
      from orders o join order_lines l on l.order_id = o.id where l.product_id = ${productId} order by o.id`)
  return rows
}
const chargesOf = async (rows: readonly Row[]) => {
  const ids = new Set(rows.map(({ id }) => id))
  return (await ledger.charges()).filter(({ orderId }) => ids.has(orderId))
}

test('twenty at once for the last five: five orders, fifteen told in the sheet, no charge kept', async () => {
  const tin = await addProduct(db, 5)
  const sheets = await Promise.all(Array.from({ length: 20 }, () => openSheet(tin)))
  const answers = await Promise.all(sheets.map(({ confirm }) => confirm()))
  const refused = answers.filter(({ result }) => result !== 'success')
  expect(refused).toHaveLength(15)
  for (const { code, message } of refused)
    expect([code, message]).toEqual([
      'out_of_stock',
      expect.stringMatching(/^“Tin \d+” has sold out\. Nothing was charged\.$/),
    ])
  const rows = await ordersOf(tin)
  expect(rows).toHaveLength(5)
  expect(rows.every(({ status, is_paid }) => status === 'processing' && is_paid)).toBe(true)
  expect([await stockOnHand(db, tin), await sumOfMovements(db, tin)]).toEqual([0, 0])
  const charges = await chargesOf(rows)
  expect(charges.map(({ amountCents, refundedCents }) => [amountCents, refundedCents])).toEqual(
    rows.map(({ total_cents }) => [total_cents, 0]),
  )
  expect(rows.every(({ total_cents }) => total_cents === sheets[0]?.cents)).toBe(true)
})

test('a sheet confirmed ten times at once orders and charges once, also the last one', async () => {
  const tin = await addProduct(db, 1)
  const { cents, confirm } = await openSheet(tin)
  const answers = await Promise.all(Array.from({ length: 10 }, confirm))
  expect(new Set(answers.map(({ result, order_id }) => `${result} ${order_id}`)).size).toBe(1)
  expect(answers[0]?.result).toBe('success')
  const rows = await ordersOf(tin)
  expect(rows).toMatchObject([{ status: 'processing', total_cents: cents }])
  expect(await chargesOf(rows)).toHaveLength(1)
})

const steps = ['createIntent', 'confirmIntent'] as const

test.each(
  steps.flatMap(
    (step) =>
      [
        [step, 'before'],
        [step, 'after'],
      ] as const,
  ),
)(
  'a shop that stops at %s, %s the provider has acted, charges no more than one order of the same sheet',
  async (step, moment) => {
    const tin = await addProduct(db, 5)
    const { cents, confirm } = await openSheet(tin)
    const { payments } = shop
    const stop = async (...args: unknown[]) => {
      const original = payments.provider[step] as (...all: unknown[]) => Promise<unknown>
      if (moment === 'after') await original(...args)
      throw new Error('The shop stops here')
    }
    Object.assign(shop, { payments: { ...payments, provider: { ...payments.provider, [step]: stop } } })
    try {
      await confirm().catch(() => null)
    } finally {
      Object.assign(shop, { payments })
    }
    const between = await ordersOf(tin)
    for (const { amountCents } of await chargesOf(between)) expect(amountCents).toBe(cents)
    expect((await confirm()).result).toBe('success')
    const rows = await ordersOf(tin)
    expect(rows).toMatchObject([{ status: 'processing', is_paid: true, total_cents: cents }])
    expect(await chargesOf(rows)).toMatchObject([{ amountCents: cents, refundedCents: 0 }])
    expect(await stockOnHand(db, tin)).toBe(4)
  },
)
