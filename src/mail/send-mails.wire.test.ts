import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/support/database.ts'
import { writeMail } from './mail.store.ts'
import { mails } from './mail.table.ts'
import { openPostbox, sendMails } from './send-mails.ts'

const { db } = await freshDatabase()
const received: string[] = []
let refuses = false
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, callback) => callback(refuses ? new Error('no room') : null),
  onData: (stream, _session, callback) => {
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
    stream.on('end', () => {
      received.push(text)
      callback()
    })
  },
})
const now = new Date('2026-11-20T12:00:00Z')
let address = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(() => new Promise<void>((done) => server.close(done)))

const write = (orderId: number) =>
  db.transaction((tx) =>
    writeMail(tx, {
      orderId,
      transition: 'pending>processing',
      template: 'order-confirmation',
      recipient: 'maya@samovar.test',
      subject: 'Your order',
      html: '<p>Thé</p>',
      text: 'Thé',
      now,
    }),
  )

test('[CHK-18] a mail goes out once, however often it was asked for and however many send at once', async () => {
  await Promise.all([write(1), write(1), write(1)])
  const postbox = openPostbox(address, 'Samovar <tea@samovar.test>')
  const sent = await Promise.all([1, 2, 3].map(() => sendMails(db, postbox, () => now)))
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('To: maya@samovar.test')
  const [mail] = await db.select().from(mails).where(eq(mails.orderId, 1))
  expect(mail).toMatchObject({ status: 'sent', attempts: 1 })
})

test('a mail the server refuses waits longer each time and is kept', async () => {
  refuses = true
  await write(2)
  const postbox = openPostbox(address, 'Samovar <tea@samovar.test>')
  expect(await sendMails(db, postbox, () => now)).toBe(0)
  const [mail] = await db.select().from(mails).where(eq(mails.orderId, 2))
  expect(mail).toMatchObject({ status: 'waiting', attempts: 1 })
  expect(mail?.lastError).toContain('no room')
  expect(mail?.nextAttemptAt.getTime()).toBe(now.getTime() + 60_000)
})
