/** The download of a customer's data, and the deletion of an account. */
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, describe, expect, test } from 'vitest'
import { ada as address, writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { sessions, users } from '../../../people/identity/accounts.table.ts'
import { signIn } from '../../../people/identity/sign-in/sign-in.ts'
import { eraseDueAccounts, GRACE_DAYS, requestDeletion } from '../../../people/privacy/delete-account.ts'
import { accountDeletions, privacyLog } from '../../../people/privacy/privacy.table.ts'
import { orders } from '../../../shop/orders/orders.table.ts'
import { emails } from '../../../things/messages/emails.table.ts'

let offsetMs = 0
const { app, shop, db } = await openShop({ now: () => new Date(Date.now() + offsetMs) })
let ada = await createSignedInUser(shop, 'customer')
beforeEach(async () => {
  offsetMs = 0
  ada = await createSignedInUser(shop, 'customer')
})

const DAY = 86_400_000
const PRIVACY = '/my-account/privacy/'
const password = 'first-flush'
const get = (path: string, cookie = ada.cookie) => app.request(path, { headers: { cookie } })
async function post(path: string, fields: Record<string, string>, cookie = ada.cookie) {
  const html = await (await get(PRIVACY, cookie)).text()
  const nonce = /name="personal-data-nonce" value="(\w+)"/.exec(html)?.[1] ?? ''
  const body = new URLSearchParams({ ...fields, 'personal-data-nonce': nonce })
  return app.request(path, { method: 'POST', body, headers: { cookie } })
}
const eventsOf = async (id: number) =>
  (await db.select().from(privacyLog).where(eq(privacyLog.userId, id)).orderBy(privacyLog.id)).map(({ kind }) => kind)
const exists = (id: number) => db.$count(users, eq(users.id, id))
const deletionOf = async (id: number) =>
  (await db.select().from(accountDeletions).where(eq(accountDeletions.userId, id)))[0]
/** Advances the clock by an hour: the shop asks for the password some time after signing in. */
const later = () => {
  offsetMs = 3_600_000
}

describe('download', () => {
  test('is one JSON file with everything, for its owner alone, never cached', async () => {
    const order = await writeOrder(db, { customerId: ada.id, invoiceNumber: 61_000 + ada.id, billing: address })
    const other = await writeOrder(db, { invoiceNumber: 71_000 + ada.id })
    const response = await post(`${PRIVACY}download/`, { format: 'json' })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="personal-data-[\d-]+\.json"$/)
    const text = await response.text()
    const data = JSON.parse(text) as Record<string, unknown[]>
    expect(data.account).toMatchObject([{ email: ada.email }])
    expect(data.orders).toMatchObject([{ number: order.id, invoice: `INV-${61_000 + ada.id}`, total: '$149.17' }])
    expect(text).not.toContain(String(other.invoiceNumber))
    // No secret: neither the password's hash nor a session's token.
    expect(text).not.toMatch(/argon2|token/i)
    expect(await eventsOf(ada.id)).toEqual(['export'])
  })

  test('is an archive of tables, in which no text is a formula', async () => {
    await db.update(users).set({ name: '=HYPERLINK("x")' }).where(eq(users.id, ada.id))
    await writeOrder(db, { customerId: ada.id })
    const response = await post(`${PRIVACY}download/`, { format: 'csv' })
    expect(response.headers.get('content-type')).toBe('application/zip')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['account.csv', 'orders.csv', 'sign-ins.csv']))
    expect(strFromU8(files['account.csv'] ?? new Uint8Array())).toContain("'=HYPERLINK")
    expect(strFromU8(files['orders.csv'] ?? new Uint8Array())).toContain('billing address1')
  })

  test('asks for the password once the sign-in is not fresh, and counts wrong ones', async () => {
    later()
    expect(await (await get(PRIVACY)).text()).toContain('name="password"')
    for (const wrong of ['', 'wrong']) {
      const refused = await post(`${PRIVACY}download/`, { format: 'json', password: wrong })
      expect([refused.status, refused.headers.get('content-disposition')]).toEqual([422, null])
    }
    for (let nth = 0; nth < 10; nth += 1) await post(`${PRIVACY}download/`, { password: 'wrong' })
    const limited = await post(`${PRIVACY}download/`, { format: 'json', password })
    expect(await limited.text()).toContain('Too many attempts')
    expect(await eventsOf(ada.id)).toEqual([])
    const bo = await createSignedInUser(shop, 'customer')
    expect((await post(`${PRIVACY}download/`, { format: 'json', password }, bo.cookie)).status).toBe(200)
    // The password that was just given counts for the next minutes.
    expect(await (await get(PRIVACY, bo.cookie)).text()).not.toContain('name="password"')
  })

  test('guests and forms without a nonce get nothing', async () => {
    const body = new URLSearchParams({ format: 'json', 'personal-data-nonce': 'wrong' })
    const forged = await app.request(`${PRIVACY}download/`, { method: 'POST', body, headers: { cookie: ada.cookie } })
    expect([forged.status, forged.headers.get('content-disposition')]).toEqual([422, null])
    const guest = await app.request(`${PRIVACY}download/`, { method: 'POST', body })
    expect(await guest.text()).toContain('woocommerce-form-login')
    expect(await eventsOf(ada.id)).toEqual([])
  })

  test('is limited in an hour', async () => {
    for (let nth = 0; nth < 10; nth += 1) await post(`${PRIVACY}download/`, { format: 'json' })
    const limited = await post(`${PRIVACY}download/`, { format: 'json' })
    expect(limited.headers.get('retry-after')).not.toBeNull()
    expect(await limited.text()).toContain('try again in an hour')
  })
})

describe('deletion', () => {
  const ask = (fields: Record<string, string> = {}) => post(`${PRIVACY}deletion/`, fields)

  test('waits for a week, ends the sessions, writes, and then leaves nothing but the books', async () => {
    const order = await writeOrder(db, { customerId: ada.id, status: 'completed' })
    const response = await ask()
    expect([response.status, response.headers.get('location')]).toEqual([303, `${PRIVACY}deletion/?requested=true`])
    expect(await db.$count(sessions, eq(sessions.userId, ada.id))).toBe(0)
    const mail = await db.select().from(emails).where(eq(emails.recipient, ada.email))
    expect(mail.map(({ template }) => template)).toEqual(['account-deletion-requested'])
    expect(await (await app.request(`${PRIVACY}deletion/?requested=true`)).text()).toContain('You are signed out')

    offsetMs = GRACE_DAYS * DAY - 60_000
    await eraseDueAccounts(shop)
    expect(await exists(ada.id)).toBe(1)
    offsetMs = GRACE_DAYS * DAY + 60_000
    await Promise.all([eraseDueAccounts(shop), eraseDueAccounts(shop)])
    await eraseDueAccounts(shop)
    expect(await exists(ada.id)).toBe(0)
    const [kept] = await db.select().from(orders).where(eq(orders.id, order.id))
    expect(kept).toMatchObject({ totalCents: order.totalCents, customerId: null })
    expect(kept?.billing.address1).toBe('[deleted]')
    const last = await db.select().from(emails).where(eq(emails.recipient, ada.email))
    expect(last.map(({ template }) => template)).toEqual(['account-deleted'])
    expect(await eventsOf(ada.id)).toEqual(['deletion-requested', 'erasure'])
    await db.update(emails).set({ status: 'sent', sentAt: shop.now() }).where(eq(emails.recipient, ada.email))
    offsetMs += 2 * DAY
    await eraseDueAccounts(shop)
    expect(await db.$count(emails, eq(emails.recipient, ada.email))).toBe(0)
  })

  test('signing in shows it on every page, and one button keeps the account', async () => {
    await requestDeletion(shop, ada.id)
    const signedIn = await signIn(shop, {
      email: ada.email,
      password,
      remember: true,
      clientAddress: '203.0.113.7',
      userAgent: 'x',
    })
    if (!signedIn.ok) throw new Error('no sign-in')
    const cookie = signedIn.cookies.map((one) => one.split(';')[0]).join('; ')
    expect(await (await get('/my-account/', cookie)).text()).toContain('This account will be deleted on')
    await post(PRIVACY, { keep_account: '1' }, cookie)
    expect(await deletionOf(ada.id)).toBeUndefined()
    expect(await (await get('/my-account/', cookie)).text()).not.toContain('This account will be deleted on')
    offsetMs = 8 * DAY
    await eraseDueAccounts(shop)
    expect(await exists(ada.id)).toBe(1)
    expect(await eventsOf(ada.id)).toEqual(['deletion-requested', 'deletion-withdrawn'])
  })

  test('needs the password, and changes nothing without it', async () => {
    later()
    expect((await ask({ password: 'wrong' })).status).toBe(422)
    expect((await ask()).status).toBe(422)
    expect([await deletionOf(ada.id), await db.$count(sessions, eq(sessions.userId, ada.id))]).toEqual([undefined, 1])
    expect((await ask({ password })).status).toBe(303)
  })

  test('waits while an order is under way, and says so before', async () => {
    const order = await writeOrder(db, { customerId: ada.id, status: 'processing' })
    expect(await (await get(`${PRIVACY}deletion/`)).text()).toContain('One of your orders is still under way')
    await ask()
    offsetMs = 8 * DAY
    await eraseDueAccounts(shop)
    expect(await exists(ada.id)).toBe(1)
    await db.update(orders).set({ status: 'completed' }).where(eq(orders.id, order.id))
    offsetMs = 9 * DAY + 60_000
    await eraseDueAccounts(shop)
    expect(await exists(ada.id)).toBe(0)
  })

  test('never leaves the shop without an administrator', async () => {
    await db.delete(users).where(eq(users.role, 'administrator'))
    const [one, two] = [
      await createSignedInUser(shop, 'administrator'),
      await createSignedInUser(shop, 'administrator'),
    ]
    const answers = await Promise.all([requestDeletion(shop, one.id), requestDeletion(shop, two.id)])
    expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    offsetMs = 8 * DAY
    await eraseDueAccounts(shop)
    expect(await db.$count(users, eq(users.role, 'administrator'))).toBe(1)
    const [left] = (await exists(one.id)) ? [one] : [two]
    const refused = await post(`${PRIVACY}deletion/`, { password }, left.cookie)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('You are the only administrator.')
  })

  test('an interrupted erasure changes nothing, and the next run does it', async () => {
    await ask()
    const order = await writeOrder(db, { customerId: ada.id, status: 'completed' })
    offsetMs = 8 * DAY
    const erase = async (): Promise<number> => {
      throw new Error('the process is killed')
    }
    // The last part fails, after all others have erased their data.
    const data = shop.privacy.data.map((part) => (part.id === 'account' ? { ...part, erase } : part))
    const failing = { ...shop, privacy: { ...shop.privacy, data } }
    await expect(eraseDueAccounts(failing)).rejects.toThrow('the process is killed')
    const [untouched] = await db.select().from(orders).where(eq(orders.id, order.id))
    expect([untouched?.billing.firstName, await exists(ada.id)]).toEqual(['Ada', 1])
    await eraseDueAccounts(shop)
    expect(await exists(ada.id)).toBe(0)
  })
})
