/**
 * The shop requires a second factor of its staff, and an attacker has the password of a member who has not set one up
 * yet.
 */
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '../../../../../test/support/authenticator.ts'
import { digitsIn, mailsTo, newestTextTo } from '../../../../../test/support/mails.ts'
import { openShop } from '../../../../../test/support/shop.ts'
import { users } from '../../../../people/identity/accounts.table.ts'
import { passkeys, twoFactors } from '../../../../people/identity/factors/second-factor.table.ts'
import { type CodeEmail, mailSignInCode } from '../../../../people/identity/sign-in/sign-in-code.ts'
import { createUser } from '../../../../people/identity/users.store.ts'

const { app, shop, db, enqueuedJobs } = await openShop({
  template: { name: 'empty', prepare: async () => {} },
  settings: { requireSecondFactor: true },
})
const SECOND_FACTOR = '/my-account/second-factor/'
const password = 'first-flush'

/** A browser without JavaScript that keeps cookies and removes those that a response deletes. */
class Browser {
  readonly jar = new Map<string, string>()
  async send(path: string, fields?: Record<string, string>) {
    const response = await app.request(path, {
      ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
      headers: { cookie: [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const text of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (text.split(';')[0] ?? '').split(/=(.*)/s)
      if (/max-age=0/i.test(text)) this.jar.delete(name)
      else this.jar.set(name, value)
    }
    return response
  }
  signIn = () => this.send('/wp-login.php', { log: email, pwd: password })
  /** Sends a form on the page about the second factor. */
  async set(fields: Record<string, string>) {
    const page = await this.html()
    return this.send(SECOND_FACTOR, { 'second-factor-nonce': nonceIn(page, 'second-factor-nonce'), ...fields })
  }
  html = async () => (await this.send(SECOND_FACTOR)).text()
}
const nonceIn = (html: string, name: string) => new RegExp(`name="${name}" value="(\\w+)"`).exec(html)?.[1] ?? ''
const secretIn = (html: string) => /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1] ?? ''

let email = ''
let id = 0
let count = 0
beforeEach(async () => {
  email = `staff${(count += 1)}@shop.test`
  enqueuedJobs.length = 0
  const created = await createUser(db, { email, name: 'Ada', password, role: 'shop_manager' })
  id = created.ok ? created.userId : 0
})

const mails = (recipient = email) => mailsTo(shop, recipient)
/** Runs the jobs as the worker does, and reads the digits of the newest email. */
async function digits(recipient = email): Promise<string> {
  for (const { name, data } of enqueuedJobs.splice(0))
    if (name === 'mail-sign-in-code') await mailSignInCode(shop, data as CodeEmail)
  return digitsIn(await newestTextTo(shop, recipient, 'set-up-code'))
}
async function enrol(browser: Browser) {
  const authcode = codeOf(secretIn(await browser.html()))
  return browser.set({ authcode })
}
const hasFactor = async () => (await db.select().from(users).where(eq(users.id, id)))[0]?.twoFactorEnabled

describe('[ACC-03] setting up the second factor that the shop demands', () => {
  test('whoever has only the password sets up none, and sees no secret', async () => {
    const thief = new Browser()
    for (let round = 0; round < 3; round += 1) {
      await thief.signIn()
      const page = await thief.html()
      expect([page.includes('Send the digits'), secretIn(page)]).toEqual([true, ''])
      const refused = await thief.set({ authcode: '123456' })
      expect(await refused.text()).toContain('Send the digits')
      thief.jar.delete('samovar.session_token')
    }
    await thief.signIn()
    await thief.set({ step: 'mail-digits' })
    const right = await digits()
    const wrong = right === '111111' ? '222222' : '111111'
    const tries = [1, 2, 3].map(() => wrong)
    for (const code of tries) expect((await thief.set({ step: 'enter-digits', code })).status).toBe(422)
    expect((await thief.set({ step: 'enter-digits', code: right })).status).toBe(422)
    expect([await hasFactor(), await db.$count(twoFactors, eq(twoFactors.userId, id))]).toEqual([false, 0])
    expect((await thief.send('/wp-admin/')).headers.get('location')).toBe(SECOND_FACTOR)
  })

  test('digits of the thief’s own mailbox, and those of another browser, prove nothing', async () => {
    const own = `thief${count}@shop.test`
    await createUser(db, { email: own, name: 'Eve', password, role: 'editor' })
    const [thief, owner] = [new Browser(), new Browser()]
    await thief.send('/wp-login.php', { log: own, pwd: password })
    await thief.set({ step: 'mail-digits' })
    const code = await digits(own)
    await thief.signIn()
    await thief.set({ step: 'enter-digits', code })
    expect(secretIn(await thief.html())).toBe('')
    await owner.signIn()
    await owner.set({ step: 'mail-digits' })
    const owners = await digits()
    await thief.set({ step: 'mail-digits' })
    await thief.set({ step: 'enter-digits', code: owners })
    expect(secretIn(await thief.html())).toBe('')
  })

  test('an unknown browser adds no passkey, and changes no address, which would be ways around it', async () => {
    const thief = new Browser()
    await thief.signIn()
    const signIns = await (await thief.send('/my-account/sign-ins/')).text()
    const nonce = { 'passkey-nonce': nonceIn(signIns, 'passkey-nonce') }
    const options = await thief.send('/my-account/passkeys/', { ...nonce, step: 'options' })
    expect([options.status, await options.json()]).toEqual([403, { location: SECOND_FACTOR }])
    const added = await thief.send('/my-account/passkeys/', { ...nonce, step: 'add', passkey: '{}' })
    expect([added.status, added.headers.get('location')]).toEqual([303, SECOND_FACTOR])
    expect(await db.$count(passkeys, eq(passkeys.userId, id))).toBe(0)
    const details = await (await thief.send('/my-account/edit-account/')).text()
    enqueuedJobs.length = 0
    const moved = await thief.send('/my-account/edit-account/', {
      account_first_name: 'Ada',
      account_last_name: 'Leaf',
      account_display_name: 'Ada',
      account_email: 'thief@shop.test',
      password_current: password,
      'save-account-details-nonce': nonceIn(details, 'save-account-details-nonce'),
    })
    expect([moved.status, await moved.text()]).toEqual([
      422,
      expect.stringContaining('set up your second factor before'),
    ])
    expect(enqueuedJobs).toEqual([])
  })

  test('an unknown browser does so after six digits from the mailbox, by forms alone, and its owner is mailed', async () => {
    const browser = new Browser()
    await browser.signIn()
    const asked = await browser.set({ step: 'mail-digits' })
    expect([asked.status, asked.headers.get('location')]).toEqual([303, SECOND_FACTOR])
    expect(await browser.html()).toContain(`Six digits are on their way to ${email}.`)
    const code = await digits()
    const proved = await browser.set({ step: 'enter-digits', code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect([proved.status, proved.headers.get('location')]).toEqual([303, SECOND_FACTOR])
    const done = await enrol(browser)
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('recovery-codes.txt')])
    expect((await browser.send('/wp-admin/')).status).toBe(200)
    expect((await mails()).map(({ template }) => template)).toEqual(['set-up-code', 'security-changed'])
    const [owner] = await db.select().from(users).where(eq(users.id, id))
    expect([owner?.emailVerified, owner?.twoFactorEnabled]).toEqual([true, true])
  })

  test('a known browser does so at once', async () => {
    const browser = new Browser()
    await db.update(users).set({ role: 'customer' }).where(eq(users.id, id))
    await browser.signIn()
    await db.update(users).set({ role: 'editor' }).where(eq(users.id, id))
    expect((await enrol(browser)).status).toBe(200)
    expect(await hasFactor()).toBe(true)
    expect((await mails()).map(({ template }) => template)).toEqual(['security-changed'])
  })

  test('so does one that has signed in by email', async () => {
    const browser = new Browser()
    await browser.send('/my-account/sign-in-code/', { username: email })
    for (const { name, data } of enqueuedJobs.splice(0))
      if (name === 'mail-sign-in-code') await mailSignInCode(shop, data as CodeEmail)
    const mail = (await mails()).findLast(({ template }) => template === 'sign-in-code')
    const code = (mail?.data as { code: string } | undefined)?.code ?? ''
    await browser.send('/my-account/sign-in-code/', { code })
    expect((await enrol(browser)).status).toBe(200)
  })
})
