/**
 * Changing an email address: the shop writes to both addresses, and only the link sent to the new address makes the
 * change.
 */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { keyIn, mailsTo, newestTextTo } from '../../../../test/support/mails.ts'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { sessions, users } from '../../../people/identity/accounts.table.ts'
import { mailEmailChange } from '../../../people/identity/change-email.ts'
import { setPassword } from '../../../people/identity/users.store.ts'
import { orders } from '../../../shop/orders/orders.table.ts'

let clock = new Date('2026-11-20T12:00:00Z')
const { app, shop, db, enqueuedJobs } = await openShop({
  template: { name: 'empty', prepare: async () => {} },
  now: () => clock,
})
let ada = await createSignedInUser(shop, 'customer')
let newEmail = ''
let count = 0
beforeEach(async () => {
  count += 1
  clock = new Date(clock.getTime() + 3_600_000)
  ada = await createSignedInUser(shop, 'customer')
  newEmail = `new${count}@shop.test`
  enqueuedJobs.length = 0
})

const details = '/my-account/edit-account/'
async function save(fields: Record<string, string>, cookie = ada.cookie) {
  const page = await (await app.request(details, { headers: { cookie } })).text()
  const nonce = /name="save-account-details-nonce" value="(\w+)"/.exec(page)?.[1] ?? ''
  return app.request(details, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams({
      account_first_name: 'Ada',
      account_last_name: 'Leaf',
      account_display_name: 'Ada',
      'save-account-details-nonce': nonce,
      ...fields,
    }),
  })
}
const askFor = (email: string) => save({ account_email: email, password_current: 'first-flush' })
/** Runs the jobs as the worker does. */
async function runJobs() {
  for (const { name, data } of enqueuedJobs.splice(0)) {
    if (name === 'mail-email-change') await mailEmailChange(shop, data as Parameters<typeof mailEmailChange>[1])
  }
}
const keyTo = async (recipient: string, template: string) => keyIn(await newestTextTo(shop, recipient, template))
/** Opens a mailed link and presses its button, as a browser does. */
async function press(path: string, key: string, cookie = '') {
  const opened = await app.request(`${path}?key=${key}`, { headers: { cookie } })
  if (opened.status !== 302) return opened
  const cookies = `${cookie}; ${opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''}`
  const page = await app.request(opened.headers.get('location') ?? '', { headers: { cookie: cookies } })
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'same-origin'])
  expect(page.headers.get('cache-control')).toContain('no-store')
  expect(opened.headers.get('location')).toBe(path)
  return app.request(path, { method: 'POST', headers: { cookie: cookies } })
}
const emailOf = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0]?.email
const sessionsOf = (id: number) => db.select().from(sessions).where(eq(sessions.userId, id))
const signIn = (log: string, pwd: string) =>
  app.request('/wp-login.php', { method: 'POST', body: new URLSearchParams({ log, pwd }) })

describe('[ACC-02 details] a new email address', () => {
  test('is the account’s when its link is pressed; other sessions end, orders stay', async () => {
    const order = await writeOrder(db, { customerId: ada.id })
    const elsewhere = await signIn(ada.email, 'first-flush')
    expect(elsewhere.status).toBe(303)
    const asked = await askFor(newEmail.toUpperCase())
    expect([asked.status, asked.headers.get('location')]).toEqual([303, details])
    await runJobs()
    expect(await emailOf(ada.id)).toBe(ada.email)
    expect((await mailsTo(shop, ada.email)).map(({ template }) => template)).toEqual(['email-change-asked'])
    expect((await mailsTo(shop, newEmail)).map(({ template }) => template)).toEqual(['confirm-email'])
    expect(await sessionsOf(ada.id)).toHaveLength(2)

    const key = await keyTo(newEmail, 'confirm-email')
    const confirmed = await press('/my-account/confirm-email/', key, ada.cookie)
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, details])
    expect(await emailOf(ada.id)).toBe(newEmail)
    expect(await sessionsOf(ada.id)).toHaveLength(1)
    expect((await press('/my-account/confirm-email/', key, ada.cookie)).status).toBe(404)
    expect((await mailsTo(shop, ada.email)).map(({ template }) => template)).toEqual([
      'email-change-asked',
      'email-changed',
    ])
    const [kept] = await db.select().from(orders).where(eq(orders.id, order.id))
    expect([kept?.customerId, kept?.billing.email]).toEqual([ada.id, order.billing.email])
    expect((await signIn(newEmail, 'first-flush')).status).toBe(303)
    expect((await signIn(ada.email, 'first-flush')).status).toBe(422)
  })

  test('needs the current password, and a mailbox that exists in form', async () => {
    for (const fields of [
      { account_email: newEmail, password_current: '' },
      { account_email: newEmail, password_current: 'wrong' },
      { account_email: 'nonsense', password_current: 'first-flush' },
    ]) {
      const refused = await save(fields)
      expect(refused.status).toBe(422)
      expect(await refused.text()).toContain(`value="${fields.account_email}"`)
    }
    expect(enqueuedJobs).toEqual([])
  })

  test('in use by another account is told to its owner alone', async () => {
    const other = await createSignedInUser(shop, 'customer')
    const [free, used] = [await askFor(newEmail), await askFor(other.email)]
    expect([used.status, used.headers.get('location')]).toEqual([free.status, free.headers.get('location')])
    await runJobs()
    expect((await mailsTo(shop, other.email)).map(({ template }) => template)).toEqual(['account-exists'])
    expect(await emailOf(ada.id)).toBe(ada.email)
    expect(await emailOf(other.id)).toBe(other.email)
  })

  test('that another account takes meanwhile is refused, and changes nothing', async () => {
    await askFor(newEmail)
    await runJobs()
    const other = await createSignedInUser(shop, 'customer')
    await db.update(users).set({ email: newEmail }).where(eq(users.id, other.id))
    const refused = await press('/my-account/confirm-email/', await keyTo(newEmail, 'confirm-email'), ada.cookie)
    expect(refused.status).toBe(422)
    expect(await emailOf(ada.id)).toBe(ada.email)
  })

  test('is not given to an account by whoever reads the mailbox: its owner presses the link, signed in', async () => {
    const victim = newEmail
    const order = await writeOrder(db, { customerId: null })
    const billing = sql`jsonb_set(billing, '{email}', ${JSON.stringify(victim)}::jsonb)`
    await db.update(orders).set({ billing }).where(eq(orders.id, order.id))
    await askFor(victim)
    await runJobs()
    const key = await keyTo(victim, 'confirm-email')
    const other = await createSignedInUser(shop, 'customer')
    for (const cookie of ['', other.cookie]) {
      const refused = await press('/my-account/confirm-email/', key, cookie)
      expect([refused.status, (await refused.text()).includes('Nothing was changed')]).toEqual([422, true])
    }
    expect(await emailOf(ada.id)).toBe(ada.email)
    expect((await signIn(ada.email, 'first-flush')).status).toBe(303)
    const [kept] = await db.select().from(orders).where(eq(orders.id, order.id))
    expect(kept?.customerId).toBeNull()
    // The failed attempt has not used up the link.
    expect((await press('/my-account/confirm-email/', key, ada.cookie)).status).toBe(303)
    expect(await emailOf(ada.id)).toBe(victim)
  })

  test('that was asked for before a new password was set is no longer confirmed', async () => {
    await askFor(newEmail)
    await runJobs()
    await setPassword(db, ada.email, 'lantern river mosaic', clock)
    const key = await keyTo(newEmail, 'confirm-email')
    expect((await press('/my-account/confirm-email/', key, ada.cookie)).status).toBe(404)
    expect(await emailOf(ada.id)).toBe(ada.email)
  })

  test('asked for twice: only the newest link works, for a day', async () => {
    await askFor('first.wish@shop.test')
    await askFor(newEmail)
    await runJobs()
    const old = await keyTo('first.wish@shop.test', 'confirm-email')
    expect((await press('/my-account/confirm-email/', old)).status).toBe(404)
    const key = await keyTo(newEmail, 'confirm-email')
    clock = new Date(clock.getTime() + 86_400_001)
    expect((await press('/my-account/confirm-email/', key)).status).toBe(404)
    expect(await emailOf(ada.id)).toBe(ada.email)
  })
})

describe('the owner of the old address who did not ask', () => {
  test('stops the change: its link ends, all sessions end, and a new password is chosen', async () => {
    await askFor(newEmail)
    await runJobs()
    const stopped = await press('/my-account/undo-email/', await keyTo(ada.email, 'email-change-asked'))
    const location = /href="(\/my-account\/lost-password\/\?key=[^"]+)"/.exec(await stopped.text())?.[1] ?? ''
    expect([stopped.status, location === '']).toEqual([200, false])
    expect(await sessionsOf(ada.id)).toEqual([])
    expect((await press('/my-account/confirm-email/', await keyTo(newEmail, 'confirm-email'))).status).toBe(404)
    expect((await signIn(ada.email, 'first-flush')).status).toBe(422)
    expect((await app.request(location)).headers.get('location')).toContain('show-reset-form')
  })

  test('undoes it within a week, also after it was made', async () => {
    await askFor(newEmail)
    await runJobs()
    await press('/my-account/confirm-email/', await keyTo(newEmail, 'confirm-email'), ada.cookie)
    clock = new Date(clock.getTime() + 6 * 86_400_000)
    const undo = await keyTo(ada.email, 'email-changed')
    expect((await press('/my-account/undo-email/', undo)).status).toBe(200)
    expect(await emailOf(ada.id)).toBe(ada.email)
    expect(await sessionsOf(ada.id)).toEqual([])
    expect((await signIn(newEmail, 'first-flush')).status).toBe(422)
    expect((await press('/my-account/undo-email/', undo)).status).toBe(404)
  })

  test('a link that a mail scanner opens changes nothing', async () => {
    await askFor(newEmail)
    await runJobs()
    for (const [path, key] of [
      ['/my-account/confirm-email/', await keyTo(newEmail, 'confirm-email')],
      ['/my-account/undo-email/', await keyTo(ada.email, 'email-change-asked')],
    ] as const) {
      await app.request(`${path}?key=${key}`)
      expect((await app.request(path, { method: 'POST' })).status).toBe(404)
      expect((await app.request(`${path}?key=no-such-key`)).status).toBe(404)
    }
    expect(await emailOf(ada.id)).toBe(ada.email)
    expect(await sessionsOf(ada.id)).toHaveLength(1)
  })
})
