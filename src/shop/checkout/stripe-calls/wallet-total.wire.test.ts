/** The total of the sheet is that of the order, its payment and its receipt. */
import { isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canadianProvinces } from '../../../people/addresses/canadian-provinces.ts'
import { formatMoney } from '../../../platform/money/money.ts'
import { carts } from '../../cart/cart.table.ts'
import { invoiceOf } from '../../orders/invoice/invoice.ts'
import { findOrder } from '../../orders/orders.store.ts'
import { orders } from '../../orders/orders.table.ts'
import { google, openTestWallets, type Wallet } from './open-test-wallets.ts'

const { charges, shopper, token, tea, redacted, complete, ontario, expectNothing, call, intents, db, shop } =
  await openTestWallets()

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
      charges.fees =
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
    charges.fees = [{ id: 'f', name: 'Packing', kind: 'fixed', amount: 100, taxClass: 'standard' }]
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
