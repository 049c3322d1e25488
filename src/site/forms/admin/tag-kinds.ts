/** Inputs of the tag generator, by type of field (contact-form-7.md §4). */

export type TagOption = {
  /** As in the template: `size` for `size:40`, or a flag. */
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** Default: a text field. */
  readonly control?: 'number' | 'flag'
  readonly choices?: readonly (readonly [value: string, label: string])[]
  /** Separates several values of the option; typed as spaces. */
  readonly separator?: string
}

export type TagKind = {
  readonly type: string
  readonly title: string
  readonly about: string
  /** Default: a name of its own. `other`: the name of another field. */
  readonly named?: 'other' | 'none'
  /** Text around it: the label of one control, or the legend of several. */
  readonly words?: 'label' | 'legend'
  readonly options: readonly TagOption[]
  /** Quoted values: one text, or one per line. */
  readonly values?: { readonly label: string; readonly hint?: string; readonly isList?: boolean }
  /** Text between opening and closing tag. */
  readonly content?: { readonly label: string; readonly hint?: string }
}

const flag = (name: string, label: string): TagOption => ({ name, label, control: 'flag' })
const number = (name: string, label: string): TagOption => ({ name, label, control: 'number' })

const placeholder = flag('placeholder', 'Use the text above as a placeholder')
const readonly = flag('readonly', 'Read-only')
const typed: TagOption = {
  name: 'default',
  label: 'Filled in with',
  choices: [
    ['', 'The text above'],
    ['user_display_name', 'The name of the signed-in user'],
    ['user_email', 'The email address of the signed-in user'],
    ['get', 'The URL parameter of the same name'],
    ['shortcode_attr', 'The shortcode attribute of the same name'],
  ],
}
const autocomplete: TagOption = {
  name: 'autocomplete',
  label: 'Autocomplete',
  hint: 'Such as name, email, tel, organization, postal-code.',
}
const lengths = [number('minlength', 'At least … characters'), number('maxlength', 'At most … characters')]
const choices = {
  label: 'Choices',
  hint: 'One per line. “Sales|sales@shop.test” shows the part before the bar and mails the one after it.',
  isList: true,
}
const chosen: TagOption = {
  name: 'default',
  label: 'Selected by default',
  hint: 'Its number: 1 is the first. Several: 1_3.',
}
const items = [
  flag('free_text', 'The last choice has a text field'),
  flag('label_first', 'Labels before the boxes'),
  flag('use_label_element', 'Clicking a label selects its box'),
]
const day = 'A date such as 2026-12-24, or one counted from today: today+3 days.'

const kind = (type: string, title: string, about: string, more: Partial<TagKind> = {}): TagKind => ({
  type,
  title,
  about,
  options: [],
  ...more,
})
const typing: Partial<TagKind> = {
  words: 'label',
  values: { label: 'Default text' },
  options: [placeholder, typed, autocomplete, ...lengths, readonly],
}
const numeric: Partial<TagKind> = {
  words: 'label',
  values: { label: 'Default number' },
  options: [number('min', 'Smallest'), number('max', 'Largest'), number('step', 'Step'), readonly],
}
const choosing: Partial<TagKind> = { words: 'legend', values: choices }

export const tagKinds: readonly TagKind[] = [
  kind('text', 'Text', 'One line: a name, a subject, an order number.', typing),
  kind('email', 'Email address', 'Checked for what looks like an email address.', typing),
  kind('url', 'Web address', 'Checked for a scheme such as https://.', typing),
  kind('tel', 'Telephone number', 'Phones show their number pad.', typing),
  kind('textarea', 'Message', 'Several lines.', {
    ...typing,
    options: [placeholder, ...lengths, number('rows', 'Visible lines'), readonly],
  }),
  kind('number', 'Number', 'Typed, or changed with the arrow keys.', numeric),
  kind('range', 'Slider', 'A number between two bounds; 0 to 100 if none are given.', numeric),
  kind('date', 'Date', 'Opens a calendar.', {
    words: 'label',
    values: { label: 'Default date', hint: 'Such as 2026-12-24.' },
    options: [
      { name: 'min', label: 'Earliest', hint: day },
      { name: 'max', label: 'Latest', hint: day },
      number('step', 'Step in days'),
      readonly,
    ],
  }),
  kind('time', 'Time', 'Hours and minutes.', {
    words: 'label',
    values: { label: 'Default time', hint: 'Such as 12:30.' },
    options: [readonly],
  }),
  kind('checkbox', 'Checkboxes', 'Any number of several choices, or one of them.', {
    ...choosing,
    options: [chosen, flag('exclusive', 'Only one at a time'), ...items],
  }),
  kind('radio', 'Radio buttons', 'One of several choices, always required.', {
    ...choosing,
    options: [chosen, ...items],
  }),
  kind('select', 'Drop-down list', 'One of many choices, or several of them.', {
    words: 'label',
    values: choices,
    options: [
      chosen,
      flag('multiple', 'Several can be chosen'),
      flag('include_blank', 'Begins with “Please choose an option”'),
      flag('first_as_label', 'The first choice is only a title'),
      number('size', 'Visible lines'),
    ],
  }),
  kind('acceptance', 'Acceptance', 'A box that has to be ticked before the form is sent.', {
    content: { label: 'What visitors accept', hint: 'May have links in HTML.' },
    options: [
      flag('optional', 'Optional'),
      flag('invert', 'Must not be ticked'),
      flag('default:on', 'Ticked by default'),
      flag('label_first', 'Label before the box'),
      flag('consent_for:storage', 'Unless ticked, the message is sent but not stored'),
    ],
  }),
  kind('file', 'File', 'A file from the visitor’s device.', {
    words: 'label',
    options: [
      { name: 'limit', label: 'At most', hint: 'Such as 500kb or 2mb; 1mb if empty.' },
      {
        name: 'filetypes',
        label: 'Kinds',
        hint: 'Such as pdf jpg png, or image/*. Empty: pictures, sounds and videos.',
        separator: '|',
      },
      {
        name: 'capture',
        label: 'Use the camera of a phone',
        choices: [
          ['', 'No'],
          ['user', 'Front camera'],
          ['environment', 'Back camera'],
        ],
      },
    ],
  }),
  kind('quiz', 'Quiz', 'A question that people can answer and programs cannot.', {
    values: {
      label: 'Questions and answers',
      hint: 'One per line, as “Which leaf is white tea?|bud”. One is drawn. Empty: 1+1.',
      isList: true,
    },
    options: lengths,
  }),
  kind('captchac', 'Captcha: picture', 'A picture of letters. It needs a captcha field of the same name.'),
  kind('captchar', 'Captcha: field', 'Where the letters of the picture with the same name are typed.', {
    words: 'label',
  }),
  kind('hidden', 'Hidden value', 'Sent along without being shown.', { values: { label: 'Value' }, options: [typed] }),
  kind('count', 'Character counter', 'Counts what is typed into another field.', {
    named: 'other',
    options: [flag('down', 'Count the remaining characters')],
  }),
  kind('reflection', 'Reflection', 'Shows what is typed into another field, in a group.', { named: 'other' }),
  kind('output', 'Inline reflection', 'Shows what is typed into another field.', { named: 'other' }),
  kind('response', 'Response message', 'Where visitors see whether it was sent, if not below the form.', {
    named: 'none',
  }),
  kind('submit', 'Submit button', 'Every form needs one.', { named: 'none', values: { label: 'Button text' } }),
]
