import type { ComponentProps, ComponentType } from 'react'
import type { ContactForm, FormMessages } from '../contact-form.ts'
import { errorIdOf } from '../form-names.ts'
import { choicesOf, type FormTag, hasOption, integerOption, optionOf, optionsOf } from '../form-tag.ts'
import type { FieldError, Rule } from '../rules.ts'

/** Result of a form submitted without JavaScript, for rendering it again. */
export type FormResult = {
  /** Contact Form 7's name, such as `validation_failed`. */
  readonly status: string
  readonly message: string
  readonly errors: readonly FieldError[]
  readonly texts: ReadonlyMap<string, readonly string[]>
  readonly files?: ReadonlyMap<string, readonly { readonly name: string }[]>
}

/** A form being rendered on a page. */
export type FormView = {
  readonly form: ContactForm
  /** Path of the page, the form's target without JavaScript. */
  readonly path: string
  /** Id of the entry that contains the form; 0 if none. */
  readonly containerPost: number
  readonly unitTag: string
  readonly result?: FormResult | null
  /** Query parameters of the page, for default values. */
  readonly query?: URLSearchParams
  readonly user?: { readonly name: string; readonly email: string } | null
  readonly attributes?: ReadonlyMap<string, string>
  /** For members-only forms: authenticates the user in the form's REST call. */
  readonly nonce?: string
  readonly secret: string
  readonly now: Date
}

export type ControlProps = { readonly tag: FormTag; readonly view: FormView }

/** A rule for the field of a tag. It does not apply if the threshold is undefined. */
export type FieldRule = Omit<Rule, 'field' | 'threshold'> & { readonly threshold?: string | number | undefined }

/** A kind of form-tag: its control, and rules for its values, besides being required. */
export type FieldKind = {
  readonly Control: ComponentType<ControlProps>
  readonly rules?: (tag: FormTag, messages: FormMessages, now: Date) => readonly FieldRule[]
  /** Accepted choices, which are checked after all other rules. */
  readonly choices?: (tag: FormTag) => readonly string[] | 'any'
  /** Without a wrapper, because it has no errors. */
  readonly isBare?: boolean
}

/** Fields with several values are submitted as `name[]`. */
export const postedName = (tag: FormTag): string => {
  const isList =
    tag.basetype === 'select' ? hasOption(tag, 'multiple') : tag.basetype === 'checkbox' && !hasOption(tag, 'exclusive')
  return isList ? `${tag.name}[]` : tag.name
}

export const fieldErrorOf = ({ result }: FormView, field: string): string | undefined =>
  result?.errors.find((one) => one.field === field)?.error

/** Classes of a control: its type, those in its tag, and an error class. */
export const controlClass = (tag: FormTag, view: FormView, ...more: readonly (string | false)[]): string =>
  [
    'wpcf7-form-control',
    `wpcf7-${tag.basetype}`,
    ...more,
    isRequired(tag) && 'wpcf7-validates-as-required',
    ...optionsOf(tag, 'class'),
    fieldErrorOf(view, tag.name) !== undefined && 'wpcf7-not-valid',
  ]
    .filter(Boolean)
    .join(' ')

export const isRequired = (tag: FormTag): boolean => tag.isRequired || tag.basetype === 'radio'

export function commonAttributes(tag: FormTag, view: FormView) {
  const hasError = fieldErrorOf(view, tag.name) !== undefined
  return {
    id: optionOf(tag, 'id'),
    tabIndex: integerOption(tag, 'tabindex'),
    'aria-required': isRequired(tag) || undefined,
    'aria-invalid': hasError,
    'aria-describedby': hasError ? errorIdOf(view.unitTag, tag.name) : undefined,
  }
}

export const placeholderOf = (tag: FormTag): string | undefined =>
  hasOption(tag, 'placeholder') || hasOption(tag, 'watermark') ? (tag.rawValues[0] ?? tag.content) : undefined

/** Attributes of text fields. */
export const typingAttributes = (tag: FormTag) => ({
  autoComplete: optionOf(tag, 'autocomplete'),
  readOnly: hasOption(tag, 'readonly'),
  placeholder: placeholderOf(tag),
})

export const Input = ({ tag, view, classes = [], ...more }: InputProps) => (
  <input
    type={tag.basetype}
    name={tag.name}
    className={controlClass(tag, view, ...classes)}
    {...commonAttributes(tag, view)}
    {...more}
  />
)
type InputProps = ControlProps & ComponentProps<'input'> & { readonly classes?: readonly string[] }

/** Initial text of a field: a default, or its first value, unless that is the placeholder. */
export const initialText = (tag: FormTag, view: FormView): string =>
  initialTexts(tag, view, placeholderOf(tag) === undefined ? tag.rawValues.slice(0, 1) : [])[0] ?? ''

/** Initial values: submitted ones, else a default from the URL, the user or the shortcode, else `ownValues`. */
export function initialTexts(tag: FormTag, view: FormView, ownValues: readonly string[]): readonly string[] {
  // After a successful submission the form is empty again.
  if (view.result && view.result.status !== 'mail_sent') return view.result.texts.get(tag.name) ?? []
  const defaults = optionsOf(tag, 'default').map((source) =>
    defaultTexts(source, tag, view).filter((text) => text !== ''),
  )
  return defaults.find((texts) => texts.length > 0) ?? ownValues
}

function defaultTexts(source: string, { name }: FormTag, { query, attributes, user }: FormView): string[] {
  if (source === 'get') return [name, `${name}[]`].flatMap((parameter) => query?.getAll(parameter) ?? [])
  if (source === 'shortcode_attr') return [attributes?.get(name.toLowerCase()) ?? '']
  const [first = '', ...rest] = (user?.name ?? '').split(' ')
  const ofUser = new Map([
    ['user_email', user?.email],
    ['user_login', user?.email],
    ['user_display_name', user?.name],
    ['user_first_name', first],
    ['user_last_name', rest.join(' ')],
  ])
  return [ofUser.get(source) ?? '']
}

/** Choices selected by `default:2` or `default:1_3`, counted from 1. */
export function defaultChoices(tag: FormTag): readonly string[] {
  const choices = choicesOf(tag)
  const numbers = optionsOf(tag, 'default').flatMap((value) => (/^\d+(_\d+)*$/.test(value) ? value.split('_') : []))
  return numbers.flatMap((number) => choices[Number(number) - 1] ?? [])
}
