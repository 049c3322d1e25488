/** Signing in with a second factor, and setting one up. */
import { and, eq, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../../test/support/authenticator.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../../test/support/users.ts'
import { usedTokens } from '../../../people/abuse/abuse.table.ts'
import { sessions, users, verifications } from '../../../people/identity/accounts.table.ts'
import { twoFactors } from '../../../people/identity/factors/second-factor.table.ts'
import { beginSession } from '../../../people/identity/sign-in/sign-in.ts'
import type { Role } from '../../../platform/access/permissions.ts'
import { emails } from '../../../things/messages/emails.table.ts'

const { app, shop, db } = await openShop({ template: { name: 'empty', prepare: async () => {} } })

/** A browser that keeps cookies and removes those that a response deletes. */
class Browser {
  readonly jar = new Map<string, string>()
  constructor(cookie = '') {
    for (const pair of cookie.split('; ').filter(Boolean)) this.keep(pair)
  }
  keep(text: string) {
    const [pair = '', ...flags] = text.split('; ')
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    if (flags.some((flag) => /^max-age=0$/i.test(flag))) this.jar.delete(name)
    else this.jar.set(name, value)
  }
  async send(path: string, fields?: Record<string, string>, headers: Record<string, string> = {}) {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.request(path, {
      ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
      headers: { cookie, ...headers },
    })
    for (const one of response.headers.getSetCookie()) this.keep(one)
    return response
  }
  has = (name: string) => this.jar.has(`samovar.${name}`)
}

const SECOND_FACTOR = '/my-account/second-factor/'
const STEP = '/wp-login.php?action=validate_2fa'
const fieldIn = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? ''
const location = (response: Response) => response.headers.get('location')

/** An account with a second factor; `secret` is the secret of the authenticator app. */
async function withSecondFactor(role: Role = 'customer') {
  const person = await createSignedInUser(shop, role)
  const browser = new Browser(person.cookie)
  const page = await (await browser.send(SECOND_FACTOR)).text()
  const secret = /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? ''
  const done = await browser.send(SECOND_FACTOR, {
    'second-factor-nonce': fieldIn(page, 'second-factor-nonce'),
    authcode: codeOf(secret),
  })
  // Each code works once; this allows the tests to use the same code again without waiting for the next one.
  await db.delete(usedTokens)
  const html = await done.text()
  const recoveryCodes = [...html.matchAll(/<code>([a-z0-9]{5}-[a-z0-9]{5})<\/code>/g)].map((match) => match[1] ?? '')
  return { person, browser, secret, recoveryCodes, status: done.status, html }
}

let nth = 0
const from = () => ({ 'x-forwarded-for': `203.0.113.${(nth += 1) % 250}` })
const signIn = (browser: Browser, { email }: TestUser, fields: Record<string, string> = {}, headers = from()) =>
  browser.send('/wp-login.php', { log: email, pwd: 'first-flush', ...fields }, headers)
const sessionsOf = (userId: number) => db.select().from(sessions).where(eq(sessions.userId, userId))

describe('setting up', () => {
  test('[ACC-01 log in] a code of the app switches it on, shows ten codes, and ends other sessions', async () => {
    const { person, browser, recoveryCodes, status, html } = await withSecondFactor()
    expect([status, new Set(recoveryCodes).size]).toEqual([200, 10])
    expect(html).toContain('download="recovery-codes.txt"')
    const [user] = await db.select().from(users).where(eq(users.id, person.id))
    expect(user?.twoFactorEnabled).toBe(true)
    expect(await sessionsOf(person.id)).toHaveLength(1)
    expect((await browser.send('/my-account/')).status).toBe(200)
    expect(await (await browser.send('/my-account/sign-ins/')).text()).toContain('10 recovery codes are left')
    const [row] = await db.select().from(twoFactors).where(eq(twoFactors.userId, person.id))
    expect(recoveryCodes.some((code) => row?.backupCodes.includes(code))).toBe(false)
  })

  test('the secret is shown until a code confirms it, and never again', async () => {
    const person = await createSignedInUser(shop, 'customer')
    const browser = new Browser(person.cookie)
    const secretIn = (html: string) => /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1]
    const first = await (await browser.send(SECOND_FACTOR)).text()
    expect(first).toContain('aria-label="QR code for your app"')
    // A phone shows its numeric keyboard for the code.
    expect(first).toMatch(/inputmode="numeric"[^>]*name="authcode"/i)
    const nonce = fieldIn(first, 'second-factor-nonce')
    const wrong = await browser.send(SECOND_FACTOR, { 'second-factor-nonce': nonce, authcode: '000000' })
    expect([wrong.status, secretIn(await wrong.text())]).toEqual([422, secretIn(first)])
    expect((await db.select().from(users).where(eq(users.id, person.id)))[0]?.twoFactorEnabled).toBe(false)
    // A factor that is not confirmed yet is not asked for.
    expect(location(await signIn(new Browser(), person))).toBe('/my-account/')
    const code = codeOf(secretIn(first) ?? '')
    await browser.send(SECOND_FACTOR, { 'second-factor-nonce': nonce, authcode: code })
    const after = await browser.send(SECOND_FACTOR)
    expect([after.status, location(after)]).toEqual([303, '/my-account/sign-ins/'])
  })

  test('a sign-in of long ago asks for the password first, and a wrong one changes nothing', async () => {
    const person = await createSignedInUser(shop, 'customer')
    const browser = new Browser(person.cookie)
    const old = { createdAt: new Date(Date.now() - 11 * 60_000) }
    await db.update(sessions).set(old).where(eq(sessions.userId, person.id))
    expect(location(await browser.send(SECOND_FACTOR))).toContain('/my-account/confirm/?redirect_to=')
    const page = await (await browser.send('/my-account/confirm/?redirect_to=/my-account/second-factor/')).text()
    const fields = {
      'confirm-identity-nonce': fieldIn(page, 'confirm-identity-nonce'),
      redirect_to: fieldIn(page, 'redirect_to'),
    }
    expect((await browser.send('/my-account/confirm/', { ...fields, password_current: 'guess' })).status).toBe(422)
    expect((await browser.send(SECOND_FACTOR)).status).toBe(303)
    const right = await browser.send('/my-account/confirm/', { ...fields, password_current: 'first-flush' })
    expect(location(right)).toBe(SECOND_FACTOR)
    expect((await browser.send(SECOND_FACTOR)).status).toBe(200)
  })
})

describe('[ACC-01 log in] the second step of signing in', () => {
  test('comes after the password, and keeps page, "remember me" and the browser it began in', async () => {
    const { person, secret } = await withSecondFactor()
    const browser = new Browser()
    const before = (await sessionsOf(person.id)).length
    const first = await signIn(browser, person, { redirect_to: '/checkout/' })
    expect(location(first)).toBe('/wp-login.php?action=validate_2fa&redirect_to=%2Fcheckout%2F')
    expect(browser.has('session_token')).toBe(false)
    expect(await sessionsOf(person.id)).toHaveLength(before)
    const page = await (await browser.send(location(first) ?? '')).text()
    expect(page).toContain('name="authcode"')
    expect(page).toContain('autoComplete="one-time-code"')
    // Another browser cannot continue this sign-in.
    const other = await new Browser().send(STEP, { authcode: codeOf(secret), redirect_to: '/checkout/' }, from())
    expect([other.status, (await other.text()).includes('start again')]).toEqual([422, true])
    const done = await browser.send(STEP, { authcode: codeOf(secret), redirect_to: '/checkout/' }, from())
    expect([done.status, location(done)]).toEqual([303, '/checkout/'])
    const cookie = done.headers.getSetCookie().find((one) => one.startsWith('samovar.session_token=')) ?? ''
    expect(cookie).not.toMatch(/Max-Age/i)
    expect(await (await browser.send('/my-account/')).text()).toContain('Hello, Ada Leaf.')

    const remembered = new Browser()
    await signIn(remembered, person, { rememberme: 'forever' })
    const kept = await remembered.send(STEP, { authcode: codeOf(secret, 1) }, from())
    expect(kept.headers.getSetCookie().join('\n')).toMatch(/samovar\.session_token=[^;]+; Max-Age=1209600/i)
  })

  test('a code works once', async () => {
    const { person, secret } = await withSecondFactor()
    const [one, other] = [new Browser(), new Browser()]
    await signIn(one, person)
    await signIn(other, person)
    const code = codeOf(secret)
    const answers = await Promise.all([
      one.send(STEP, { authcode: code }, from()),
      other.send(STEP, { authcode: ` ${code.slice(0, 3)} ${code.slice(3)}` }, from()),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 422])
    expect(one.has('session_token')).not.toBe(other.has('session_token'))
  })

  test('a recovery code works once, however it is typed', async () => {
    const { person, recoveryCodes } = await withSecondFactor()
    const code = recoveryCodes[3] ?? ''
    const browser = new Browser()
    await signIn(browser, person)
    expect(await (await browser.send(`${STEP}&method=recovery`)).text()).toContain('name="two-factor-backup-code"')
    const typed = code.toUpperCase().replace('-', ' ')
    expect((await browser.send(STEP, { 'two-factor-backup-code': typed }, from())).status).toBe(303)
    const again = new Browser()
    await signIn(again, person)
    const refused = await again.send(STEP, { 'two-factor-backup-code': code }, from())
    expect([refused.status, again.has('session_token')]).toEqual([422, false])
    expect(await (await browser.send('/my-account/sign-ins/')).text()).toContain('9 recovery codes are left')
  })

  test('five wrong codes end it, ten from one network make it wait', async () => {
    const { person, secret, recoveryCodes } = await withSecondFactor()
    const network = { 'x-forwarded-for': '192.0.2.50' }
    const statuses: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const browser = new Browser()
      await signIn(browser, person)
      for (let guess = 0; guess < 5; guess += 1) {
        const code = String(100_000 + round * 5 + guess)
        statuses.push((await browser.send(STEP, { authcode: code }, network)).status)
      }
      if (round === 0) {
        // The code is correct, but this attempt has ended.
        const late = await browser.send(STEP, { authcode: codeOf(secret, 1) }, from())
        expect(await late.text()).toContain('Please start again.')
      }
    }
    expect(statuses).toEqual([...Array(10).fill(422), ...Array(5).fill(429)])
    const browser = new Browser()
    await signIn(browser, person)
    const recovery = { 'two-factor-backup-code': recoveryCodes[0] ?? '' }
    expect((await browser.send(STEP, recovery, from())).status).toBe(303)
  })

  test('guesses of others do not lock out a device that is known', async () => {
    const { person, secret } = await withSecondFactor()
    const known = new Browser()
    await signIn(known, person)
    await known.send(STEP, { authcode: codeOf(secret) }, from())
    const network = { 'x-forwarded-for': '192.0.2.51' }
    for (let round = 0; round < 3; round += 1) {
      const stranger = new Browser()
      await signIn(stranger, person, {}, network)
      for (let guess = 0; guess < 5; guess += 1) await stranger.send(STEP, { authcode: `20000${guess}` }, network)
    }
    await signIn(known, person, {}, network)
    expect((await known.send(STEP, { authcode: codeOf(secret, 1) }, network)).status).toBe(303)
  })

  test('it ends after ten minutes', async () => {
    const { person, secret } = await withSecondFactor()
    const browser = new Browser()
    await signIn(browser, person)
    const isPending = and(eq(verifications.value, String(person.id)), like(verifications.identifier, '2fa-%'))
    const [pending] = await db.select().from(verifications).where(isPending)
    expect((pending?.expiresAt.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(10 * 60_000)
    await db
      .update(verifications)
      .set({ expiresAt: new Date(0) })
      .where(isPending)
    expect(location(await browser.send(STEP))).toBe('/wp-login.php')
    expect((await browser.send(STEP, { authcode: codeOf(secret) }, from())).status).toBe(422)
    expect(browser.has('session_token')).toBe(false)
  })

  test('a trusted device is asked for the password alone, until it is trusted no longer', async () => {
    const { person, browser: owner, secret } = await withSecondFactor()
    const browser = new Browser()
    await signIn(browser, person)
    await browser.send(STEP, { authcode: codeOf(secret), trust_device: '1' }, from())
    expect(browser.has('trust_device')).toBe(true)
    expect(location(await signIn(browser, person))).toBe('/my-account/')
    // A browser is trusted for a single account: another account's second factor is still required.
    const other = await withSecondFactor()
    expect(
      location(
        await signIn(new Browser(`samovar.trust_device=${browser.jar.get('samovar.trust_device')}`), other.person),
      ),
    ).toContain('validate_2fa')
    const page = await (await owner.send('/my-account/sign-ins/')).text()
    await owner.send('/my-account/sign-ins/', { 'sign-ins-nonce': fieldIn(page, 'sign-ins-nonce'), everywhere: '1' })
    expect(location(await signIn(browser, person))).toContain('validate_2fa')
  })

  test('a session that the browser has already does not check codes of another account', async () => {
    const { person, secret } = await withSecondFactor()
    const mine = await withSecondFactor()
    await signIn(mine.browser, person)
    // A correct code of the session's own account does not sign in to the other account.
    expect((await mine.browser.send(STEP, { authcode: codeOf(mine.secret) }, from())).status).toBe(422)
    expect((await mine.browser.send(STEP, { authcode: codeOf(secret) }, from())).status).toBe(303)
  })

  test('an account that was disabled meanwhile gets no session', async () => {
    const { person, secret } = await withSecondFactor()
    const browser = new Browser()
    await signIn(browser, person)
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, person.id))
    const refused = await browser.send(STEP, { authcode: codeOf(secret) }, from())
    expect([refused.status, browser.has('session_token')]).toEqual([422, false])
  })

  test('every way of starting a session asks for it', async () => {
    const { person } = await withSecondFactor()
    const client = { clientAddress: '', userAgent: 'a browser' }
    const before = await sessionsOf(person.id)
    const outcome = await beginSession(shop, { userId: person.id, remember: true, client })
    expect(outcome).toMatchObject({ ok: false, problem: { kind: 'second-factor' } })
    expect(await sessionsOf(person.id)).toEqual(before)
    const without = await createSignedInUser(shop, 'customer')
    const begun = await beginSession(shop, { userId: without.id, remember: true, client })
    expect(begun).toMatchObject({ ok: true, userId: without.id, role: 'customer' })
  })

  test('without a finished second factor the cookies are nobody to every program', async () => {
    const { person } = await withSecondFactor('administrator')
    const browser = new Browser()
    await signIn(browser, person)
    for (const path of ['/wp-json/wc/v3/orders', '/wp-json/wp/v2/users/me/application-passwords']) {
      expect((await browser.send(path, undefined, { 'x-wp-nonce': person.nonce })).status).toBe(401)
    }
    expect(location(await browser.send('/wp-admin/'))).toContain('/wp-login.php')
  })
})

describe('[ACC-03] staff must have one, if the owner says so', () => {
  test('without it nothing of the back office opens, and the account leads to setting it up', async () => {
    const strict = await openShop({
      template: { name: 'empty', prepare: async () => {} },
      settings: { requireSecondFactor: true },
    })
    for (const role of ['editor', 'administrator'] as const) {
      const staff = await createSignedInUser(strict.shop, role)
      const opens = async (path: string) => strict.app.request(path, { headers: staff.headers })
      for (const path of ['/wp-admin/', '/wp-admin/posts/', '/wp-admin/settings/keys/']) {
        expect(location(await opens(path))).toBe(SECOND_FACTOR)
      }
      const rest = await opens('/wp-json/wp/v2/users/me/application-passwords')
      expect([rest.status, await rest.json()]).toMatchObject([403, { code: 'samovar_rest_second_factor_required' }])
      expect(await (await opens(SECOND_FACTOR)).text()).toContain('This shop asks everyone who works in it')
      await strict.db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, staff.id))
      expect((await opens('/wp-admin/')).status).toBe(200)
      expect((await opens('/wp-json/wp/v2/users/me/application-passwords')).status).toBe(200)
    }
    const customer = await createSignedInUser(strict.shop, 'customer')
    expect((await strict.app.request('/my-account/', { headers: customer.headers })).status).toBe(200)
  })
})

describe('switching off', () => {
  test('needs a fresh proof and its nonce, and forgets secret and codes', async () => {
    const { person, browser } = await withSecondFactor()
    const page = await (await browser.send('/my-account/sign-ins/')).text()
    const nonce = fieldIn(page, 'second-factor-nonce')
    await browser.send(SECOND_FACTOR, { step: 'switch-off', 'second-factor-nonce': 'abcdef0123' })
    expect(await db.$count(twoFactors, eq(twoFactors.userId, person.id))).toBe(1)
    const fresh = await browser.send(SECOND_FACTOR, { step: 'switch-off', 'second-factor-nonce': nonce })
    expect(location(fresh)).toBe('/my-account/sign-ins/')
    expect(await db.$count(twoFactors, eq(twoFactors.userId, person.id))).toBe(0)
    expect(location(await signIn(new Browser(), person))).toBe('/my-account/')
  })

  test('every change is mailed to the owner, and no code is in the mail', async () => {
    const { person, browser, recoveryCodes } = await withSecondFactor()
    const page = await (await browser.send('/my-account/sign-ins/')).text()
    const nonce = { 'second-factor-nonce': fieldIn(page, 'second-factor-nonce') }
    await browser.send(SECOND_FACTOR, { step: 'new-codes', ...nonce })
    await browser.send(SECOND_FACTOR, { step: 'switch-off', ...nonce })
    const mails = await db.select().from(emails).where(eq(emails.recipient, person.email))
    const changes = mails.filter(({ template }) => template === 'security-changed').map(({ data }) => data)
    expect(changes).toMatchObject([
      { change: 'second-factor-on' },
      { change: 'recovery-codes' },
      { change: 'second-factor-off' },
    ])
    expect(recoveryCodes.some((code) => JSON.stringify(mails).includes(code))).toBe(false)
  })

  test('new recovery codes replace the old ones', async () => {
    const { person, browser, recoveryCodes } = await withSecondFactor()
    const page = await (await browser.send('/my-account/sign-ins/')).text()
    const fields = { step: 'new-codes', 'second-factor-nonce': fieldIn(page, 'second-factor-nonce') }
    const html = await (await browser.send(SECOND_FACTOR, fields)).text()
    const [fresh = ''] = /[a-z0-9]{5}-[a-z0-9]{5}(?=<\/code>)/.exec(html) ?? []
    const other = new Browser()
    await signIn(other, person)
    expect((await other.send(STEP, { 'two-factor-backup-code': recoveryCodes[0] ?? '' }, from())).status).toBe(422)
    expect((await other.send(STEP, { 'two-factor-backup-code': fresh }, from())).status).toBe(303)
  })
})
