/** An unpaid order without some of its billing details: the payer is asked for them. */
import { beforeEach, describe, expect, test } from 'vitest'
import { newBuyer } from '../../../../test/running/buyer.ts'
import { ada, writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import type { Address } from '../../../people/addresses/address.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { findOrder, type Order } from '../../orders/orders.store.ts'
import { orderPayNonce } from './submit-order-pay.ts'

const { app, db, pool, shop } = await openShop()
const CALL = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay'

beforeEach(async () => {
  await pool.query('truncate orders, payments, rate_limits cascade')
})

const orderWithout = (...properties: readonly (keyof Address)[]): Promise<Order> =>
  writeOrder(db, {
    paymentMethod: 'stripe_cc',
    paymentMethodTitle: 'Card',
    billing: { ...ada, ...Object.fromEntries(properties.map((property) => [property, ''])) },
  })
const read = async ({ id }: Order) => (await findOrder(db, id)) as Order
const fieldsOf = (order: Order, more: Record<string, string> = {}) => ({
  woocommerce_pay: '1',
  'woocommerce-pay-nonce': orderPayNonce(shop, order),
  payment_method: 'stripe_cc',
  stripe_cc_token_key: 'pm_card_visa',
  ...more,
})
const buyer = () => newBuyer(async (path, init) => app.request(path, init))
async function call(order: Order, more: Record<string, string> = {}) {
  const ids = { order_id: String(order.id), order_key: order.orderKey }
  const answer = (await (await buyer().post(CALL, { ...fieldsOf(order, more), ...ids })).json()) as {
    readonly code?: string
    readonly message?: string
  }
  const items = [...(answer.message ?? '').matchAll(/<li[^>]*>(.*?)<\/li>/gs)]
  return { ...answer, texts: items.map(([, item = '']) => item.replaceAll(/<[^>]+>/g, '').trim()) }
}

describe('[CHK-08 billing on order_pay]', () => {
  test.each([
    ['lastName', 'last_name', 'Last name'],
    ['address1', 'address_1', 'Street address'],
    ['city', 'city', 'Town / City'],
    ['state', 'state', 'Province'],
    ['postcode', 'postcode', 'Postal code'],
    ['phone', 'phone', 'Phone'],
    ['email', 'email', 'Email address'],
  ] as const)(
    '[CHK-08 billing on order_pay] an order without %s is not paid until it is given',
    async (property, name, label) => {
      const order = await orderWithout(property)
      const before = await digestShop(db)
      for (const empty of [{ [`billing_${name}`]: '' }, { [`billing_${name}`]: '  ' }])
        expect(await call(order, empty)).toMatchObject({
          code: 'order-pay-error',
          texts: [`Billing ${label} is a required field.`],
        })
      expect(await digestShop(db)).toEqual(before)
      expect(await call(order, { [`billing_${name}`]: ada[property] })).toMatchObject({ success: true })
      expect(await read(order)).toMatchObject({
        status: 'processing',
        billing: { [property]: expect.stringMatching(/./) },
      })
    },
  )

  test('[CHK-08 billing on order_pay] the page asks for what is missing, keeps what was entered, and changes nothing else', async () => {
    const order = await orderWithout('city', 'phone')
    const path = hrefs.orderPay(order.id, order.orderKey)
    const html = await (await app.request(path)).text()
    expect([...html.matchAll(/ name="(billing_\w+)"/g)].map(([, name]) => name)).toEqual([
      'billing_city',
      'billing_phone',
    ])
    const refused = await (
      await buyer().post(path, fieldsOf(order, { billing_city: 'Ottawa', billing_phone: 'x' }))
    ).text()
    expect(refused).toContain('value="Ottawa"')
    expect(refused).toContain('<strong>Phone</strong> is not a valid phone number.')
    expect(await read(order)).toMatchObject({ status: 'pending', billing: { city: '' } })
    const more = { billing_city: 'Ottawa', billing_phone: '416 555 0101', billing_email: 'eve@shop.test' }
    expect((await buyer().post(path, fieldsOf(order, more))).status).toBe(303)
    expect(await read(order)).toMatchObject({
      status: 'processing',
      totalCents: order.totalCents,
      billing: { ...ada, city: 'Ottawa', phone: expect.stringContaining('555') },
    })
  })

  test('an order with everything, one of a single name, and one that waits for a transfer are asked nothing', async () => {
    const waiting = await writeOrder(db, { status: 'on-hold', invoiceNumber: 9001, billing: { ...ada, city: '' } })
    const paths = [await orderWithout(), await orderWithout('firstName')].map((order) =>
      hrefs.orderPay(order.id, order.orderKey),
    )
    for (const path of [...paths, hrefs.changePayment(waiting.id, waiting.orderKey)])
      expect(await (await app.request(path)).text()).not.toMatch(/ name="billing_/)
    expect(await call(await orderWithout('firstName'))).toMatchObject({ success: true })
  })

  test('an order without any address is asked for all of it', async () => {
    const order = await orderWithout(...(Object.keys(ada) as (keyof Address)[]))
    const html = await (await app.request(hrefs.orderPay(order.id, order.orderKey))).text()
    expect(html).toContain('name="billing_country"')
    const named = Object.entries({
      first_name: 'Ada',
      last_name: 'Leaf',
      country: 'CA',
      address_1: '1 Kettle Lane',
      city: 'Toronto',
      state: 'ON',
      postcode: 'm5v2t6',
      phone: '416 555 0100',
      email: 'ada@shop.test',
    }).map(([name, value]) => [`billing_${name}`, value])
    const empty = named.map(([key = '']) => [key, key === 'billing_country' ? 'CA' : ''])
    expect((await call(order, Object.fromEntries(empty) as Record<string, string>)).texts).toHaveLength(8)
    const abroad = {
      ...Object.fromEntries(named),
      billing_country: 'US',
      billing_state: 'NY',
      billing_postcode: '10001',
    }
    expect((await call(order, abroad)).texts).toEqual(['Billing Country / Region is not one we sell to.'])
    expect(await call(order, Object.fromEntries(named))).toMatchObject({ success: true })
    expect((await read(order)).billing).toMatchObject({ lastName: 'Leaf', postcode: 'M5V 2T6', country: 'CA' })
  })
})
