import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { jsonClient } from '../../../../test/support/json-client.ts'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { loadSettings, type Settings } from '../../../settings.ts'
import { findOrder } from '../../../shop/orders/orders.store.ts'
import { transitionOrder } from '../../../shop/orders/transition-order.ts'
import { comments } from '../../../site/comments/comments.table.ts'
import { waitingComment } from '../../../site/comments/messages/comment-message.ts'
import { setCommentStatus } from '../../../site/comments/moderate-comments.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { sendMessage } from '../../../things/messages/send-message.ts'
import { saveSettings } from '../../../things/settings/settings.store.ts'

const { app, db, shop: opened } = await openShop()
let settings = opened.settings()
const shop = { ...opened, settings: () => settings }
const owner = await createSignedInUser(shop, 'administrator')
const editor = await createSignedInUser(shop, 'editor')
const kinds = '/wp-json/samovar/v1/mail-kinds'

beforeEach(async () => {
  await db.delete(emails)
  await saveSettings<Settings>(db, { emails: {} })
  settings = { ...settings, emails: {} }
})

const call = jsonClient<Record<string, unknown>>(app, '', owner)

/** Saves settings of a type as the owner does, and loads them as the shop does. */
async function change(id: string, changes: object) {
  const answer = await call('PUT', `${kinds}/${id}`, changes)
  settings = { ...settings, emails: (await loadSettings(db)).emails }
  return answer
}

test('the outbox is sorted by date, either way', async () => {
  const row = { template: 'new-account', recipient: 'a@shop.test' }
  await db.insert(emails).values([
    { ...row, subject: 'first', createdAt: new Date('2026-11-01') },
    { ...row, subject: 'second', createdAt: new Date('2026-11-02') },
  ])
  const subjects = async (query: string) =>
    ((await call('GET', `/wp-json/samovar/v1/mails${query}`)).json as unknown as { subject: string }[]).map(
      ({ subject }) => subject,
    )
  expect(await subjects('')).toEqual(['second', 'first'])
  expect(await subjects('?orderby=date&order=asc')).toEqual(['first', 'second'])
  expect((await call('GET', '/wp-json/samovar/v1/mails?orderby=subject')).status).toBe(400)
})

const queued = () => db.select().from(emails).orderBy(emails.id)

describe('the owner’s own subjects', () => {
  test('replace the subject of any type, with the number of the order', async () => {
    const saved = await change('order-confirmation', { subject: ' {site_title}: thank you\nfor #{order_number} {x} ' })
    expect(saved.json).toMatchObject({ subject: '{site_title}: thank you for #{order_number} {x}', enabled: true })
    await change('comment-waits', { subject: 'Please read' })
    const { id } = await writeOrder(db, { status: 'pending' })
    await db.transaction(async (tx) => {
      const order = await findOrder(tx, id)
      if (order) await transitionOrder(shop, tx, order, 'processing')
    })
    const [confirmation] = (await queued()).filter(({ template }) => template === 'order-confirmation')
    expect(confirmation?.subject).toBe(`Samovar: thank you for #${id} {x}`)
    expect((await call('GET', `${kinds}/comment-waits/preview`)).json).toMatchObject({ subject: 'Please read' })
    await change('comment-waits', { subject: '' })
    expect((await call('GET', `${kinds}/comment-waits/preview`)).json.subject).toMatch(/^\[Samovar\] A review of/)
  })

  test('are refused if they are too long or no text, or not by the owner', async () => {
    const before = await call('GET', kinds)
    for (const subject of ['x'.repeat(201), 5, null]) expect((await change('new-order', { subject })).status).toBe(400)
    expect((await call('PUT', `${kinds}/new-order`, { subject: 'Mine' }, editor)).status).toBe(403)
    expect(await call('GET', kinds)).toEqual(before)
  })
})

test('a message is queued once for its key, also by two transactions at once', async () => {
  const entry = { id: 1, kind: 'product' as const, slug: 'tea', title: 'Tea', isOpen: true }
  const [comment] = await db.select().from(comments).limit(1)
  if (!comment) throw new Error('There are no comments')
  const subject = { comment, entry }
  const send = (key: string) =>
    db.transaction((tx) => sendMessage(tx, shop, waitingComment, { key, subject, payload: { commentId: comment.id } }))
  await Promise.all([send('comment:1'), send('comment:1'), send('comment:2')])
  expect((await queued()).map(({ key }) => key).toSorted()).toEqual(['comment:1', 'comment:2'])
  await change('comment-waits', { enabled: false })
  expect(await send('comment:3')).toBe(false)
  expect(await queued()).toHaveLength(2)
})

describe('an approved comment', () => {
  const approve = async (id: number) => setCommentStatus(shop, [id], 'approved')
  const setPending = (id: number) => db.update(comments).set({ status: 'pending' }).where(eq(comments.id, id))

  test('is told to its writer once, if the owner wants that', async () => {
    const [comment] = await db.select().from(comments).orderBy(desc(comments.id)).limit(1)
    if (!comment) throw new Error('There are no comments')
    await setPending(comment.id)
    await approve(comment.id)
    expect(await queued()).toEqual([])

    await change('comment-approved', { enabled: true })
    for (let count = 0; count < 2; count += 1) {
      await setPending(comment.id)
      await approve(comment.id)
    }
    const [email, ...others] = await queued()
    expect([email?.recipient, email?.template, others]).toEqual([comment.authorEmail, 'comment-approved', []])
    if (!email) return
    const { text, html } = await opened.messages.content(db, email)
    expect(text).toContain(`Thank you, ${comment.authorName}.`)
    expect(html).toContain(`#comment-${comment.id}`)
    await db.delete(comments).where(eq(comments.id, comment.id))
    await expect(opened.messages.content(db, email)).rejects.toThrow('is gone')
    expect((await call('GET', `/wp-json/samovar/v1/mails/${email.id}`)).json).toMatchObject({ html: '', text: '' })
  })
})

test('an email that was sent can be sent again with the same content', async () => {
  const content = { html: '<p>Tea</p>', text: 'Tea', replyTo: 'ada@shop.test' }
  const sent = { recipient: 'owner@shop.test', subject: 'Tea', template: 'shop-new-order', ...content }
  const [email] = await db
    .insert(emails)
    .values({ ...sent, key: 'k', status: 'sent', attempts: 1, sentAt: new Date() })
    .returning()
  const path = `/wp-json/samovar/v1/mails/${email?.id}/retry`
  expect((await call('POST', path, {}, editor)).status).toBe(403)
  expect((await call('POST', path, {})).status).toBe(200)
  const [before, copy] = await queued()
  expect(before).toEqual(email)
  expect(copy).toMatchObject({ ...sent, key: null, status: 'waiting', attempts: 0, sentAt: null })
  const read = await call('GET', `/wp-json/samovar/v1/mails/${copy?.id}`)
  expect(read.json).toMatchObject({ html: '<p>Tea</p>', reply_to: 'ada@shop.test' })
  const waiting = `/wp-json/samovar/v1/mails/${copy?.id}/retry`
  await call('POST', waiting, {})
  expect(await queued()).toHaveLength(2)
})
