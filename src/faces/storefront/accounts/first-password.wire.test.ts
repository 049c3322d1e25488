/** An account whose password nobody chose: its owner chooses the first one, after a recent sign-in instead of a password. */
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../../test/support/browser.ts'
import { mailsTo } from '../../../../test/support/mails.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { sessions, users } from '../../../people/identity/accounts.table.ts'
import { beginSession, signIn } from '../../../people/identity/sign-in/sign-in.ts'
import { createUser, hasPassword } from '../../../people/identity/users.store.ts'
import { accountDeletions } from '../../../people/privacy/privacy.table.ts'

const { app, shop, db, pool, enqueuedJobs } = await openShop({ template: { name: 'empty', prepare: async () => {} } })
const path = '/my-account/edit-account/'
const confirm = `/my-account/confirm/?redirect_to=${encodeURIComponent(path)}`
const names = { account_first_name: 'Ada', account_last_name: 'Leaf', account_display_name: 'Ada' }
const chosen = { password_1: 'gyokuro-at-60-degrees', password_2: 'gyokuro-at-60-degrees' }

let count = 0
let ada = { id: 0, email: '' }
let send = openBrowser(app).send
beforeEach(async () => {
  count += 1
  const email = `ada${count}@shop.test`
  const created = await createUser(db, { email, name: 'Ada Leaf', password: null, role: 'customer' })
  if (!created.ok) throw new Error('No account was made')
  ada = { id: created.userId, email }
  send = await signedIn()
  enqueuedJobs.length = 0
})

async function signedIn() {
  const client = { clientAddress: '198.51.100.1', userAgent: 'a test' }
  const { ok, cookies } = { cookies: [], ...(await beginSession(shop, { userId: ada.id, remember: true, client })) }
  if (!ok) throw new Error('Not signed in')
  const browser = openBrowser(app)
  for (const cookie of cookies) {
    const [pair = ''] = String(cookie).split(';')
    browser.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
  return browser.send
}

const signedInAnHourAgo = () =>
  pool.query(
    "update sessions set created_at = created_at - interval '1 hour', confirmed_at = null where user_id = $1",
    [ada.id],
  )
const html = async (url = path) => (await send(url)).text()
const nonceIn = (page: string) => /name="save-account-details-nonce" value="(\w+)"/.exec(page)?.[1] ?? ''
const save = async (fields: Record<string, string>) =>
  send(path, { ...names, 'save-account-details-nonce': nonceIn(await html()), ...fields })
const sessionsOfAda = () => db.$count(sessions, eq(sessions.userId, ada.id))
const canSignIn = async (password: string) =>
  (
    await signIn(shop, {
      email: ada.email,
      password,
      remember: false,
      clientAddress: '198.51.100.2',
      userAgent: 'a test',
    })
  ).ok

describe('[ACC-02 details] the first password of an account', () => {
  test('is chosen after a recent sign-in, without a current one; other sessions end, and the owner is told', async () => {
    await signedIn()
    const page = await html()
    expect(page).not.toContain('name="password_current"')
    expect(page).toContain('name="password_1"')
    const saved = await save(chosen)
    expect([saved.status, saved.headers.get('location')]).toEqual([303, path])
    expect(await html()).toContain('name="password_current"')
    expect(await sessionsOfAda()).toBe(1)
    expect(await canSignIn(chosen.password_1)).toBe(true)
    expect((await mailsTo(shop, ada.email)).map(({ template }) => template)).toEqual(['password-changed'])
  })

  test.each([
    [{ password_1: 'short', password_2: 'short' }, 'password_1'],
    [{ password_1: '', password_2: 'gyokuro-at-60-degrees' }, 'password_1'],
    [{ ...chosen, password_2: 'another one' }, 'password_2'],
  ])('%j is refused at %s', async (fields, at) => {
    const refused = await save(fields)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain(`data-id="${at}"`)
    expect(await hasPassword(db, ada.id)).toBe(false)
  })

  test('is not chosen in a session of an hour ago: it asks for a sign-in first, and keeps the names that were typed', async () => {
    const nonce = nonceIn(await html())
    await signedInAnHourAgo()
    const page = await html()
    expect(page).not.toMatch(/name="password_(?:current|1|2)"/)
    expect(page).toContain(`href="${confirm.replaceAll('&', '&amp;')}"`)
    const before = await db.select().from(users)
    const sent = { ...names, account_first_name: 'Adah', 'save-account-details-nonce': nonce, ...chosen }
    const refused = await send(path, { ...sent, password_current: chosen.password_1 })
    expect([refused.status, refused.headers.get('location')]).toEqual([303, confirm])
    expect(await db.select().from(users)).toEqual(before)
    expect(await hasPassword(db, ada.id)).toBe(false)
    expect(await sessionsOfAda()).toBe(1)
    const after = await html()
    expect(after).toContain('value="Adah"')
    expect(after).toContain('nothing is saved yet')
  })

  test('names are changed in a session of an hour ago', async () => {
    await signedInAnHourAgo()
    expect((await save({})).headers.get('location')).toBe(path)
    expect((await db.select().from(users).where(eq(users.id, ada.id)))[0]?.name).toBe('Ada')
  })

  test('chosen in two windows at once, the account has one of them, and only that is told', async () => {
    const other = await signedIn()
    const passwords = ['gyokuro-at-60-degrees', 'second infusion of sencha']
    const nonces = [nonceIn(await html()), nonceIn(await (await other(path)).text())]
    await Promise.all(
      [send, other].map((browser, index) =>
        browser(path, {
          ...names,
          'save-account-details-nonce': nonces[index] ?? '',
          password_1: passwords[index] ?? '',
          password_2: passwords[index] ?? '',
        }),
      ),
    )
    const right = await Promise.all(passwords.map(canSignIn))
    expect(right.filter(Boolean)).toHaveLength(1)
    expect(await mailsTo(shop, ada.email)).toHaveLength(1)
  })
})

test('[ACC-02 details] without a password, a new email address needs a recent sign-in', async () => {
  expect((await save({ account_email: `new${count}@shop.test` })).headers.get('location')).toBe(path)
  expect(enqueuedJobs.map(({ name }) => name)).toContain('mail-email-change')
  enqueuedJobs.length = 0
  await signedInAnHourAgo()
  const asked = await save({ account_email: `new${count}@shop.test` })
  expect([asked.status, asked.headers.get('location')]).toEqual([303, confirm])
  expect(enqueuedJobs.map(({ name }) => name)).not.toContain('mail-email-change')
})

describe('without a password, no page asks for one', () => {
  test('“Confirm that it’s you” offers the sign-in by email', async () => {
    await signedInAnHourAgo()
    const page = await html(confirm)
    expect(page).not.toContain('name="password_current"')
    expect(page).toContain('/my-account/sign-in-code/?redirect_to=')
  })

  test.each([
    ['/my-account/privacy/', '/my-account/privacy/download/', '/my-account/privacy/'],
    ['/my-account/privacy/deletion/', '/my-account/privacy/deletion/', '/my-account/privacy/deletion/'],
  ])('%s leads to “Confirm that it’s you” and back', async (url, action, returnTo) => {
    await signedInAnHourAgo()
    const page = await html(url)
    expect(page).not.toContain('name="password"')
    const nonce = /name="personal-data-nonce" value="(\w+)"/.exec(page)?.[1] ?? ''
    const asked = await send(action, { 'personal-data-nonce': nonce, password: 'a guess' })
    const confirmFirst = `/my-account/confirm/?redirect_to=${encodeURIComponent(returnTo)}`
    expect([asked.status, asked.headers.get('location')]).toEqual([303, confirmFirst])
    expect(await db.$count(accountDeletions)).toBe(0)
  })
})
