import { shopDayOf } from '../../../platform/time/shop-time.ts'
import { type FormTag, integerOption, optionOf } from '../form-tag.ts'
import {
  type ControlProps,
  commonAttributes,
  controlClass,
  type FieldKind,
  Input,
  initialText,
  initialTexts,
  placeholderOf,
  typingAttributes,
} from './field-kind.tsx'

export const lengthsOf = (tag: FormTag) => ({
  minLength: integerOption(tag, 'minlength'),
  maxLength: integerOption(tag, 'maxlength') ?? (tag.basetype === 'textarea' ? 2000 : 400),
})

const lengthRules: NonNullable<FieldKind['rules']> = (tag, messages) => [
  { rule: 'minlength', threshold: lengthsOf(tag).minLength, error: messages.invalid_too_short },
  { rule: 'maxlength', threshold: lengthsOf(tag).maxLength, error: messages.invalid_too_long },
]

/** A line of text, in any format or in one that has a rule. */
const textKind = (format?: 'email' | 'url' | 'tel'): FieldKind => ({
  rules: (tag, messages, now) => [
    ...(format ? [{ rule: format, error: messages[`invalid_${format}`] }] : []),
    ...lengthRules(tag, messages, now),
  ],
  Control: ({ tag, view }) => (
    <Input
      tag={tag}
      view={view}
      classes={format && ['wpcf7-text', `wpcf7-validates-as-${format}`]}
      size={integerOption(tag, 'size') ?? 40}
      {...lengthsOf(tag)}
      {...typingAttributes(tag)}
      list={optionOf(tag, 'list')}
      defaultValue={initialText(tag, view)}
    />
  ),
})

const textarea: FieldKind = {
  rules: lengthRules,
  Control({ tag, view }) {
    const size = tag.options.map((option) => /^(\d{0,3})x(\d{0,3})$/.exec(option)).find((match) => match)
    const content = tag.content.trim()
    return (
      <textarea
        name={tag.name}
        cols={integerOption(tag, 'cols') ?? (Number(size?.[1]) || 40)}
        rows={integerOption(tag, 'rows') ?? (Number(size?.[2]) || 10)}
        {...lengthsOf(tag)}
        className={controlClass(tag, view)}
        defaultValue={content === '' ? initialText(tag, view) : initialTexts(tag, view, [content])[0]}
        {...typingAttributes(tag)}
        {...commonAttributes(tag, view)}
      />
    )
  },
}

const numberOption = (tag: FormTag, name: string): string | undefined => {
  const value = optionOf(tag, name)
  return value !== undefined && /^-?(?:\d+|\d*\.\d+)$/.test(value) ? value : undefined
}

const relativePattern = /^(today|now|tomorrow|yesterday)?((?:_?[+-]\d{1,4}_?(?:day|week|month|year)s?)*)$/

/** `2026-12-24`, or relative to today in the shop: `today+3_days`. Undefined if invalid. */
function dateOption(tag: FormTag, name: string, now: Date): string | undefined {
  const value = optionOf(tag, name)
  if (value === undefined || value === '') return undefined
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value
  const match = relativePattern.exec(value)
  if (!match) return undefined
  const day = new Date(`${shopDayOf(now)}T00:00:00Z`)
  const first = { tomorrow: 1, yesterday: -1 }[match[1] ?? ''] ?? 0
  day.setUTCDate(day.getUTCDate() + first)
  for (const [, sign, count, unit] of (match[2] ?? '').matchAll(/([+-])(\d+)_?(day|week|month|year)/g)) {
    const steps = Number(`${sign}${count}`)
    if (unit === 'day' || unit === 'week') day.setUTCDate(day.getUTCDate() + steps * (unit === 'week' ? 7 : 1))
    else day.setUTCMonth(day.getUTCMonth() + steps * (unit === 'year' ? 12 : 1))
  }
  return day.toISOString().slice(0, 10)
}

type BoundOf = (tag: FormTag, name: 'min' | 'max', now: Date) => string | undefined

const boundedInput =
  (format: 'number' | 'date' | 'time', boundOf: BoundOf) =>
  ({ tag, view }: ControlProps) => (
    <Input
      tag={tag}
      view={view}
      classes={[`wpcf7-validates-as-${format}`]}
      {...typingAttributes(tag)}
      placeholder={format === 'number' ? placeholderOf(tag) : undefined}
      min={boundOf(tag, 'min', view.now)}
      max={boundOf(tag, 'max', view.now)}
      step={numberOption(tag, 'step')}
      defaultValue={initialText(tag, view)}
    />
  )

const boundErrors = {
  number: ['number_too_small', 'number_too_large'],
  date: ['date_too_early', 'date_too_late'],
} as const

const bounded = (format: 'number' | 'date', boundOf: BoundOf): FieldKind => ({
  rules(tag, messages, now) {
    const [tooSmall, tooLarge] = boundErrors[format]
    return [
      { rule: format, error: messages[`invalid_${format}`] },
      { rule: `min${format}`, threshold: boundOf(tag, 'min', now), error: messages[tooSmall] },
      { rule: `max${format}`, threshold: boundOf(tag, 'max', now), error: messages[tooLarge] },
    ]
  },
  Control: boundedInput(format, boundOf),
})

/** Bounds of a range input whose tag names none. */
const rangeBounds = { min: '0', max: '100' }

export const typedKinds = {
  text: textKind(),
  email: textKind('email'),
  url: textKind('url'),
  tel: textKind('tel'),
  textarea,
  number: bounded('number', numberOption),
  range: bounded('number', (tag, name) => numberOption(tag, name) ?? rangeBounds[name]),
  date: bounded('date', dateOption),
  time: {
    rules: () => [{ rule: 'time', error: 'Please enter a time in HH:MM format.' }],
    Control: boundedInput('time', dateOption),
  },
} satisfies Record<string, FieldKind>
