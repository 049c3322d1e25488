import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openMailServer } from '../../../../test/support/mail-server.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { consents } from '../../../people/identity/consents/consents.table.ts'
import { comments } from '../../../site/comments/comments.table.ts'
import { approvedComment } from '../../../site/comments/messages/comment-message.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { readOptOuts, unsubscribeKey } from '../../../things/messages/opt-outs.store.ts'
import { sendEmails } from '../../../things/messages/send-emails.ts'
import { sendMessage } from '../../../things/messages/send-message.ts'

const { received, postbox } = await openMailServer()
const { app, shop, db } = await openShop({ settings: { emails: { 'comment-approved': { enabled: true } } } })
const TEMPLATE = 'comment-approved'
const PAGE = '/my-account/mail-choices/'
const label = approvedComment.optional?.label ?? ''

const page = async (cookie: string) => (await app.request(PAGE, { headers: { cookie } })).text()
async function save(cookie: string, fields: Record<string, string>) {
  const nonce = /name="save-mail-choices-nonce" value="(\w+)"/.exec(await page(cookie))?.[1] ?? ''
  const body = new URLSearchParams({ ...fields, 'save-mail-choices-nonce': nonce })
  return app.request(PAGE, { method: 'POST', body, headers: { cookie } })
}
async function approve(email: string) {
  const [entry] = await db.select().from(entries).where(eq(entries.kind, 'product')).limit(1)
  const [comment] = await db
    .insert(comments)
    .values({ entryId: entry?.id ?? 0, authorName: 'Ada', authorEmail: email, content: 'Fine', status: 'approved' })
    .returning()
  return db.transaction((tx) =>
    sendMessage(tx, shop, approvedComment, {
      recipient: email,
      key: `comment:${comment?.id}`,
      payload: { commentId: comment?.id ?? 0 },
      subject: { comment, entry } as never,
    }),
  )
}

test('a customer does without optional emails, and the words of each choice are kept', async () => {
  const ada = await createSignedInUser(shop, 'customer')
  expect(await page(ada.cookie)).toContain(label)
  expect((await save(ada.cookie, {})).status).toBe(303)
  expect(await readOptOuts(db, ada.email)).toContain(TEMPLATE)
  expect(await approve(ada.email)).toBe(false)
  await save(ada.cookie, { [`mail_${TEMPLATE}`]: '1', mail_nonsense: '1', 'mail_new-order': '1' })
  expect(await readOptOuts(db, ada.email)).not.toContain(TEMPLATE)
  expect(await approve(ada.email)).toBe(true)
  const kept = await db.select().from(consents).where(eq(consents.userId, ada.id)).orderBy(consents.id)
  const own = kept.filter(({ text }) => text === label)
  expect(own.map(({ isGiven, place, kind }) => [isGiven, place, kind])).toEqual([
    [false, 'Emails', 'emails'],
    [true, 'Emails', 'emails'],
  ])
})

test('a mail program stops them with one request (RFC 8058), a person with a button', async () => {
  const email = 'guest@shop.test'
  await approve(email)
  await sendEmails(shop, postbox, shop.messages.outgoing, shop.messages.unsubscribeUrl)
  const mail = received.find((one) => one.includes(`To: ${email}`)) ?? ''
  expect(mail).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/)
  const link = /List-Unsubscribe:\s*<([^>]+)>/.exec(mail.replaceAll(/\r\n\s+/g, ''))?.[1] ?? ''
  expect(link).toMatch(/^http:\/\/shop\.test\/my-account\/unsubscribe\/\?key=/)
  const [stored] = await db.select().from(emails).where(eq(emails.recipient, email))
  expect(stored?.text).toContain('Stop these emails')

  const path = link.replace('http://shop.test', '')
  expect(await (await app.request(path)).text()).toContain('Stop these emails?')
  expect(await readOptOuts(db, email)).toEqual(new Set())
  const oneClick = () =>
    app.request(path, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect((await oneClick()).status).toBe(200)
  expect((await oneClick()).status).toBe(200)
  expect(await readOptOuts(db, email)).toEqual(new Set([TEMPLATE]))
  expect(await db.$count(consents, eq(consents.email, email))).toBe(1)
  await app.request(path, { method: 'POST', body: new URLSearchParams({ resubscribe: '1' }) })
  expect(await readOptOuts(db, email)).toEqual(new Set())
})

test('a forged link, and one for emails that always come, change nothing', async () => {
  const email = 'victim@shop.test'
  const key = unsubscribeKey('another-secret-of-thirty-two-letters', { email, template: TEMPLATE })
  const order = unsubscribeKey(shop.secret, { email, template: 'order-sent' })
  for (const bad of [key, order, '', 'x', 'x.y', key.replace('.', '')]) {
    const response = await app.request(`/my-account/unsubscribe/?key=${encodeURIComponent(bad)}`, { method: 'POST' })
    expect(response.status).toBe(404)
  }
  expect(await readOptOuts(db, email)).toEqual(new Set())
})
