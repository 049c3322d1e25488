/** Address validation of the checkout form as sent by script: required fields, rules and messages. */
import { beforeAll, expect, test } from 'vitest'
import { addProduct } from '../../../test/faults/stock.ts'
import { type Buyer, type CheckoutPage, type Fields, newBuyer, ontario } from '../../../test/running/buyer.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { digestShop } from '../../../test/wire/shop-digest.ts'
import { defaultSettings } from '../../settings.ts'

const { app, db } = await openShop({
  settings: { ...recordedSettings, checkout: defaultSettings.checkout },
})
let buyer: Buyer
let page: CheckoutPage
beforeAll(async () => {
  buyer = newBuyer(async (path, init) => app.request(path, init))
  await buyer.add(await addProduct(db, 10))
  page = await buyer.openCheckout()
})

const otherAddress: Fields = {
  ship_to_different_address: '1',
  ...Object.fromEntries(
    Object.entries(ontario)
      .filter(([name]) => name.startsWith('billing_') && !/_(phone|email)$/.test(name))
      .map(([name, value]) => [name.replace('billing_', 'shipping_'), value]),
  ),
}
const required = {
  first_name: 'First name',
  last_name: 'Last name',
  address_1: 'Street address',
  city: 'Town / City',
  state: 'Province',
  postcode: 'Postal code',
} as const

/** Submits the form with these changes, expects a refusal without side effects, and returns the messages. */
async function refused(changes: Fields): Promise<string[]> {
  const before = await digestShop(db)
  const answer = await buyer.checkout(page, { payment_method: 'cod', ...changes })
  expect(answer.result).toBe('failure')
  expect(await digestShop(db)).toEqual(before)
  return [...(answer.messages ?? '').matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, inner = '']) =>
    inner.replaceAll(/<[^>]+>/g, '').trim(),
  )
}

test.each([...Object.entries(required), ['phone', 'Phone'], ['email', 'Email address']])(
  '[CHK-01 required] [CHK-09 Billing label] an order without billing_%s is refused',
  async (name, label) => {
    for (const empty of ['', '   '])
      expect(await refused({ [`billing_${name}`]: empty })).toEqual([`Billing ${label} is a required field.`])
  },
)

test.each(Object.entries(required))(
  '[CHK-08 shipping on checkout] [CHK-09 Shipping label] an order to another address without shipping_%s is refused',
  async (name, label) => {
    expect(await refused({ ...otherAddress, [`shipping_${name}`]: '' })).toEqual([
      `Shipping ${label} is a required field.`,
    ])
  },
)

test('[CHK-01 validation] an invalid postal code, phone, email and province are refused by field name', async () => {
  for (const [name, invalid] of [
    ['postcode', '12345'],
    ['phone', 'call me'],
    ['email', 'ada at home'],
    ['state', 'XX'],
  ] as const) {
    const messages = await refused({ [`billing_${name}`]: invalid })
    expect([name, messages.length]).toEqual([name, 1])
    expect(messages[0]).not.toContain('required')
  }
})

test('[CHK-01 required] optional fields may be empty, and an unused shipping address is not validated', async () => {
  const answer = await buyer.checkout(page, {
    payment_method: 'cod',
    billing_company: '',
    billing_address_2: '',
    ...otherAddress,
    ship_to_different_address: '',
    shipping_city: '',
  })
  expect(answer).toMatchObject({ result: 'success' })
})
