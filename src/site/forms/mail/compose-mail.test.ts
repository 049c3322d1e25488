/** Emails of forms: headers, addresses, HTML, blank lines, and attacks by visitors. */
import { describe, expect, test } from 'vitest'
import { type ContactForm, defaultProperties, type MailTemplate } from '../contact-form.ts'
import { parseTemplate } from '../form-tag.ts'
import type { SubmittedField } from '../forms.table.ts'
import { composeMails } from './compose-mail.ts'
import type { MailSource } from './mail-source.ts'

const markup = `[text* your-name] [email* your-email] [text* your-subject] [textarea your-message] [file photo] [file cv]
  [select to "Sales|sales@shop.test, second@shop.test" "Help|help@shop.test"]
  [checkbox teams free_text "a@shop.test" "b@shop.test"] [text phone]
  [checkbox desk "Tea|c@shop.test"] [checkbox desk "Pots|d@shop.test" "Cups|e@shop.test"]`

const textField = (name: string, ...texts: string[]): SubmittedField => ({
  name,
  type: parseTemplate(markup).tags.find((tag) => tag.name === name)?.basetype ?? 'text',
  texts,
})

const usual = [
  textField('your-name', 'Maya'),
  textField('your-email', 'maya@example.test'),
  textField('your-subject', 'Pots'),
  textField('your-message', 'Hello\nthere'),
]

const sourceWith = (fields: readonly SubmittedField[]): MailSource => ({
  formTitle: 'Contact',
  tags: parseTemplate(markup).tags,
  fields: [...fields, ...usual.filter(({ name }) => !fields.some((field) => field.name === name))],
  invalidFields: [],
  sender: { remoteIp: '203.0.113.9', userAgent: 'Firefox', user: null },
  page: null,
  url: 'https://shop.test/contact/',
  site: { title: 'Samovar', description: 'Tea', url: 'https://shop.test', adminEmail: 'owner@shop.test' },
  now: new Date('2026-11-20T12:00:00Z'),
})

const formWith = (mail: Partial<MailTemplate>, mail_2: Partial<MailTemplate> = {}): ContactForm => ({
  ...defaultProperties,
  id: 5,
  title: 'Contact',
  slug: 'contact',
  version: 1,
  form: markup,
  mail: { ...defaultProperties.mail, ...mail },
  mail_2: { ...defaultProperties.mail_2, ...mail_2 },
})

const composed = (mail: Partial<MailTemplate>, ...fields: SubmittedField[]) =>
  composeMails(formWith(mail), sourceWith(fields)).mail

test('[FORM-15 mails] a new form mails the owner, who answers to the visitor', () => {
  expect(composeMails(formWith({}), sourceWith([]))).toEqual({
    mail: {
      subject: 'Samovar "Pots"',
      sender: '"Samovar" <owner@shop.test>',
      recipient: 'owner@shop.test',
      replyTo: 'maya@example.test',
      cc: '',
      bcc: '',
      headers: { 'X-WPCF7-Content-Type': 'text/plain' },
      isHtml: false,
      attachments: [],
      body: expect.stringMatching(/^From: Maya maya@example\.test\nSubject: Pots\n\nMessage Body:\nHello\nthere\n/),
    },
  })
})

test('[FORM-15 mails] the second is sent if it is active and the first has a recipient', () => {
  const both = composeMails(formWith({}, { active: true }), sourceWith([]))
  expect(both.mail_2).toMatchObject({ recipient: 'maya@example.test', replyTo: 'owner@shop.test' })
  expect(composeMails(formWith({ recipient: 'nobody' }, { active: true }), sourceWith([]))).toEqual({})
  const noSender = composeMails(formWith({}, { active: true }), sourceWith([textField('your-email', 'not@one')]))
  expect(Object.keys(noSender)).toEqual(['mail'])
})

test.each([
  ['owner@shop.test', 'owner@shop.test'],
  [
    'owner@shop.test, Help <help@shop.test>; "Tea, Ltd" <tea@shop.test>',
    'owner@shop.test, help@shop.test, tea@shop.test',
  ],
  ['a@shop.test\nb@shop.test', 'a@shop.test, b@shop.test'],
  ['a@shop.test, a@shop.test', 'a@shop.test'],
  ['sales@[_site_domain]', 'sales@shop.test'],
  ['[your-name] <[your-email]>', 'maya@example.test'],
  ['no address, <>, @, a@b, good@shop.test', 'good@shop.test'],
])('[FORM-15 mails] recipients %j are %s', (recipient, expected) => {
  expect(composed({ recipient })?.recipient).toBe(expected)
})

test('[FORM-15 mails] a choice may bring several addresses that its editor wrote', () => {
  const chosen = { name: 'to', type: 'select', texts: ['sales@shop.test, second@shop.test'], posted: ['Sales'] }
  expect(composed({ recipient: '[to]' }, chosen)?.recipient).toBe('sales@shop.test, second@shop.test')
  const teams = textField('teams', 'a@shop.test', 'b@shop.test')
  expect(composed({ recipient: '[teams]' }, teams)?.recipient).toBe('a@shop.test, b@shop.test')
})

test('[FORM-15 mails] the choices of every group of a field may be recipients', () => {
  const chosen = { name: 'desk', type: 'checkbox', texts: ['c@shop.test', 'd@shop.test', 'e@shop.test'] }
  expect(composed({ recipient: '[desk]' }, chosen)?.recipient).toBe('c@shop.test, d@shop.test, e@shop.test')
})

describe('[FORM-15 mails] a visitor', () => {
  const victims = [
    'v1@victim.test, v2@victim.test',
    'v1@victim.test;v2@victim.test',
    '<v1@victim.test>, v2@victim.test',
  ]
  test.each([
    ...victims,
    'x: v1@victim.test, v2@victim.test;',
    '"a" <v1@victim.test> <v2@victim.test>',
    'v1@victim.test\r\nBcc: v2@victim.test',
    'v1@victim.test%0ABcc:v2@victim.test',
    '"v1@victim.test x"@shop.test',
    'v1@victim.test(comment)',
    'v1@victim.test\0',
    'javascript:alert(1)',
    `${'a'.repeat(300)}@victim.test`,
  ])('mails nobody else with %j', (attack) => {
    const fields = [textField('phone', attack)]
    const template = { additional_headers: 'Cc: [phone]\nBcc: x <[phone]>\nReply-To: [phone]', sender: '[phone]' }
    const { mail, mail_2 } = composeMails(
      formWith(template, { active: true, recipient: '[phone]' }),
      sourceWith(fields),
    )
    expect(mail_2).toBeUndefined()
    expect(mail).toMatchObject({ cc: '', bcc: '', replyTo: '', sender: '', recipient: 'owner@shop.test' })
  })

  test('gives one address, in a free text as well, however often a field is sent', () => {
    const fields = [
      textField('phone', 'v1@victim.test', 'v2@victim.test'),
      textField('teams', 'a@shop.test', 'v3@victim.test', 'v4@victim.test'),
    ]
    const mail = composed({ additional_headers: 'Cc: [phone]\nBcc: [teams]' }, ...fields)
    expect(mail).toMatchObject({ cc: 'v1@victim.test', bcc: 'a@shop.test, v3@victim.test' })
  })

  test('writes no header and no address with a name or a subject', () => {
    const attack = 'Maya\r\nBcc: v1@victim.test\r\n\r\nbody\u2028x\0 <v2@victim.test>, "v3@victim.test'
    const mail = composed(
      {
        subject: '[your-subject]',
        sender: '[your-name] <owner@shop.test>',
        additional_headers: 'Reply-To: [your-name] <[your-email]>\nX-Visitor: [your-name]\nX-Blank: [cv]',
      },
      textField('your-subject', attack),
      textField('your-name', attack),
    )
    const name = 'Maya Bcc: v1@victim.test body x v2@victim.test, v3@victim.test'
    expect(mail).toMatchObject({
      subject: 'Maya Bcc: v1@victim.test body x <v2@victim.test>, "v3@victim.test',
      sender: `"${name}" <owner@shop.test>`,
      replyTo: `"${name}" <maya@example.test>`,
    })
    expect(Object.keys(mail?.headers ?? {})).toEqual(['X-WPCF7-Content-Type', 'X-Visitor'])
    expect(mail?.headers['X-Visitor']).not.toMatch(/[\r\n\0]/)
  })

  test('finds an end to headers', () => {
    const mail = composed({ subject: '[your-subject]' }, textField('your-subject', '🍵'.repeat(100_000)))
    expect(mail?.subject).toHaveLength(500)
    expect(mail?.subject.isWellFormed()).toBe(true)
  })

  test('is escaped in HTML, also in attributes, and line ends stay', () => {
    const attack = '"><img src=x onerror=alert(1)>\n\'&\n\nend'
    const mail = composed(
      { use_html: true, body: '<p title="[your-message]">[your-message]</p>[_user_agent]' },
      textField('your-message', attack),
    )
    expect(mail?.body).not.toContain('<img')
    expect(mail?.body).toContain('&quot;&#62;&#60;img src=x onerror=alert(1)&#62;<br>&#39;&#38;<br><br>end</p>')
  })
})

test('[FORM-15 mails] of the additional headers only those that are safe are sent', () => {
  const additional_headers = [
    'Reply-To: Help <help@shop.test>, [your-email]',
    'CC: a@shop.test',
    'cc: b@shop.test',
    'Bcc: c@shop.test',
    'X-Form: [_contact_form_title]',
    'x-two: 2',
    'From: forged@bank.test',
    'To: d@shop.test',
    'Content-Type: text/html',
    'Subject: other',
    'Message-ID: <1@x>',
    'nonsense',
    '  Sender: x@y.test',
  ].join('\r\n')
  expect(composed({ additional_headers })).toMatchObject({
    replyTo: '"Help" <help@shop.test>, maya@example.test',
    cc: 'a@shop.test, b@shop.test',
    bcc: 'c@shop.test',
    headers: { 'X-WPCF7-Content-Type': 'text/plain', 'X-Form': 'Contact', 'x-two': '2' },
    subject: 'Samovar "Pots"',
    recipient: 'owner@shop.test',
  })
})

test('[FORM-15 mails] only files of the form are attached, never files of the server', () => {
  const attachments = '[photo][cv]\n/etc/passwd\n[your-name]\n[photo]\nuploads/list.pdf\n[unknown]'
  expect(composed({ attachments })?.attachments).toEqual(['photo', 'cv'])
})

describe('[FORM-15 mails] lines whose tags are all blank', () => {
  const body = 'Name: [your-name]\nPhone: [phone]\nBoth: [phone] [your-name]\nNo tags\n\n[phone][cv]\nEnd [unknown]'
  test('are left out if the editor wants it', () => {
    expect(composed({ body, exclude_blank: true })?.body).toBe('Name: Maya\nBoth:  Maya\nNo tags\n\nEnd [unknown]')
  })
  test('stay otherwise', () => {
    expect(composed({ body })?.body).toBe('Name: Maya\nPhone: \nBoth:  Maya\nNo tags\n\n\nEnd [unknown]')
  })
})

describe('[FORM-15 mails] HTML', () => {
  const html = (body: string) => composed({ use_html: true, body, subject: 'A <b> & [your-name]' })?.body ?? ''
  test('gets a page around it, and paragraphs if it has no blocks', () => {
    expect(html('From [your-name] <[your-email]>\n<b>Hello</b>\n\n\n[your-message]')).toBe(
      '<!doctype html>\n<html lang="en-CA">\n<head><meta charset="utf-8"><title>A &#60;b&#62; &#38; Maya</title></head>\n' +
        '<body>\n<p>From Maya &lt;maya@example.test&gt;<br>\n<b>Hello</b></p>\n<p>Hello<br>there</p>\n</body>\n</html>',
    )
  })
  test('stays as it is if it has blocks or a page of its own', () => {
    expect(html('<table><tr><td>[your-name]</td></tr></table>\n\nx')).toContain(
      '<body>\n<table><tr><td>Maya</td></tr></table>\n\nx\n</body>',
    )
    expect(html('<html><body>[your-name]</body></html>')).toBe('<html><body>Maya</body></html>')
  })
  test('says so in its header', () => {
    expect(composed({ use_html: true })).toMatchObject({
      isHtml: true,
      headers: { 'X-WPCF7-Content-Type': 'text/html' },
    })
  })
})
