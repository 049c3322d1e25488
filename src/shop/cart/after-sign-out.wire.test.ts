/**
 * After sign-out, cookies and tokens that a client or another browser still holds no longer open the customer's cart.
 */

import { expect, test } from 'vitest'
import { type Buyer, linesOf, newBuyer, type SendRequest } from '../../../test/running/buyer.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { ada, StoreClient } from '../../../test/support/store-client.ts'
import { createApp } from '../../app.ts'
import { createUser, setPassword } from '../../people/identity/users.store.ts'
import { cartCookieName } from './cart-session.ts'

const { app, shop, db } = await openShop({ settings: recordedSettings })
const ask: SendRequest = async (path, init) => app.request(path, init)
const password = 'first-flush'
const tea = 131
let count = 0

/** A signed-in customer with an address and two teas in their cart, and an API client with their token. */
async function signedInShopper() {
  count += 1
  const email = `leaver${count}@shop.test`
  const created = await createUser(db, { email, name: 'Ada Leaf', password, role: 'customer' })
  if (!created.ok) throw new Error('The address is taken')
  const browser = newBuyer(ask)
  await browser.post('/wp-login.php', { log: email, pwd: password })
  await browser.add(tea, 2)
  const program = new StoreClient(app)
  await program.get('/cart', { cookie: cookiesOf(browser) })
  await program.post('/cart/update-customer', { billing_address: { ...ada, email } })
  return { id: created.userId, email, browser, program }
}

const cookiesOf = (browser: Buyer): string => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const lineCountOf = async (browser: Buyer) =>
  linesOf(await (await browser.send('/?wc-ajax=get_refreshed_fragments')).json()).length

async function signOut(browser: Buyer): Promise<void> {
  const page = await (await browser.send('/wp-login.php?action=logout')).text()
  const nonce = /name="_wpnonce" value="([^"]+)"/.exec(page)?.[1] ?? ''
  await browser.post('/wp-login.php?action=logout', { _wpnonce: nonce })
}

const ends: readonly [name: string, end: (who: Awaited<ReturnType<typeof signedInShopper>>) => Promise<unknown>][] = [
  ['signing out', ({ browser }) => signOut(browser)],
  ['a new password', ({ email }) => setPassword(db, email, 'second-flush', new Date())],
]

test.each(ends)(
  '[API-02] [MINI-06] %s invalidates a customer’s cart token, which cannot be renewed',
  async (_, end) => {
    const shopper = await signedInShopper()
    const { token } = shopper.program
    const before = await shopper.program.get('/cart')
    expect([before.json.items_count, before.json.billing_address.city]).toEqual([2, 'Toronto'])
    expect(before.headers.get('cart-token')).toBeTruthy()

    await end(shopper)
    const read = await new StoreClient(app).get('/cart', { 'cart-token': token ?? '' })
    expect([read.status, read.json.items, read.json.billing_address.email]).toEqual([200, [], ''])
    const write = await new StoreClient(app).post('/cart/add-item', { id: tea }, { 'cart-token': token ?? '' })
    expect([write.status, write.json.code]).toEqual([401, 'woocommerce_rest_missing_nonce'])
    const renewed = await new StoreClient(app).get('/cart', { 'cart-token': read.headers.get('cart-token') ?? '' })
    expect([renewed.json.items, renewed.json.billing_address.email]).toEqual([[], ''])
  },
)

test.each(ends)('[MINI-06] [ACC-03] %s invalidates old cookies in every browser', async (_, end) => {
  const who = await signedInShopper()
  const old = newBuyer(ask)
  for (const [name, value] of who.browser.cookies) old.cookies.set(name, value)
  expect(await lineCountOf(old)).toBe(1)

  await end(who)
  expect(await lineCountOf(old)).toBe(0)
  expect(old.cookies.has(cartCookieName(shop.url))).toBe(false)
  expect(old.cookies.has('woocommerce_items_in_cart')).toBe(false)
  for (const path of ['/cart/', '/checkout/', '/my-account/'])
    expect(await (await old.send(path)).text()).not.toContain(who.email)

  // The next shopper in that browser gets a separate cart.
  await old.add(133)
  expect(await lineCountOf(old)).toBe(1)

  const nextShopper = newBuyer(ask)
  for (const pwd of [password, 'second-flush']) await nextShopper.post('/wp-login.php', { log: who.email, pwd })
  expect(await lineCountOf(nextShopper)).toBe(1)
})

test('[MINI-06] a session cookie about to expire is not renewed after sign-out', async () => {
  const who = await signedInShopper()
  const old = newBuyer(ask)
  for (const [name, value] of who.browser.cookies) old.cookies.set(name, value)
  await signOut(who.browser)
  const laterShop = { ...shop, now: () => new Date(Date.now() + 100_000_000) }
  const answer = await createApp(laterShop).request('/?wc-ajax=get_refreshed_fragments', {
    headers: { cookie: cookiesOf(old) },
  })
  const set = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith(cartCookieName(shop.url)))
  expect(set).toHaveLength(1)
  expect(set[0]).toMatch(/Max-Age=0/)
})
