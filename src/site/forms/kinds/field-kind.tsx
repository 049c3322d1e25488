import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { ContactForm, FormMessages } from '../contact-form.ts'
import { choicesOf, type FormTag, hasOption, integerOption, optionOf, optionsOf } from '../form-tag.ts'
import type { Rule } from '../rules.ts'

/** A sent form that goes back to its sender, without script. */
export type FormResult = {
  /** The wire's name: `validation_failed`. */
  readonly status: string
  readonly message: string
  readonly errors: readonly { readonly field: string; readonly message: string }[]
  /** What was posted, by field. */
  readonly texts: ReadonlyMap<string, readonly string[]>
}

/** One form on one page, as it is rendered. */
export type FormView = {
  readonly form: ContactForm
  readonly tags: readonly FormTag[]
  readonly unitTag: string
  readonly result: FormResult | null
  /** Where defaults come from. */
  readonly query: URLSearchParams
  readonly user: { readonly id: number; readonly name: string; readonly email: string } | null
  /** Attributes of the shortcode. */
  readonly attributes: ReadonlyMap<string, string>
  readonly secret: string
  readonly now: Date
}

export type ControlProps = { readonly tag: FormTag; readonly view: FormView }

/** A rule about the field of a tag. With an undefined threshold it is none. */
export type FieldRule = Omit<Rule, 'field' | 'threshold'> & { readonly threshold?: string | number | undefined }

/** A kind of form tag: what it shows, and the rules for its values, apart from being required. */
export type FieldKind = {
  readonly Control: ComponentType<ControlProps>
  readonly rules?: (tag: FormTag, say: FormMessages, now: Date) => readonly FieldRule[]
  /** Choices that come after the rules of all fields. */
  readonly choices?: (tag: FormTag) => readonly string[]
  /** No field that could have an error. */
  readonly isBare?: boolean
  /** It cannot be in a paragraph. */
  readonly isBlock?: boolean
}

/** A field that holds a list is posted as `name[]`. */
export const postedName = (tag: FormTag): string => {
  const isList =
    tag.basetype === 'select' ? hasOption(tag, 'multiple') : tag.basetype === 'checkbox' && !hasOption(tag, 'exclusive')
  return isList ? `${tag.name}[]` : tag.name
}

/** Id of the error below a field (contact-form-7.md §6). */
export const errorIdOf = (unitTag: string, field: string): string => `${unitTag}-ve-${field}`.replace(/[^\w-]+/g, '')

export const fieldErrorOf = ({ result }: FormView, field: string): string | undefined =>
  result?.errors.find((error) => error.field === field)?.message

/** Around a control, with the tip of its error. */
export function Wrap({ tag, view, children }: ControlProps & { readonly children: ReactNode }) {
  const error = fieldErrorOf(view, tag.name)
  return (
    <span className="wpcf7-form-control-wrap" data-name={tag.name}>
      {children}
      {error !== undefined && (
        <span className="wpcf7-not-valid-tip" id={errorIdOf(view.unitTag, tag.name)}>
          {error}
        </span>
      )}
    </span>
  )
}

/** Classes of a control: its own, those of its tag, and one for an error. */
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

/** Attributes that every control may have. */
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

/** Attributes of a field for typing. */
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

/** The text that a field holds at first; its tag's own, unless that is a placeholder. */
export const initialText = (tag: FormTag, view: FormView): string =>
  initialTexts(tag, view, placeholderOf(tag) === undefined ? tag.rawValues.slice(0, 1) : [])[0] ?? ''

/** What a field holds at first: what was posted, else its default from the address, the visitor or the shortcode. */
export function initialTexts(tag: FormTag, view: FormView, own: readonly string[]): readonly string[] {
  // After it was sent, the form is as new.
  if (view.result && view.result.status !== 'mail_sent') return view.result.texts.get(tag.name) ?? []
  for (const source of optionsOf(tag, 'default')) {
    const user = /^user_(\w+)$/.exec(source)?.[1]
    const found =
      source === 'get'
        ? view.query.getAll(tag.name).concat(view.query.getAll(`${tag.name}[]`))
        : source === 'shortcode_attr'
          ? [view.attributes.get(tag.name.toLowerCase()) ?? '']
          : user
            ? [userProperty(view.user, user)]
            : []
    const texts = found.filter((text) => text !== '')
    if (texts.length > 0) return texts
  }
  return own
}

function userProperty(user: FormView['user'], property: string): string {
  const [first = '', ...others] = (user?.name ?? '').split(' ')
  const known: Readonly<Record<string, string | undefined>> = {
    email: user?.email,
    login: user?.email,
    display_name: user?.name,
    first_name: first,
    last_name: others.join(' '),
  }
  return (Object.hasOwn(known, property) && known[property]) || ''
}

/** Choices that `default:2` or `default:1_3` name, counted from 1. */
export function defaultChoices(tag: FormTag): readonly string[] {
  const choices = choicesOf(tag)
  const numbers = optionsOf(tag, 'default').flatMap((value) => (/^\d+(_\d+)*$/.test(value) ? value.split('_') : []))
  return numbers.flatMap((number) => choices[Number(number) - 1] ?? [])
}
