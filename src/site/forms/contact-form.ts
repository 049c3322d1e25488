const blankMail = {
  active: false,
  subject: '',
  sender: '[_site_title] <[_site_admin_email]>',
  recipient: '',
  body: '',
  /** One header per line: Reply-To, Cc, Bcc, X-… */
  additional_headers: '',
  /** `[file-field]` tags. */
  attachments: '',
  use_html: false,
  exclude_blank: false,
}

/** One of a form's two emails; every part may contain mail-tags (contact-form-7.md §7). */
export type MailTemplate = Readonly<typeof blankMail>

export const propertiesOf = (item: FormProperties): FormProperties => {
  const { locale, form, mail, mail_2, messages, additional_settings } = item
  return { locale, form, mail, mail_2, messages, additional_settings }
}

export type ContactForm = FormProperties & {
  readonly id: number
  readonly title: string
  readonly slug: string
  /** Increases with every save. */
  readonly version: number
}

/** Messages to visitors by group: when each is shown, and Contact Form 7's text (contact-form-7.md §8, recorded exchanges). */
export const messageGroups = {
  'After it is sent': {
    mail_sent_ok: ['It was sent', 'Thank you for your message. It has been sent.'],
    mail_sent_ng: ['It could not be sent', 'There was an error trying to send your message. Please try again later.'],
    validation_error: ['A field has an error', 'One or more fields have an error. Please check and try again.'],
    spam: ['It was refused as spam', 'There was an error trying to send your message. Please try again later.'],
    accept_terms: [
      'A required acceptance is missing',
      'You must accept the terms and conditions before sending your message.',
    ],
  },
  'Text fields': {
    invalid_required: ['A required field is empty', 'Please fill out this field.'],
    invalid_too_long: ['Too long', 'This field has a too long input.'],
    invalid_too_short: ['Too short', 'This field has a too short input.'],
    invalid_email: ['Not an email address', 'Please enter an email address.'],
    invalid_url: ['Not a web address', 'Please enter a URL.'],
    invalid_tel: ['Not a telephone number', 'Please enter a telephone number.'],
  },
  'Numbers and dates': {
    invalid_number: ['Not a number', 'Please enter a number.'],
    number_too_small: ['Number too small', 'This field has a too small number.'],
    number_too_large: ['Number too large', 'This field has a too large number.'],
    invalid_date: ['Not a date', 'Please enter a date in YYYY-MM-DD format.'],
    date_too_early: ['Date too early', 'This field has a too early date.'],
    date_too_late: ['Date too late', 'This field has a too late date.'],
  },
  Files: {
    upload_failed: ['The upload failed', 'There was an unknown error uploading the file.'],
    upload_file_type_invalid: [
      'File of a type that is not allowed',
      'You are not allowed to upload files of this type.',
    ],
    upload_file_too_large: ['File too large', 'The uploaded file is too large.'],
    upload_failed_php_error: ['The upload failed in the shop', 'There was an error uploading the file.'],
  },
  'Quiz and captcha': {
    quiz_answer_not_correct: ['Wrong answer to the quiz', 'The answer to the quiz is incorrect.'],
    captcha_not_match: ['Wrong captcha letters', 'Your entered code is incorrect.'],
  },
} as const

type Groups = typeof messageGroups
export type MessageKey = { [Title in keyof Groups]: keyof Groups[Title] }[keyof Groups]
export type FormMessages = Readonly<Record<MessageKey, string>>

export const defaultMessages = Object.fromEntries(
  Object.values(messageGroups).flatMap((group) => Object.entries(group).map(([key, [, text]]) => [key, text])),
) as FormMessages

/** Properties of a new form: name, email address, subject and message (contact-form-7.md §7). */
export const defaultProperties = {
  locale: 'en_CA',
  /** HTML with form-tags. */
  form: [
    '<label> Your name\n    [text* your-name autocomplete:name] </label>',
    '<label> Your email\n    [email* your-email autocomplete:email] </label>',
    '<label> Subject\n    [text* your-subject] </label>',
    '<label> Your message (optional)\n    [textarea your-message] </label>',
    '[submit "Submit"]',
  ].join('\n\n'),
  mail: {
    ...blankMail,
    active: true,
    subject: '[_site_title] "[your-subject]"',
    recipient: '[_site_admin_email]',
    body: [
      'From: [your-name] [your-email]',
      'Subject: [your-subject]',
      '',
      'Message Body:',
      '[your-message]',
      '',
      '--',
      'This is a notification that a contact form was submitted on your website ([_site_title] [_site_url]).',
    ].join('\n'),
    additional_headers: 'Reply-To: [your-email]',
  },
  /** An acknowledgement to the sender. */
  mail_2: {
    ...blankMail,
    subject: '[_site_title] "[your-subject]"',
    recipient: '[your-email]',
    body: [
      'Message Body:',
      '[your-message]',
      '',
      '--',
      'This email is a receipt for your contact form submission on our website ([_site_title] [_site_url]) in which your email address was used. If that was not you, please ignore this message.',
    ].join('\n'),
    additional_headers: 'Reply-To: [_site_admin_email]',
  },
  messages: defaultMessages,
  /** One `name: value` per line. */
  additional_settings: '',
}

/** Editable properties of a form, under their REST names. Stored as the fields of an entry of kind `form`. */
export type FormProperties = Readonly<typeof defaultProperties>

/** A form's unique id in shortcodes, beside its number: seven hex digits that never change. */
export function formHash(id: number): string {
  const HALF = 14
  // Bijective: an odd factor and a shift within 28 bits are both invertible, so hashes are unique.
  const mixed = Math.imul(id, 0x9e_37_79_b1) & 0xf_ff_ff_ff
  const spread = Math.imul(mixed ^ (mixed >>> HALF), 0x85_eb_ca_6b) & 0xf_ff_ff_ff
  return (spread ^ (spread >>> HALF)).toString(16).padStart(7, '0')
}

export const formShortcode = ({ id, title }: Pick<ContactForm, 'id' | 'title'>): string =>
  `[contact-form-7 id="${formHash(id)}" title="${title.replaceAll(/["<>[\]]/g, '')}"]`

/** Additional settings by name, with all values of repeated names (contact-form-7.md §9). */
export function additionalSettings({ additional_settings }: Pick<FormProperties, 'additional_settings'>) {
  const lines = additional_settings.matchAll(/^([a-zA-Z0-9_]+)[\t ]*:(.*)$/gm)
  const pairs = Array.from(lines, ([, name = '', value = '']) => ({ name, value: value.trim() }))
  return {
    pairs,
    isOn: (name: string): boolean => pairs.some((pair) => pair.name === name && /^(on|true|1)$/i.test(pair.value)),
  }
}
