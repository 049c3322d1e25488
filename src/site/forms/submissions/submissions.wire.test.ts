/** Submissions of contact forms, as the staff read, move, answer, export and delete them. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openMailServer } from '../../../../test/support/mail-server.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { readPersonalData } from '../../../people/privacy/personal-data.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { sendEmails } from '../../../things/messages/send-emails.ts'
import { formFiles } from '../forms.table.ts'
import { openTestSubmissions } from './open-test-submissions.ts'

const { clock, app, shop, db, enqueuedJobs, manager, send, request, call, listed, statusOf, mailKeys, move } =
  await openTestSubmissions()
const { received, postbox } = await openMailServer()
const editor = await createSignedInUser(shop, 'editor')
const customer = await createSignedInUser(shop, 'customer')

test('[FORM-15 submissions] only those who run the shop read them; a session alone is nobody', async () => {
  const id = await send()
  const [file] = await db
    .insert(formFiles)
    .values({ submissionId: id, field: 'photo', name: 'cup.png', size: 3, bytes: Buffer.from('png') })
    .returning()
  const reads = ['', '/counts', '/export', `/${id}`, `/${id}/files/${file?.id}`]
  const writes = [
    ['/moves', { ids: [id], to: 'trash' }],
    ['/marks', { ids: [id], read: true }],
    ['/deletions', { ids: [id] }],
    [`/${id}/replies`, { text: 'Hello' }],
  ] as const
  for (const [headers, status] of [
    [{}, 401],
    [{ cookie: manager.cookie }, 401],
    [customer.headers, 403],
    [editor.headers, 403],
  ] as const) {
    const answers = await Promise.all([
      ...reads.map((path) => request('GET', path, undefined, headers)),
      ...writes.map(([path, body]) => request('POST', path, body, headers)),
    ])
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status))
    for (const answer of answers) expect(await answer.text()).not.toContain('Yukon')
  }
  expect(await statusOf(id)).toBe('inbox')
  for (const path of reads) expect((await request('GET', path)).status).toBe(200)
  expect((await app.request('/wp-admin/messages/', { headers: { cookie: manager.cookie } })).status).toBe(200)
  expect((await app.request('/wp-admin/messages/', { headers: { cookie: editor.cookie } })).status).toBe(403)
})

test('[FORM-15 submissions] newest first, by place, form, days, read or unread, and words; what is not kept is in none', async () => {
  const [other] = await db
    .insert(entries)
    .values({ kind: 'form', slug: `other-${clock.now.getTime()}`, title: 'Wholesale' })
    .returning({ id: entries.id })
  const oldest = await send({ createdAt: new Date('2026-11-18T12:00:00Z'), message: 'About 100% cotton_filters' })
  const read = await send({ isRead: true, formId: other?.id ?? 0, formTitle: 'Wholesale' })
  const newest = await send({ email: 'zoe@shop.test', name: 'Zoë' })
  const spam = await send({ status: 'spam', spamReason: 'a word of the list' })
  const transient = await send({ status: 'transient' })
  expect(await listed()).toEqual([newest, read, oldest])
  expect(await listed('?status=spam')).toEqual([spam])
  expect(await listed('?read=unread')).toEqual([newest, oldest])
  expect(await listed(`?form=${other?.id}`)).toEqual([read])
  expect(await listed('?search=ZO%C3%8B')).toEqual([newest])
  expect(await listed('?search=100%25')).toEqual([oldest])
  expect(await listed('?search=%25')).toEqual([oldest])
  expect(await listed('?until=2026-11-18')).toEqual([oldest])
  expect(await listed('?from=2026-11-19')).toEqual([newest, read])
  expect(await listed('?per_page=1&page=2')).toEqual([read])
  const forms = expect.arrayContaining([{ id: other?.id, title: 'Wholesale' }]) as unknown
  expect(await call('GET', '/counts')).toEqual({ inbox: 3, spam: 1, trash: 0, unread: 2, forms })
  expect((await request('GET', `/${transient}`)).status).toBe(404)
  await move([transient], 'inbox')
  expect(await statusOf(transient)).toBe('transient')
  for (const query of ['?status=transient', '?read=maybe', '?from=yesterday', '?form=x'])
    expect([query, (await request('GET', query)).status]).toEqual([query, 400])
  await db.delete(entries).where(eq(entries.id, other?.id ?? 0))
  expect(await call('GET', `/${read}`)).toMatchObject({ form: 0, form_title: 'Wholesale' })
})

test('[FORM-15 submissions] a message names the account that sent it, or its address without a name, until it is deleted', async () => {
  const nameless = await createSignedInUser(shop, 'customer', '')
  const senders = [customer.id, nameless.id, 999_999, null]
  const ids = await Promise.all(senders.map((userId) => send({ userId })))
  const messages = await Promise.all(ids.map((id) => call('GET', `/${id}`)))
  expect(messages.map((message) => message.customer_name)).toEqual(['Ada Leaf', nameless.email, '', ''])
  expect(messages.map((message) => message.customer)).toEqual([customer.id, nameless.id, 999_999, 0])
})

test('[FORM-15 submissions] the beginning of a long message says that there is more', async () => {
  const id = await send({ message: 'Tea. '.repeat(100) })
  expect((await call('GET', `/${id}`)).excerpt).toBe(`${'Tea. '.repeat(32)}…`)
})

test('[FORM-15 submissions] a message is read with its fields, and marked, moved and deleted with an answer that can be undone', async () => {
  const [one, two] = [await send(), await send()]
  expect(await call('GET', `/${one}`)).toMatchObject({
    sender: 'Ada Leaf',
    subject: 'Contact',
    excerpt: 'Do you ship to Yukon?',
    fields: [{ name: 'your-name', texts: ['Ada Leaf'] }, { name: 'your-email' }, { name: 'your-message' }],
    read: false,
    page: '/contact/',
  })
  expect(await call('POST', '/marks', { ids: [one, two, 999_999], read: true })).toEqual({ changed: [one, two] })
  expect(await call('POST', '/marks', { ids: [one], read: true })).toEqual({ changed: [] })
  expect((await move([one, two], 'trash')).moved).toEqual([
    { id: one, from: 'inbox', to: 'trash' },
    { id: two, from: 'inbox', to: 'trash' },
  ])
  expect((await move([one], 'trash')).moved).toEqual([])
  await move([one], 'inbox')
  expect(await call('POST', '/deletions', { ids: [one, two] })).toEqual({ deleted: [two] })
  expect(await listed()).toEqual([one])
  for (const [path, body] of [
    ['/moves', { ids: [], to: 'inbox' }],
    ['/moves', { ids: Array.from({ length: 201 }, (_, index) => index + 1), to: 'inbox' }],
    ['/moves', { ids: [one], to: 'transient' }],
    ['/moves', { ids: ['x; drop table'], to: 'spam' }],
    ['/marks', { ids: [one] }],
    [`/${one}/replies`, { text: ' \n ' }],
    [`/${one}/replies`, { text: 'x'.repeat(20_001) }],
    [`/${one}/replies`, { text: ['a'] }],
  ] as const)
    expect([path, (await request('POST', path, body)).status]).toEqual([path, 400])
})

describe('[FORM-15 spam] what was held', () => {
  test('causes its emails once when it is released, and none when it goes to the trash', async () => {
    const held = await send({ status: 'spam', spamReason: 'too many links' })
    const restored = await send({ status: 'spam', spamReason: 'too many links' })
    const plain = await send()
    await move([held, restored, plain], 'trash')
    expect(await mailKeys()).toEqual([])
    await move([plain], 'inbox')
    expect(await mailKeys()).toEqual([])
    await move([restored], 'inbox')
    await move([held], 'spam')
    await Promise.all([move([held], 'inbox'), move([held], 'inbox')])
    await move([held], 'spam')
    await move([held], 'inbox')
    expect(await mailKeys()).toEqual([`form:${restored}:mail`, `form:${held}:mail`])
    expect(await call('GET', `/${held}`)).toMatchObject({
      emails: [{ status: 'waiting', recipient: 'owner@samovar.test' }],
    })
  })

  test('causes no email a second time when the outbox has forgotten the first', async () => {
    const arrived = await send()
    const released = await send({ status: 'spam', spamReason: 'too many links' })
    await move([released], 'inbox')
    await db.delete(emails)
    for (const folder of ['spam', 'trash']) {
      await move([arrived, released], folder)
      await move([arrived, released], 'inbox')
    }
    await move([arrived, released], 'spam')
    await move([arrived, released], 'trash')
    await move([arrived, released], 'inbox')
    expect(await mailKeys()).toEqual([])
  })
})

describe('[FORM-15 submissions] an answer', () => {
  test('is an email to the sender with what they wrote, sent once, and stays with the message', async () => {
    const id = await send({ message: 'Do you ship to <b>Yukon</b>?' })
    const text = 'Hello Ada,\r\n\r\nyes, <i>twice</i> a week.\nMaya'
    const answer = await call('POST', `/${id}/replies`, { text })
    const replies = [{ by: 'Maya Manager', text: 'Hello Ada,\n\nyes, <i>twice</i> a week.\nMaya' }]
    expect(answer).toMatchObject({ read: true, answered: true, replies })
    await call('POST', `/${id}/replies`, { text })
    expect(await mailKeys()).toEqual([`form:${id}:reply:1`])
    expect(enqueuedJobs.map(({ name }) => name)).toContain('send-emails')
    expect(await sendEmails(shop, postbox, shop.messages.outgoing)).toBe(1)
    expect(received).toHaveLength(1)
    expect(received[0]).toContain('To: ada@shop.test')
    expect(received[0]).toContain('Subject: Re: your message to Samovar')
    expect(received[0]).toContain('Reply-To: ')
    const [sent] = await db.select().from(emails)
    expect(sent?.html).toContain('&lt;i&gt;twice&lt;/i&gt; a week.')
    expect(sent?.html).toContain('Do you ship to &lt;b&gt;Yukon&lt;/b&gt;?')
    expect(sent?.text).toContain('yes, <i>twice</i> a week.\nMaya')
    expect(await call('GET', `/${id}`)).toMatchObject({ emails: [{ status: 'sent', recipient: 'ada@shop.test' }] })
    await call('POST', `/${id}/replies`, { text: 'One thing more.' })
    expect(await mailKeys()).toEqual([`form:${id}:reply:1`, `form:${id}:reply:2`])
  })

  test('is refused without an address, outside of the inbox, and for what is gone', async () => {
    const nameless = await send({ email: null })
    const spam = await send({ status: 'spam' })
    for (const [id, status] of [
      [nameless, 409],
      [spam, 409],
      [999_999, 404],
    ] as const)
      expect((await request('POST', `/${id}/replies`, { text: 'Hello' })).status).toBe(status)
    expect(await mailKeys()).toEqual([])
  })
})

test('[FORM-15 submissions] a file is only ever stored, whatever it is called', async () => {
  const [id, other] = [await send(), await send()]
  const name = 'ev"il\r\nX-Header: ü\u202e’.svg'
  const bytes = Buffer.from('<svg onload="alert(1)"/>')
  const [file] = await db
    .insert(formFiles)
    .values({ submissionId: id, field: 'photo', name, size: bytes.length, bytes })
    .returning()
  expect(await call('GET', `/${id}`)).toMatchObject({ file_count: 1, files: [{ name, size: bytes.length }] })
  const response = await request('GET', `/${id}/files/${file?.id}`)
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  const { headers } = response
  expect(headers.get('content-type')).toBe('application/octet-stream')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w. -]+"; filename\*=UTF-8''[\w.%~!-]+$/)
  expect(headers.get('x-header')).toBeNull()
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  expect(headers.get('cache-control')).toContain('no-store')
  for (const path of [`/${other}/files/${file?.id}`, `/${id}/files/99999999999`, `/99999999999/files/${file?.id}`])
    expect([path, (await request('GET', path)).status]).toEqual([path, 404])
})

test('[FORM-15 submissions] CSV has a column for each field, and no cell is a formula', async () => {
  const formulas = ['=HYPERLINK("http://evil.test")', '+1 416 555 0100', '-2', '@SUM(A1)', '\tx']
  for (const message of formulas) await send({ message })
  await send({ fields: [{ name: 'tea', type: 'checkbox', texts: ['Assam, "strong"', 'Sencha'] }] })
  await send({ status: 'spam' })
  const response = await request('GET', '/export')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=UTF-8')
  expect(response.headers.get('content-disposition')).toContain('attachment; filename="messages-2026-11-20.csv"')
  const csv = await response.text()
  const [head = '', ...rows] = csv.trim().split('\n')
  expect(head.replace('\uFEFF', '')).toBe(
    'Message no.,Sent at,Form title,Page path,tea,your-name,your-email,your-message',
  )
  expect(rows).toHaveLength(6)
  expect(csv).toContain('"Assam, ""strong"", Sencha"')
  for (const formula of formulas) expect(csv).toContain(`'${formula.replaceAll('"', '""')}`)
  expect(await (await request('GET', '/export?search=416')).text()).toContain('416')
  expect((await (await request('GET', '/export?search=nowhere')).text()).trim()).toHaveLength(0)
})

test('[FORM-15 submissions] fields without a tag share a column, so that nobody can add thousands', async () => {
  const added = (...names: readonly string[]) => names.map((name) => ({ name, type: '', texts: [`of ${name}`, 'x'] }))
  await send({ userId: 77, fields: [{ name: 'tea', type: 'text', texts: ['Assam'] }, ...added('utm_source', 'a1')] })
  await send({ userId: 77, fields: added('constructor') })
  const csv = await (await request('GET', '/export')).text()
  const [head = ''] = csv.split('\n')
  expect(head.replace('\uFEFF', '')).toBe('Message no.,Sent at,Form title,Page path,Other fields,tea')
  expect(csv).toContain(',"utm_source: of utm_source, x\na1: of a1, x",Assam\n')
  const parts = await readPersonalData(db, { userId: 77, email: null }, shop.privacy)
  expect(parts.find(({ id }) => id === 'messages')?.records.map(({ fields }) => fields)).toEqual([
    { tea: 'Assam', 'Other fields': 'utm_source: of utm_source, x\na1: of a1, x' },
    { 'Other fields': 'constructor: of constructor, x' },
  ])
})

test('[FORM-15 submissions] a field may have the name of a property that every object has', async () => {
  await send({ fields: [{ name: 'constructor', type: 'text', texts: ['Ada'] }] })
  await send({ fields: [{ name: 'toString', type: 'text', texts: ['Bo'] }] })
  const [head = '', ...rows] = (await (await request('GET', '/export')).text()).trim().split('\n')
  expect(head.replace('\uFEFF', '')).toBe('Message no.,Sent at,Form title,Page path,toString,constructor')
  expect(rows.map((row) => row.split(',').slice(4))).toEqual([
    ['Bo', ''],
    ['', 'Ada'],
  ])
})
