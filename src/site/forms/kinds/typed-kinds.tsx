import { shopDayOf } from '../../../platform/time/shop-time.ts'
import { type FormTag, integerOption, optionOf } from '../form-tag.ts'
import {
  commonAttributes,
  controlClass,
  type FieldKind,
  Input,
  initialText,
  initialTexts,
  typingAttributes,
} from './field-kind.tsx'

/** Allowed text lengths. */
export const lengthsOf = (tag: FormTag) => ({
  minLength: integerOption(tag, 'minlength'),
  maxLength: integerOption(tag, 'maxlength') ?? (tag.basetype === 'textarea' ? 2000 : 400),
})

const lengthRules: NonNullable<FieldKind['rules']> = (tag, messages) => [
  { rule: 'minlength', threshold: lengthsOf(tag).minLength, error: messages.invalid_too_short },
  { rule: 'maxlength', threshold: lengthsOf(tag).maxLength, error: messages.invalid_too_long },
]

const formatted = (format: 'email' | 'url' | 'tel'): FieldKind => ({
  rules: (tag, messages, now) => [
    { rule: format, error: messages[`invalid_${format}`] },
    ...lengthRules(tag, messages, now),
  ],
  Control: ({ tag, view }) => (
    <TextInput tag={tag} view={view} classes={['wpcf7-text', `wpcf7-validates-as-${format}`]} />
  ),
})

const TextInput = ({ tag, ...more }: Parameters<typeof Input>[0]) => (
  <Input
    {...more}
    tag={tag}
    size={integerOption(tag, 'size') ?? 40}
    {...lengthsOf(tag)}
    {...typingAttributes(tag)}
    list={optionOf(tag, 'list')}
    defaultValue={initialText(tag, more.view)}
  />
)

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

/** A range input has bounds even if the tag names none. */
const numeric = (lowest?: string, highest?: string): FieldKind => {
  const boundsOf = (tag: FormTag) => ({
    min: numberOption(tag, 'min') ?? lowest,
    max: numberOption(tag, 'max') ?? highest,
  })
  return {
    rules: (tag, messages) => [
      { rule: 'number', error: messages.invalid_number },
      { rule: 'minnumber', threshold: boundsOf(tag).min, error: messages.number_too_small },
      { rule: 'maxnumber', threshold: boundsOf(tag).max, error: messages.number_too_large },
    ],
    Control: ({ tag, view }) => (
      <Input
        tag={tag}
        view={view}
        classes={['wpcf7-validates-as-number']}
        {...boundsOf(tag)}
        {...typingAttributes(tag)}
        step={numberOption(tag, 'step')}
        defaultValue={initialText(tag, view)}
      />
    ),
  }
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

const calendar = (rules: NonNullable<FieldKind['rules']>): FieldKind => ({
  rules,
  Control: ({ tag, view }) => (
    <Input
      tag={tag}
      view={view}
      classes={[`wpcf7-validates-as-${tag.basetype}`]}
      {...typingAttributes(tag)}
      placeholder={undefined}
      min={dateOption(tag, 'min', view.now)}
      max={dateOption(tag, 'max', view.now)}
      step={numberOption(tag, 'step')}
      defaultValue={initialText(tag, view)}
    />
  ),
})

export const typedKinds: Record<string, FieldKind> = {
  text: { rules: lengthRules, Control: TextInput },
  email: formatted('email'),
  url: formatted('url'),
  tel: formatted('tel'),
  textarea,
  number: numeric(),
  range: numeric('0', '100'),
  date: calendar((tag, messages, now) => [
    { rule: 'date', error: messages.invalid_date },
    { rule: 'mindate', threshold: dateOption(tag, 'min', now), error: messages.date_too_early },
    { rule: 'maxdate', threshold: dateOption(tag, 'max', now), error: messages.date_too_late },
  ]),
  time: calendar(() => [{ rule: 'time', error: 'Please enter a time in HH:MM format.' }]),
}
