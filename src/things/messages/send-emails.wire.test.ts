import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { openMailServer } from '../../../test/support/mail-server.ts'
import { writeOrder } from '../../../test/support/orders.ts'
import { shopMessages } from '../../messages.ts'
import { defaultSettings } from '../../settings.ts'
import { insertEmails, resendEmail } from './emails.store.ts'
import { emails } from './emails.table.ts'
import { type RenderEmail, sendEmails } from './send-emails.ts'

const { db } = await createTestDatabase()
const { received, postbox, refuse } = await openMailServer()
let now = new Date('2026-11-20T12:00:00Z')
const shop = { db, now: () => now, url: 'http://shop.test', secret: 'a-secret' }
const render: RenderEmail = shopMessages(shop, async () => defaultSettings).outgoing

async function fetchPath(transition: string, orderId?: number): Promise<number> {
  const id = orderId ?? (await writeOrder(db, { status: 'processing' })).id
  await db.transaction((tx) =>
    insertEmails(
      tx,
      [
        {
          orderId: id,
          key: `order:${id}:${transition}`,
          template: 'order-confirmation',
          recipient: 'maya@samovar.test',
          subject: 'Your order: thé',
          data: {},
        },
      ],
      now,
    ),
  )
  return id
}

const mailOf = async (orderId: number) => (await db.select().from(emails).where(eq(emails.orderId, orderId)))[0]

test('[CHK-18] an email is sent once, also with repeated inserts and concurrent senders', async () => {
  const orderId = await fetchPath('pending>processing')
  await Promise.all([fetchPath('pending>processing', orderId), fetchPath('pending>processing', orderId)])
  const sent = await Promise.all([1, 2, 3].map(() => sendEmails(shop, postbox, render)))
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('To: maya@samovar.test')
  expect(received[0]).toContain('multipart/alternative')
  expect(received[0]).toContain('Cast-iron teapot')
  const [, picture = ''] =
    /Content-ID: <mark@samovar>\r\n[^]*?\r\n\r\n([\w+/=\r\n]+?)\r\n--/.exec(received[0] ?? '') ?? []
  expect(Buffer.from(picture, 'base64').equals(postbox.mark)).toBe(true)
  const mail = await mailOf(orderId)
  expect(mail).toMatchObject({ status: 'sent', attempts: 1 })
  expect(mail?.html).toContain('$149.17')
  expect(mail?.text).toContain('$149.17 CAD')
})

test('[CHK-18] a rejected email is retried with growing delays, fails in the end, and can be requeued', async () => {
  refuse(true)
  const orderId = await fetchPath('pending>processing')
  const pauses: number[] = []
  for (let mail = await mailOf(orderId); mail?.status === 'waiting'; mail = await mailOf(orderId)) {
    now = mail.nextAttemptAt
    expect(await sendEmails(shop, postbox, render)).toBe(0)
    const after = await mailOf(orderId)
    if (after?.status === 'waiting') pauses.push((after.nextAttemptAt.getTime() - now.getTime()) / 60_000)
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64])
  const given = await mailOf(orderId)
  expect(given).toMatchObject({ status: 'failed', attempts: 8, html: null })
  expect(given?.lastError).toContain('no room')
  expect(await sendEmails(shop, postbox, render)).toBe(0)

  refuse(false)
  expect(await resendEmail(db, given?.id ?? 0, now)).toBe('queued')
  expect(await resendEmail(db, given?.id ?? 0, now)).toBe('nothing')
  expect(await sendEmails(shop, postbox, render)).toBe(1)
  expect(await mailOf(orderId)).toMatchObject({ status: 'sent', lastError: null })
})

test('an email that is sent again gets its answers where the first one did', async () => {
  const { id: orderId } = await writeOrder(db, { status: 'processing' })
  const question = {
    template: 'shop-order-question',
    recipient: 'owner@samovar.test',
    subject: 'A message',
    key: 'ask',
  }
  await db.transaction((tx) => insertEmails(tx, [{ ...question, orderId, data: { reason: 'A card?' } }], now))
  received.length = 0
  expect(await sendEmails(shop, postbox, render)).toBe(1)
  const first = await mailOf(orderId)
  expect(await resendEmail(db, first?.id ?? 0, now)).toBe('queued')
  expect(await sendEmails(shop, postbox, render)).toBe(1)
  const answersTo = received.map((email) => /^Reply-To: (.*)\r$/m.exec(email)?.[1])
  expect(answersTo).toEqual(['ada@shop.test', 'ada@shop.test'])
})

test('an email that cannot be rendered is retried with its error; the others are sent', async () => {
  const orderId = await fetchPath('pending>processing', 999_999)
  const good = await fetchPath('pending>processing')
  expect(await sendEmails(shop, postbox, render)).toBe(1)
  expect((await mailOf(orderId))?.lastError).toContain('is gone')
  expect(await mailOf(good)).toMatchObject({ status: 'sent' })
})

test('an email that the database refuses is counted, never sent twice, and holds up no other', async () => {
  await db.execute(sql`alter table emails add constraint refused check (html <> 'refused')`)
  const [broken, refused, good] = [await fetchPath('broken'), await fetchPath('refused'), await fetchPath('good')]
  const content = { html: 'refused', text: 'A \0 in it', replyTo: undefined }
  const renderOwn: RenderEmail = async (tx, email) => {
    if (email.orderId === broken) await tx.execute(sql`select ${'\0'}`)
    const own = { ok: true, sent: content, kept: content, secrets: [] } as const
    return email.orderId === refused ? own : render(tx, email)
  }
  received.length = 0
  expect(await sendEmails(shop, postbox, renderOwn)).toBe(1)
  expect(received).toHaveLength(2)
  expect(await mailOf(broken)).toMatchObject({ status: 'waiting', attempts: 1 })
  expect(await mailOf(refused)).toMatchObject({ status: 'failed', attempts: 1 })
  expect(await mailOf(good)).toMatchObject({ status: 'sent' })
})
