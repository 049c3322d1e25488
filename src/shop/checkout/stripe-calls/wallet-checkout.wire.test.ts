/** A wallet charges what its sheet shows: totals, addresses, stock, refusals, and hostile requests. */

import { eq, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, newBuyer } from '../../../../test/running/buyer.ts'
import { providerEvents } from '../../../../test/support/provider-events.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { everyWallet, openShop, recordedSettings } from '../../../../test/support/shop.ts'
import { setStock } from '../../../../test/support/stock.ts'
import { sheetAddresses } from '../../../../test/support/wallet-sheet.ts'
import { canadianProvinces } from '../../../people/addresses/canadian-provinces.ts'
import { formatMoney } from '../../../platform/money/money.ts'
import { cartLines, carts } from '../../cart/cart.table.ts'
import { stockLevels } from '../../inventory/stock.table.ts'
import { invoiceOf } from '../../orders/invoice/invoice.ts'
import { findOrder } from '../../orders/orders.store.ts'
import { orders } from '../../orders/orders.table.ts'
import { payments } from '../../orders/payments/payments.table.ts'
import type { FeeRule } from '../../pricing/fees.ts'

const opened = await openShop({ settings: { ...recordedSettings, gateways: everyWallet }, poolSize: 10 })
const { app, db, pool, shop } = opened
const { stripe } = providerEvents(opened)
let fees: readonly FeeRule[] = []
const { pricing } = shop
Object.assign(shop, { pricing: () => ({ ...pricing(), fees }) })

beforeEach(async () => {
  fees = []
  await pool.query('truncate orders, payments, carts, stock_movements, rate_limits cascade')
})

type Json = Record<string, unknown> & { code?: string; data?: Record<string, unknown> }

const shopper = (): Buyer => newBuyer(async (path, init) => app.request(path, init))
async function call(buyer: Buyer, route: string, fields: Record<string, string>) {
  const response = await buyer.post(`/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/${route}`, fields)
  expect(response.status).toBe(200)
  return (await response.json()) as Json
}

type Wallet = keyof typeof everyWallet
const google = 'stripe_googlepay'
const token = (wallet: Wallet, card = 'pm_card_visa') => ({ payment_method: wallet, [`${wallet}_token_key`]: card })
const tea = { product_id: String(referenceIds.simple), variation_id: '0', qty: '1', page_id: 'product' }
/** An address as wallets send it before the payment is authorized. */
const redacted = (state: string, postcode: string, city = 'Somewhere') => ({
  'address[country]': 'CA',
  'address[state]': state,
  'address[postcode]': postcode,
  'address[city]': city,
})
/** A complete address, as wallets send it after the authorization. */
const complete = (state: string, postcode: string) =>
  sheetAddresses({ city: 'Somewhere', state, postcode, country: 'ca' })
const ontario = complete('Ontario', 'm5v2t6')

const theOrder = async () => {
  const [row, ...others] = await db.select().from(orders)
  expect(others).toEqual([])
  const order = row && (await findOrder(db, row.id))
  if (!order) throw new Error('No order was placed')
  return order
}
async function intents(orderId?: number) {
  const isAsked = orderId === undefined ? undefined : eq(payments.orderId, orderId)
  const ids = (await db.select().from(payments).where(isAsked)).flatMap(({ intentId }) => intentId ?? [])
  return Promise.all(ids.map((id) => stripe.paymentIntents.retrieve(id)))
}
const expectNothing = async () => expect([await db.$count(orders), await db.$count(payments)]).toEqual([0, 0])

describe('the total of the sheet', () => {
  /** Postal codes by province. */
  const postcodes: Readonly<Record<string, string>> = {
    AB: 'T2P 1J9',
    BC: 'V8W 1P6',
    MB: 'R3C 1A5',
    NB: 'E1C 4Z1',
    NL: 'A1C 5M3',
    NT: 'X1A 2N8',
    NS: 'B3J 1S9',
    NU: 'X0A 0H0',
    ON: 'M5V 2T6',
    PE: 'C1A 1A1',
    QC: 'H2Y 1C6',
    SK: 'S4P 3Y2',
    YT: 'Y1A 2B5',
  }
  const productIds = [131, 134, 138, 140, 150, 157, 242]
  const purchase = fc.record({
    wallet: fc.constantFrom<Wallet>(google, 'stripe_applepay', 'stripe_payment_request'),
    isExpress: fc.boolean(),
    lines: fc.uniqueArray(fc.record({ id: fc.constantFrom(...productIds), quantity: fc.integer({ min: 1, max: 4 }) }), {
      minLength: 1,
      maxLength: 3,
      selector: ({ id }) => id,
    }),
    province: fc.constantFrom(...canadianProvinces),
    option: fc.constantFrom('flat_rate:1', 'free_shipping:2', 'local_pickup:3'),
    coupon: fc.constantFrom(null, 'tea10', 'five-off', 'freeship', 'solo'),
    fee: fc.constantFrom(0, 150),
  })

  test('is that of the order, its payment and its receipt, for random purchases in every province', {
    timeout: 60_000,
  }, async () => {
    const tried = new Set<string>()
    let placed = 0
    const samples = fc.sample(purchase, { numRuns: 26, seed: 13 })
    for (const [index, { wallet, isExpress, lines, option, coupon, fee, ...sample }] of samples.entries()) {
      const province = canadianProvinces[index % canadianProvinces.length] ?? sample.province
      // The fee applies only to this wallet, so the shop has to include it when it prices the sheet.
      fees =
        fee === 0
          ? []
          : [{ id: 'w', name: 'Wallet', kind: 'fixed', amount: fee, taxClass: 'standard', paymentMethods: [wallet] }]
      const buyer = shopper()
      const [first] = lines
      const item = { ...tea, product_id: String(first?.id), qty: String(first?.quantity) }
      const page = isExpress ? item : { page_id: 'cart' }
      if (!isExpress) for (const { id, quantity } of lines) await buyer.add(id, Math.min(quantity, 1))
      if (!isExpress && coupon)
        await db
          .update(carts)
          .set({ couponCodes: [coupon] })
          .where(isNull(carts.placedOrderId))
      const postcode = postcodes[province.code] ?? ''
      const place = redacted(province.name, postcode.slice(0, 3))
      const common = { ...page, ...place, payment_method: wallet }
      const address = await call(buyer, wallet === google ? 'googlepay/shipping-data' : 'cart/shipping-address', common)
      if (address.code === 'address-error' || address.code === 'payment-data-error') continue
      const chosen =
        wallet === google
          ? await call(buyer, 'googlepay/shipping-data', { ...common, shipping_method: `0:${option}` })
          : await call(buyer, 'cart/shipping-method', { ...common, shipping_method: `0:${option}` })
      const shown = chosen.code === undefined ? chosen : address
      const rate = chosen.code === undefined ? option : ''
      type Update = { newTransactionInfo: { totalPrice: string } }
      type NewData = { total: { amount: number } }
      const cents =
        wallet === google
          ? Math.round(
              Number((shown.data?.paymentRequestUpdate as Update | undefined)?.newTransactionInfo.totalPrice) * 100,
            )
          : ((shown.data?.newData as NewData | undefined)?.total.amount ?? 0)
      const fields = { ...page, ...complete(province.name, postcode), ...token(wallet), 'shipping_method[0]': rate }
      const forged = await call(buyer, 'checkout', { ...fields, expected_total_cents: String(cents - 1) })
      expect([forged.result, forged.code]).toEqual(['failure', 'total_changed'])
      expect(await db.$count(orders)).toBe(placed)
      const paid = await call(buyer, 'checkout', { ...fields, expected_total_cents: String(cents) })
      expect([sample, paid.message, paid.result]).toEqual([sample, undefined, 'success'])
      placed += 1
      const order = await findOrder(db, Number(paid.order_id))
      if (!order) throw new Error('The order is gone')
      expect([order.totalCents, order.shipping.state, order.status]).toEqual([cents, province.code, 'processing'])
      expect((await intents(order.id)).map(({ amount, amount_received }) => [amount, amount_received])).toEqual([
        [cents, cents],
      ])
      expect(invoiceOf(order, shop.settings())?.totals.find(({ isTotal }) => isTotal)?.amount).toBe(
        `${formatMoney(cents, 'CAD')} CAD`,
      )
      tried.add(province.code)
    }
    expect(tried.size).toBeGreaterThanOrEqual(11)
  })

  test('without the page’s word it is what the calls told last; the refusal tells the new one', async () => {
    const buyer = shopper()
    await call(buyer, 'googlepay/shipping-data', { ...tea, ...redacted('BC', 'V8W') })
    const fields = { ...ontario, ...token(google), page_id: 'product' }
    const refused = await call(buyer, 'checkout', fields)
    expect(refused).toMatchObject({
      result: 'failure',
      code: 'total_changed',
      reason: 'OTHER_ERROR',
      reload: false,
      message: 'Your total is now $80.20, so nothing was charged. Please check it and confirm the payment again.',
      messages: expect.stringContaining('woocommerce-error'),
      data: {
        total: '80.20',
        totalCents: 8020,
        displayItems: [{ price: '61.03' }, { price: '9.95' }, { price: '9.22' }],
        paymentRequestUpdate: { newTransactionInfo: { totalPrice: '80.20', totalPriceStatus: 'FINAL' } },
      },
    })
    await expectNothing()
    expect((await call(buyer, 'checkout', fields)).result).toBe('success')
    expect(await intents()).toMatchObject([{ amount: 8020 }])
  })

  test('an amount in the request is only compared: whatever is no total is refused', async () => {
    const buyer = shopper()
    await call(buyer, 'googlepay/shipping-data', { ...tea, ...redacted('ON', 'M5V') })
    const fields = { ...ontario, ...token(google), ...tea }
    for (const expected_total_cents of [
      '0',
      '1',
      '-8020',
      '8020.0',
      '1e3',
      '80.20',
      '8019',
      '9'.repeat(40),
      'NaN',
      '٨٠٢٠',
      '0x1f54',
    ]) {
      const { code, data } = await call(buyer, 'checkout', { ...fields, expected_total_cents })
      expect([expected_total_cents, code, data?.totalCents]).toEqual([expected_total_cents, 'total_changed', 8020])
    }
    await expectNothing()
    expect((await call(buyer, 'checkout', { ...fields, expected_total_cents: ' 8020 ' })).result).toBe('success')
  })

  test('an unpaid order of another total does not stand in the way', async () => {
    const buyer = shopper()
    const fields = { ...ontario, ...tea, expected_total_cents: '8020' }
    const declined = await call(buyer, 'checkout', { ...fields, ...token(google, 'pm_card_chargeDeclined') })
    expect(declined).toMatchObject({ result: 'failure', code: 'payment_declined', reason: 'PAYMENT_DATA_INVALID' })
    expect(declined.message).toContain('declined')
    // A fee is added between the two attempts; the cart's version stays the same.
    fees = [{ id: 'f', name: 'Packing', kind: 'fixed', amount: 100, taxClass: 'standard' }]
    const shown = await call(buyer, 'googlepay/shipping-data', { ...tea, ...redacted('ON', 'M5V') })
    expect(shown.data).toMatchObject({ paymentRequestUpdate: { newTransactionInfo: { totalPrice: '81.33' } } })
    const paid = await call(buyer, 'checkout', { ...fields, ...token(google), expected_total_cents: '8133' })
    expect(paid.result).toBe('success')
    const placed = await db.select().from(orders).orderBy(orders.id)
    expect(placed.map(({ status, totalCents }) => [status, totalCents])).toEqual([
      ['cancelled', 8020],
      ['processing', 8133],
    ])
    expect((await intents()).filter(({ status }) => status === 'succeeded')).toMatchObject([{ amount: 8133 }])
  })
})

describe('a purchase', () => {
  test('with three changes of address and one of the option ends as one paid order, rightly taxed and shipped', async () => {
    const buyer = shopper()
    await buyer.add(referenceIds.onSale, 2)
    const own = await (await buyer.send('/cart/')).text()
    for (const [state, postcode] of [
      ['ON', 'M5V'],
      ['Quebec', 'H2Y'],
      ['british columbia', 'V8W'],
    ] as const)
      expect(
        (await call(buyer, 'googlepay/shipping-data', { ...tea, ...redacted(state, postcode) })).code,
      ).toBeUndefined()
    const nowhere = { ...tea, ...redacted('', ''), 'address[country]': 'DE' }
    expect(await call(buyer, 'googlepay/shipping-data', nowhere)).toMatchObject({
      code: 'payment-data-error',
      data: { data: { error: { reason: 'SHIPPING_ADDRESS_UNSERVICEABLE' } } },
    })
    const last = { ...tea, ...redacted('BC', 'V8W', 'Victoria'), shipping_method: '0:local_pickup:3' }
    const { data } = await call(buyer, 'googlepay/shipping-data', last)
    expect(data).toMatchObject({ paymentRequestUpdate: { newTransactionInfo: { totalPrice: '68.96' } } })
    const fields = {
      ...tea,
      ...complete('British Columbia', 'v8w1p6'),
      ...token(google),
      'shipping_method[0]': 'local_pickup:3',
    }
    expect((await call(buyer, 'checkout', { ...fields, expected_total_cents: '6896' })).result).toBe('success')
    const order = await theOrder()
    expect(order).toMatchObject({
      status: 'processing',
      totalCents: 6896,
      shippingCents: 0,
      paymentMethod: google,
      shipping: { state: 'BC', postcode: 'V8W 1P6', country: 'CA', address1: '1 Kettle Lane' },
    })
    expect(order.shippingLines).toMatchObject([{ rateId: 'local_pickup:3' }])
    expect((await (await buyer.send('/cart/')).text()).includes('cart-empty')).toBe(own.includes('cart-empty'))
  })

  test('in two windows orders what its own sheet shows', async () => {
    const buyer = shopper()
    const other = { ...tea, product_id: String(referenceIds.onSale), qty: '2' }
    await call(buyer, 'googlepay/shipping-data', { ...tea, ...redacted('ON', 'M5V') })
    await call(buyer, 'googlepay/shipping-data', {
      ...other,
      ...redacted('QC', 'H2Y'),
      shipping_method: '0:local_pickup:3',
    })
    const fields = { ...ontario, ...tea, ...token(google), 'shipping_method[0]': 'flat_rate:1' }
    expect((await call(buyer, 'checkout', { ...fields, expected_total_cents: '8020' })).result).toBe('success')
    const order = await theOrder()
    expect(order.lines).toMatchObject([{ productId: referenceIds.simple, quantity: 1 }])
    expect(order.totalCents).toBe(8020)
  })

  test('sent again is the same order, also of the last one', async () => {
    await setStock(db, referenceIds.simple, 1)
    try {
      const buyer = shopper()
      const fields = { ...ontario, ...tea, ...token(google), expected_total_cents: '8020' }
      const first = await call(buyer, 'checkout', fields)
      expect(first.result).toBe('success')
      const again = await call(buyer, 'checkout', { ...fields, [`${google}_token_key`]: 'pm_card_mastercard' })
      expect(again).toEqual(first)
      const late = await call(shopper(), 'checkout', fields)
      expect(late).toMatchObject({ result: 'failure', code: 'out_of_stock', reason: 'OTHER_ERROR' })
      expect(late.message).toBe('“Golden Needle Green Tea No. 1” has sold out. Nothing was charged.')
      await theOrder()
      expect(await intents()).toMatchObject([{ amount: 8020, status: 'succeeded' }])
    } finally {
      await db.delete(stockLevels).where(eq(stockLevels.productId, referenceIds.simple))
    }
  })

  test('of somebody with one name is placed; a mistake in the sheet is told as one', async () => {
    const buyer = shopper()
    const fields = { ...ontario, ...tea, ...token(google), expected_total_cents: '8020' }
    const mistakes: [Record<string, string>, string, string][] = [
      [{ billing_email: 'ada@' }, 'invalid_fields', 'PAYMENT_DATA_INVALID'],
      [{ billing_email: '' }, 'invalid_fields', 'PAYMENT_DATA_INVALID'],
      [{ shipping_postcode: 'nowhere' }, 'invalid_fields', 'SHIPPING_ADDRESS_INVALID'],
      [{ shipping_address_1: '' }, 'invalid_fields', 'SHIPPING_ADDRESS_INVALID'],
      [{ shipping_last_name: '', shipping_first_name: '' }, 'invalid_fields', 'SHIPPING_ADDRESS_INVALID'],
      [{ shipping_state: 'Atlantis' }, 'invalid_fields', 'SHIPPING_ADDRESS_INVALID'],
      [{ stripe_googlepay_token_key: '' }, 'checkout_refused', 'OTHER_ERROR'],
    ]
    for (const [wrong, code, reason] of mistakes) {
      const refused = await call(buyer, 'checkout', { ...fields, ...wrong })
      expect([wrong, refused]).toMatchObject([wrong, { result: 'failure', code, reason }])
      expect(refused.message).toMatch(/^[A-Z]/)
      expect(refused.message).not.toMatch(/[<&]/)
    }
    await expectNothing()
    const oneName = {
      billing_first_name: '',
      billing_last_name: 'Cher',
      shipping_first_name: '',
      shipping_last_name: 'Cher',
    }
    expect((await call(buyer, 'checkout', { ...fields, ...oneName })).result).toBe('success')
    expect((await theOrder()).billing).toMatchObject({ firstName: '', lastName: 'Cher' })
  })

  test('of a wallet that names no province is taxed and shipped by the postal code, before and after it is authorized', async () => {
    const buyer = shopper()
    await call(buyer, 'cart/add-to-cart', { ...tea, payment_method: google })
    const known = await call(buyer, 'cart/shipping-address', { ...tea, ...token(google), ...redacted('BC', 'V8W') })
    const unknown = await call(buyer, 'cart/shipping-address', { ...tea, ...token(google), ...redacted('', 'V8W') })
    expect(unknown.data?.cart).toEqual(known.data?.cart)
    const address = { ...complete('BC', 'V8W 1P6'), billing_state: '', shipping_state: '' }
    const { totalCents } = { ...(known.data?.cart as { totalCents: number } | undefined) }
    const paid = { ...address, ...tea, ...token(google), expected_total_cents: String(totalCents) }
    expect(await call(buyer, 'checkout', paid)).toMatchObject({ result: 'success' })
    const order = await theOrder()
    expect([order.billing.state, order.shipping.state, order.totalCents]).toEqual(['BC', 'BC', totalCents])
  })

  test('for a cart that was emptied meanwhile is refused without the words of a link', async () => {
    const buyer = shopper()
    await buyer.add(referenceIds.simple)
    await db.delete(cartLines)
    const answer = await call(buyer, 'checkout', { ...ontario, ...token(google), page_id: 'cart' })
    expect(answer).toMatchObject({ result: 'failure', message: 'Sorry, your session has expired.' })
    expect(answer.messages).toContain('Return to shop')
    await expectNothing()
  })
  test('asks for the bank’s authentication after the wallet’s yes', async () => {
    const fields = { ...ontario, ...tea, ...token(google, 'pm_card_authenticationRequired') }
    const { result, redirect } = await call(shopper(), 'checkout', { ...fields, expected_total_cents: '8020' })
    expect([result, redirect]).toEqual(['success', expect.stringMatching(/^#response=/)])
    expect(await theOrder()).toMatchObject({ status: 'pending', paidAt: null })
  })
})

describe('an attacker', () => {
  const fields = { ...ontario, ...tea, ...token(google), expected_total_cents: '8020' }

  test('neither orders nor sees the express cart of another session', async () => {
    const victim = shopper()
    await call(victim, 'googlepay/shipping-data', { ...tea, ...redacted('ON', 'M5V') })
    const { product_id: _, qty: __, ...withoutProduct } = fields
    expect((await call(shopper(), 'checkout', withoutProduct)).result).toBe('failure')
    await expectNothing()
  })

  test('gets nothing for quantities, products and currencies that are none', async () => {
    const buyer = shopper()
    const wrong: Record<string, string>[] = [
      ...['-1', '0', '1.5', '1e9', 'x', '9'.repeat(30)].map((qty) => ({ qty })),
      ...['-131', '0', '999999', "1' or 1=1", String(referenceIds.soldOut)].map((product_id) => ({ product_id })),
      { product_id: String(referenceIds.variable) },
      { page_id: 'cart' },
      { payment_method: 'stripe_klarna' },
      { 'shipping_method[0]': 'free_shipping:2', expected_total_cents: '6896' },
    ]
    for (const each of wrong)
      expect([each, (await call(buyer, 'checkout', { ...fields, ...each })).result]).toEqual([each, 'failure'])
    await expectNothing()
    // The shop has only one currency, and ignores the currency and amounts in a request.
    const said = await call(buyer, 'checkout', {
      ...fields,
      currency: 'JPY',
      total: '1',
      totalCents: '1',
      price: '0.01',
    })
    expect(said.result).toBe('success')
    expect(await intents()).toMatchObject([{ amount: 8020, currency: 'cad' }])
  })
})
