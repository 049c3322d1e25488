/** Messages sent while the database is interrupted, and messages sent twice. */
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { formFiles } from '../../src/site/forms/forms.table.ts'
import { emails } from '../../src/things/messages/emails.table.ts'
import { letter, makeForm, send, storedOf } from '../support/contact-form.ts'
import { openDatabaseProxy } from '../support/database-proxy.ts'
import { createProof } from '../support/proofs.ts'
import { openShop } from '../support/shop.ts'

const opened = await openShop()
const { app, db, shop } = opened

/** The same shop, with a proxy before its database that can cut connections. */
const line = await openDatabaseProxy((opened.pool.options as { connectionString?: string }).connectionString ?? '')
const cut = connect(line.url, { poolSize: 4 })
afterAll(() => cut.close())
const fragile = createApp({ ...shop, db: cut.db })

test('[FORM-15 submissions] whatever statement’s answer is lost, a message that is sent again is there once, with its email', async () => {
  const plain = await makeForm(db)
  let lost = 0
  for (let number = 0; number < 100; number += 1) {
    const fields = { ...letter('Ada', `ada${number}@shop.test`, 'Tea', `Message ${number} of the outage.`) }
    const proven = { ...fields, _samovar_proof: await createProof(shop, 'form') }
    const hasHappened = line.dropReply(number)
    const first = await send(fragile, plain, proven)
    if (!hasHappened()) break
    lost += 1
    expect([200, 503]).toContain(first.code)
    const again = await send(fragile, plain, proven)
    expect([number, again.code, again.json.status]).toEqual([number, 200, 'mail_sent'])
    const stored = (await storedOf(db, plain)).filter(({ email }) => email === `ada${number}@shop.test`)
    expect(stored.map(({ status }) => status)).toEqual(['inbox'])
    expect(await db.$count(emails, eq(emails.key, `form:${stored[0]?.id}:mail`))).toBe(1)
  }
  expect(lost).toBeGreaterThan(5)
})

test('[FORM-15 submissions] while the database restarts, senders are asked to wait, and what was taken is kept', async () => {
  const plain = await makeForm(db)
  const sendAll = (from: number) =>
    Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const number = from + index
        const fields = letter('Ada', `restart${number}@shop.test`, 'Tea', `Message ${number} of the restart.`)
        return {
          number,
          ...(await send(fragile, plain, { ...fields, _samovar_proof: await createProof(shop, 'form') })),
        }
      }),
    )
  const during = sendAll(0)
  await pause(30)
  line.disconnect()
  const answers = [...(await during), ...(await sendAll(20))]
  line.restore()
  for (const { code, json } of answers)
    expect(code === 503 ? json.code : json.status).toBe(code === 503 ? 'service_unavailable' : 'mail_sent')
  const after = await sendAll(40)
  expect(after.map(({ json }) => json.status)).toEqual(Array(20).fill('mail_sent'))
  const stored = new Set((await storedOf(db, plain)).map(({ email }) => email))
  const taken = [...answers, ...after]
    .filter(({ code }) => code === 200)
    .map(({ number }) => `restart${number}@shop.test`)
  expect(taken.filter((email) => !stored.has(email))).toEqual([])
})

test('[FORM-15 submissions] a form that is sent twice at once, with a file and a proof, is there once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const twice = await makeForm(db, {
      form: '[text* your-name][email your-email][textarea your-message][file your-file filetypes:txt]',
    })
    const fields = {
      'your-name': 'Ada',
      'your-email': 'ada@shop.test',
      'your-message': 'A long message that was sent by two presses.',
      'your-file': new File(['hello'], 'hello.txt'),
      _samovar_proof: await createProof(shop, 'form'),
    }
    const answers = await Promise.all([0, 1, 2].map(() => send(app, twice, fields)))
    expect(answers.map(({ json }) => json.status)).toEqual(['mail_sent', 'mail_sent', 'mail_sent'])
    const stored = await storedOf(db, twice)
    expect(stored.map(({ status }) => status)).toEqual(['inbox'])
    expect(await db.$count(formFiles, eq(formFiles.submissionId, stored[0]?.id ?? 0))).toBe(1)
    expect(await db.$count(emails, eq(emails.key, `form:${stored[0]?.id}:mail`))).toBe(1)
  }
})
