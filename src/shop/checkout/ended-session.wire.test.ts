/**
 * A checkout whose customer's session has ended meanwhile, in this browser or from another device: no typed value is
 * lost.
 */
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addProduct } from '../../../test/faults/stock.ts'
import { type Buyer, type CheckoutPage, newBuyer, ontario, type SendRequest } from '../../../test/running/buyer.ts'
import { writeOrder } from '../../../test/support/orders.ts'
import { openShop, SHOP_URL } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { digestShop } from '../../../test/wire/shop-digest.ts'
import { sessions } from '../../people/identity/accounts.table.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { defaultSettings } from '../../settings.ts'
import { findOrder } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'

const { gateways } = defaultSettings
const { app, shop, db, pool } = await openShop({
  settings: { gateways: { ...gateways, bacs: { ...gateways.bacs, enabled: true } } },
})
const ask: SendRequest = async (path, init) => app.request(path, init)
const signIn = '/wp-login.php?redirect_to=%2Fcheckout%2F'
const typed = {
  ...ontario,
  billing_address_1: '7 Harbour Street',
  billing_company: 'Kettle & Co',
  order_comments: 'Ring <twice>',
  ship_to_different_address: '1',
  shipping_first_name: 'Bo',
  shipping_last_name: 'Leaf',
  shipping_country: 'CA',
  shipping_address_1: '9 Garden Row',
  shipping_city: 'Guelph',
  shipping_state: 'ON',
  shipping_postcode: 'N1G 2W1',
  payment_method: 'bacs',
}

let tin: number
let ada: Awaited<ReturnType<typeof createSignedInUser>>
let buyer: Buyer
let page: CheckoutPage
beforeAll(async () => {
  tin = await addProduct(db, 1000)
})
beforeEach(async () => {
  await pool.query('truncate orders, rate_limits cascade')
  ada = await createSignedInUser(shop, 'customer')
  buyer = newBuyer(ask)
  await logIn()
  await buyer.add(tin, 2)
  page = await buyer.openCheckout()
  await db.delete(sessions).where(eq(sessions.userId, ada.id))
})

const logIn = (email = ada.email) =>
  buyer.post('/wp-login.php', { log: email, pwd: 'first-flush', redirect_to: '/checkout/' })
const post = () => buyer.post('/checkout/', { ...typed, 'woocommerce-process-checkout-nonce': page.checkoutNonce })
const html = async (path: string) => (await buyer.send(path)).text()

function expectTyped(checkout: string) {
  for (const text of ['7 Harbour Street', 'Kettle &amp; Co', '9 Garden Row', 'Guelph'])
    expect(checkout).toContain(`value="${text}"`)
  expect(checkout).toContain('Ring &lt;twice&gt;')
  expect(checkout).toMatch(/<input[^>]*ship_to_different_address"[^>]*checked/)
  expect(checkout).toMatch(/id="payment_method_bacs"[^>]*checked/)
  expect(checkout).toContain('nothing is ordered yet')
}

describe('a checkout after its session has ended', () => {
  test('[CHK-18] as a plain form leads to the sign-in, which comes back with everything typed; then it is ordered', async () => {
    const sent = await post()
    expect([sent.status, sent.headers.get('location')]).toEqual([303, signIn])
    expect(await html(signIn)).toContain('what you typed is filled in again')
    expect(await db.$count(orders)).toBe(0)
    expect((await logIn()).headers.get('location')).toBe('/checkout/')
    expectTyped(await html('/checkout/'))
    expect(await html('/checkout/')).not.toContain('7 Harbour Street')
    const placed = await post()
    expect(placed.headers.get('location')).toContain('order-received')
    const [order] = await db.select().from(orders)
    expect(order).toMatchObject({ customerId: ada.id, customerNote: 'Ring <twice>' })
  })

  test('[CHK-13] by script says so, with a link to the sign-in that comes back with everything typed', async () => {
    const answer = await buyer.checkout(page, typed)
    expect(answer.result).toBe('failure')
    expect(answer.messages).toContain('You were signed out meanwhile, so nothing was ordered.')
    expect(answer.messages).toContain(`href="${SHOP_URL}${signIn}"`)
    await logIn()
    expectTyped(await html('/checkout/'))
  })

  test('[CHK-04] the total that a script asks for keeps what was typed, too', async () => {
    const fragments = JSON.stringify(await (await buyer.review(page, typed)).json())
    expect(fragments).toContain('You were signed out meanwhile')
    await logIn()
    expectTyped(await html('/checkout/'))
  })

  test('is recognized when another page has noticed it before', async () => {
    await buyer.send('/?wc-ajax=get_refreshed_fragments')
    await buyer.send('/my-account/')
    expect((await post()).headers.get('location')).toBe(signIn)
    await logIn()
    expectTyped(await html('/checkout/'))
  })

  test('is shown to nobody else who signs in with this browser, and changes nothing', async () => {
    const before = await digestShop(db)
    await post()
    expect(await digestShop(db)).toEqual(before)
    const bo = await createSignedInUser(shop, 'customer')
    await logIn(bo.email)
    await buyer.add(tin)
    expect(await html('/checkout/')).not.toMatch(/Harbour Street|Garden Row|Ring/)
  })

  test('of a guest without a cart leads to the cart as before, also by script', async () => {
    const guest = newBuyer(ask)
    const sent = await guest.post('/checkout/', typed)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/cart/'])
    expect((await guest.checkout(page, typed)).messages).toContain('Sorry, your session has expired.')
  })
})

test('[OPAY-01] the page that pays an order needs no session: it is paid when the session has ended meanwhile', async () => {
  const order = await writeOrder(db, { customerId: ada.id, paymentMethod: 'bacs' })
  const path = hrefs.orderPay(order.id, order.orderKey)
  await logIn()
  const opened = await html(path)
  await db.delete(sessions).where(eq(sessions.userId, ada.id))
  const nonce = /name="woocommerce-pay-nonce" value="(\w+)"/.exec(opened)?.[1] ?? ''
  const fields = { woocommerce_pay: '1', payment_method: 'bacs', 'woocommerce-pay-nonce': nonce }
  const paid = await buyer.post(path, fields)
  expect([paid.status, paid.headers.get('location')]).toEqual([303, hrefs.orderReceived(order.id, order.orderKey)])
  expect((await findOrder(db, order.id))?.status).toBe('on-hold')
})
