/** Submissions of contact forms, as the staff read, move, answer, export and delete them. */
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openMailServer } from '../../../../test/support/mail-server.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { writeSubmission } from '../../../../test/support/submissions.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { applyRetention } from '../../../people/privacy/apply-retention.ts'
import { erasePerson, readPersonalData } from '../../../people/privacy/personal-data.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { sendEmails } from '../../../things/messages/send-emails.ts'
import { formFiles, formSubmissions, type SubmissionStatus } from '../forms.table.ts'
import { removeTransient } from './submissions.store.ts'

let now = new Date('2026-11-20T12:00:00Z')
const { app, shop, db, enqueuedJobs } = await openShop({ now: () => now })
const { received, postbox } = await openMailServer()
const manager = await createSignedInUser(shop, 'shop_manager', 'Maya Manager')
const editor = await createSignedInUser(shop, 'editor')
const customer = await createSignedInUser(shop, 'customer')

const [form] = await db
  .insert(entries)
  .values({ kind: 'form', slug: 'contact', title: 'Contact' })
  .returning({ id: entries.id })
const formId = form?.id ?? 0

let sentCount = 0
const send = async (values: Parameters<typeof writeSubmission>[1] = {}): Promise<number> => {
  sentCount += 1
  const createdAt = new Date(now.getTime() + sentCount)
  return (await writeSubmission(db, { formId, createdAt, ...values })).id
}

const request = (method: string, path: string, body?: object, headers: Record<string, string> = manager.headers) =>
  app.request(`/wp-json/samovar/v1/submissions${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
async function call<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T> {
  const response = await request(method, path, body)
  expect([path, response.status]).toEqual([path, response.status < 300 ? response.status : 200])
  return (await response.json()) as T
}
const listed = async (query = '') => (await call<{ id: number }[]>('GET', query)).map(({ id }) => id)
const statusOf = async (id: number) =>
  (await db.select().from(formSubmissions).where(eq(formSubmissions.id, id)))[0]?.status
const mailKeys = async () =>
  (await db.select({ key: emails.key }).from(emails).orderBy(emails.id)).map(({ key }) => key)
const move = (ids: readonly number[], to: string) => call<{ moved: object[] }>('POST', '/moves', { ids, to })

beforeEach(async () => {
  await db.delete(formSubmissions)
  await db.delete(emails)
  now = new Date('2026-11-20T12:00:00Z')
})

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
    .values({ kind: 'form', slug: `other-${now.getTime()}`, title: 'Wholesale' })
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
  expect(await call('GET', '/counts')).toMatchObject({ inbox: 3, spam: 1, trash: 0, unread: 2 })
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
  test('causes its emails once when it is released, and none when it goes to the bin', async () => {
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

describe('personal data in messages', () => {
  test('is found and erased by an address in any field, but not by one that the form offers to choose', async () => {
    const field = (type: string, text: string) => ({ name: 'field', type, texts: [text] })
    const untagged = await send({ email: null, fields: [field('', ' Zora@Shop.test ')] })
    const second = await send({ email: 'ada@shop.test', fields: [field('text', 'zora@shop.test')] })
    const chosen = await send({ fields: [{ ...field('select', 'zora@shop.test'), posted: ['Sales'] }] })
    const listedChoice = await send({ fields: [field('checkbox', 'zora@shop.test')] })
    const within = await send({ fields: [field('textarea', 'Ask zora@shop.test')] })
    const byAnother = await send({ userId: 78, fields: [field('', 'zora@shop.test')] })
    const person = { userId: null, email: 'zora@shop.test' }
    const parts = await readPersonalData(db, person, shop.privacy)
    const found = parts.find(({ id }) => id === 'messages')?.records
    expect(found?.map(({ fields }) => fields)).toEqual([
      { 'Other fields': 'field:  Zora@Shop.test ' },
      { field: 'zora@shop.test' },
    ])
    await db.transaction((tx) => erasePerson(tx, person, { privacy: shop.privacy, actorId: null, at: now }))
    expect(await listed()).toEqual([byAnother, within, listedChoice, chosen])
    expect([await statusOf(untagged), await statusOf(second)]).toEqual([undefined, undefined])
  })

  test('is found and erased by account and address, with files and emails; what another account sent stays', async () => {
    const byGuest = await send({ email: 'zora@shop.test', replies: [{ at: '2026-11-20', by: 'Maya', text: 'Yes.' }] })
    const byAccount = await send({ email: 'else@shop.test', userId: 77 })
    const byAnother = await send({ email: 'zora@shop.test', userId: 78 })
    await db
      .insert(formFiles)
      .values({ submissionId: byGuest, field: 'photo', name: 'cup.png', size: 3, bytes: Buffer.from('png') })
    const about = (id: number, key: string | null) => ({
      key,
      template: 'form-mail',
      recipient: 'owner@samovar.test',
      subject: 'A question',
      data: key === null ? { submissionId: id, mail: 'mail' } : {},
    })
    await db
      .insert(emails)
      .values([
        about(byGuest, `form:${byGuest}:mail`),
        about(byGuest, null),
        about(byAnother, `form:${byAnother}:mail`),
      ])
    const person = { userId: 77, email: 'zora@shop.test' }
    const parts = await readPersonalData(db, person, shop.privacy)
    const found = parts.find(({ id }) => id === 'messages')?.records
    expect(found).toHaveLength(2)
    expect(found?.[0]).toMatchObject({ files: ['cup.png'], answers: ['2026-11-20: Yes.'], ip: '203.0.113.9' })
    const erase = () =>
      db.transaction((tx) => erasePerson(tx, person, { privacy: shop.privacy, actorId: null, at: now }))
    expect(await erase()).toMatchObject({ messages: 2 })
    expect(await erase()).not.toHaveProperty('messages')
    expect(await listed()).toEqual([byAnother])
    expect(await statusOf(byAccount)).toBeUndefined()
    expect(await db.$count(formFiles)).toBe(0)
    expect(await mailKeys()).toEqual([`form:${byAnother}:mail`])
    expect(await readPersonalData(db, { userId: null, email: null }, shop.privacy)).toContainEqual({
      id: 'messages',
      records: [],
    })
  })

  test('is deleted after the days that the owner sets', async () => {
    const old = await send({ createdAt: new Date('2026-10-01T12:00:00Z') })
    const recent = await send()
    const settings = () => ({ ...shop.settings(), retention: { messages: { number: 30, unit: 'days' as const } } })
    expect(await applyRetention({ ...shop, settings })).toEqual({ messages: 1 })
    expect(await listed()).toEqual([recent])
    expect(await statusOf(old)).toBeUndefined()
  })

  test('does not stay where a form keeps nothing: once its emails are sent, or after three days', async () => {
    const day = 86_400_000
    const add = (ageMs: number, status: SubmissionStatus = 'transient') =>
      send({ status, createdAt: new Date(now.getTime() - ageMs) })
    const [sent, waiting, failed] = [await add(1), await add(1), await add(1)]
    const [old, kept] = [await add(4 * day), await add(4 * day, 'inbox')]
    // It was in the spam until now.
    const late = await add(13 * day)
    const addHeld = (ageMs: number, isTransient: boolean, status: SubmissionStatus = 'spam') =>
      send({ status, mails: { isTransient }, createdAt: new Date(now.getTime() - ageMs) })
    const stillHeld = [await addHeld(13 * day, true), await addHeld(15 * day, false)]
    await addHeld(15 * day, true)
    await addHeld(15 * day, true, 'trash')
    const mailOf = (id: number, status: 'sent' | 'waiting' | 'failed', createdAt = now) => ({
      createdAt,
      key: `form:${id}:mail`,
      template: 'form-mail',
      recipient: 'a@shop.test',
      subject: 'Hi',
      status,
      data: { submissionId: id },
    })
    await db
      .insert(emails)
      .values([
        mailOf(sent, 'sent'),
        mailOf(waiting, 'waiting'),
        mailOf(failed, 'failed'),
        mailOf(old, 'waiting', new Date(now.getTime() - 4 * day)),
        mailOf(late, 'waiting'),
      ])
    expect(await removeTransient(db, now)).toBe(4)
    const left = await db.select({ id: formSubmissions.id }).from(formSubmissions).orderBy(formSubmissions.id)
    expect(left.map(({ id }) => id)).toEqual([waiting, failed, kept, late, ...stillHeld])
    expect(await mailKeys()).toEqual([waiting, failed, late].map((id) => `form:${id}:mail`))
  })
})
