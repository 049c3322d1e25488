/** Choosing another payment method for an order that waits for a bank transfer or a cheque. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { cards, completeAuthentication } from '../../../test/running/buyer.ts'
import { cardCustomer, providerApi } from '../../../test/support/card-customer.ts'
import { writeOrder } from '../../../test/support/orders.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { defaultSettings } from '../../settings.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { providerCustomerOf } from '../gateways/cards/provider-customer.ts'
import { saveCard } from '../gateways/cards/save-card.ts'
import { findOrder, type NewOrder, type Order } from '../orders/orders.store.ts'
import { orderNotes } from '../orders/orders.table.ts'
import { orderPayNonce } from './order-pay/submit-order-pay.ts'

const { cod, bacs, cheque } = recordedSettings.gateways ?? defaultSettings.gateways
const testShop = await openShop({
  settings: { ...recordedSettings, gateways: { ...defaultSettings.gateways, cod, bacs, cheque } },
})
const { app, db, shop, provider } = testShop
const api = providerApi(testShop)
const sandbox = { providerUrl: provider.url, publishableKey: provider.publishableKey }
const CALL = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay'

let lastNumber = 7000
const waitingOrder = (changes: Partial<NewOrder> = {}): Promise<Order> => {
  lastNumber += 1
  return writeOrder(db, { status: 'on-hold', invoiceNumber: lastNumber, holdsStock: true, ...changes })
}
const fieldsOf = (order: Order, changes: Record<string, string> = {}) => ({
  woocommerce_pay: '1',
  change_payment_method: String(order.id),
  'woocommerce-pay-nonce': orderPayNonce(shop, order),
  payment_method: 'stripe_cc',
  stripe_cc_token_key: 'pm_card_visa',
  ...changes,
})
const send = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.request(path, { method: 'POST', headers, body: new URLSearchParams(fields) })
const change = (order: Order, changes: Record<string, string> = {}) =>
  send(hrefs.changePayment(order.id, order.orderKey), fieldsOf(order, changes))
const call = async (order: Order, changes: Record<string, string> = {}, headers: Record<string, string> = {}) => {
  const more = { order_id: String(order.id), order_key: order.orderKey, page_id: 'change_payment_method' }
  return (await (await send(CALL, { ...fieldsOf(order, changes), ...more }, headers)).json()) as Record<string, unknown>
}
const read = async (order: Order) => (await findOrder(db, order.id)) as Order

describe('[OPAY-02 change] an order that waits for a transfer', () => {
  test('has a page with the other ways to pay, linked from My account', async () => {
    const user = await createSignedInUser(shop, 'customer')
    const order = await waitingOrder({ customerId: user.id })
    const page = await app.request(hrefs.changePayment(order.id, order.orderKey))
    const html = await page.text()
    expect(page.status).toBe(200)
    for (const part of ['Change the payment method', 'You chose Direct bank transfer', 'payment_method_stripe_cc'])
      expect(html).toContain(part)
    expect(html).toContain(`name="change_payment_method" value="${order.id}"`)
    const own = await app.request(hrefs.viewOrder(order.id), { headers: { cookie: user.cookie } })
    expect(await own.text()).toContain(hrefs.changePayment(order.id, order.orderKey).replaceAll('&', '&amp;'))
    const withoutKey = await app.request(hrefs.changePayment(order.id, 'wc_order_x'))
    expect(withoutKey.status).toBe(404)
    const other = await waitingOrder()
    const wrong = `/checkout/order-pay/${order.id}/?change_payment_method=${other.id}&key=${order.orderKey}`
    expect(await (await app.request(wrong)).text()).toContain('We have your order.')
  })

  test('is paid by a card, which then is its payment method', async () => {
    for (const pay of [change, call]) {
      const order = await waitingOrder()
      await pay(order)
      const paid = await read(order)
      expect(paid).toMatchObject({ status: 'processing', paymentMethod: 'stripe_cc', paymentMethodTitle: 'Card' })
      expect(paid.paidAt).not.toBeNull()
      expect(paid.invoiceNumber).toBe(order.invoiceNumber)
      expect((await change(order)).headers.get('location')).toBe(hrefs.orderReceived(order.id, order.orderKey))
    }
  })

  test('[OPAY-02 extra authentication] [SCA-01 change_payment_method] waits while the bank asks, and is paid afterwards', async () => {
    const order = await waitingOrder()
    const token = await (await cardCustomer(testShop)).token(cards.requiresAuthentication)
    const asked = await change(order, { stripe_cc_token_key: token })
    const location = asked.headers.get('location') ?? ''
    const page = hrefs.changePayment(order.id, order.orderKey)
    expect(location.startsWith(`${page}#response=`)).toBe(true)
    expect(await read(order)).toMatchObject({ status: 'on-hold', paymentMethod: 'bacs', holdsStock: true })
    await completeAuthentication(sandbox, location.slice(page.length))
    // The page asks the provider for the result.
    expect(await (await app.request(page)).text()).toContain('This order is already paid.')
    expect(await read(order)).toMatchObject({ status: 'processing', paymentMethod: 'stripe_cc' })
  })

  test('stays as it is when the card is declined', async () => {
    const order = await waitingOrder()
    const before = await read(order)
    expect(await call(order, { stripe_cc_token_key: 'pm_card_chargeDeclined' })).toMatchObject({
      code: 'order-pay-error',
    })
    expect({ ...(await read(order)), updatedAt: null }).toEqual({ ...before, updatedAt: null })
    await change(order)
    expect(await read(order)).toMatchObject({ status: 'processing' })
  })

  test('is paid with a saved card of its signed-in customer, and with nobody else’s', async () => {
    const { user, token } = await cardCustomer(testShop)
    const account = await providerCustomerOf(shop, user.id)
    const card = await token()
    await api.post(`payment_methods/${card}/attach`, { customer: account.ok ? account.customerId : '' })
    await saveCard(shop, user.id, card)
    const order = await waitingOrder({ customerId: user.id })
    const saved = { stripe_cc_payment_type_key: 'saved', stripe_cc_saved_method_key: card, stripe_cc_token_key: '' }
    expect(await call(order, saved)).toMatchObject({ code: 'order-pay-error' })
    const other = await createSignedInUser(shop, 'customer')
    expect(await call(order, saved, other.headers)).toMatchObject({ code: 'order-pay-error' })
    expect(await read(order)).toMatchObject({ status: 'on-hold' })
    expect(await call(order, saved, user.headers)).toMatchObject({ success: true, needs_confirmation: false })
    expect(await read(order)).toMatchObject({ status: 'processing', paymentMethod: 'stripe_cc' })
  })

  test('changes to another way without provider, with a note and new instructions by email', async () => {
    const order = await waitingOrder()
    const answers = await Promise.all([1, 2].map(() => change(order, { payment_method: 'cheque' })))
    expect(answers.map((answer) => answer.status)).toEqual([303, 303])
    expect(await read(order)).toMatchObject({
      status: 'on-hold',
      paymentMethod: 'cheque',
      invoiceNumber: order.invoiceNumber,
    })
    const notes = await db.select().from(orderNotes).where(eq(orderNotes.orderId, order.id))
    expect(notes.map(({ text }) => text)).toEqual([expect.stringContaining('instead of Direct bank transfer')])
    const sent = await db.select().from(emails).where(eq(emails.orderId, order.id))
    expect(sent.map(({ template }) => template)).toEqual(['order-confirmation'])
    await change(order, { payment_method: 'cod' })
    expect(await read(order)).toMatchObject({ status: 'processing', paymentMethod: 'cod', paidAt: null })
    expect((await change(order)).headers.get('location')).toBeNull()
    expect(await read(order)).toMatchObject({ paymentMethod: 'cod', paidAt: null })
  })

  test('is not paid without the field of the change, and other orders on hold are not changed', async () => {
    const order = await waitingOrder()
    for (const field of ['', 'true', String(order.id + 1)])
      expect(await (await change(order, { change_payment_method: field })).text()).toContain('We have your order.')
    const paid = await waitingOrder({ paidAt: new Date('2026-11-20T12:00:00Z') })
    const authorized = await waitingOrder({ paymentMethod: 'stripe_cc' })
    for (const one of [paid, authorized]) {
      await change(one, { payment_method: 'cheque' })
      expect(await read(one)).toMatchObject({ status: 'on-hold', paymentMethod: one.paymentMethod })
    }
    expect(await read(order)).toMatchObject({ status: 'on-hold', paymentMethod: 'bacs' })
  })
})
