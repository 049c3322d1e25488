/**
 * A thief has the password and changes the account's email address to their own; the owner uses the link in the old
 * mailbox.
 */
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '../../../../test/support/authenticator.ts'
import { keyIn, mailsTo, newestTextTo } from '../../../../test/support/mails.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { sessions, users } from '../../../people/identity/accounts.table.ts'
import { confirmEmailChange, mailEmailChange } from '../../../people/identity/change-email.ts'
import { passkeys, twoFactors } from '../../../people/identity/factors/second-factor.table.ts'
import { createApiKey } from '../../../people/identity/keys/api-keys.store.ts'
import { createApplicationPassword } from '../../../people/identity/keys/application-passwords.store.ts'
import { apiKeys, applicationPasswords } from '../../../people/identity/keys/keys.table.ts'
import { createUser } from '../../../people/identity/users.store.ts'
import { requireNewPassword } from '../../../people/staff/change-people.ts'

const { app, shop, db } = await openShop({ template: { name: 'empty', prepare: async () => {} } })
const SECOND_FACTOR = '/my-account/second-factor/'
let ada = await createSignedInUser(shop, 'administrator')
let thief = 'thief@shop.test'
let count = 0
beforeEach(async () => {
  count += 1
  ada = await createSignedInUser(shop, 'administrator')
  thief = `thief${count}@shop.test`
})

const mailTo = async (recipient: string, template: string) =>
  (await mailsTo(shop, recipient)).findLast((mail) => mail.template === template)
const keyTo = async (recipient: string, template: string) => keyIn(await newestTextTo(shop, recipient, template))

const ask = (email: string, askedAt = new Date()) =>
  mailEmailChange(shop, { userId: ada.id, email, askedAt: askedAt.toISOString() })
async function moveTo(email: string, askedAt?: Date) {
  await ask(email, askedAt)
  const thief = { userId: ada.id, sessionId: '0' }
  const moved = await confirmEmailChange(shop, await keyTo(email, 'confirm-email'), thief)
  expect(moved.ok).toBe(true)
  await db.insert(sessions).values({ userId: ada.id, token: `thief ${email}`, expiresAt: new Date('2100-01-01') })
}

/** Opens the mailed link and presses its button, as a browser does. */
async function undo(key: string) {
  const path = '/my-account/undo-email/'
  const opened = await app.request(`${path}?key=${key}`)
  if (opened.status !== 302) return { status: opened.status, html: '' }
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const pressed = await app.request(path, { method: 'POST', headers: { cookie } })
  return { status: pressed.status, html: await pressed.text() }
}

/** Sets up a second factor through the account's forms; returns the session's cookie after that. */
async function setUpFactor(cookie: string): Promise<string> {
  const page = await (await app.request(SECOND_FACTOR, { headers: { cookie } })).text()
  const authcode = codeOf(/<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? '')
  const done = await post(cookie, { authcode, 'second-factor-nonce': nonceIn(page) })
  expect(done.status).toBe(200)
  return done.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}
const nonceIn = (html: string) => /name="second-factor-nonce" value="(\w+)"/.exec(html)?.[1] ?? ''
const post = (cookie: string, fields: Record<string, string>) =>
  app.request(SECOND_FACTOR, { method: 'POST', headers: { cookie }, body: new URLSearchParams(fields) })

const addPasskey = (createdAt: Date | null) =>
  db.insert(passkeys).values({
    userId: ada.id,
    publicKey: 'key',
    credentialID: `passkey ${count} ${createdAt?.getTime()}`,
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: false,
    createdAt,
  })
const hasFactor = async () => (await db.select().from(users).where(eq(users.id, ada.id)))[0]?.twoFactorEnabled
const emailOf = async () => (await db.select().from(users).where(eq(users.id, ada.id)))[0]?.email
const later = (ms = 1000) => new Date(Date.now() + ms)
const earlier = () => later(-1000)

describe('[ACC-02 details] undoing a change of the email address', () => {
  test('ends every session and password, and mails the way to a new one to the old address alone', async () => {
    await moveTo(thief)
    const undone = await undo(await keyTo(ada.email, 'email-changed'))
    expect([undone.status, await emailOf()]).toEqual([200, ada.email])
    expect(undone.html).toContain('All sign-ins have ended')
    expect(await db.$count(sessions, eq(sessions.userId, ada.id))).toBe(0)
    for (const log of [ada.email, thief]) {
      const body = new URLSearchParams({ log, pwd: 'first-flush' })
      expect((await app.request('/wp-login.php', { method: 'POST', body })).status).toBe(422)
    }
    const link = `/my-account/lost-password/?key=${await keyTo(ada.email, 'email-change-undone')}`
    expect(undone.html).toContain(`href="${link}"`)
    expect((await app.request(link)).headers.get('location')).toContain('show-reset-form')
    expect(await mailTo(thief, 'email-taken-back')).toMatchObject({ data: { name: 'Ada Leaf' } })
    expect(JSON.stringify(await mailTo(thief, 'email-taken-back'))).not.toContain('Key')
  })

  test('removes passkeys, application passwords and API keys, whenever they were made, and says so', async () => {
    const asked = new Date()
    for (const createdAt of [earlier(), later(), null]) await addPasskey(createdAt)
    const fields = { userId: ada.id, description: 'A program', permissions: 'read_write' } as const
    await createApiKey({ ...shop, now: earlier }, fields)
    await createApiKey({ ...shop, now: later }, fields)
    const own = await createApplicationPassword(shop, { userId: ada.id, name: 'A phone', appId: '' })
    const other = await createSignedInUser(shop, 'administrator')
    await createApiKey(shop, { ...fields, userId: other.id })
    await moveTo(thief, asked)
    const undone = await undo(await keyTo(ada.email, 'email-change-asked'))
    for (const table of [passkeys, apiKeys, applicationPasswords])
      expect(await db.$count(table, eq(table.userId, ada.id))).toBe(0)
    expect(await db.$count(apiKeys, eq(apiKeys.userId, other.id))).toBe(1)
    expect(undone.html).toContain('3 passkeys, one application password, 2 API keys')
    const authorization = `Basic ${btoa(`${ada.email}:${own?.password}`)}`
    expect((await app.request('/wp-json/wp/v2/users/me', { headers: { authorization } })).status).toBe(401)
    const { data } = (await mailTo(ada.email, 'email-change-undone')) ?? {}
    expect(data).toMatchObject({ takenBack: { passkeys: 3, applicationPasswords: 1, apiKeys: 2 } })
  })

  test('removes a second factor that was set up since, so that the owner is not locked out', async () => {
    await moveTo(thief, earlier())
    await setUpFactor(await signedIn())
    expect(await hasFactor()).toBe(true)
    const undone = await undo(await keyTo(ada.email, 'email-change-asked'))
    expect(undone.html).toContain('We removed the second factor')
    expect([await hasFactor(), await db.$count(twoFactors, eq(twoFactors.userId, ada.id))]).toEqual([false, 0])
    const signedInAgain = await choosePassword()
    expect(signedInAgain.headers.get('location')).toBe('/my-account/')
  })

  test('keeps an older second factor, which the old mailbox alone must not pass by', async () => {
    await setUpFactor(ada.cookie)
    await moveTo(thief, later())
    const undone = await undo(await keyTo(ada.email, 'email-changed'))
    expect(undone.html).toContain('Your second factor is older than the change')
    expect(undone.html).not.toContain('recovery codes')
    expect(await hasFactor()).toBe(true)
    expect((await choosePassword()).headers.get('location')).toContain('validate_2fa')
  })

  test('ends recovery codes of an older second factor that were made since', async () => {
    const cookie = await setUpFactor(ada.cookie)
    await db.update(twoFactors).set({ confirmedAt: later(-9000), recoveryCodesAt: later(-9000) })
    const page = await (await app.request('/my-account/sign-ins/', { headers: { cookie } })).text()
    const renewed = await post(cookie, { step: 'new-codes', 'second-factor-nonce': nonceIn(page) })
    const [code = ''] = /[a-z0-9]{5}-[a-z0-9]{5}(?=<\/code>)/.exec(await renewed.text()) ?? []
    await moveTo(thief, later(-5000))
    const undone = await undo(await keyTo(ada.email, 'email-changed'))
    expect(undone.html).toContain('Its recovery codes were made after the change was asked for')
    expect(await hasFactor()).toBe(true)
    const step = await choosePassword()
    const pending = step.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const body = new URLSearchParams({ 'two-factor-backup-code': code })
    const refused = await app.request('/wp-login.php?action=validate_2fa', {
      method: 'POST',
      body,
      headers: { cookie: pending },
    })
    expect([code.length, refused.status]).toEqual([11, 422])
  })

  test('removes a second factor whose time is not known, and one that no code has confirmed', async () => {
    await setUpFactor(ada.cookie)
    await db.update(twoFactors).set({ confirmedAt: null }).where(eq(twoFactors.userId, ada.id))
    await ask(thief, later())
    expect((await undo(await keyTo(ada.email, 'email-change-asked'))).html).toContain('We removed the second factor')
    expect(await hasFactor()).toBe(false)
  })

  test('reaches back over a second change, and no later link ends the first one', async () => {
    await moveTo(thief, later(-3000))
    const second = `second.${thief}`
    await moveTo(second, later(-1000))
    const [owners, thiefs] = [await keyTo(ada.email, 'email-changed'), await keyTo(thief, 'email-changed')]
    expect((await undo(thiefs)).status).toBe(200)
    expect(await emailOf()).toBe(thief)
    expect((await undo(owners)).status).toBe(200)
    expect(await emailOf()).toBe(ada.email)
    expect((await undo(await keyTo(ada.email, 'email-change-asked'))).status).toBe(404)
  })

  test('is not blocked by a new account with the old address, nor by an administrator who asks for a new password', async () => {
    await moveTo(thief)
    const register = {
      email: ada.email.toUpperCase(),
      name: 'Thief',
      password: 'a long password',
      role: 'customer',
    } as const
    expect(await createUser(db, register)).toEqual({ ok: false, problem: 'email-taken' })
    const other = await createSignedInUser(shop, 'administrator')
    const actor = { id: other.id, name: 'Ben', via: 'session' } as const
    expect(await requireNewPassword(shop, actor, ada.id)).toEqual({ ok: true })
    const undone = await undo(await keyTo(ada.email, 'email-changed'))
    expect([undone.status, await emailOf()]).toEqual([200, ada.email])
    expect((await createUser(db, { ...register, email: thief })).ok).toBe(true)
  })

  test('changes nothing when whoever reads the old mailbox has made another account with it', async () => {
    await moveTo(thief)
    const own = { email: ada.email, name: 'Ada', password: 'a long password', role: 'customer' } as const
    expect((await createUser(db, { ...own, isMailboxProved: true })).ok).toBe(true)
    expect((await undo(await keyTo(ada.email, 'email-changed'))).status).toBe(422)
    expect([await emailOf(), await db.$count(sessions, eq(sessions.userId, ada.id))]).toEqual([thief, 1])
  })

  test('a secret that was shown but never confirmed is not the next one', async () => {
    const secretIn = async (cookie: string) =>
      /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(
        await (await app.request(SECOND_FACTOR, { headers: { cookie } })).text(),
      )?.[1]
    const seen = await secretIn(ada.cookie)
    await ask(thief)
    await undo(await keyTo(ada.email, 'email-change-asked'))
    const cookies = (await choosePassword()).headers.getSetCookie().map((one) => one.split(';')[0])
    const own = await secretIn(cookies.join('; '))
    expect([typeof seen, typeof own, own === seen]).toEqual(['string', 'string', false])
  })
})

/** The thief signs in with the password that they know. */
async function signedIn(): Promise<string> {
  const body = new URLSearchParams({ log: thief, pwd: 'first-flush' })
  const answer = await app.request('/wp-login.php', { method: 'POST', body })
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

async function choosePassword() {
  const reset_key = await keyTo(ada.email, 'email-change-undone')
  const fields = { reset_key, password_1: 'kettle-over-open-fire', password_2: 'kettle-over-open-fire' }
  return app.request('/my-account/lost-password/', { method: 'POST', body: new URLSearchParams(fields) })
}
