/** Forgotten passwords and registration: no response reveals whether an email address has an account. */
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { keyIn, mailsTo, newestTextTo, textOf } from '../../../../../test/support/mails.ts'
import { openShop } from '../../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../../test/support/users.ts'
import { registerAccount, sendPasswordReset } from '../../../../people/identity/account-requests.ts'
import { sessions, users } from '../../../../people/identity/accounts.table.ts'

let clock = new Date('2026-11-20T12:00:00Z')
const { app, shop, db, enqueuedJobs } = await openShop({
  template: { name: 'empty', prepare: async () => {} },
  now: () => clock,
})
let address = 0
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.request(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-forwarded-for': `203.0.113.${address}`, ...headers },
  })
const ask = (user_login: string) => post('/my-account/lost-password/', { wc_reset_password: 'true', user_login })
const register = (email: string) => post('/my-account/', { email, register: 'Register' })
/** Runs the jobs as the worker does. */
async function runJobs() {
  for (const { name, data } of enqueuedJobs.splice(0)) {
    const { email } = data as { email: string }
    if (name === 'reset-password') await sendPasswordReset(shop, email)
    if (name === 'register-account') await registerAccount(shop, email)
  }
}
const linkIn = async (recipient: string) => keyIn(await newestTextTo(shop, recipient))
/** Opens the link of an email as a browser does; returns the page and the cookie that holds the key. */
async function openLink(key: string) {
  const opened = await app.request(`/my-account/lost-password/?key=${key}`)
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const location = opened.headers.get('location')
  const page = location === null ? opened : await app.request(location, { headers: { cookie } })
  return { cookie, location, page }
}

beforeEach(() => {
  address += 1
  clock = new Date(clock.getTime() + 3_600_000)
  enqueuedJobs.length = 0
})

describe('[ACC-01 reset password]', () => {
  test('a link is mailed, opens once without staying in an address, and sets the password', async () => {
    const ada = await createSignedInUser(shop, 'customer')
    const asked = await ask(` ${ada.email.toUpperCase()} `)
    expect([asked.status, asked.headers.get('location')]).toEqual([
      303,
      '/my-account/lost-password/?reset-link-sent=true',
    ])
    await runJobs()
    const key = await linkIn(ada.email)
    const { cookie, location, page } = await openLink(key)
    expect(location).toBe('/my-account/lost-password/?show-reset-form=true')
    const html = await page.text()
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'same-origin'])
    expect(html).toContain('name="password_1"')

    const differs = await post(
      '/my-account/lost-password/',
      { password_1: 'a-new-password', password_2: 'another-one' },
      { cookie },
    )
    expect([differs.status, (await differs.text()).includes('not the same')]).toEqual([422, true])
    const set = await post(
      '/my-account/lost-password/',
      { password_1: 'a-new-password', password_2: 'a-new-password' },
      { cookie },
    )
    expect([set.status, set.headers.get('location')]).toEqual([303, '/my-account/'])
    const again = await post('/my-account/lost-password/', { password_1: 'a-third-password' }, { cookie })
    expect(again.status).toBe(404)
    expect((await openLink(key)).page.status).toBe(404)
    // The earlier session has ended; only the new one exists.
    const [user] = await db.select().from(users).where(eq(users.email, ada.email))
    expect(
      await db
        .select()
        .from(sessions)
        .where(eq(sessions.userId, user?.id ?? 0)),
    ).toHaveLength(1)
    expect((await post('/wp-login.php', { log: ada.email, pwd: 'a-new-password' })).status).toBe(303)
  })

  test('the owner is told that the password was changed, but not of the first one', async () => {
    const ada = await createSignedInUser(shop, 'customer')
    const reset = async (password_1: string) => {
      await ask(ada.email)
      await runJobs()
      const { cookie } = await openLink(await linkIn(ada.email))
      expect((await post('/my-account/lost-password/', { password_1 }, { cookie })).status).toBe(303)
    }
    await reset('first-light-on-the-hills')
    expect((await mailsTo(shop, ada.email)).map(({ template }) => template)).toEqual(['reset-password'])
    await reset('second-light-on-the-hills')
    const mails = await mailsTo(shop, ada.email)
    // The second reset came from another browser than the first, so there is an email about a new sign-in, too.
    expect(mails.map(({ template }) => template)).toEqual([
      ...['reset-password', 'reset-password', 'password-changed', 'new-sign-in'],
    ])
    expect(JSON.stringify(mails)).not.toContain('second-light')
  })

  test('an unknown email address gets the same answer and no mail', async () => {
    const ada = await createSignedInUser(shop, 'customer')
    const [known, unknown] = [await ask(ada.email), await ask('nobody@shop.test')]
    expect(unknown.status).toBe(known.status)
    expect(unknown.headers.get('location')).toBe(known.headers.get('location'))
    expect(enqueuedJobs).toHaveLength(2)
    await runJobs()
    expect(await mailsTo(shop, 'nobody@shop.test')).toEqual([])
    expect(await mailsTo(shop, ada.email)).toHaveLength(1)
  })

  test('a link is valid for a day, and a password that was set ends the others', async () => {
    const ada = await createSignedInUser(shop, 'customer')
    await ask(ada.email)
    await runJobs()
    const old = await linkIn(ada.email)
    await ask(ada.email)
    await runJobs()
    const newer = await Promise.all((await mailsTo(shop, ada.email)).map((email) => textOf(shop, email)))
    expect(new Set(newer).size).toBe(2)
    const { cookie } = await openLink(old)
    expect((await post('/my-account/lost-password/', { password_1: 'a-new-password' }, { cookie })).status).toBe(303)
    for (const text of newer) {
      expect((await openLink(keyIn(text))).page.status).toBe(404)
    }
    await ask(ada.email)
    await runJobs()
    const late = await linkIn(ada.email)
    clock = new Date(clock.getTime() + 86_400_001)
    expect((await openLink(late)).page.status).toBe(404)
  })

  test('nobody fills a stranger’s mailbox, and one network asks for few', async () => {
    const ada = await createSignedInUser(shop, 'customer')
    for (let nth = 0; nth < 20; nth += 1) expect((await ask(ada.email)).status).toBe(303)
    const limited = await ask(ada.email)
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true])
    await runJobs()
    expect(await mailsTo(shop, ada.email)).toHaveLength(3)
  })

  test.each(['', 'nonsense', `${'x'.repeat(300)}@shop.test`, 'a\0b@shop.test'])('%j is refused', async (email) => {
    expect((await ask(email)).status).toBe(422)
    expect(enqueuedJobs).toEqual([])
  })
})

test('[ACC-01 reset password] WordPress’s addresses lead to the form, and its form is taken as it is', async () => {
  for (const action of ['lostpassword', 'retrievepassword']) {
    const opened = await app.request(`/wp-login.php?action=${action}`)
    expect([opened.status, opened.headers.get('location')]).toEqual([302, '/my-account/lost-password/'])
    const sent = await post(`/wp-login.php?action=${action}`, { user_login: 'ada@shop.test' })
    expect([sent.status, sent.headers.get('location')]).toEqual([307, '/my-account/lost-password/'])
  }
})

describe('[ACC-01 register]', () => {
  test('a link is mailed to a new address, and opens the account', async () => {
    const response = await register('New.Person@shop.test')
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('Look in your mailbox')
    await runJobs()
    const { cookie, page } = await openLink(await linkIn('new.person@shop.test'))
    expect(page.status).toBe(200)
    const set = await post('/my-account/lost-password/', { password_1: 'a-new-password' }, { cookie })
    expect(set.headers.get('location')).toBe('/my-account/')
    const [user] = await db.select().from(users).where(eq(users.email, 'new.person@shop.test'))
    expect(user).toMatchObject({ role: 'customer', emailVerified: true })
  })

  test('an existing account gets the same answer, keeps its password, and is told', async () => {
    const ada = await createSignedInUser(shop, 'customer')
    const [existing, fresh] = [await register(ada.email), await register('fresh@shop.test')]
    expect((await existing.text()).replaceAll(ada.email, '')).toBe(
      (await fresh.text()).replaceAll('fresh@shop.test', ''),
    )
    await runJobs()
    expect((await mailsTo(shop, ada.email)).map(({ template }) => template)).toEqual(['account-exists'])
    expect((await post('/wp-login.php', { log: ada.email, pwd: 'first-flush' })).status).toBe(303)
  })

  test('a role in the request is ignored', async () => {
    await post('/my-account/', { email: 'sly@shop.test', register: 'Register', role: 'administrator' })
    await runJobs()
    const [user] = await db.select().from(users).where(eq(users.email, 'sly@shop.test'))
    expect(user?.role).toBe('customer')
  })
})

test('[ACC-01 register] is not offered, and refused, when the owner switched it off', async () => {
  const { app: closed } = await openShop({ settings: { registration: false } })
  const page = await closed.request('/my-account/')
  expect(await page.text()).not.toContain('woocommerce-form-register')
  const body = new URLSearchParams({ email: 'new@shop.test', register: 'Register' })
  expect((await closed.request('/my-account/', { method: 'POST', body })).status).toBe(404)
})
