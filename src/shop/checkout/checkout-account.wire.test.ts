/** Accounts created during checkout: usable immediately, created once, and only with an accepted order. */

import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { beforeAll, describe, expect, test } from 'vitest'
import { addProduct } from '../../../test/faults/stock.ts'
import {
  type CheckoutResponse,
  completeAuthentication,
  newBuyer,
  ontario,
  type SendRequest,
} from '../../../test/running/buyer.ts'
import { ada, writeOrder } from '../../../test/support/orders.ts'
import { openShop, SHOP_URL } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { digestShop } from '../../../test/wire/shop-digest.ts'
import { addressRateLimiter, rateLimiter } from '../../people/abuse/rate-limit.ts'
import { users } from '../../people/identity/accounts.table.ts'
import { signIn } from '../../people/identity/sign-in/sign-in.ts'
import { createUser, hasPassword } from '../../people/identity/users.store.ts'
import type { Role } from '../../platform/access/permissions.ts'
import { defaultSettings } from '../../settings.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { findOrder } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import { reconcilePayments } from '../reconciliation/payment-jobs.ts'
import { signInNewAccount } from './new-account.ts'
import type { CheckoutOptions } from './settings.ts'

const gateways = { ...defaultSettings.gateways, bacs: { ...defaultSettings.gateways.bacs, enabled: true } }
let checkout: CheckoutOptions = defaultSettings.checkout
const { app, shop, db, pool, provider } = await openShop({ settings: { gateways, termsPage: null } })
const settings = shop.settings
Object.assign(shop, { settings: () => ({ ...settings(), checkout }) })
const ask: SendRequest = async (path, init) => app.request(path, init)

let tin: number
beforeAll(async () => {
  tin = await addProduct(db, 1000)
})

async function buyerWithTea() {
  const buyer = newBuyer(ask)
  await buyer.add(tin)
  return { buyer, page: await buyer.openCheckout() }
}
const transfer = (email: string) => ({ payment_method: 'bacs', billing_email: email, createaccount: '1' })
const FINISH = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/checkout/payment'
const emailsOf = (orderId = 0, template: 'new-account') =>
  db
    .select()
    .from(emails)
    .where(and(eq(emails.orderId, orderId), eq(emails.template, template)))
const usersWith = (email: string) => db.select().from(users).where(eq(users.email, email))

describe('[ACC-04] an account created with an order', () => {
  test('[ACC-04] is created with the order and the address, and its customer is signed in', async () => {
    checkout = { ...defaultSettings.checkout, accountCreation: 'link' }
    const { buyer, page } = await buyerWithTea()
    const answer = await buyer.checkout(page, transfer('New@Shop.test'))
    expect(answer.result).toBe('success')
    const [user] = await usersWith('new@shop.test')
    expect(user).toMatchObject({
      name: 'Ada Leaf',
      role: 'customer',
      billing: { city: 'Toronto', postcode: 'M5V 2T6' },
    })
    const [order] = await db
      .select()
      .from(orders)
      .where(eq(orders.id, answer.order_id ?? 0))
    expect(order?.customerId).toBe(user?.id)
    expect(await (await buyer.send('/my-account/')).text()).toContain('Hello, Ada Leaf.')
  })

  test('[ACC-04] its emailed link sets the password once', async () => {
    checkout = { ...defaultSettings.checkout, accountCreation: 'link' }
    const { buyer, page } = await buyerWithTea()
    const answer = await buyer.checkout(page, transfer('link@shop.test'))
    const [email] = await db
      .select()
      .from(emails)
      .where(and(eq(emails.orderId, answer.order_id ?? 0), eq(emails.template, 'new-account')))
    if (!email) throw new Error('No mail was asked for')
    expect(email.recipient).toBe('link@shop.test')
    const { text } = await shop.messages.content(db, email)
    const path = /\/my-account\/lost-password\/\?key=[\w-]+/.exec(text)?.[0] ?? 'no link'
    const visitor = newBuyer(ask)
    const opened = (await visitor.send(path)).headers.get('location') ?? ''
    expect(await (await visitor.send(opened)).text()).toContain('Choose your password')
    const key = new URL(path, SHOP_URL).searchParams.get('key') ?? ''

    const tooShort = await visitor.post('/my-account/lost-password/', { reset_key: key, password_1: 'short' })
    expect(tooShort.status).toBe(422)
    const set = await visitor.post('/my-account/lost-password/', {
      reset_key: key,
      password_1: 'gyokuro-at-60-degrees',
    })
    expect(set.headers.get('location')).toBe('/my-account/')
    expect(await (await visitor.send('/my-account/')).text()).toContain('Hello, Ada Leaf.')
    const person = { email: 'link@shop.test', password: 'gyokuro-at-60-degrees', remember: false }
    expect((await signIn(shop, { ...person, clientAddress: '198.51.100.9', userAgent: '' })).ok).toBe(true)

    for (const spent of [
      await newBuyer(ask).send(path),
      await visitor.post('/my-account/lost-password/', { reset_key: key, password_1: 'another-password' }),
    ])
      expect(spent.status).toBe(404)
    expect((await signIn(shop, { ...person, clientAddress: '198.51.100.9', userAgent: '' })).ok).toBe(true)
  })

  test('[ACC-04] without a chosen password it has none until the link is opened: its customer signs in by email', async () => {
    checkout = { ...defaultSettings.checkout, accountCreation: 'link' }
    const { buyer, page } = await buyerWithTea()
    await buyer.checkout(page, transfer('none-yet@shop.test'))
    const [user] = await usersWith('none-yet@shop.test')
    if (!user) throw new Error('No account was made')
    expect(await hasPassword(db, user.id)).toBe(false)
    expect(await (await buyer.send('/my-account/sign-ins/')).text()).toContain('Your account has no password')
    await pool.query("update sessions set created_at = created_at - interval '1 hour' where user_id = $1", [user.id])
    const confirm = await buyer.send('/my-account/confirm/?redirect_to=/my-account/sign-ins/')
    expect(await confirm.text()).toContain('Your account has no password.')
  })

  test('[ACC-04] with passwords enabled, the chosen password works; a short one is refused and no account created', async () => {
    checkout = { ...defaultSettings.checkout, accountCreation: 'password' }
    const { buyer, page } = await buyerWithTea()
    const before = await digestShop(db)
    for (const [password, text] of [
      ['', '<strong>Create account password</strong> is a required field.'],
      ['short', 'needs 10 to 128 characters'],
    ] as const) {
      const refused = await buyer.checkout(page, { ...transfer('typed@shop.test'), account_password: password })
      expect(refused.messages).toContain(text)
    }
    expect(await digestShop(db)).toEqual(before)
    const fields = { ...transfer('typed@shop.test'), account_password: 'two-leaves-and-a-bud' }
    expect((await buyer.checkout(page, fields)).result).toBe('success')
    const person = { email: 'typed@shop.test', password: 'two-leaves-and-a-bud', remember: false }
    expect((await signIn(shop, { ...person, clientAddress: '198.51.100.10', userAgent: '' })).ok).toBe(true)
  })

  test('[ACC-04] an email address with an account is refused with a message, and nothing is changed', async () => {
    checkout = { ...defaultSettings.checkout, accountCreation: 'link' }
    await createUser(db, { email: 'taken@shop.test', name: 'Tea', password: 'first-flush', role: 'customer' })
    const { buyer, page } = await buyerWithTea()
    const before = await digestShop(db)
    const answer = await buyer.checkout(page, transfer(' Taken@shop.test'))
    expect(answer.messages).toContain('An account is already registered with your email address.')
    expect(answer.messages).toContain('class="showlogin"')
    expect(answer.messages).toContain(`redirect_to=%2Fcheckout%2F`)
    expect(await digestShop(db)).toEqual(before)
  })

  test('[ACC-04] submitted twice at once, one account and one order are created', async () => {
    checkout = { ...defaultSettings.checkout, accountCreation: 'link' }
    const { buyer, page } = await buyerWithTea()
    const answers = await Promise.all([1, 2, 3].map(() => buyer.checkout(page, transfer('twice@shop.test'))))
    expect(new Set(answers.map((answer) => answer.order_id)).size).toBe(1)
    expect(await usersWith('twice@shop.test')).toHaveLength(1)
  })

  test('[ACC-04] a declined card creates no account and signs nobody in; the successful one does both', async () => {
    checkout = { ...defaultSettings.checkout, accountCreation: 'link' }
    const { buyer, page } = await buyerWithTea()
    const card = { billing_email: 'card@shop.test', createaccount: '1', payment_method: 'stripe_cc' }
    const declined = await buyer.checkout(page, { ...card, stripe_cc_token_key: 'pm_card_visa_chargeDeclined' })
    expect(declined.result).toBe('failure')
    expect(await usersWith('card@shop.test')).toHaveLength(0)
    expect(await (await buyer.send('/my-account/')).text()).not.toContain('Hello, Ada Leaf.')

    const paid = await buyer.checkout(page, { ...card, stripe_cc_token_key: 'pm_card_visa' })
    expect(paid.result).toBe('success')
    const [user] = await usersWith('card@shop.test')
    expect(user).toMatchObject({ name: 'Ada Leaf', role: 'customer', billing: { city: 'Toronto' } })
    expect(await findOrder(db, paid.order_id ?? 0)).toMatchObject({ customerId: user?.id, pendingAccount: null })
    expect(await (await buyer.send('/my-account/')).text()).toContain('Hello, Ada Leaf.')
    expect(await emailsOf(paid.order_id, 'new-account')).toHaveLength(1)
    expect(buyer.cookies.get('samovar.device')).toContain(`.${paid.order_id}.${user?.id}.`)
  })

  test('[ACC-04] the browser that ordered is one that its customer has signed in with', async () => {
    checkout = { ...defaultSettings.checkout, accountCreation: 'password' }
    const { buyer, page } = await buyerWithTea()
    const email = 'device@shop.test'
    await buyer.checkout(page, { ...transfer(email), account_password: 'two-leaves-and-a-bud' })
    const [user] = await usersWith(email)
    expect(buyer.cookies.get('samovar.device')).toContain(`.0.${user?.id}.`)
  })

  test('[ACC-04] a shopper who unchecks it in the next attempt gets no account', async () => {
    checkout = { ...defaultSettings.checkout, accountCreation: 'link' }
    const { buyer, page } = await buyerWithTea()
    const card = { billing_email: 'changed@shop.test', payment_method: 'stripe_cc' }
    const declined = { ...card, createaccount: '1', stripe_cc_token_key: 'pm_card_visa_chargeDeclined' }
    expect((await buyer.checkout(page, declined)).result).toBe('failure')
    expect((await buyer.checkout(page, { ...card, stripe_cc_token_key: 'pm_card_visa' })).result).toBe('success')
    expect(await usersWith('changed@shop.test')).toHaveLength(0)
  })

  test.each(['link', 'password'] as const)(
    '[ACC-04] with bank authentication it is created afterwards, and the browser that ordered is signed in (%s)',
    async (accounts) => {
      checkout = { ...defaultSettings.checkout, accountCreation: accounts }
      const { buyer, page } = await buyerWithTea()
      const email = `bank-${accounts}@shop.test`
      const password = accounts === 'password' ? 'third-infusion' : ''
      const needsAction = await buyer.checkout(page, {
        billing_email: email,
        createaccount: '1',
        account_password: password,
        payment_method: 'stripe_cc',
        stripe_cc_token_key: 'pm_card_authenticationRequired',
      })
      expect(await usersWith(email)).toHaveLength(0)
      const pendingOrder = await findOrder(db, needsAction.order_id ?? 0)
      expect(JSON.stringify(pendingOrder?.pendingAccount)).not.toContain('third-infusion')
      await completeAuthentication(
        { providerUrl: provider.url, publishableKey: provider.publishableKey },
        needsAction.redirect ?? '',
      )
      const fields = {
        order_id: String(needsAction.order_id),
        order_key: pendingOrder?.orderKey ?? '',
        account_password: password,
      }

      // Another person with the order's link is not signed in, as they did not pay.
      const otherShopper = newBuyer(ask)
      await otherShopper.post(FINISH, fields)
      expect(await (await otherShopper.send('/my-account/')).text()).not.toContain('Hello, Ada Leaf.')

      const done = (await (await buyer.post(FINISH, fields)).json()) as { result: string }
      expect(done.result).toBe('success')
      expect(await usersWith(email)).toHaveLength(1)
      expect(await (await buyer.send('/my-account/')).text()).toContain('Hello, Ada Leaf.')
      if (password === '') return
      const person = { email, password, remember: false, clientAddress: '198.51.100.11', userAgent: '' }
      expect((await signIn(shop, person)).ok).toBe(true)
    },
  )

  test('[ACC-04] signs in customers only: a staff password is no way in at the checkout', async () => {
    const signInsOf = async (role: Role) => {
      const { id, email } = await createSignedInUser(shop, role)
      const order = await writeOrder(db, { customerId: id, billing: { ...ada, email } })
      const route = new Hono().get('/', async (context) => {
        await signInNewAccount(context, shop, order, { password: 'first-flush' })
        return context.text('')
      })
      return (await route.request('/')).headers.getSetCookie().length
    }
    expect(await signInsOf('customer')).toBeGreaterThan(0)
    expect(await signInsOf('shop_manager')).toBe(0)
  })

  test('[ACC-04] a payment detected later creates the account without the shopper, who gets the link by email', async () => {
    checkout = { ...defaultSettings.checkout, accountCreation: 'link' }
    const { buyer, page } = await buyerWithTea()
    const asked = await buyer.checkout(page, {
      billing_email: 'gone@shop.test',
      createaccount: '1',
      payment_method: 'stripe_cc',
      stripe_cc_token_key: 'pm_card_authenticationRequired',
    })
    await completeAuthentication(
      { providerUrl: provider.url, publishableKey: provider.publishableKey },
      asked.redirect ?? '',
    )
    await Promise.all([reconcilePayments(shop), reconcilePayments(shop)])
    const [user] = await usersWith('gone@shop.test')
    expect(await findOrder(db, asked.order_id ?? 0)).toMatchObject({ status: 'processing', customerId: user?.id })
    expect(await emailsOf(asked.order_id, 'new-account')).toHaveLength(1)
  })

  test('[ACC-04] an email address that got an account during authentication keeps it; the order stays a guest order', async () => {
    checkout = { ...defaultSettings.checkout, accountCreation: 'link' }
    const { buyer, page } = await buyerWithTea()
    const asked = await buyer.checkout(page, {
      billing_email: 'meanwhile@shop.test',
      createaccount: '1',
      payment_method: 'stripe_cc',
      stripe_cc_token_key: 'pm_card_authenticationRequired',
    })
    await createUser(db, { email: 'meanwhile@shop.test', name: 'Wu', password: 'first-flush', role: 'customer' })
    await completeAuthentication(
      { providerUrl: provider.url, publishableKey: provider.publishableKey },
      asked.redirect ?? '',
    )
    await reconcilePayments(shop)
    expect(await findOrder(db, asked.order_id ?? 0)).toMatchObject({ status: 'processing', customerId: null })
    expect(await usersWith('meanwhile@shop.test')).toMatchObject([{ name: 'Wu', billing: {} }])
  })

  test('[ACC-04] is created only on request, and only where the shop allows it', async () => {
    checkout = { ...defaultSettings.checkout, accountCreation: 'none' }
    const { buyer, page } = await buyerWithTea()
    expect(await (await buyer.send('/checkout/')).text()).not.toContain('createaccount')
    expect((await buyer.checkout(page, transfer('none@shop.test'))).result).toBe('success')
    checkout = { ...defaultSettings.checkout, accountCreation: 'link' }
    const guest = await buyerWithTea()
    const { createaccount: _, ...guestFields } = transfer('none@shop.test')
    expect((await guest.buyer.checkout(guest.page, guestFields)).result).toBe('success')
    expect(await usersWith('none@shop.test')).toHaveLength(0)
  })
})

describe('[ACC-04] what reveals whether an email address has an account', () => {
  const order = async (email: string, from: string) => {
    const { buyer, page } = await buyerWithTea()
    const fields = { ...transfer(email), 'woocommerce-process-checkout-nonce': page.checkoutNonce }
    const sent = { ...ontario, ...fields }
    const response = await buyer.send('/?wc-ajax=checkout', {
      method: 'POST',
      body: new URLSearchParams(sent),
      headers: from === '' ? {} : { 'x-forwarded-for': from },
    })
    return (await response.json()) as CheckoutResponse
  }
  const isReported = (answer: CheckoutResponse) => answer.messages?.includes('already registered') ?? false

  test('[ACC-04] one client address learns of ten accounts an hour; after that a known email orders as a guest, like an unknown one', async () => {
    checkout = { ...defaultSettings.checkout, accountCreation: 'link' }
    for (const name of ['known-0', 'known-1'])
      await createUser(db, { email: `${name}@shop.test`, name: 'K', password: 'first-flush', role: 'customer' })
    const limit = addressRateLimiter(shop, { name: 'account-told', max: 10, seconds: 3600 })
    for (let index = 0; index < 9; index += 1) await limit.consume('203.0.113.50')
    expect(isReported(await order('known-0@shop.test', '203.0.113.50'))).toBe(true)
    const unreported = await order('known-1@shop.test', '203.0.113.50')
    expect(isReported(unreported)).toBe(false)
    const guest = await findOrder(db, unreported.order_id ?? 0)
    expect(guest).toMatchObject({ status: 'on-hold', customerId: null })
    expect(await emailsOf(guest?.id, 'new-account')).toHaveLength(0)
    const stranger = await order('unknown@shop.test', '203.0.113.50')
    expect(Object.keys(stranger)).toEqual(Object.keys(unreported))
    // Shoppers with other IP addresses are not affected.
    expect(isReported(await order('known-1@shop.test', '203.0.113.51'))).toBe(true)
  })

  test('[ACC-04] clients without an address, behind a proxy that does not name them, count as one', async () => {
    await pool.query('truncate rate_limits')
    const answers: boolean[] = []
    for (let index = 0; index < 11; index += 1)
      answers.push(isReported(await order(`known-${index % 2}@shop.test`, '')))
    expect(answers).toEqual([...Array<boolean>(10).fill(true), false])
  })

  test('[ACC-04] all client addresses together learn of two hundred an hour', async () => {
    await pool.query('truncate rate_limits')
    const answers: boolean[] = []
    const limit = rateLimiter(shop, { name: 'account-told-in-all', max: 200, seconds: 3600 })
    for (let index = 0; index < 199; index += 1) await limit.consume('everybody')
    for (let index = 0; index < 2; index += 1)
      answers.push(isReported(await order(`known-${index}@shop.test`, `203.0.113.${60 + index}`)))
    expect(answers).toEqual([true, false])
  })
})

describe('[CHK-01] a returning customer', () => {
  test('[CHK-01] finds their last address, and the sign-in form returns to the checkout', async () => {
    checkout = { ...defaultSettings.checkout, accountCreation: 'password' }
    const first = await buyerWithTea()
    const fields = { ...transfer('back@shop.test'), account_password: 'second-infusion' }
    expect((await first.buyer.checkout(first.page, fields)).result).toBe('success')

    const { buyer } = await buyerWithTea()
    const form = await (await buyer.send('/checkout/')).text()
    expect(form).toContain('name="redirect" value="/checkout/"')
    const wrongPassword = await buyer.post('/my-account/', {
      username: 'back@shop.test',
      password: 'no',
      redirect: '/checkout/',
    })
    expect(await wrongPassword.text()).toContain('name="redirect" value="/checkout/"')
    const signedIn = await buyer.post('/my-account/', {
      username: 'back@shop.test',
      password: 'second-infusion',
      redirect: '/checkout/',
    })
    expect(signedIn.headers.get('location')).toBe('/checkout/')
    const html = await (await buyer.send('/checkout/')).text()
    for (const value of ['back@shop.test', '1 Kettle Lane', 'M5V 2T6', '+1 416 555 0100'])
      expect(html).toContain(`value="${value}"`)
    expect(html).toMatch(/<option value="ON" selected/)
    expect(html).not.toContain('createaccount')
    expect(html).toContain('Tin')
  })

  test('[CHK-01] a sign-in with a foreign redirect leads to the account page', async () => {
    const entered = await newBuyer(ask).post('/my-account/', {
      username: 'back@shop.test',
      password: 'second-infusion',
      redirect: 'https://elsewhere.test/',
    })
    expect(entered.headers.get('location')).toBe('/my-account/')
  })
})
