/** Keys and digits that give access by email are sealed while the email waits, and deleted afterwards. */
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { shopJobs } from '../../src/jobs.ts'
import { confirmEmailChange, mailEmailChangeJob, undoEmailChange } from '../../src/people/identity/change-email.ts'
import { identityJobs } from '../../src/people/identity/jobs.ts'
import { requestSignInCode } from '../../src/people/identity/sign-in/sign-in-code.ts'
import { openJobs } from '../../src/platform/jobs/jobs.ts'
import { orderMessages } from '../../src/shop/orders/messages/order-messages.ts'
import { stockAlertJobs } from '../../src/shop/stock-alerts/jobs.ts'
import { dropExpiredSecrets, readEmail } from '../../src/things/messages/emails.store.ts'
import { emails } from '../../src/things/messages/emails.table.ts'
import { sendEmails } from '../../src/things/messages/send-emails.ts'
import { openBrowser } from '../support/browser.ts'
import { openMailServer } from '../support/mail-server.ts'
import { keyIn, newestTextTo, textOf } from '../support/mails.ts'
import { writeOrder } from '../support/orders.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'

let clock = new Date('2026-11-20T12:00:00Z')
const { app, shop, db, pool, databaseUrl } = await openShop({ now: () => clock })
const { received, postbox } = await openMailServer()
const jobs = await openJobs(
  databaseUrl,
  pino({ level: 'silent' }),
  shopJobs({}).map(({ job }) => job),
)
afterAll(() => jobs.stop())
Object.assign(shop, { jobs })

let round = 0
beforeEach(async () => {
  round += 1
  clock = new Date(clock.getTime() + 30 * 86_400_000)
  await pool.query('delete from emails')
})
const browser = () => openBrowser(app, { 'x-forwarded-for': `203.0.113.${round}` })

const handlers = [...identityJobs, ...stockAlertJobs]
const done = new Set<string>()
/** Runs the jobs of the queue that have not run yet. The queue keeps their rows. */
async function runJobs() {
  const { rows } = await pool.query<{ id: string; name: string; data: never }>(
    'select id, name, data from jobs.job order by created_on',
  )
  for (const { id, name, data } of rows) {
    if (done.has(id)) continue
    done.add(id)
    await handlers.find(({ job }) => job.name === name)?.run(shop, data)
  }
}

/** The tables, including those of the queue, that contain the text in any column of a row. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const one = await pool.query(`select from ${name} t where t::text ~ $1 limit 1`, [
      `(^|[^0-9A-Za-z_-])${text}([^0-9A-Za-z_-]|$)`,
    ])
    if (one.rowCount) found.push(name)
  }
  return found
}

const person = (role: 'administrator' | 'customer' = 'customer') => createSignedInUser(shop, role)
const wpJson = (path: string, body: object, by: Awaited<ReturnType<typeof person>>) =>
  app.request(`/wp-json${path}`, {
    method: 'POST',
    headers: { ...by.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Requests a change of the email address; the old address receives a key that undoes it. */
async function askForMove() {
  const { id, email } = await person()
  const moved = `moved${round}@shop.test`
  await shop.jobs.enqueueNow(mailEmailChangeJob, { userId: id, email: moved, askedAt: clock.toISOString() })
  await runJobs()
  return { email, moved, session: { userId: id, sessionId: '0' } }
}
async function move() {
  const { email, moved, session } = await askForMove()
  const key = keyIn(await newestTextTo(shop, moved))
  expect((await confirmEmailChange(shop, key, session)).ok).toBe(true)
  return email
}

/** For each type of email with a key or digits, the action that causes it. */
const flows: Readonly<Record<string, () => Promise<unknown>>> = {
  'reset-password': async () =>
    browser().send('/my-account/lost-password/', { wc_reset_password: 'true', user_login: (await person()).email }),
  'new-account': () => browser().send('/my-account/', { email: `new${round}@shop.test`, register: 'Register' }),
  async 'confirm-account'() {
    const order = await writeOrder(db, { customerId: null, createdAt: clock, status: 'processing' })
    const page = `/checkout/order-received/${order.id}/?key=${order.orderKey}`
    const guest = browser()
    await guest.html(page)
    await guest.send(page, { account_password: 'kettle basket orchid' })
  },
  'sign-in-code': async () => browser().send('/my-account/sign-in-code/', { username: (await person()).email }),
  'set-up-code': async () =>
    requestSignInCode(shop, {
      email: (await person()).email,
      clientAddress: '203.0.113.9',
      remember: false,
      redirectTo: null,
      device: null,
      isForSetUp: true,
    }),
  'email-change-asked': askForMove,
  'confirm-email': askForMove,
  'email-changed': move,
  'email-change-undone': async () => undoEmailChange(shop, keyIn(await newestTextTo(shop, await move()))),
  'staff-invitation': async () =>
    wpJson(
      '/samovar/v1/invitations',
      { email: `staff${round}@shop.test`, role: 'editor' },
      await person('administrator'),
    ),
  'new-password': async () =>
    wpJson(`/samovar/v1/people/${(await person()).id}/password`, {}, await person('administrator')),
  'confirm-stock-alert': () =>
    browser().send('/back-in-stock/', { product_id: String(referenceIds.soldOut), email: `wei${round}@shop.test` }),
}

/** Keys and digits in an email, as its recipient sees them. */
const secretsIn = (text: string): string[] =>
  [
    ...[...text.matchAll(/(?:\?key=|\/back-in-stock\/)([\w-]+)/g)].map(([, key = '']) => key),
    ...[...text.matchAll(/\b\d{3} \d{3}\b/g)].flatMap(([digits]) => [digits, digits.replace(' ', '')]),
  ].filter((secret) => secret !== 'removed')

/** Runs the action that causes the email; returns the email of this type and its secrets. */
async function mailOf(template: string) {
  await flows[template]?.()
  await runJobs()
  const email = (await db.select().from(emails)).find((one) => one.template === template)
  if (!email) throw new Error(`No email ${template} was queued`)
  const text = await textOf(shop, email)
  const secrets = secretsIn(text)
  expect(secrets.length).toBeGreaterThan(0)
  return { id: email.id, text, secrets }
}

/** The text of the email after its keys and digits were deleted. */
const blanked = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, secret.includes(' ') ? '••• •••' : 'removed'), text)

async function expectNothingLeft({ id, text, secrets }: Awaited<ReturnType<typeof mailOf>>, status: string) {
  for (const secret of secrets) expect(await tablesWith(secret)).toEqual([])
  const administrator = await person('administrator')
  const mail = await app.request(`/wp-json/samovar/v1/mails/${id}`, { headers: administrator.headers })
  expect(await mail.json()).toMatchObject({ status, can_resend: false, text: blanked(text, secrets) })
  const before = await db.$count(emails)
  const again = await wpJson(`/samovar/v1/mails/${id}/retry`, {}, administrator)
  expect([again.status, await again.json()]).toMatchObject([
    409,
    { message: expect.stringContaining('cannot be sent again') },
  ])
  expect(await db.$count(emails)).toBe(before)
}

describe.each(Object.keys(flows))('[ACC-01] the key in an email %s', (template) => {
  test('is in no row of the database while it waits, reaches its reader, and is gone once it was sent', async () => {
    const mail = await mailOf(template)
    for (const secret of mail.secrets) expect(await tablesWith(secret)).toEqual([])
    await sendEmails(shop, postbox, shop.messages.outgoing)
    const letters = received.splice(0).join()
    for (const secret of mail.secrets.filter((one) => !/^\d{6}$/.test(one))) expect(letters).toContain(secret)
    await expectNothingLeft(mail, 'sent')
  })

  test('is gone once it has expired, and its email is not sent any more', async () => {
    const mail = await mailOf(template)
    clock = new Date(clock.getTime() + 8 * 86_400_000)
    expect(await dropExpiredSecrets(db, clock)).toBeGreaterThan(0)
    expect(await dropExpiredSecrets(db, clock)).toBe(0)
    await expectNothingLeft(mail, 'failed')
    expect((await readEmail(db, mail.id))?.lastError).toContain('expired before it could be sent')
    await sendEmails(shop, postbox, shop.messages.outgoing)
    expect(received.splice(0).join()).not.toContain('key=removed')
  })
})

test('[ACC-01] every type of email with a key or digits is known here, and keeps them sealed', async () => {
  const sealing = shop.messages.types.filter(({ secrets }) => secrets !== undefined).map(({ id }) => id)
  expect(sealing.toSorted()).toEqual(Object.keys(flows).toSorted())
  // The key of an order is stored with the order, and gives access to nothing else.
  for (const { id } of shop.messages.types.filter((type) => !Object.hasOwn(orderMessages, type.id)))
    if (secretsIn((await shop.messages.preview(id))?.text ?? '').length > 0) expect(sealing).toContain(id)
})
