/**
 * Signing in by email, with six digits in the browser that asked, or with a link; no response reveals who has an
 * account.
 */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../../../test/support/browser.ts'
import { digitsIn, keyIn, newestTextTo } from '../../../../../test/support/mails.ts'
import { writeOrder } from '../../../../../test/support/orders.ts'
import { openShop } from '../../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../../test/support/users.ts'
import { credentials, sessions, users, verifications } from '../../../../people/identity/accounts.table.ts'
import {
  type CodeEmail,
  MAX_EMAILS_PER_HOUR,
  mailSignInCode,
} from '../../../../people/identity/sign-in/sign-in-code.ts'
import { orders } from '../../../../shop/orders/orders.table.ts'
import { emails } from '../../../../things/messages/emails.table.ts'

let clock = new Date('2026-11-20T12:00:00Z')
const { app, shop, db, enqueuedJobs } = await openShop({
  template: { name: 'empty', prepare: async () => {} },
  now: () => clock,
})
const code = '/my-account/sign-in-code/'
let network = 0
const browser = () => openBrowser(app, { 'x-forwarded-for': `203.0.113.${network}` })
async function runJobs() {
  for (const { name, data } of enqueuedJobs.splice(0))
    if (name === 'mail-sign-in-code') await mailSignInCode(shop, data as CodeEmail)
}
async function newestMail(recipient: string) {
  const text = await newestTextTo(shop, recipient)
  return { code: digitsIn(text), linkKey: keyIn(text) }
}
const sessionsOf = (userId: number) => db.$count(sessions, eq(sessions.userId, userId))
const wrongFor = (right: string) => (right === '000000' ? '111111' : '000000')

let ada = await createSignedInUser(shop, 'customer')
beforeEach(async () => {
  network += 1
  clock = new Date(clock.getTime() + 3_600_000)
  ada = await createSignedInUser(shop, 'customer')
  await db.delete(sessions).where(eq(sessions.userId, ada.id))
  enqueuedJobs.length = 0
})

/** Requests the email in a new browser. */
async function ask(fields: Record<string, string> = {}) {
  const asking = browser()
  const asked = await asking.send(code, { username: ada.email, ...fields })
  expect([asked.status, asked.headers.get('location')]).toEqual([303, code])
  await runJobs()
  return { asking, mail: await newestMail(ada.email) }
}

describe('[ACC-01 log in] by email', () => {
  test('the digits sign in where they were asked for, once', async () => {
    const { asking, mail } = await ask({ redirect_to: '/my-account/orders/' })
    expect(mail.code).toMatch(/^\d{6}$/)
    expect(await asking.html(code)).toContain('autoComplete="one-time-code"')
    const typed = `${mail.code?.slice(0, 3)} ${mail.code?.slice(3)}`
    const entered = await asking.send(code, { code: typed })
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/my-account/orders/'])
    expect(await asking.html('/my-account/')).toContain('Hello, Ada Leaf.')
    expect(await sessionsOf(ada.id)).toBe(1)
    expect((await browser().send(`/my-account/sign-in-link/?key=${mail.linkKey}`)).status).toBe(302)
    const late = browser()
    await late.send(`/my-account/sign-in-link/?key=${mail.linkKey}`)
    expect((await late.send('/my-account/sign-in-link/', {})).status).toBe(404)
    expect(await sessionsOf(ada.id)).toBe(1)
  })

  test('a session without “stay signed in” ends with the browser, and one with it stays', async () => {
    for (const [fields, stays] of [
      [{}, false],
      [{ rememberme: 'forever' }, true],
    ] as const) {
      const { asking, mail } = await ask(fields)
      const entered = await asking.send(code, { code: mail.code ?? '' })
      const cookie = entered.headers.getSetCookie().find((text) => text.startsWith('samovar.session_token=')) ?? ''
      expect(cookie).not.toBe('')
      expect(/Max-Age=1209600/.test(cookie)).toBe(stays)
      clock = new Date(clock.getTime() + 3_600_000)
    }
  })

  test('the digits work in no other browser', async () => {
    const { mail } = await ask()
    const thief = browser()
    await thief.send(code, { username: ada.email })
    const entered = await thief.send(code, { code: mail.code ?? '' })
    expect(entered.status).toBe(422)
    expect((await browser().send(code, { code: mail.code ?? '' })).status).toBe(422)
    expect(await sessionsOf(ada.id)).toBe(0)
  })

  test('three wrong tries end the request, even for the right digits', async () => {
    const { asking, mail } = await ask()
    const wrong = wrongFor(mail.code ?? '')
    expect(await (await asking.send(code, { code: wrong })).text()).toContain('you can try 2 more times')
    expect(await (await asking.send(code, { code: wrong })).text()).toContain('you can try one more time')
    expect(await (await asking.send(code, { code: wrong })).text()).toContain('no longer work')
    expect((await asking.send(code, { code: mail.code ?? '' })).status).toBe(422)
    expect(await sessionsOf(ada.id)).toBe(0)
  })

  test('tries that are sent at once are counted one by one', async () => {
    const { asking, mail } = await ask()
    const wrong = wrongFor(mail.code ?? '')
    const answers = await Promise.all(Array.from({ length: 8 }, () => asking.send(code, { code: wrong })))
    const told = (await Promise.all(answers.map((answer) => answer.text()))).filter((text) =>
      text.includes('you can try'),
    )
    expect(told).toHaveLength(2)
  })

  test('after ten minutes neither works', async () => {
    const { asking, mail } = await ask()
    clock = new Date(clock.getTime() + 600_001)
    expect((await asking.send(code, { code: mail.code ?? '' })).status).toBe(422)
    expect((await browser().send(`/my-account/sign-in-link/?key=${mail.linkKey}`)).status).toBe(404)
  })

  test('the link signs in any browser by its button; opening it uses up nothing', async () => {
    const { asking, mail } = await ask({ redirect_to: '/checkout/' })
    const link = `/my-account/sign-in-link/?key=${mail.linkKey}`
    for (let nth = 0; nth < 3; nth += 1) await app.request(link)
    const phone = browser()
    const opened = await phone.send(link)
    expect(opened.headers.get('location')).toBe('/my-account/sign-in-link/')
    expect((await phone.send('/my-account/sign-in-link/')).headers.get('referrer-policy')).toBe('same-origin')
    const pressed = await phone.send('/my-account/sign-in-link/', {})
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/checkout/'])
    expect(await sessionsOf(ada.id)).toBe(1)
    // The digits of the same email no longer work.
    expect((await asking.send(code, { code: mail.code ?? '' })).status).toBe(422)
  })

  test('a disabled account gets no email, and no session by one from before', async () => {
    const { asking, mail } = await ask()
    await db.update(users).set({ disabledAt: clock }).where(eq(users.id, ada.id))
    expect((await asking.send(code, { code: mail.code ?? '' })).status).toBe(422)
    await ask()
    expect(await db.$count(emails, eq(emails.recipient, ada.email))).toBe(1)
    expect(await sessionsOf(ada.id)).toBe(0)
  })

  test('never leads to another site', async () => {
    const { asking, mail } = await ask({ redirect_to: 'https://evil.test/' })
    expect((await asking.send(code, { code: mail.code ?? '' })).headers.get('location')).toBe('/my-account/')
  })

  test('the button of both sign-in forms asks, with what is typed there', async () => {
    for (const [page, name] of [
      ['/wp-login.php', 'log'],
      ['/my-account/', 'username'],
    ] as const) {
      expect(await (await app.request(page)).text()).toContain(`formAction="${code}"`)
      expect((await browser().send(code, { [name]: ada.email, mail: '1' })).status).toBe(303)
    }
  })
})

describe('nothing tells whether an address has an account', () => {
  test('not the answers, the rows or the tries; only the account is written to', async () => {
    const strangers = browser()
    const known = await ask()
    const asked = await strangers.send(code, { username: 'nobody@shop.test' })
    expect([asked.status, asked.headers.get('location')]).toEqual([303, code])
    await runJobs()
    expect(await db.$count(emails, eq(emails.recipient, 'nobody@shop.test'))).toBe(0)
    expect(await strangers.html(code)).toBe(await known.asking.html(code))
    for (let nth = 0; nth < 3; nth += 1) {
      const [unknownAnswer, knownAnswer] = [
        await strangers.send(code, { code: '123456' }),
        await known.asking.send(code, { code: wrongFor(known.mail.code ?? '') }),
      ]
      expect([unknownAnswer.status, await unknownAnswer.text()]).toEqual([knownAnswer.status, await knownAnswer.text()])
    }
  })

  test('the database has neither digits nor keys', async () => {
    const { mail } = await ask()
    const stored = JSON.stringify(await db.select().from(verifications))
    expect(stored).not.toContain(mail.linkKey)
    expect(stored).not.toContain(`"${mail.code}"`)
  })

  test('nobody fills a stranger’s mailbox, or keeps its owner out by asking', async () => {
    const own = browser()
    await own.send('/wp-login.php', { log: ada.email, pwd: 'first-flush' })
    const strangers = browser()
    for (let nth = 0; nth < MAX_EMAILS_PER_HOUR + 3; nth += 1) await strangers.send(code, { username: ada.email })
    await runJobs()
    expect(await db.$count(emails, eq(emails.recipient, ada.email))).toBe(MAX_EMAILS_PER_HOUR)
    await own.send(code, { username: ada.email })
    await runJobs()
    expect(await db.$count(emails, eq(emails.recipient, ada.email))).toBe(MAX_EMAILS_PER_HOUR + 1)
    for (let nth = 0; nth < 20; nth += 1) await strangers.send(code, { username: 'other@shop.test' })
    expect((await strangers.send(code, { username: 'other@shop.test' })).status).toBe(429)
  })
})

describe('a mailbox that is proved for the first time', () => {
  test('brings guest orders of its address, and ends what its maker set up', async () => {
    const billing = sql`jsonb_set(billing, '{email}', ${JSON.stringify(ada.email.toUpperCase())}::jsonb)`
    const guest = await writeOrder(db, { customerId: null })
    await db.update(orders).set({ billing }).where(eq(orders.id, guest.id))
    // The person who created the account knows its password, but sees no data of the mailbox's owner.
    const maker = browser()
    await maker.send('/wp-login.php', { log: ada.email, pwd: 'first-flush' })
    expect(await maker.html('/my-account/orders/')).not.toContain(`/view-order/${guest.id}/`)

    const { asking, mail } = await ask()
    await asking.send(code, { code: mail.code ?? '' })
    expect(await asking.html('/my-account/orders/')).toContain(`/view-order/${guest.id}/`)
    expect(await maker.html('/my-account/')).toContain('woocommerce-form-login')
    expect(await db.$count(credentials, eq(credentials.userId, ada.id))).toBe(0)
    const [user] = await db.select().from(users).where(eq(users.id, ada.id))
    expect(user?.emailVerified).toBe(true)
  })

  test('keeps the password in a browser that has signed in with it', async () => {
    const own = browser()
    await own.send('/wp-login.php', { log: ada.email, pwd: 'first-flush' })
    await own.send(code, { username: ada.email })
    await runJobs()
    await own.send(code, { code: (await newestMail(ada.email)).code ?? '' })
    expect((await browser().send('/wp-login.php', { log: ada.email, pwd: 'first-flush' })).status).toBe(303)
  })
})
