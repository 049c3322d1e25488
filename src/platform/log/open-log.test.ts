import { DrizzleQueryError, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { cpuMsOf } from '../../../test/support/cpu-time.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { openLog } from './open-log.ts'

const { db } = await createTestDatabase()
const email = 'ada.lovelace@shop.test'
const orderKey = 'wc_order_Ab3xK9pQ7rT2vW5y'
const clientSecret = 'pi_3PqLmN_secret_q8w7e6r5t4'
const sensitive = [email, orderKey, clientSecret]

function logged(error: unknown): string {
  const lines: string[] = []
  const log = openLog({ LOG_LEVEL: 'info' }, { write: (line: string) => void lines.push(line) })
  log.error({ err: error }, 'request failed')
  return lines.join('')
}
const caught = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

test('a failed statement is named without its values: not as parameters, not in the message, not in the stack', async () => {
  const error = await caught(
    db.execute(sql`select ${email}::text, ${orderKey}::text, ${clientSecret}::text, ${'not a number'}::int`),
  )
  expect(error).toBeInstanceOf(DrizzleQueryError)
  const line = logged(error)
  for (const secret of [...sensitive, 'not a number']) expect(line).not.toContain(secret)
  expect(line).toContain('select $1::text')
  const { err } = JSON.parse(line) as { err: { stack: string; cause: { code: string } } }
  expect(err.cause.code).toBe('22P02')
  expect(err.stack).toContain('log.test.ts')
})

test('a rejected row is logged by its constraint, not by its values', async () => {
  await db.execute(sql`create table guests (email text primary key)`)
  await db.execute(sql`insert into guests values (${email})`)
  const line = logged(await caught(db.execute(sql`insert into guests values (${email})`)))
  expect(line).not.toContain(email)
  expect(line).toContain('guests_pkey')
})

test('an SDK error retains its code and loses its payment data', () => {
  const error = Object.assign(new Error(`The payment ${clientSecret} of ${email} was declined.`), {
    code: 'card_declined',
    raw: { payment_intent: { client_secret: clientSecret } },
    payment_intent: { id: 'pi_3PqLmN', client_secret: clientSecret, receipt_email: email },
  })
  const line = logged(error)
  for (const secret of sensitive) expect(line).not.toContain(secret)
  expect(line).toContain('card_declined')
})

test('a mail server’s rejection is logged without the recipient', async () => {
  const transporter = createTransport({ host: '127.0.0.1', port: 1 })
  const error = await caught(transporter.sendMail({ from: 'tea@shop.test', to: email, subject: 'Tea', text: orderKey }))
  const told = Object.assign(error as Error, { response: `550 no such user ${email}`, rejected: [email] })
  const line = logged(told)
  expect(line).not.toContain(email)
  expect(line).toContain('ECONNREFUSED')
})

test('causes and serialized errors are redacted as well', () => {
  const below = new Error(`Order ${orderKey} of ${email}`, { cause: new Error(`secret ${clientSecret}`) })
  const copied = { message: below.message, stack: below.stack, queue: 'settle-payment' }
  for (const error of [below, copied, `${email} ${orderKey}`]) {
    const line = logged(error)
    for (const secret of sensitive) expect(line).not.toContain(secret)
  }
  expect(logged(copied)).toContain('settle-payment')
  const address = new Error('connect to postgresql://samovar:hunter2@db.internal/shop failed; key=/?key=abc&x=1')
  expect(logged(address)).not.toMatch(/hunter2|key=abc/)
})

test('the longest message takes no longer than a moment', async () => {
  const messages = ['a', 'a.', '0', 'invalid input value ', '?key='].map((part) => part.repeat(200_000 / part.length))
  expect(await cpuMsOf(() => messages.forEach(logged))).toBeLessThan(1000)
})
