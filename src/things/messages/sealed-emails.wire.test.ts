/**
 * Emails with a link in the outbox: who may read them, when they can be sent again, and a seal that cannot be opened.
 */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { openMailServer } from '../../../test/support/mail-server.ts'
import { keyIn, mailsTo, newestTextTo } from '../../../test/support/mails.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../test/support/users.ts'
import { createApp } from '../../app.ts'
import { shopMessages } from '../../messages.ts'
import { sendPasswordReset } from '../../people/identity/account-requests.ts'
import { createApiKey } from '../../people/identity/keys/api-keys.store.ts'
import { createApplicationPassword } from '../../people/identity/keys/application-passwords.store.ts'
import { defaultSettings } from '../../settings.ts'
import { dropExpiredSecrets } from './emails.store.ts'
import { emails } from './emails.table.ts'
import { sendEmails } from './send-emails.ts'

const DAY_MS = 86_400_000
let clock = new Date('2026-11-20T12:00:00Z')
const { app, shop, db } = await openShop({
  template: { name: 'empty', prepare: async () => {} },
  now: () => clock,
})
const secure = createApp({ ...shop, url: 'https://shop.test' })
const { received, postbox, refuse, quote } = await openMailServer()
const send = () => sendEmails(shop, postbox, shop.messages.outgoing)

let administrator: TestUser
let customer: TestUser
beforeEach(async () => {
  clock = new Date(clock.getTime() + 2 * DAY_MS)
  await db.delete(emails)
  received.length = 0
  refuse(false)
  administrator = await createSignedInUser(shop, 'administrator')
  customer = await createSignedInUser(shop, 'customer')
})

async function resetMail(to = customer) {
  await sendPasswordReset(shop, to.email)
  const [email] = await mailsTo(shop, to.email)
  if (!email) throw new Error('No email was queued')
  return { id: email.id, path: `/wp-json/samovar/v1/mails/${email.id}`, key: keyIn(await newestTextTo(shop, to.email)) }
}
const rowOf = async (id: number) => (await db.select().from(emails).where(eq(emails.id, id)))[0]

test('[ACC-03 administrator] reads the link while it works, in a shop without a mail server as well', async () => {
  const { path, key } = await resetMail()
  const read = async () => (await app.request(path, { headers: administrator.headers })).json()
  expect(await read()).toMatchObject({ status: 'waiting', text: expect.stringContaining(`key=${key}`) })
  clock = new Date(clock.getTime() + DAY_MS - 1000)
  expect(await read()).toMatchObject({ text: expect.stringContaining(`key=${key}`) })
  // The key has expired, and the job has not deleted it yet.
  clock = new Date(clock.getTime() + 1000)
  expect(await read()).toMatchObject({ text: expect.stringContaining('key=removed') })
})

test('[ACC-03 shop manager] and keys and passwords of an administrator’s programs never read it', async () => {
  const { path, key } = await resetMail()
  const manager = await createSignedInUser(shop, 'shop_manager')
  const apiKey = await createApiKey(shop, {
    userId: administrator.id,
    description: 'Program',
    permissions: 'read_write',
  })
  const made = await createApplicationPassword(shop, { userId: administrator.id, name: 'Program', appId: '' })
  const basic = (name = '', secret = '') => ({ authorization: `Basic ${btoa(`${name}:${secret}`)}` })
  const answers = [
    await app.request(path, { headers: manager.headers }),
    await secure.request(path, { headers: basic(apiKey?.consumerKey, apiKey?.consumerSecret) }),
    await secure.request(path, { headers: basic(administrator.email, made?.password) }),
  ]
  for (const answer of answers) {
    const text = await answer.text()
    expect([answer.status, JSON.parse(text)]).toMatchObject([200, { status: 'waiting', html: '', text: '' }])
    expect(text).not.toContain(key.slice(0, 12))
  }
})

test('[ACC-01 reset password] a mail server that comes back in time gets the link, and later none', async () => {
  const { id, path, key } = await resetMail()
  refuse(true)
  for (let tries = 0; tries < 8; tries += 1) {
    await send()
    clock = (await rowOf(id))?.nextAttemptAt ?? clock
  }
  expect(await rowOf(id)).toMatchObject({ status: 'failed', attempts: 8, sealed: expect.any(String) })
  refuse(false)
  const again = () => app.request(`${path}/retry`, { method: 'POST', headers: administrator.headers })
  expect(await (await again()).json()).toMatchObject({ status: 'waiting', text: expect.stringContaining(key) })
  expect(await send()).toBe(1)
  expect(received[0]).toContain(key)

  clock = new Date(clock.getTime() + DAY_MS)
  const other = await resetMail(administrator)
  clock = new Date(clock.getTime() + DAY_MS)
  // The key has expired, and is not deleted yet.
  expect(await send()).toBe(0)
  expect(await rowOf(other.id)).toMatchObject({ status: 'failed', attempts: 1 })
  await dropExpiredSecrets(db, clock)
  expect(await rowOf(other.id)).toMatchObject({ sealed: null, lastError: expect.stringContaining('expired') })
})

test('[ACC-01] what a mail server answers is kept without the link, even if it quotes it', async () => {
  const { id, key } = await resetMail()
  quote(true)
  expect(await send()).toBe(0)
  quote(false)
  const row = await rowOf(id)
  expect(row).toMatchObject({ status: 'waiting', lastError: expect.stringMatching(/blocked: \S+key=removed/) })
  expect(JSON.stringify(row)).not.toContain(key)
})

test('[ACC-01] an email that was sealed with another secret fails with the reason, and the others are sent', async () => {
  const restored = await resetMail()
  const elsewhere = shopMessages({ ...shop, secret: 'the secret of another folder' }, async () => defaultSettings)
  await sendPasswordReset({ ...shop, secret: 'the secret of another folder' }, administrator.email)
  expect(await sendEmails(shop, postbox, elsewhere.outgoing)).toBe(1)
  expect(received[0]).toContain(`To: ${administrator.email}`)
  expect(await rowOf(restored.id)).toMatchObject({
    status: 'failed',
    attempts: 1,
    html: null,
    lastError: expect.stringContaining('sealed with another secret'),
  })
  const [email] = await mailsTo(shop, customer.email)
  if (email) expect((await elsewhere.content(db, email)).text).toContain('key=removed')
  // With the right data directory the email can be sent again.
  await app.request(`${restored.path}/retry`, { method: 'POST', headers: administrator.headers })
  expect(await send()).toBe(1)
  expect(received[1]).toContain(restored.key)
})

test('[ACC-01] a seal that is moved to an email to somebody else stays shut', async () => {
  const { id } = await resetMail()
  await db.update(emails).set({ recipient: 'thief@shop.test' }).where(eq(emails.id, id))
  expect(await send()).toBe(0)
  expect([received, (await rowOf(id))?.status]).toEqual([[], 'failed'])
})
