/**
 * A guest creates an account after an order, and sees all orders of the email address once the mailbox is confirmed.
 */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../../test/support/browser.ts'
import { keyIn, mailsTo, newestTextTo, textOf } from '../../../../test/support/mails.ts'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { mailNewAccount } from '../../../people/identity/account-after-order.ts'
import { credentials, sessions, users } from '../../../people/identity/accounts.table.ts'
import { orders } from '../../../shop/orders/orders.table.ts'

let clock = new Date('2026-11-20T12:00:00Z')
const { app, shop, db, enqueuedJobs } = await openShop({
  template: { name: 'empty', prepare: async () => {} },
  now: () => clock,
})
const password = 'kettle basket orchid'
let count = 0
let buyer = ''
const browser = () => openBrowser(app, { 'x-forwarded-for': `203.0.113.${count}` })
beforeEach(() => {
  count += 1
  clock = new Date(clock.getTime() + 3_600_000)
  buyer = `guest${count}@shop.test`
  enqueuedJobs.length = 0
})

async function guestOrder(email = buyer, customerId: number | null = null) {
  const order = await writeOrder(db, { customerId, createdAt: clock, status: 'processing' })
  const billing = sql`jsonb_set(billing, '{email}', ${JSON.stringify(email)}::jsonb)`
  await db.update(orders).set({ billing }).where(eq(orders.id, order.id))
  return { id: order.id, page: `/checkout/order-received/${order.id}/?key=${order.orderKey}` }
}
async function runJobs() {
  for (const { name, data } of enqueuedJobs.splice(0))
    if (name === 'mail-new-account') await mailNewAccount(shop, data as { email: string; request: string })
}
const keyFor = async (recipient: string) => keyIn(await newestTextTo(shop, recipient, 'confirm-account'))
const link = '/my-account/confirm-account/'
async function openLink(mailbox: ReturnType<typeof browser>): Promise<string> {
  expect((await mailbox.send(`${link}?key=${await keyFor(buyer)}`)).status).toBe(302)
  return mailbox.html(link)
}
const signIn = async (pwd: string) => (await browser().send('/wp-login.php', { log: buyer, pwd })).status
const usersWith = (email: string) => db.$count(users, eq(users.email, email))
const customerOf = async (id: number) => (await db.select().from(orders).where(eq(orders.id, id)))[0]?.customerId

describe('[ACC-04] after a guest’s order', () => {
  test('one step asks, and one press on the mailed link in the same browser makes the account with both orders', async () => {
    const earlier = await guestOrder(buyer.toUpperCase())
    const foreign = await guestOrder('somebody.else@shop.test')
    const order = await guestOrder()
    const guest = browser()
    expect(await guest.html(order.page)).toContain('name="account_password"')
    const asked = await guest.send(order.page, { account_password: password })
    expect([asked.status, asked.headers.get('location')]).toEqual([303, `${order.page}&account=asked`])
    expect(asked.headers.get('set-cookie')).toMatch(
      /samovar_account_request=[\w-]{32}; Max-Age=86400; Path=\/my-account\/confirm-account\/; HttpOnly; SameSite=Lax/,
    )
    expect(await guest.html(asked.headers.get('location') ?? '')).toContain('Look in your mailbox')
    await runJobs()
    expect(await usersWith(buyer)).toBe(0)

    const page = await openLink(guest)
    expect(page).toContain(buyer)
    expect(page).not.toContain('type="password"')
    const opened = await guest.send(link, {})
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/my-account/orders/'])
    const list = await guest.html('/my-account/orders/')
    for (const { id } of [earlier, order]) expect(list).toContain(`/view-order/${id}/`)
    expect(list).not.toContain(`/view-order/${foreign.id}/`)
    const [user] = await db.select().from(users).where(eq(users.email, buyer))
    expect(user).toMatchObject({ emailVerified: true, role: 'customer', billing: { email: buyer } })
    expect(await signIn(password)).toBe(303)
    expect((await guest.send(link, {})).status).toBe(404)
    expect(guest.cookies.has('samovar_account_request')).toBe(false)
    expect(await browser().html(order.page)).not.toContain('name="account_password"')
  })

  test('a password that a stranger typed opens nothing: in another browser the link asks for one', async () => {
    const theirs = await guestOrder()
    const stranger = browser()
    await stranger.send((await guestOrder()).page, { account_password: password })
    await runJobs()
    const owner = browser()
    // A cookie of another request does not replace the cookie of this request.
    await owner.send((await guestOrder('other@shop.test')).page, { account_password: 'another kettle basket' })
    expect(await openLink(owner)).toContain('name="password_1"')
    for (const [typed, said] of [
      ['', 'must have 10 to 128 characters'],
      ['password123', 'lists of stolen passwords'],
      [buyer, 'your email address'],
    ] as const) {
      const refused = await owner.send(link, { password_1: typed })
      expect([refused.status, (await refused.text()).includes(said)]).toEqual([422, true])
    }
    expect((await owner.send(link, {})).status).toBe(422)
    expect(await usersWith(buyer)).toBe(0)
    const opened = await owner.send(link, { password_1: 'lantern river mosaic' })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/my-account/orders/'])
    expect(await owner.html('/my-account/orders/')).toContain(`/view-order/${theirs.id}/`)
    expect(await signIn(password)).toBe(422)
    expect((await stranger.html('/my-account/orders/')).includes(`/view-order/${theirs.id}/`)).toBe(false)
    expect(await signIn('lantern river mosaic')).toBe(303)
  })

  test('with a passkey there is no password, whichever page it was chosen on', async () => {
    for (const chosenAt of ['order', 'link'] as const) {
      buyer = `${chosenAt}.${buyer}`
      const order = await guestOrder()
      const guest = browser()
      const way = { account_way: 'passkey' }
      const asked = await guest.send(
        order.page,
        chosenAt === 'order' ? { ...way, account_password: '' } : { account_password: password },
      )
      expect(asked.status).toBe(303)
      expect(await guest.html(asked.headers.get('location') ?? '')).toContain('Look in your mailbox')
      await runJobs()
      const owner = browser()
      expect((await openLink(owner)).includes('name="password_1"')).toBe(chosenAt === 'link')
      const opened = await owner.send(link, chosenAt === 'link' ? { ...way, password_1: '' } : {})
      expect([opened.status, opened.headers.get('location')]).toEqual([303, '/my-account/sign-ins/'])
      const page = await owner.html('/my-account/sign-ins/')
      expect(page).toContain('Your account is ready')
      expect(page.indexOf('id="passkeys"')).toBeLessThan(page.indexOf('id="second-factor"'))
      const [user] = await db.select().from(users).where(eq(users.email, buyer))
      expect(user?.emailVerified).toBe(true)
      expect(await db.$count(credentials, eq(credentials.userId, user?.id ?? 0))).toBe(0)
      expect(await customerOf(order.id)).toBe(user?.id)
      for (const tried of [password, '']) expect(await signIn(tried)).toBe(422)

      // The browser has just proved the mailbox, so it can add a passkey without another confirmation.
      const nonce = /name="passkey-nonce" value="(\w+)"/.exec(page)?.[1] ?? ''
      const options = await owner.send('/my-account/passkeys/', { 'passkey-nonce': nonce, step: 'options' })
      expect([options.status, 'challenge' in ((await options.json()) as object)]).toEqual([200, true])

      // Long after the sign-in, another email is needed as confirmation.
      await db.update(sessions).set({ confirmedAt: new Date(0) })
      const late = await owner.send('/my-account/passkeys/', { 'passkey-nonce': nonce, step: 'options' })
      expect(late.status).toBe(403)
      expect(await owner.html('/my-account/confirm/')).toContain('Sign in by email again')
    }
  })

  test('an address with an account gets the same answer, and its owner is told', async () => {
    const owner = await createSignedInUser(shop, 'customer')
    const [known, fresh] = [await guestOrder(owner.email), await guestOrder()]
    const answers = []
    for (const { page } of [known, fresh]) {
      expect(await browser().html(page)).toContain('name="account_password"')
      const asked = await browser().send(page, { account_password: password })
      answers.push([asked.status, asked.headers.get('location')?.endsWith('&account=asked')])
    }
    expect(answers[0]).toEqual(answers[1])
    await runJobs()
    expect((await mailsTo(shop, owner.email)).map(({ template }) => template)).toEqual(['account-exists'])
    expect((await browser().send('/wp-login.php', { log: owner.email, pwd: password })).status).toBe(422)
    // The email address is not confirmed yet, so the order remains a guest order.
    expect((await browser().send('/wp-login.php', { log: owner.email, pwd: 'first-flush' })).status).toBe(303)
    expect(await customerOf(known.id)).toBeNull()
  })

  test('whoever typed a stranger’s address sees none of the stranger’s orders', async () => {
    const theirs = await guestOrder()
    const typed = await guestOrder()
    const typist = browser()
    await typist.send(typed.page, { account_password: password })
    await runJobs()
    expect((await typist.send('/wp-login.php', { log: buyer, pwd: password })).status).toBe(422)
    expect(await customerOf(theirs.id)).toBeNull()
  })

  test('needs the order’s key, a good password, and a guest’s order of the last day', async () => {
    const order = await guestOrder()
    const without = order.page.replace(/key=.*/, 'key=wc_order_guessed')
    expect((await browser().send(without, { account_password: password })).status).toBe(404)
    const weak = await browser().send(order.page, { account_password: 'password123' })
    expect([weak.status, (await weak.text()).includes('lists of stolen passwords')]).toEqual([422, true])
    const owner = await createSignedInUser(shop, 'customer')
    const own = await guestOrder(owner.email, owner.id)
    expect((await browser().send(own.page, { account_password: password })).status).toBe(404)
    clock = new Date(clock.getTime() + 86_400_001)
    expect(await browser().html(order.page)).not.toContain('name="account_password"')
    expect((await browser().send(order.page, { account_password: password })).status).toBe(404)
    expect(enqueuedJobs).toEqual([])
  })

  test('the link loses to an account that was made meanwhile, and expires after a day', async () => {
    const order = await guestOrder()
    const guest = browser()
    await guest.send(order.page, { account_password: 'another kettle basket' })
    await guest.send(order.page, { account_password: password })
    await runJobs()
    const mails = (await Promise.all((await mailsTo(shop, buyer)).map((mail) => textOf(shop, mail)))).map(keyIn)
    expect(new Set(mails).size).toBe(2)
    const press = async (key = '') => {
      await guest.send(`${link}?key=${key}`)
      return guest.send(link, {})
    }
    expect((await press(mails[1])).headers.get('location')).toBe('/my-account/orders/')
    const late = await guest.send(`${link}?key=${mails[0]}`)
    expect([late.status, (await guest.html(link)).includes('name="password_1"')]).toEqual([302, true])
    const lost = await guest.send(link, { password_1: 'lantern river mosaic' })
    expect(lost.headers.get('location')).toContain('/wp-login.php')
    expect(await signIn(password)).toBe(303)
    clock = new Date(clock.getTime() + 86_400_001)
    expect((await guest.send(`${link}?key=${mails[0]}`)).status).toBe(404)
  })
})
