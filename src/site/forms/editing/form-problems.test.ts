import { expect, test } from 'vitest'
import { defaultProperties, type FormProperties, formHash } from '../contact-form.ts'
import { formProblems } from './form-problems.ts'

const problemsOf = (change: Partial<FormProperties>) =>
  formProblems({ ...defaultProperties, ...change }).map(({ section, line, column, message }) =>
    [section, ...(line === undefined ? [] : [`${line}:${column}`]), message].join(' '),
  )

test('[FORM-15 form-tag markup] what should be mended is named with its place', () => {
  expect(problemsOf({})).toEqual([])
  expect(problemsOf({ form: '[text* your-name]\n[text 1]\n  [email your-email "x] [submit]' })).toEqual([
    'form.body 2:1 “1” is not a name: it begins with a letter and has letters, digits, - _ : or dots.',
    'form.body 3:3 This email tag has no end: a bracket or a quotation mark is missing.',
    'mail.subject The form has no field for [your-subject].',
    'mail.additional_headers The form has no field for [your-email].',
    'mail.body The form has no field for [your-email].',
    'mail.body The form has no field for [your-subject].',
    'mail.body The form has no field for [your-message].',
  ])
})

test('[FORM-15 mails] an email that would not go out is named, the second one only if it is sent', () => {
  const mail = {
    ...defaultProperties.mail,
    recipient: '',
    subject: ' ',
    body: '[_date] [[your-none]] [_raw_your-name] [_format_none "Y"] [_user_first_name]',
    additional_headers: 'Reply-To: [your-email]\nFrom: x@y.test\nX-Tea: 1',
    attachments: '[your-name]\n/etc/passwd',
  }
  const found = [
    'body The form has no field for [_format_none].',
    'attachments The form has no file field for [your-name].',
    'recipient Nobody would receive this email.',
    'subject The email has no subject.',
    'additional_headers Only Reply-To, Cc, Bcc and X-… are sent, not “From: x@y.test”.',
    'attachments Only files that visitors send are attached: name their fields, as [your-file].',
  ]
  expect(problemsOf({ mail })).toEqual(found.map((text) => `mail.${text}`))
  expect(problemsOf({ mail_2: { ...mail, active: false } })).toEqual([])
  expect(problemsOf({ mail_2: { ...mail, active: true } })).toEqual(found.map((text) => `mail_2.${text}`))
})

test('shortcodes name a form by seven digits that no other form has', () => {
  const hashes = new Set(Array.from({ length: 20_000 }, (_, id) => formHash(id)))
  expect(hashes.size).toBe(20_000)
  expect([...hashes].every((hash) => /^[0-9a-f]{7}$/.test(hash))).toBe(true)
})
