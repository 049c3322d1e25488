import type { FormProperties, MailTemplate } from '../contact-form.ts'
import { isFieldTag, parseTemplate, type Template } from '../form-tag.ts'
import { namesInMailTags, specialMailTags } from '../mail/mail-tags.ts'
import { additionalRules } from '../own-rules.ts'

/** A problem in a form or its emails. `section` is the API's name, such as `mail.recipient`. */
export type FormProblem = {
  readonly section: string
  readonly message: string
  /** Line in the template, from 1. */
  readonly line?: number
  readonly column?: number
}

/** Problems to fix before visitors use the form. */
export const formProblems = (form: FormProperties): FormProblem[] => {
  const template = parseTemplate(form.form)
  return [
    ...markupProblems(form.form, template),
    ...(['mail', 'mail_2'] as const).flatMap((name) =>
      name === 'mail' || form.mail_2.active ? mailProblems(name, form[name], template) : [],
    ),
    ...settingProblems(form.additional_settings),
  ]
}

const markupProblems = (source: string, template: Template): FormProblem[] => [
  ...template.problems.map((problem) => ({ section: 'form.body', ...problem })),
  ...(template.tags.some(({ basetype }) => basetype === 'submit') || /<button\b|type=["']?submit/i.test(source)
    ? []
    : [{ section: 'form.body', message: 'The form has no button to send it: [submit "Send"].' }]),
]

/** Mail-tags for the fields of a form. */
export const mailTagsOf = ({ tags }: Template): string[] => [
  ...new Set(tags.filter((tag) => tag.basetype !== 'quiz' && isFieldTag(tag)).map(({ name }) => name)),
]

function isKnown(name: string, fields: readonly string[]): boolean {
  const field = /^_(?:raw|format)_(.+)$/.exec(name)?.[1] ?? name
  return fields.includes(field) || specialMailTags.includes(name) || name.startsWith('_user_')
}

/** Labels of the texts of an email. */
export const mailParts = {
  recipient: 'To',
  sender: 'From',
  subject: 'Subject',
  additional_headers: 'Additional headers',
  body: 'Text',
  attachments: 'Attachments',
} as const

function mailProblems(name: 'mail' | 'mail_2', mail: MailTemplate, template: Template): FormProblem[] {
  const fields = mailTagsOf(template)
  const files = template.tags.filter(({ basetype }) => basetype === 'file').map((tag) => tag.name)
  const parts = Object.keys(mailParts) as (keyof typeof mailParts)[]
  const found: (readonly [part: string, message: string])[] = parts.flatMap((part) =>
    [...new Set(namesInMailTags(mail[part]))]
      .filter((tag) => !isKnown(tag, part === 'attachments' ? files : fields))
      .map((tag) => [part, `The form has no ${part === 'attachments' ? 'file ' : ''}field for [${tag}].`] as const),
  )
  if (!/@|\[/.test(mail.recipient)) found.push(['recipient', 'Nobody would receive this email.'])
  if (!/@|\[/.test(mail.sender)) found.push(['sender', 'The sender has no address.'])
  if (mail.subject.trim() === '') found.push(['subject', 'The email has no subject.'])
  if (mail.body.trim() === '') found.push(['body', 'The email has no text.'])
  const headers = linesOf(mail.additional_headers).filter((line) => !/^(?:reply-to|cc|bcc|x-[\w-]+)\s*:/i.test(line))
  if (headers.length > 0)
    found.push(['additional_headers', `Only Reply-To, Cc, Bcc and X-… are sent, not “${headers[0]}”.`])
  if (linesOf(mail.attachments).some((line) => !/^(?:\s*\[[^\]]*\])+$/.test(line)))
    found.push(['attachments', 'Only files that visitors send are attached: name their fields, as [your-file].'])
  return found.map(([part, message]) => ({ section: `${name}.${part}`, message }))
}

function settingProblems(settings: string): FormProblem[] {
  const { unreadable } = additionalRules({ additional_settings: settings })
  const others = linesOf(settings).filter((line) => !/^[a-zA-Z0-9_]+[\t ]*:/.test(line) && !line.startsWith('#'))
  const messages = [
    ...unreadable.map((rule) => `“${rule.slice(0, 60)}” is not a rule in JSON.`),
    ...others.map((line) => `“${line.slice(0, 60)}” is not a setting: write “name: value”.`),
  ]
  return messages.map((message) => ({ section: 'additional_settings.body', message }))
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
