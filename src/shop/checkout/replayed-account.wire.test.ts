/** The customer of an account without a password that an order made: signed in by the browser that ordered, only. */
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addProduct } from '../../../test/faults/stock.ts'
import { type Buyer, completeAuthentication, newBuyer, type SendRequest } from '../../../test/running/buyer.ts'
import { openShop } from '../../../test/support/shop.ts'
import { sessions, users } from '../../people/identity/accounts.table.ts'
import { endSignIn } from '../../people/identity/sign-in/sign-ins.ts'
import { createUser, endSessions, hasPassword, setPassword } from '../../people/identity/users.store.ts'
import { requestDeletion } from '../../people/privacy/delete-account.ts'
import { defaultSettings } from '../../settings.ts'
import { claimGuestOrders } from '../orders/claim-guest-orders.ts'
import { findOrder } from '../orders/orders.store.ts'
import { reconcilePayments } from '../reconciliation/payment-jobs.ts'

const gateways = { ...defaultSettings.gateways, bacs: { ...defaultSettings.gateways.bacs, enabled: true } }
const checkout = { ...defaultSettings.checkout, accountCreation: 'link' as const }
let clock = new Date()
const { app, shop, db, pool, provider } = await openShop({
  settings: { gateways, checkout, termsPage: null },
  now: () => clock,
})
const ask: SendRequest = async (path, init) => app.request(path, init)

let tin: number
let count = 0
let email = ''
beforeAll(async () => {
  tin = await addProduct(db, 1000)
})
beforeEach(async () => {
  clock = new Date()
  count += 1
  email = `new${count}@shop.test`
  await pool.query('truncate rate_limits')
})

const account = () => ({ billing_email: email, createaccount: '1' })
const transfer = () => ({ ...account(), payment_method: 'bacs' })
const bankCard = () => ({
  ...account(),
  payment_method: 'stripe_cc',
  stripe_cc_token_key: 'pm_card_authenticationRequired',
})
const userWith = async (address: string) => {
  const [user] = await db.select().from(users).where(eq(users.email, address))
  if (!user) throw new Error(`${address} has no account`)
  return user
}
const isSignedIn = async (buyer: Buyer) =>
  (await (await buyer.send('/my-account/')).text()).includes('Hello, Ada Leaf.')
const failedSignIns = async () =>
  (await pool.query("select key from rate_limits where key like 'sign-in%' and points > 0")).rows

async function buyerWithTea() {
  const buyer = newBuyer(ask)
  await buyer.add(tin)
  return { buyer, page: await buyer.openCheckout() }
}

async function signOut(buyer: Buyer) {
  const [, href = ''] = /href="([^"]*customer-logout[^"]*)"/.exec(await (await buyer.send('/my-account/')).text()) ?? []
  await buyer.send(href)
  expect(await isSignedIn(buyer)).toBe(false)
}

async function endOnlySignIn(userId: number) {
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, userId))
  expect(await endSignIn(db, userId, String(session?.id))).toBe(true)
}

/** A browser as it was before an answer that got lost. */
function copyOf(buyer: Buyer): Buyer {
  const copy = newBuyer(ask)
  for (const [name, value] of buyer.cookies) copy.cookies.set(name, value)
  return copy
}

/** Orders by a card that its bank authenticates; `finish` returns from there. */
async function orderByBankCard(fields = bankCard()) {
  const { buyer, page } = await buyerWithTea()
  const asked = await buyer.checkout(page, fields)
  await completeAuthentication(
    { providerUrl: provider.url, publishableKey: provider.publishableKey },
    asked.redirect ?? '',
  )
  const order = await findOrder(db, asked.order_id ?? 0)
  if (!order) throw new Error('No order')
  const finish = (browser: Buyer) =>
    browser.post('/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/checkout/payment', {
      order_id: String(order.id),
      order_key: order.orderKey,
    })
  return { buyer, order, finish }
}

describe('[ACC-04] a form that is sent again because its answer got lost', () => {
  test('gets the same order, and signs its customer in', async () => {
    const { buyer, page } = await buyerWithTea()
    const again = copyOf(buyer)
    const placed = await buyer.checkout(page, transfer())
    const repeated = await again.checkout(page, transfer())
    expect(repeated).toMatchObject({ result: 'success', order_id: placed.order_id })
    expect(await isSignedIn(again)).toBe(true)
    expect(await failedSignIns()).toEqual([])
    expect(await hasPassword(db, (await userWith(email)).id)).toBe(false)
  })

  test('twice at once, signs in whichever answer arrives', async () => {
    const { buyer, page } = await buyerWithTea()
    const card = { ...account(), payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' }
    const browsers = [copyOf(buyer), copyOf(buyer), copyOf(buyer)]
    const answers = await Promise.all(browsers.map((browser) => browser.checkout(page, card)))
    expect(new Set(answers.map(({ order_id }) => order_id)).size).toBe(1)
    for (const browser of browsers) expect(await isSignedIn(browser)).toBe(true)
    expect(await failedSignIns()).toEqual([])
  })

  test('after the bank’s authentication, signs its customer in', async () => {
    const { buyer, finish } = await orderByBankCard()
    const again = copyOf(buyer)
    await finish(buyer)
    await finish(again)
    expect(await isSignedIn(again)).toBe(true)
    expect(await failedSignIns()).toEqual([])
  })

  test.each<[string, (event: { readonly userId: number; readonly buyer: Buyer }) => Promise<unknown>]>([
    ['the owner has chosen a password', () => setPassword(db, email, 'gyokuro-at-60-degrees', clock)],
    ['all sign-ins have ended', ({ userId }) => endSessions(db, userId)],
    ['the customer has signed out', ({ buyer }) => signOut(buyer)],
    ['a sign-in was ended', ({ userId }) => endOnlySignIn(userId)],
    ['the deletion of the account was requested', ({ userId }) => requestDeletion(shop, userId)],
    ['a quarter of an hour has passed', async () => (clock = new Date(clock.getTime() + 15 * 60_000))],
  ])('signs nobody in once %s', async (_, event) => {
    const { buyer, page } = await buyerWithTea()
    const again = copyOf(buyer)
    const placed = await buyer.checkout(page, transfer())
    await event({ userId: (await userWith(email)).id, buyer })
    expect((await again.checkout(page, transfer())).order_id).toBe(placed.order_id)
    expect(await isSignedIn(again)).toBe(false)
    expect(await failedSignIns()).toEqual([])
  })
})

describe('[ACC-04] a payment that is detected later', () => {
  test('creates the account without a password; the browser that ordered is signed in when it returns', async () => {
    const { buyer, order, finish } = await orderByBankCard()
    await reconcilePayments(shop)
    const user = await userWith(email)
    expect((await findOrder(db, order.id))?.customerId).toBe(user.id)
    expect(await hasPassword(db, user.id)).toBe(false)

    const stranger = newBuyer(ask)
    await finish(stranger)
    expect(await isSignedIn(stranger)).toBe(false)
    await finish(buyer)
    expect(await isSignedIn(buyer)).toBe(true)
  })
})

test('[ACC-04] an order that was added to an older account without a password signs nobody in to it', async () => {
  const owner = await createUser(db, { email, name: 'Ada Leaf', password: null, role: 'customer' })
  if (!owner.ok) throw new Error('No account was made')
  const { createaccount: _, ...guest } = { ...bankCard() }
  const { buyer, order, finish } = await orderByBankCard(guest as ReturnType<typeof bankCard>)
  await reconcilePayments(shop)
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, owner.userId))
  await claimGuestOrders(db, owner.userId, clock)
  expect((await findOrder(db, order.id))?.customerId).toBe(owner.userId)
  await finish(buyer)
  expect(await isSignedIn(buyer)).toBe(false)
  expect(await failedSignIns()).toEqual([])
})
