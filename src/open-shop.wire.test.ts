/**
 * A complete shop: its jobs with the real queue, and how it learns of changes made by itself and by other processes.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../test/support/database.ts'
import { openMailServer } from '../test/support/mail-server.ts'
import { keyIn, newestTextTo } from '../test/support/mails.ts'
import { createSignedInUser } from '../test/support/users.ts'
import { createApp } from './app.ts'
import { openShop } from './open-shop.ts'
import { requestByEmail, resetPasswordJob } from './people/identity/account-requests.ts'
import { createUser } from './people/identity/users.store.ts'
import { parseEnv } from './platform/env.ts'
import { developmentAssets } from './platform/web/assets.ts'
import { invalidatePageTags } from './platform/web/page-tags.ts'
import { loadSettings } from './settings.ts'
import { emptyRate, insertRates, TAXES_TAG } from './shop/taxes/taxes.store.ts'
import type { Shop } from './shop.ts'
import { resendEmail } from './things/messages/emails.store.ts'
import { emails } from './things/messages/emails.table.ts'
import { sendEmailsJob } from './things/messages/send-message.ts'

const { db, url } = await createTestDatabase()
const { received, url: smtpUrl } = await openMailServer()
const folder = await mkdtemp(join(tmpdir(), 'samovar-open-shop-'))
afterAll(() => rm(folder, { recursive: true }))
const people = ['ada', 'wei', 'mia'].map((name) => `${name}@shop.test`)
for (const email of people) await createUser(db, { email, name: 'Ada', password: 'first-flush', role: 'customer' })
const [ada = '', wei = '', mia = ''] = people

/** Runs a shop with its jobs while `work` runs. */
async function running(dataDir: string, overrides: Record<string, string>, work: (shop: Shop) => Promise<void>) {
  const env = parseEnv({ DATABASE_URL: url, DATA_DIR: join(folder, dataDir), ...overrides })
  const log = pino({ level: 'silent' })
  const open = await openShop(env, url, { assets: developmentAssets(), clientDir: folder, isProduction: true, log })
  await open.startJobs()
  try {
    await work(open.shop)
  } finally {
    await open.close()
  }
}

const rowOf = async (email: string) => (await db.select().from(emails).where(eq(emails.recipient, email)))[0]
const stateOf = async (email: string) => {
  const row = await rowOf(email)
  return row && [row.status, row.sealed !== null, row.lastError]
}
const ask = (shop: Shop, email: string) =>
  requestByEmail(shop, resetPasswordJob, { email, clientAddress: '203.0.113.7' })
const within = { timeout: 20_000, interval: 200 }

test('[ACC-01 reset password] without a mail server the link waits sealed, and is dropped when it has expired', async () => {
  await running('data', {}, async (shop) => {
    await ask(shop, ada)
    await ask(shop, wei)
    await expect.poll(() => stateOf(ada), within).toEqual(['waiting', true, null])
    await expect.poll(() => stateOf(wei), within).toEqual(['waiting', true, null])
    expect(keyIn(await newestTextTo(shop, ada))).toHaveLength(32)
    await db
      .update(emails)
      .set({ sealedUntil: new Date(Date.now() - 1000) })
      .where(eq(emails.recipient, ada))
    await shop.jobs.enqueueNow(sendEmailsJob, {})
    await expect.poll(() => stateOf(ada), within).toEqual(['failed', false, expect.stringContaining('expired')])
    expect(await stateOf(wei)).toEqual(['waiting', true, null])
  })
}, 60_000)

test('[ACC-01 reset password] with a mail server it is sent; one that was sealed in another DATA_DIR fails alone', async () => {
  await running('restored', { SMTP_URL: smtpUrl }, async (shop) => {
    await ask(shop, mia)
    await expect.poll(() => stateOf(mia), within).toEqual(['sent', false, null])
    await expect.poll(() => stateOf(wei), within).toEqual(['failed', true, expect.stringContaining('another secret')])
  })
  expect(received.map((letter) => /^To: (.*)\r$/m.exec(letter)?.[1])).toEqual([mia])
  expect(keyIn(received[0] ?? '')).toHaveLength(32)
  expect((await rowOf(mia))?.text).toContain('key=removed')

  // With the data directory in which the email was sealed, it can be sent.
  await running('data', { SMTP_URL: smtpUrl }, async (shop) => {
    const text = await newestTextTo(shop, wei)
    expect(await resendEmail(db, (await rowOf(wei))?.id ?? 0, new Date())).toBe('queued')
    await shop.jobs.enqueueNow(sendEmailsJob, {})
    await expect.poll(() => stateOf(wei), within).toEqual(['sent', false, null])
    expect(received[1]).toContain(keyIn(text))
  })
}, 60_000)

test('settings that cannot be read again for a moment are read soon, and do not keep taxes from being read', async () => {
  await running('data', {}, async (shop) => {
    await db.execute(sql`alter table settings rename to settings_away`)
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into settings_away (name, value) values ('siteTitle', '"Late Tea"')`)
      await insertRates(tx, [{ ...emptyRate, label: 'Late tax' }])
      await invalidatePageTags(tx, ['settings', TAXES_TAG])
    })
    await expect.poll(() => JSON.stringify(shop.pricing())).toContain('Late tax')
    await db.execute(sql`alter table settings_away rename to settings`)
    await expect.poll(() => shop.settings().siteTitle, within).toBe('Late Tea')
  })
}, 60_000)

test('[CHK-08 billing on order_pay] a saved setting holds from the next request on, however many are saved at once', async () => {
  await running('data', {}, async (shop) => {
    const owner = await createSignedInUser(shop, 'administrator')
    const app = createApp(shop)
    const save = async (field: string) => {
      const response = await app.request('/wp-json/samovar/v1/settings', {
        method: 'PUT',
        headers: { ...owner.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ checkout_phone_field: field }),
      })
      expect(response.status).toBe(200)
    }
    for (const field of ['optional', 'required', 'hidden', 'optional', 'required'] as const) {
      await save(field)
      expect(shop.settings().checkoutPhoneField).toBe(field)
    }
    // Concurrent reloads must not apply an older state last.
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(['hidden', 'optional', 'required', 'hidden', 'optional'].map(save))
      expect(shop.settings().checkoutPhoneField).toBe((await loadSettings(db)).checkoutPhoneField)
    }
  })
}, 60_000)
