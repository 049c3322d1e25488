/** The cases of docs/cart-merging.md, row by row, over HTTP. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addProduct } from '../../../test/faults/stock.ts'
import { type Buyer, linesOf, newBuyer, ontario, type SendRequest } from '../../../test/running/buyer.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createUser } from '../../people/identity/users.store.ts'
import { orders } from '../orders/orders.table.ts'
import { findActivePayment } from '../orders/payments/payments.store.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { coupons } from '../pricing/coupons.table.ts'
import { loadCart } from './cart.store.ts'
import { carts } from './cart.table.ts'
import { cartCookieName, cartCookieValue } from './cart-session.ts'
import { mergeCarts } from './merge-carts.ts'

const { app, shop, db } = await openShop()
const ask: SendRequest = async (path, init) => app.request(path, init)
const password = 'first-flush'
let count = 0

/** A registered customer who is not signed in yet. */
async function newCustomer(): Promise<{ id: number; email: string }> {
  count += 1
  const email = `merger${count}@shop.test`
  const created = await createUser(db, { email, name: 'Ada Leaf', password, role: 'customer' })
  if (!created.ok) throw new Error('The address is taken')
  return { id: created.userId, email }
}

const signIn = (buyer: Buyer, email: string) => buyer.post('/wp-login.php', { log: email, pwd: password })

async function signOut(buyer: Buyer): Promise<void> {
  const page = await (await buyer.send('/wp-login.php?action=logout')).text()
  const nonce = /name="_wpnonce" value="([^"]+)"/.exec(page)?.[1] ?? ''
  await buyer.post('/wp-login.php?action=logout', { _wpnonce: nonce })
}

async function cartOf(buyer: Buyer) {
  const answer = await (await buyer.send('/?wc-ajax=get_refreshed_fragments')).json()
  return linesOf(answer as Parameters<typeof linesOf>[0]).map(({ productId, quantity }) => [productId, quantity])
}

/** A customer whose cart from an earlier visit has these items. */
async function customerWith(products: readonly (readonly [number, number])[]) {
  const who = await newCustomer()
  const earlier = newBuyer(ask)
  await signIn(earlier, who.email)
  for (const [id, quantity] of products) await earlier.add(id, quantity)
  return { ...who, earlier }
}

async function guestWith(products: readonly (readonly [number, number])[]): Promise<Buyer> {
  const guest = newBuyer(ask)
  for (const [id, quantity] of products) await guest.add(id, quantity)
  return guest
}

const sessionKeyOf = (buyer: Buyer): string =>
  decodeURIComponent(buyer.cookies.get(cartCookieName(shop.url)) ?? '').split('|')[0] ?? ''

test('[MINI-06] row 1: a guest’s cart becomes the cart of a customer without one', async () => {
  const account = await newCustomer()
  const guest = await guestWith([[131, 2]])
  await signIn(guest, account.email)
  expect(await cartOf(guest)).toEqual([[131, 2]])
  expect(sessionKeyOf(guest)).toBe(String(account.id))
})

test('[MINI-06] row 2: without a guest cart the customer gets the cart of the previous visit', async () => {
  const { email, id } = await customerWith([[131, 2]])
  const before = await loadCart(db, String(id))
  const browser = newBuyer(ask)
  await signIn(browser, email)
  expect(await cartOf(browser)).toEqual([[131, 2]])
  expect((await loadCart(db, String(id))).version).toBe(before.version)
})

test('[MINI-06] row 3: both carts are merged, the next page shows a notice, and the version increases', async () => {
  const { email, id } = await customerWith([[131, 2]])
  const before = await loadCart(db, String(id))
  const guest = await guestWith([[133, 1]])
  await signIn(guest, email)
  expect(await (await guest.send('/my-account/')).text()).toContain('earlier visit')
  expect(await (await guest.send('/my-account/')).text()).not.toContain('earlier visit')
  expect(await cartOf(guest)).toEqual([
    [131, 2],
    [133, 1],
  ])
  expect((await loadCart(db, String(id))).version).toBeGreaterThan(before.version)
})

test('[MINI-06] row 4: a line in both carts gets the larger quantity', async () => {
  const { email } = await customerWith([[131, 2]])
  const guest = await guestWith([[131, 3]])
  await signIn(guest, email)
  expect(await cartOf(guest)).toEqual([[131, 3]])
})

test('[MINI-06] row 5: a product sold individually keeps quantity 1', async () => {
  const { email } = await customerWith([[134, 1]])
  const guest = await guestWith([[134, 1]])
  await signIn(guest, email)
  expect(await cartOf(guest)).toEqual([[134, 1]])
})

test('[MINI-06] row 7: a product no longer sold is merged, then reported on the cart page and removed', async () => {
  const tin = await addProduct(db, 5)
  const { email } = await customerWith([[tin, 1]])
  const guest = await guestWith([[131, 1]])
  await db.execute(`update entries set status = 'draft' where id = ${tin}`)
  await signIn(guest, email)
  await guest.send('/my-account/')
  expect(await (await guest.send('/cart/')).text()).toContain('is no longer for sale')
  expect(await cartOf(guest)).toEqual([[131, 1]])
})

test('[MINI-06] row 10: coupons of both carts are kept in the order in which they were applied', async () => {
  await db.insert(coupons).values([
    { code: 'row-ten-a', discountType: 'percent', amount: 500 },
    { code: 'row-ten-b', discountType: 'percent', amount: 500 },
  ])
  const { email, id, earlier: earlierBrowser } = await customerWith([[131, 1]])
  const guest = await guestWith([[133, 1]])
  for (const [buyer, code] of [
    [earlierBrowser, 'row-ten-a'],
    [guest, 'row-ten-b'],
  ] as const) {
    const page = await (await buyer.send('/cart/')).text()
    const security = /"apply_coupon_nonce":"([0-9a-f]+)"/.exec(page)?.[1] ?? ''
    await buyer.post('/?wc-ajax=apply_coupon', { security, coupon_code: code })
  }
  await signIn(guest, email)
  expect((await loadCart(db, String(id))).couponCodes).toEqual(['row-ten-a', 'row-ten-b'])
})

test('[MINI-06] row 11: an address with a street wins, the guest’s before the customer’s; an estimate only fills a gap', async () => {
  const street = { country: 'CA', state: 'ON', city: 'Toronto', address1: '1 Kettle Lane' }
  const other = { country: 'CA', state: 'BC', city: 'Victoria', address1: '2 Pot Street' }
  const estimate = { country: 'CA', state: 'QC' }
  const cases = [
    { guest: estimate, customer: street, after: street },
    { guest: other, customer: street, after: other },
    { guest: estimate, customer: {}, after: estimate },
  ]
  for (const { guest: guestValues, customer, after } of cases) {
    const { email, id } = await customerWith([[131, 1]])
    const guest = await guestWith([[133, 1]])
    await db
      .update(carts)
      .set({ shipping: customer })
      .where(eq(carts.sessionKey, String(id)))
    await db
      .update(carts)
      .set({ shipping: guestValues, shippingMethod: 'local_pickup:3' })
      .where(eq(carts.sessionKey, sessionKeyOf(guest)))
    await signIn(guest, email)
    const merged = await loadCart(db, String(id))
    expect(merged.shipping).toEqual(after)
    expect(merged.shippingMethod).toBe('local_pickup:3')
  }
})

test('[MINI-06] row 12: an unpaid order of the guest’s cart stays bound to it, and its payment empties the customer’s cart', async () => {
  const tin = await addProduct(db, 10)
  const who = await newCustomer()
  const guest = await guestWith([[tin, 2]])
  const { id: cartId } = await loadCart(db, sessionKeyOf(guest))
  const page = await guest.openCheckout()
  const checkout = await guest.checkout(page, { ...ontario, stripe_cc_token_key: 'pm_card_authenticationRequired' })
  expect(checkout.result).toBe('success')
  await signIn(guest, who.email)
  expect(await cartOf(guest)).toEqual([[tin, 2]])

  const [order] = await db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(eq(orders.cartId, cartId ?? 0))
  expect(order?.status).toBe('pending')
  const intentId = (await findActivePayment(db, order?.id ?? 0))?.intentId ?? ''
  await shop.payments.provider.confirmIntent({ intentId, paymentMethodId: 'pm_card_visa', idempotencyKey: 'row-12' })
  expect((await settlePayment(shop, intentId)).kind).toBe('paid')
  expect(await cartOf(guest)).toEqual([])
})

test('[MINI-06] row 13: two tabs signing in at once merge once', async () => {
  const { id } = await customerWith([[131, 2]])
  const guest = await guestWith([[133, 1]])
  const guestKey = sessionKeyOf(guest)
  const results = await Promise.all(Array.from({ length: 6 }, () => mergeCarts(db, guestKey, id, new Date())))
  expect(results.filter((result) => result.movedCount > 0)).toHaveLength(1)
  const { lines } = await loadCart(db, String(id))
  expect(lines.map((line) => [line.sellable.id, line.quantity])).toEqual([
    [131, 2],
    [133, 1],
  ])
})

test('[MINI-06] row 14: a second sign-in changes nothing', async () => {
  const { email, id } = await customerWith([[131, 2]])
  const guest = await guestWith([[131, 1]])
  await signIn(guest, email)
  const before = await loadCart(db, String(id))
  await signIn(guest, email)
  expect(await loadCart(db, String(id))).toEqual(before)
})

test('[MINI-06] row 15: after sign-out the browser’s next user has an empty cart, and the customer’s is preserved', async () => {
  const { email, earlier } = await customerWith([[131, 2]])
  await signOut(earlier)
  expect(earlier.cookies.has(cartCookieName(shop.url))).toBe(false)
  expect(earlier.cookies.has('woocommerce_items_in_cart')).toBe(false)
  expect(await cartOf(earlier)).toEqual([])
  await earlier.add(133)
  expect(await cartOf(earlier)).toEqual([[133, 1]])
  const otherBrowser = newBuyer(ask)
  await signIn(otherBrowser, email)
  expect(await cartOf(otherBrowser)).toEqual([[131, 2]])
})

test('[MINI-06] row 16: a customer whose cart cookie has expired gets their cart by the sign-in', async () => {
  const { earlier } = await customerWith([[131, 2]])
  earlier.cookies.delete(cartCookieName(shop.url))
  expect(await cartOf(earlier)).toEqual([[131, 2]])
})

test('[MINI-06] row 17: a guest’s cookie together with a sign-in is merged at the next request', async () => {
  const { id, earlier } = await customerWith([[131, 2]])
  const guest = await guestWith([[133, 1]])
  earlier.cookies.set(cartCookieName(shop.url), guest.cookies.get(cartCookieName(shop.url)) ?? '')
  expect(await cartOf(earlier)).toEqual([
    [131, 2],
    [133, 1],
  ])
  expect(sessionKeyOf(earlier)).toBe(String(id))
})

test('[MINI-06] row 18: a customer’s cookie without their sign-in, or with another customer’s, is rejected', async () => {
  const victim = await customerWith([[131, 2]])
  const stolenCookie = victim.earlier.cookies.get(cartCookieName(shop.url)) ?? ''
  const attacker = newBuyer(ask)
  attacker.cookies.set(cartCookieName(shop.url), stolenCookie)
  expect(await cartOf(attacker)).toEqual([])
  const other = await newCustomer()
  await signIn(attacker, other.email)
  attacker.cookies.set(cartCookieName(shop.url), stolenCookie)
  expect(await cartOf(attacker)).toEqual([])
  const forged = cartCookieValue('another secret', String(victim.id), new Date(), 'anything')
  attacker.cookies.set(cartCookieName(shop.url), encodeURIComponent(forged))
  expect(await cartOf(attacker)).toEqual([])
  expect(await cartOf(victim.earlier)).toEqual([[131, 2]])
})

test('[MINI-06] row 19: the cart of a cart token is separate', async () => {
  const { earlier } = await customerWith([[131, 2]])
  const token = (await app.request('/wp-json/wc/store/v1/cart')).headers.get('cart-token') ?? ''
  await app.request('/wp-json/wc/store/v1/cart/add-item', {
    method: 'POST',
    headers: { 'cart-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 133, quantity: 1 }),
  })
  expect(await cartOf(earlier)).toEqual([[131, 2]])
})
