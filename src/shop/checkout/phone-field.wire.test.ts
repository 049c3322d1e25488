/** One setting controls the telephone field of the page, its script, the form's call and the Store API. */
import { afterEach, describe, expect, test } from 'vitest'
import { addProduct } from '../../../test/faults/stock.ts'
import { newBuyer, ontario, type SendRequest } from '../../../test/running/buyer.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { ada, storeClientWithToken } from '../../../test/support/store-client.ts'
import { digestShop } from '../../../test/wire/shop-digest.ts'
import type { PhoneField } from '../../people/addresses/address-rules.ts'
import type { Settings } from '../../settings.ts'
import { findOrder } from '../orders/orders.store.ts'

const { app, db, shop } = await openShop({ settings: recordedSettings })
const original = shop.settings()
let settings: Settings = original
Object.assign(shop, { settings: () => settings })
const ask: SendRequest = async (path, init) => app.request(path, init)
const tin = await addProduct(db, 1000)

const asks = (checkoutPhoneField: PhoneField) => {
  settings = { ...original, checkoutPhoneField }
}
afterEach(() => {
  settings = original
})

async function pageOf() {
  const buyer = newBuyer(ask)
  await buyer.add(tin)
  const { checkoutNonce } = await buyer.openCheckout()
  const html = await (await buyer.send('/checkout/')).text()
  return { buyer, html, page: { checkoutNonce, reviewNonce: '', providerUrl: '', publishableKey: '' } }
}
const rowOf = (html: string) => /<p[^>]*id="billing_phone_field".*?<\/p>/s.exec(html)?.[0] ?? ''
const localeOf = (html: string) => {
  const printed = /"locale":("(?:[^"\\]|\\.)*")/.exec(html)?.[1] ?? '""'
  return JSON.parse(JSON.parse(printed) as string) as { default: { phone: { required: boolean; hidden?: boolean } } }
}
const withoutPhone = { ...ontario, billing_phone: '', payment_method: 'cod' }
const orderOf = async (id: number | undefined) => findOrder(db, id ?? 0)
const { phone: _, ...addressWithoutPhone } = ada
const byApp = (phone?: string) => ({
  billing_address: { ...addressWithoutPhone, email: 'ada@shop.test', ...(phone === undefined ? {} : { phone }) },
  payment_method: 'cod',
})
async function appWithTea() {
  const program = await storeClientWithToken(app)
  await program.post('/cart/add-item', { id: tin })
  return program
}

describe('[CHK-01] required, the default', () => {
  test('[CHK-01] the page says so, and neither the form nor the API places an order without one', async () => {
    expect(original.checkoutPhoneField).toBe('required')
    const { buyer, html, page } = await pageOf()
    expect(rowOf(html)).toContain('validate-required')
    expect(rowOf(html)).toContain('aria-required="true"')
    expect(localeOf(html).default.phone.required).toBe(true)
    const program = await appWithTea()
    const before = await digestShop(db)
    const refused = await buyer.checkout(page, withoutPhone)
    expect(refused).toMatchObject({ result: 'failure' })
    expect(refused.messages).toContain('Billing Phone</strong> is a required field.')
    for (const phone of [undefined, '']) {
      const { status, json } = await program.post('/checkout', byApp(phone))
      expect([status, json.message]).toEqual([
        400,
        'There was a problem with the provided billing address: Phone is required',
      ])
    }
    expect(await digestShop(db)).toEqual(before)
  })
})

describe('[CHK-01] [API-01] optional', () => {
  test('[CHK-01] the page says so, and an order needs none', async () => {
    asks('optional')
    const { buyer, html, page } = await pageOf()
    expect(rowOf(html)).toContain('(optional)')
    expect(rowOf(html)).not.toContain('required')
    expect(localeOf(html).default.phone).toMatchObject({ required: false })
    const placed = await buyer.checkout(page, withoutPhone)
    expect(placed.result).toBe('success')
    expect((await orderOf(placed.order_id))?.billing.phone).toBe('')
  })

  test('[CHK-01] an invalid telephone number is still refused', async () => {
    asks('optional')
    const { buyer, page } = await pageOf()
    const refused = await buyer.checkout(page, { ...withoutPhone, billing_phone: 'call me' })
    expect(refused.messages).toContain('is not a valid phone number.')
    const { status, json } = await (await appWithTea()).post('/checkout', byApp('call me'))
    expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
  })

  test('[API-01] API clients order without one, with an empty one, and with one', async () => {
    asks('optional')
    for (const [phone, stored] of [
      [undefined, ''],
      ['', ''],
      ['4165550100', '4165550100'],
    ] as const) {
      const { status, json } = await (await appWithTea()).post('/checkout', byApp(phone))
      expect([status, json.billing_address.phone]).toEqual([200, stored])
    }
  })
})

describe('[CHK-01] [API-01] hidden', () => {
  test('[CHK-01] the field is not shown, and a submitted value is not stored', async () => {
    asks('hidden')
    const { buyer, html, page } = await pageOf()
    expect(rowOf(html)).toBe('')
    expect(html).not.toContain('name="billing_phone"')
    expect(localeOf(html).default.phone).toMatchObject({ required: false, hidden: true })
    const placed = await buyer.checkout(page, { ...withoutPhone, billing_phone: '416 555 0100' })
    expect(placed.result).toBe('success')
    expect((await orderOf(placed.order_id))?.billing.phone).toBe('')
  })

  test('[API-01] API clients need none either', async () => {
    asks('hidden')
    const program = await appWithTea()
    const rejected = await program.post('/cart/update-customer', {
      billing_address: { phone: 'call me', city: 'Regina' },
    })
    expect([rejected.status, rejected.json.billing_address.phone, rejected.json.billing_address.city]).toEqual([
      200,
      '',
      'Regina',
    ])
    const { status, json } = await program.post('/checkout', byApp('4165550100'))
    expect([status, json.billing_address.phone, json.shipping_address.phone]).toEqual([200, '', ''])
  })
})
