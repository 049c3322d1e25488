/** Emails of forms from the outbox to a mail server, with their files, also while that server is down. */
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { asc, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMailServer } from '../../../../test/running/mail-server.ts'
import { openMailServer } from '../../../../test/support/mail-server.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { connect } from '../../../platform/database/connect.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { type EmailTransport, openEmailTransport, sendEmails } from '../../../things/messages/send-emails.ts'
import { type ContactForm, defaultProperties, type MailTemplate } from '../contact-form.ts'
import { parseTemplate } from '../form-tag.ts'
import { formFiles, formSubmissions, type SubmittedField } from '../forms.table.ts'
import { formMail, queueMails } from '../messages/form-mail.ts'
import { composeMails } from './compose-mail.ts'

const MB = 1024 * 1024
let clock = new Date('2026-11-20T12:00:00Z')
const { app, shop, db, databaseUrl, enqueuedJobs } = await openShop({
  template: { name: 'empty', prepare: async () => {} },
  now: () => clock,
})
const server = await openMailServer()
const { received, encoded, recipients, postbox } = server
const send = (transport: EmailTransport = postbox) => sendEmails(shop, transport, shop.messages.outgoing)
const manager = await createSignedInUser(shop, 'shop_manager')
const administrator = await createSignedInUser(shop, 'administrator')

beforeEach(async () => {
  clock = new Date(clock.getTime() + 3_600_000)
  await db.delete(emails)
  await db.delete(formSubmissions)
  received.length = 0
  encoded.length = 0
  recipients.length = 0
  enqueuedJobs.length = 0
})
afterEach(() => {
  server.refuse(false)
  server.hang(false)
})

type Sent = {
  readonly mail?: Partial<MailTemplate>
  readonly mail_2?: Partial<MailTemplate>
  readonly fields?: readonly SubmittedField[]
  readonly files?: readonly {
    readonly field: string
    readonly name: string
    readonly bytes: Buffer
    readonly size?: number
  }[]
}

/** Stores a visitor's submission and queues its emails in one transaction. */
async function submit({ mail, mail_2, fields = [], files = [] }: Sent = {}) {
  const form: ContactForm = {
    ...defaultProperties,
    id: 5,
    title: 'Contact',
    slug: 'contact',
    version: 1,
    form: `${defaultProperties.form} [file photo] [file cv]`,
    mail: { ...defaultProperties.mail, ...mail },
    mail_2: { ...defaultProperties.mail_2, ...mail_2 },
  }
  const sentFields = [
    ...fields,
    { name: 'your-name', type: 'text', texts: ['Maya Léger'] },
    { name: 'your-email', type: 'email', texts: ['maya@example.test'] },
    { name: 'your-subject', type: 'text', texts: ['Théière'] },
    { name: 'your-message', type: 'textarea', texts: ['Is it <b>iron</b>?\nYours'] },
  ]
  const mails = composeMails(form, {
    formTitle: form.title,
    tags: parseTemplate(form.form).tags,
    fields: sentFields,
    invalidFields: [],
    sender: { remoteIp: '203.0.113.9', userAgent: 'Firefox', user: null },
    page: null,
    url: 'https://shop.test/contact/',
    site: { title: 'Samovar', description: 'Tea', url: 'https://shop.test', adminEmail: 'owner@samovar.test' },
    now: clock,
  })
  return db.transaction(async (tx) => {
    const [submission] = await tx
      .insert(formSubmissions)
      .values({
        formTitle: 'Contact',
        status: 'inbox',
        fields: sentFields,
        searchText: '',
        remoteIp: '203.0.113.9',
        userAgent: 'Firefox',
        pagePath: '/contact/',
        unitTag: 'wpcf7-f5-o1',
        mails,
        createdAt: clock,
        postedDataHash: randomBytes(16).toString('hex'),
      })
      .returning()
    if (!submission) throw new Error('No submission')
    if (files.length > 0)
      await tx
        .insert(formFiles)
        .values(files.map((file) => ({ size: file.bytes.length, ...file, submissionId: submission.id })))
    await queueMails(tx, shop, submission)
    return submission
  })
}

const outbox = () => db.select().from(emails).orderBy(asc(emails.id))
const headerOf = (email: string | undefined, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)\r$`, 'm').exec(email ?? '')?.[1]
const attachmentsOf = (email: string | undefined) =>
  Array.from(
    (email ?? '').matchAll(/Content-Disposition: attachment;\s+filename="?([^"\r]+)"?\r\n\r\n([\w+/=\r\n]+?)\r\n--/g),
    ([, name, base64 = '']) => ({ name, bytes: Buffer.from(base64, 'base64') }),
  )
const readMail = async (id: number, who = manager) =>
  (await app.request(`/wp-json/samovar/v1/mails/${id}`, { headers: who.headers })).json()

test('[FORM-15 mails] are queued with the submission, once however often it is released, and sent at once', async () => {
  const submission = await submit({ mail_2: { active: true } })
  await db.transaction((tx) => queueMails(tx, shop, submission))
  expect(await outbox()).toMatchObject([
    { key: `form:${submission.id}:mail`, template: formMail.id, recipient: 'owner@samovar.test', status: 'waiting' },
    { key: `form:${submission.id}:mail_2`, recipient: 'maya@example.test', data: { submissionId: submission.id } },
  ])
  expect(enqueuedJobs[0]?.name).toBe('send-emails')
  const sent = await Promise.all([send(), send()])
  expect(sent[0] + sent[1]).toBeGreaterThan(0)
  clock = new Date(clock.getTime() + 60_000)
  await send()
  expect(recipients).toEqual([['owner@samovar.test'], ['maya@example.test']])
  expect((await outbox()).map(({ status }) => status)).toEqual(['sent', 'sent'])
})

test('[FORM-15 mails] of a submission that mails nobody the outbox knows nothing', async () => {
  await submit({ mail: { recipient: '[your-subject]' }, mail_2: { active: true } })
  expect([await outbox(), enqueuedJobs]).toEqual([[], []])
})

test('[FORM-15 mails] plain text goes out as it was written, from the shop’s mailbox, with every header', async () => {
  await submit({
    mail: {
      sender: '[your-name] <[your-email]>',
      body: 'From [your-name]:\n[your-message]',
      additional_headers:
        'Cc: Help <help@shop.test>\nBcc: hidden@shop.test\nX-Visitor: [your-name]\nFrom: forged@bank.test',
    },
  })
  expect(await send()).toBe(1)
  const [email = ''] = encoded
  expect(recipients).toEqual([['owner@samovar.test', 'help@shop.test', 'hidden@shop.test']])
  expect(email).not.toMatch(/hidden@|forged@|cid:|mark\.png|multipart/)
  expect(headerOf(email, 'From')).toMatch(/^=\?UTF-8\?.* <tea@samovar\.test>$/)
  expect(headerOf(email, 'To')).toBe('owner@samovar.test')
  expect(headerOf(email, 'Cc')).toBe('Help <help@shop.test>')
  expect(headerOf(email, 'Reply-To')).toContain('<maya@example.test>')
  expect(headerOf(email, 'X-Wpcf7-Content-Type')).toBe('text/plain')
  expect(headerOf(email, 'X-Visitor')).toMatch(/^=\?UTF-8\?/)
  expect(headerOf(email, 'Content-Type')).toMatch(/^text\/plain/)
  expect(received[0]).toMatch(/\r\n\r\nFrom Maya Léger:\r\nIs it <b>iron<\/b>\?\r\nYours\r\n/)
  expect(headerOf(email, 'Subject')).toMatch(/^=\?UTF-8\?/)
})

test('[FORM-15 mails] answers go where the form wants them, and otherwise to its sender', async () => {
  await submit({ mail: { additional_headers: 'Reply-To: help@shop.test', sender: 'Forms <forms@else.test>' } })
  await submit({ mail: { additional_headers: '', sender: 'Forms <forms@else.test>' } })
  await submit({ mail: { additional_headers: '', sender: 'Tea <TEA@samovar.test>' } })
  await submit({ mail: { additional_headers: '', sender: '' } })
  expect(await send()).toBe(4)
  expect(received.map((email) => headerOf(email, 'Reply-To'))).toEqual([
    'help@shop.test',
    'Forms <forms@else.test>',
    undefined,
    undefined,
  ])
  expect(received.map((email) => headerOf(email, 'From'))).toEqual([
    'Forms <tea@samovar.test>',
    'Forms <tea@samovar.test>',
    'Tea <tea@samovar.test>',
    'Samovar <tea@samovar.test>',
  ])
})

test('[FORM-15 mails] HTML goes out with a text for programs without it, and what visitors wrote is text in it', async () => {
  await submit({ mail: { use_html: true, body: '<h1>From [your-name]</h1>\n<p>[your-message]</p>' } })
  expect(await send()).toBe(1)
  const [email = ''] = received
  expect(headerOf(email, 'Content-Type')).toMatch(/^multipart\/alternative/)
  expect(email).toContain('<p>Is it &#60;b&#62;iron&#60;/b&#62;?<br>Yours</p>')
  expect(email).toMatch(/text\/plain[^]*\r\n\r\nFrom Maya Léger\r\nIs it <b>iron<\/b>\?\r\nYours\r\n/)
})

test('an HTML email with references to control characters goes out once, as text without them', async () => {
  await submit({ mail: { use_html: true, body: '<p>Tea&#00; &#38;&#10;cups&#31;&#133;</p>' } })
  expect([await send(), await send()]).toEqual([1, 0])
  expect(await outbox()).toMatchObject([{ status: 'sent', text: 'Tea &\ncups' }])
})

test('[FORM-15 mails] the Mail screen shows the staff what each says, before and after it was sent', async () => {
  await submit({ mail_2: { active: true, use_html: true, body: '<p>Thank you, [your-name]</p>' } })
  const [first, second] = await outbox()
  const [id = 0, id2 = 0] = [first?.id, second?.id]
  const text = expect.stringContaining('Message Body:\nIs it <b>iron</b>?\nYours')
  const html = expect.stringContaining('Is it &#60;b&#62;iron&#60;/b&#62;?\nYours')
  expect(await readMail(id)).toMatchObject({ status: 'waiting', text, html, reply_to: 'maya@example.test' })
  expect(await readMail(id2)).toMatchObject({ text: 'Thank you, Maya Léger' })
  expect(await send()).toBe(2)
  await db.delete(formSubmissions)
  expect(await readMail(id)).toMatchObject({ status: 'sent', text, html, reply_to: 'maya@example.test' })
  expect(await readMail(id2)).toMatchObject({ html: expect.stringContaining('<p>Thank you, Maya Léger</p>') })
  const types = await (await app.request('/wp-json/samovar/v1/mail-kinds', { headers: administrator.headers })).json()
  expect(JSON.stringify(types)).not.toContain(formMail.id)
})

test('[FORM-15 mails] files are attached as they were, and again when it is sent again', async () => {
  const photo = { field: 'photo', name: 'my pot.jpg', bytes: randomBytes(5000) }
  const cv = { field: 'cv', name: 'cv.pdf', bytes: randomBytes(300) }
  await submit({
    mail: { attachments: '[photo]\n/etc/passwd', additional_headers: 'Cc: help@shop.test' },
    files: [photo, cv],
  })
  expect(await send()).toBe(1)
  const [email] = await outbox()
  const again = () =>
    app.request(`/wp-json/samovar/v1/mails/${email?.id}/retry`, { method: 'POST', headers: administrator.headers })
  expect((await again()).status).toBe(200)
  expect(await send()).toBe(1)
  for (const one of encoded) {
    expect(attachmentsOf(one)).toEqual([{ name: photo.name, bytes: photo.bytes }])
    expect(one).not.toContain('root:')
  }
  expect(recipients).toEqual(Array(2).fill(['owner@samovar.test', 'help@shop.test']))
  // If the submission is deleted, its email is not sent without the files.
  await db.delete(formSubmissions)
  await again()
  expect(await send()).toBe(0)
  expect((await outbox()).at(-1)).toMatchObject({
    status: 'failed',
    attempts: 1,
    lastError: 'What it is about is deleted.',
  })
})

test('[FORM-15 mails] names of files neither end a header nor name a folder', async () => {
  const name = 'a"\r\nBcc: v1@victim.test\r\n../../thé.exe'
  await submit({ mail: { attachments: '[photo]' }, files: [{ field: 'photo', name, bytes: Buffer.from('x') }] })
  expect(await send()).toBe(1)
  expect(recipients).toEqual([['owner@samovar.test']])
  expect(encoded[0]).not.toMatch(/^Bcc|%0D|=0D|%2F/m)
  expect(encoded[0]).toContain('a%22_Bcc%3A%20v1%40victim.test_.._.._th')
})

// The files pass through a mail server, which takes long on a busy machine.
test('[FORM-15 mails] 25 MB are attached, of more the email says so', async () => {
  const files = [
    { field: 'photo', name: 'one.jpg', bytes: Buffer.alloc(15 * MB) },
    { field: 'photo', name: 'two.jpg', bytes: Buffer.alloc(10), size: 11 * MB },
    { field: 'cv', name: 'three.pdf', bytes: Buffer.alloc(10 * MB) },
  ]
  await submit({ mail: { attachments: '[photo][cv]' }, files })
  const tooLarge = [{ field: 'photo', name: 'b<i>g.jpg', bytes: Buffer.alloc(10), size: 25 * MB + 1 }]
  await submit({
    mail: { attachments: '[photo]', use_html: true, body: '<html><body>x</body></html>' },
    files: tooLarge,
  })
  expect(await send()).toBe(2)
  const names = (email = '') => Array.from(email.matchAll(/filename="?([\w.]+)/g), ([, name]) => name)
  expect(encoded.map(names)).toEqual([['one.jpg', 'three.pdf'], []])
  expect(received[0]).toContain('Not attached, because attachments end at 25 MB: two.jpg')
  expect(received[1]).toContain('<p>Not attached, because attachments end at 25 MB: b&#60;i&#62;g.jpg</p></body>')
}, 60_000)

test('[FORM-15 mails] a mail server that was away gets each email once, the second after the first', async () => {
  const away = await startMailServer()
  const port = Number(new URL(away.url).port)
  await away.stop()
  const transport = { ...postbox, transporter: openEmailTransport(away.url) }
  await submit({
    mail_2: { active: true },
    mail: { attachments: '[photo]' },
    files: [{ field: 'photo', name: 'a.jpg', bytes: Buffer.from('abc') }],
  })
  expect(await send(transport)).toBe(0)
  expect(await outbox()).toMatchObject([
    { status: 'waiting', attempts: 1, lastError: expect.stringContaining('ECONNREFUSED') },
    { status: 'waiting', attempts: 1, lastError: 'It follows the first email of the form.' },
  ])
  const back = await startMailServer(port)
  try {
    expect(await send(transport)).toBe(0)
    clock = new Date(clock.getTime() + 60_000)
    expect(await send(transport)).toBe(2)
    clock = new Date(clock.getTime() + 3_600_000)
    expect(await send(transport)).toBe(0)
    expect(back.recipients).toEqual([['owner@samovar.test'], ['maya@example.test']])
    expect(attachmentsOf(back.encoded[0])).toEqual([{ name: 'a.jpg', bytes: Buffer.from('abc') }])
  } finally {
    await back.stop()
  }
})

test('[FORM-15 mails] the second is given up with the first, and can be sent when that was', async () => {
  server.refuse(true)
  await submit({ mail_2: { active: true } })
  for (let tries = 0; tries < 8; tries += 1) {
    expect(await send()).toBe(0)
    clock = new Date(clock.getTime() + 60_000 * 2 ** tries)
  }
  expect(await outbox()).toMatchObject([
    { status: 'failed', attempts: 8, lastError: expect.stringContaining('no room') },
    { status: 'failed', attempts: 8, lastError: 'The first email of the form could not be sent.' },
  ])
  server.refuse(false)
  for (const { id } of await outbox())
    await app.request(`/wp-json/samovar/v1/mails/${id}/retry`, { method: 'POST', headers: administrator.headers })
  expect(await send()).toBe(2)
  expect(recipients).toEqual([['owner@samovar.test'], ['maya@example.test']])
})

test('[FORM-15 mails] a mail server that hangs is tried again later, and gets the email once', async () => {
  server.hang(true)
  const transport = { ...postbox, transporter: openEmailTransport(server.url, { socketTimeout: 300 }) }
  await submit()
  expect(await send(transport)).toBe(0)
  expect(await outbox()).toMatchObject([
    { status: 'waiting', attempts: 1, lastError: expect.stringMatching(/timeout/i) },
  ])
  server.hang(false)
  clock = new Date(clock.getTime() + 60_000)
  expect(await send(transport)).toBe(1)
  expect(received).toHaveLength(1)
})

test('[FORM-15 mails] a slow mail server gets it once, though the database ends transactions that rest', async () => {
  const connection = connect(databaseUrl, { poolSize: 1 })
  try {
    await connection.db.execute(sql`set idle_in_transaction_session_timeout = 200`)
    server.hang(true)
    await submit()
    const sending = sendEmails({ ...shop, db: connection.db }, postbox, shop.messages.outgoing)
    await setTimeout(600)
    server.hang(false)
    expect(await sending).toBe(1)
    expect(await outbox()).toMatchObject([{ status: 'sent', attempts: 1 }])
    expect(received).toHaveLength(1)
  } finally {
    await connection.close()
  }
})

test('[FORM-15 mails] about what was deleted meanwhile are not sent', async () => {
  const { id } = await submit({ mail_2: { active: true } })
  await db.delete(formSubmissions).where(eq(formSubmissions.id, id))
  expect(await send()).toBe(0)
  expect(received).toEqual([])
  expect((await outbox()).map(({ status }) => status)).toEqual(['failed', 'failed'])
})
