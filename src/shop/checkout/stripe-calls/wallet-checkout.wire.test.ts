/** A wallet charges what its sheet shows: totals, addresses, stock, refusals, and hostile requests. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { setStock } from '../../../../test/support/stock.ts'
import { cartLines } from '../../cart/cart.table.ts'
import { stockLevels } from '../../inventory/stock.table.ts'
import { google, openTestWallets } from './open-test-wallets.ts'

const { shopper, token, tea, redacted, complete, ontario, theOrder, expectNothing, call, intents, db } =
  await openTestWallets()

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
      const more = await call(shopper(), 'checkout', { ...fields, qty: '2' })
      expect(more.message).toBe('Only 1 of “Golden Needle Green Tea No. 1” left. Nothing was charged.')
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
