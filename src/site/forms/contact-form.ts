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

/** Editable properties of a form, under its REST names. Stored as the fields of an entry of kind `form`. */
export type FormProperties = {
  readonly locale: string
  /** HTML with form-tags. */
  readonly form: string
  readonly mail: MailTemplate
  /** The second email, an acknowledgement to the sender. */
  readonly mail_2: MailTemplate
  readonly messages: FormMessages
  /** One `name: value` per line. */
  readonly additional_settings: string
}

/** Only the editable properties. */
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

/** Messages to visitors, with Contact Form 7's keys and texts (contact-form-7.md §8, recorded exchanges). */
export const defaultMessages = {
  mail_sent_ok: 'Thank you for your message. It has been sent.',
  mail_sent_ng: 'There was an error trying to send your message. Please try again later.',
  validation_error: 'One or more fields have an error. Please check and try again.',
  spam: 'There was an error trying to send your message. Please try again later.',
  accept_terms: 'You must accept the terms and conditions before sending your message.',
  invalid_required: 'Please fill out this field.',
  invalid_too_long: 'This field has a too long input.',
  invalid_too_short: 'This field has a too short input.',
  upload_failed: 'There was an unknown error uploading the file.',
  upload_file_type_invalid: 'You are not allowed to upload files of this type.',
  upload_file_too_large: 'The uploaded file is too large.',
  upload_failed_php_error: 'There was an error uploading the file.',
  invalid_date: 'Please enter a date in YYYY-MM-DD format.',
  date_too_early: 'This field has a too early date.',
  date_too_late: 'This field has a too late date.',
  invalid_number: 'Please enter a number.',
  number_too_small: 'This field has a too small number.',
  number_too_large: 'This field has a too large number.',
  quiz_answer_not_correct: 'The answer to the quiz is incorrect.',
  captcha_not_match: 'Your entered code is incorrect.',
  invalid_email: 'Please enter an email address.',
  invalid_url: 'Please enter a URL.',
  invalid_tel: 'Please enter a telephone number.',
} as const

export type MessageKey = keyof typeof defaultMessages
export type FormMessages = Readonly<Record<MessageKey, string>>

/** Defaults of a new form: name, email address, subject and message (contact-form-7.md §7). */
export const defaultProperties: FormProperties = {
  locale: 'en_CA',
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
  additional_settings: '',
}

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
  const pairs = Array.from(
    additional_settings.matchAll(/^([a-zA-Z0-9_]+)[\t ]*:(.*)$/gm),
    ([, name = '', value = '']) => ({
      name,
      value: value.trim(),
    }),
  )
  return {
    pairs,
    isOn: (name: string): boolean => pairs.some((pair) => pair.name === name && /^(on|true|1)$/i.test(pair.value)),
  }
}
