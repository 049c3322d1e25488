/** Wallets as payment methods: in lists, in the owner's settings, and in the payment details of orders. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { type Buyer, newBuyer } from '../../../test/running/buyer.ts'
import { writeOrder } from '../../../test/support/orders.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { everyWallet, openShop, recordedSettings } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import type { Settings } from '../../settings.ts'
import { savedCards } from '../gateways/cards/saved-cards.table.ts'
import { findOrder } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import { readOrderNotes } from '../orders/orders-read.store.ts'
import { payments } from '../orders/payments/payments.table.ts'
import { orderPayNonce } from './order-pay/submit-order-pay.ts'

const { app, db, pool, shop } = await openShop({ settings: { ...recordedSettings, gateways: everyWallet } })
const wallets = ['stripe_googlepay', 'stripe_applepay', 'stripe_payment_request'] as const
const original = shop.settings()
const current: { gateways: Settings['gateways'] } = { gateways: original.gateways }
Object.assign(shop, { settings: () => ({ ...original, ...current }) })

beforeEach(async () => {
  current.gateways = original.gateways
  await pool.query('truncate orders, payments, carts, stock_movements, rate_limits, payment_tokens cascade')
})

const shopper = (): Buyer => newBuyer(async (path, init) => app.request(path, init))
async function withTea(): Promise<Buyer> {
  const buyer = shopper()
  await buyer.add(referenceIds.simple, 1)
  return buyer
}
const token = (wallet: string, card = 'pm_card_visa') => ({ payment_method: wallet, [`${wallet}_token_key`]: card })
const notesOf = async (id: number) => (await readOrderNotes(db, id)).map(({ text }) => text)

test('a list has each wallet hidden with its fields, and what everybody can use is chosen', async () => {
  const buyer = await withTea()
  const html = await (await buyer.send('/checkout/')).text()
  for (const wallet of wallets) {
    expect(html).toMatch(new RegExp(`<li class="wc_payment_method payment_method_${wallet}" style="display:none">`))
    expect(html).toContain(`id="${wallet}_token_key"`)
  }
  expect(html).toMatch(/<input id="payment_method_stripe_cc"[^>]*checked=""/)
  const off = Object.fromEntries(
    Object.entries(everyWallet).map(([id, method]) => [id, { ...method, enabled: id === 'stripe_googlepay' }]),
  ) as unknown as Settings['gateways']
  current.gateways = off
  expect(await (await buyer.send('/checkout/')).text()).toContain('<noscript><p>Paying here needs JavaScript.')
})

test.each(wallets)('%s pays an order, whose title and note name it', async (wallet) => {
  const buyer = await withTea()
  const page = await buyer.openCheckout()
  const without = await buyer.checkout(page, { payment_method: wallet })
  expect([without.result, await db.$count(orders)]).toEqual(['failure', 0])
  expect(without.messages).toContain('needs JavaScript')
  const declined = await buyer.checkout(page, token(wallet, 'pm_card_chargeDeclinedInsufficientFunds'))
  expect([declined.result, declined.messages]).toEqual(['failure', expect.stringContaining('insufficient funds')])
  const paid = await buyer.checkout(page, token(wallet))
  expect(paid.result).toBe('success')
  const order = await findOrder(db, paid.order_id ?? 0)
  const { title } = everyWallet[wallet]
  expect(order).toMatchObject({ status: 'processing', paymentMethod: wallet, paymentMethodTitle: title })
  expect(await notesOf(order?.id ?? 0)).toEqual(
    expect.arrayContaining([
      `${title}: the card was declined (insufficient_funds).`,
      `Paid by ${title} (Visa ending in 4242). Order status changed from Pending payment to Processing.`,
    ]),
  )
  expect(await db.select().from(payments)).toMatchObject([{ status: 'succeeded', methodType: 'card' }])
})

test('its card is never saved, and one that is off takes nothing', async () => {
  const { cookie } = await createSignedInUser(shop, 'customer')
  const buyer = shopper()
  for (const pair of cookie.split('; ')) buyer.cookies.set(pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1))
  await buyer.add(referenceIds.simple, 1)
  const fields = {
    ...token('stripe_googlepay'),
    stripe_googlepay_save_source_key: 'yes',
    stripe_cc_save_source_key: 'yes',
  }
  expect((await buyer.checkout(await buyer.openCheckout(), fields)).result).toBe('success')
  expect(await db.$count(savedCards)).toBe(0)

  current.gateways = { ...everyWallet, stripe_applepay: { ...everyWallet.stripe_applepay, enabled: false } }
  const other = await withTea()
  const refused = await other.checkout(await other.openCheckout(), token('stripe_applepay'))
  expect([refused.result, refused.messages]).toEqual(['failure', expect.stringContaining('Invalid payment method')])
})

test('a payment that is captured later is only authorized', async () => {
  current.gateways = { ...everyWallet, stripe_googlepay: { ...everyWallet.stripe_googlepay, capture: false } }
  const buyer = await withTea()
  const { order_id: id = 0 } = await buyer.checkout(await buyer.openCheckout(), token('stripe_googlepay'))
  expect(await findOrder(db, id)).toMatchObject({ status: 'on-hold', paidAt: null })
  expect(await db.select().from(payments)).toMatchObject([{ captureMethod: 'manual', status: 'requires_capture' }])
})

test('an order that exists is paid with a wallet’s token', async () => {
  const order = await writeOrder(db, { paymentMethod: 'stripe_cc', status: 'pending' })
  const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
  const path = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay'
  const fields = {
    order_id: String(order.id),
    order_key: order.orderKey,
    'woocommerce-pay-nonce': orderPayNonce(shop, row as unknown as Parameters<typeof orderPayNonce>[1]),
  }
  const other = await shopper().post(path, { ...fields, ...token('stripe_applepay'), expected_total_cents: '1' })
  expect(await other.json()).toMatchObject({ code: 'order-pay-error', message: expect.stringContaining('$149.17') })
  expect(await db.$count(payments)).toBe(0)
  const response = await shopper().post(path, { ...fields, ...token('stripe_applepay') })
  expect(await response.json()).toEqual({ success: true, needs_confirmation: false })
  expect(await findOrder(db, order.id)).toMatchObject({
    status: 'processing',
    paymentMethod: 'stripe_applepay',
    paymentMethodTitle: 'Apple Pay',
  })
})
