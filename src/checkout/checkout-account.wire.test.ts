/** Accounts made while buying: usable at once, made once, and never instead of an order. */
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addTin } from '../../test/faults/shelf.ts'
import { type Ask, newBuyer } from '../../test/running/buyer.ts'
import { openShop, SHOP_URL } from '../../test/support/shop.ts'
import { digestOfShop } from '../../test/wire/shop-digest.ts'
import { users } from '../accounts/accounts.table.ts'
import { createUser } from '../accounts/create-user.ts'
import { signIn } from '../accounts/sign-in.ts'
import { mails } from '../mail/mail.table.ts'
import { renderMail } from '../mail/render-mail.ts'
import { findOrder } from '../orders/orders.store.ts'
import { orders } from '../orders/orders.table.ts'
import { type CheckoutSettings, defaultSettings } from '../settings/settings.ts'

const gateways = { ...defaultSettings.gateways, bacs: { ...defaultSettings.gateways.bacs, enabled: true } }
let checkout: CheckoutSettings = defaultSettings.checkout
const { app, shop, db } = await openShop({ settings: { gateways, termsPage: null } })
const settings = shop.settings
Object.assign(shop, { settings: () => ({ ...settings(), checkout }) })
const ask: Ask = async (path, init) => app.request(path, init)

let tin: number
beforeAll(async () => {
  tin = await addTin(db, 1000)
})

async function buyerWithTea() {
  const buyer = newBuyer(ask)
  await buyer.add(tin)
  return { buyer, page: await buyer.openCheckout() }
}
const transfer = (email: string) => ({ payment_method: 'bacs', billing_email: email, createaccount: '1' })
const usersWith = (email: string) => db.select().from(users).where(eq(users.email, email))

describe('[ACC-04] an account with an order', () => {
  test('[ACC-04] is made, holds the order and the address, and its owner is signed in', async () => {
    checkout = { ...defaultSettings.checkout, accounts: 'link' }
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

  test('[ACC-04] its link by mail sets the password, once', async () => {
    checkout = { ...defaultSettings.checkout, accounts: 'link' }
    const { buyer, page } = await buyerWithTea()
    const answer = await buyer.checkout(page, transfer('link@shop.test'))
    const [mail] = await db
      .select()
      .from(mails)
      .where(and(eq(mails.orderId, answer.order_id ?? 0), eq(mails.template, 'new-account')))
    const order = await findOrder(db, answer.order_id ?? 0)
    if (!mail || !order) throw new Error('No mail was asked for')
    expect(mail.recipient).toBe('link@shop.test')
    const { text } = renderMail('new-account', order, mail.facts, { url: shop.url, settings: shop.settings() })
    const path = /\/my-account\/lost-password\/\?key=[\w-]+/.exec(text)?.[0] ?? 'no link'
    const visitor = newBuyer(ask)
    expect(await (await visitor.send(path)).text()).toContain('Choose your password')
    const key = new URL(path, SHOP_URL).searchParams.get('key') ?? ''

    const short = await visitor.post('/my-account/lost-password/', { key, password_1: 'short' })
    expect(short.status).toBe(422)
    const set = await visitor.post('/my-account/lost-password/', { key, password_1: 'gyokuro-at-60-degrees' })
    expect(set.headers.get('location')).toBe('/my-account/')
    expect(await (await visitor.send('/my-account/')).text()).toContain('Hello, Ada Leaf.')
    const person = { email: 'link@shop.test', password: 'gyokuro-at-60-degrees', remember: false }
    expect((await signIn(shop, { ...person, clientAddress: '198.51.100.9', userAgent: '' })).ok).toBe(true)

    for (const spent of [
      await newBuyer(ask).send(path),
      await visitor.post('/my-account/lost-password/', { key, password_1: 'another-password' }),
    ])
      expect(spent.status).toBe(404)
    expect((await signIn(shop, { ...person, clientAddress: '198.51.100.9', userAgent: '' })).ok).toBe(true)
  })

  test('[ACC-04] where the shop asks for a password, that one opens it; a short one is refused and nothing is made', async () => {
    checkout = { ...defaultSettings.checkout, accounts: 'password' }
    const { buyer, page } = await buyerWithTea()
    const before = await digestOfShop(db)
    for (const [password, text] of [
      ['', '<strong>Create account password</strong> is a required field.'],
      ['short', 'needs 10 to 128 characters'],
    ] as const) {
      const refused = await buyer.checkout(page, { ...transfer('typed@shop.test'), account_password: password })
      expect(refused.messages).toContain(text)
    }
    expect(await digestOfShop(db)).toEqual(before)
    const fields = { ...transfer('typed@shop.test'), account_password: 'two-leaves-and-a-bud' }
    expect((await buyer.checkout(page, fields)).result).toBe('success')
    const person = { email: 'typed@shop.test', password: 'two-leaves-and-a-bud', remember: false }
    expect((await signIn(shop, { ...person, clientAddress: '198.51.100.10', userAgent: '' })).ok).toBe(true)
  })

  test('[ACC-04] an address that has one is told so, and nothing is made or taken', async () => {
    checkout = { ...defaultSettings.checkout, accounts: 'link' }
    await createUser(db, { email: 'taken@shop.test', name: 'Tea', password: 'first-flush', role: 'customer' })
    const { buyer, page } = await buyerWithTea()
    const before = await digestOfShop(db)
    const answer = await buyer.checkout(page, transfer(' Taken@shop.test'))
    expect(answer.messages).toContain('An account is already registered with your email address.')
    expect(answer.messages).toContain('class="showlogin"')
    expect(answer.messages).toContain(`redirect_to=%2Fcheckout%2F`)
    expect(await digestOfShop(db)).toEqual(before)
  })

  test('[ACC-04] sent twice at once, one account and one order are made', async () => {
    checkout = { ...defaultSettings.checkout, accounts: 'link' }
    const { buyer, page } = await buyerWithTea()
    const answers = await Promise.all([1, 2, 3].map(() => buyer.checkout(page, transfer('twice@shop.test'))))
    expect(new Set(answers.map((answer) => answer.order_id)).size).toBe(1)
    expect(await usersWith('twice@shop.test')).toHaveLength(1)
  })

  test('[ACC-04] with a card that is declined the account stays, and the next try needs no other', async () => {
    checkout = { ...defaultSettings.checkout, accounts: 'link' }
    const { buyer, page } = await buyerWithTea()
    const card = { billing_email: 'card@shop.test', createaccount: '1', payment_method: 'stripe_cc' }
    const declined = await buyer.checkout(page, { ...card, stripe_cc_token_key: 'pm_card_visa_chargeDeclined' })
    expect(declined.result).toBe('failure')
    expect(await usersWith('card@shop.test')).toHaveLength(1)
    // Signed in by now: the page gets its marks anew, as its script does.
    const paid = await buyer.checkout(await buyer.openCheckout(), { ...card, stripe_cc_token_key: 'pm_card_visa' })
    expect(paid.result).toBe('success')
    expect(await usersWith('card@shop.test')).toHaveLength(1)
    const own = await db.select().from(orders)
    expect(own.filter((order) => order.billing.email === 'card@shop.test' && order.paidAt !== null)).toHaveLength(1)
  })

  test('[ACC-04] nobody who did not ask gets one, nor anybody where the shop makes none', async () => {
    checkout = { ...defaultSettings.checkout, accounts: 'none' }
    const { buyer, page } = await buyerWithTea()
    expect(await (await buyer.send('/checkout/')).text()).not.toContain('createaccount')
    expect((await buyer.checkout(page, transfer('none@shop.test'))).result).toBe('success')
    checkout = { ...defaultSettings.checkout, accounts: 'link' }
    const guest = await buyerWithTea()
    const { createaccount: _, ...asGuest } = transfer('none@shop.test')
    expect((await guest.buyer.checkout(guest.page, asGuest)).result).toBe('success')
    expect(await usersWith('none@shop.test')).toHaveLength(0)
  })
})

describe('[CHK-01] a customer who comes back', () => {
  test('[CHK-01] finds the address of last time, and the sign-in form leads back to the checkout', async () => {
    checkout = { ...defaultSettings.checkout, accounts: 'password' }
    const first = await buyerWithTea()
    const fields = { ...transfer('back@shop.test'), account_password: 'second-infusion' }
    expect((await first.buyer.checkout(first.page, fields)).result).toBe('success')

    const { buyer } = await buyerWithTea()
    const form = await (await buyer.send('/checkout/')).text()
    expect(form).toContain('name="redirect" value="/checkout/"')
    const wrong = await buyer.post('/my-account/', {
      username: 'back@shop.test',
      password: 'no',
      redirect: '/checkout/',
    })
    expect(await wrong.text()).toContain('name="redirect_to" value="/checkout/"')
    const entered = await buyer.post('/my-account/', {
      ...{ username: 'back@shop.test', password: 'second-infusion', redirect: '/checkout/' },
    })
    expect(entered.headers.get('location')).toBe('/checkout/')
    const html = await (await buyer.send('/checkout/')).text()
    for (const value of ['back@shop.test', '1 Kettle Lane', 'M5V 2T6', '+1 416 555 0100'])
      expect(html).toContain(`value="${value}"`)
    expect(html).toMatch(/<option value="ON" selected/)
    expect(html).not.toContain('createaccount')
    expect(html).toContain('Tin')
  })

  test('[CHK-01] a sign-in that should lead elsewhere leads to the account', async () => {
    const entered = await newBuyer(ask).post('/my-account/', {
      ...{ username: 'back@shop.test', password: 'second-infusion', redirect: 'https://elsewhere.test/' },
    })
    expect(entered.headers.get('location')).toBe('/my-account/')
  })
})
