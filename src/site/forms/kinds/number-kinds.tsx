import { toLocalIso } from '../../../platform/time/shop-time.ts'
import { type FormTag, hasOption, optionOf } from '../form-tag.ts'
import type { Rule } from '../rules.ts'
import {
  type ControlProps,
  commonAttributes,
  controlClass,
  type FieldKind,
  initialTexts,
  typingAttributes,
  Wrap,
} from './field-kind.tsx'
import { requiredRule } from './text-kinds.tsx'

const bound = (rule: string, field: string, threshold: string | undefined, error: string): Rule[] =>
  threshold === undefined ? [] : [{ rule, field, threshold, error }]

const numberOption = (tag: FormTag, name: string): string | undefined => {
  const value = optionOf(tag, name)
  return value !== undefined && /^-?(?:\d+|\d*\.\d+)$/.test(value) ? value : undefined
}

/** number and range; a range has bounds also if none are named. */
const numberBounds = (tag: FormTag) => ({
  min: numberOption(tag, 'min') ?? (tag.basetype === 'range' ? '0' : undefined),
  max: numberOption(tag, 'max') ?? (tag.basetype === 'range' ? '100' : undefined),
})

export const numberKind: FieldKind = {
  rules(tag, say, now) {
    const { min, max } = numberBounds(tag)
    return [
      ...requiredRule(tag, say, now),
      { rule: 'number', field: tag.name, error: say.invalid_number },
      ...bound('minnumber', tag.name, min, say.number_too_small),
      ...bound('maxnumber', tag.name, max, say.number_too_large),
    ]
  },
  Control({ tag, view }) {
    const { placeholder, readOnly, autoComplete } = typingAttributes(tag)
    const own = placeholder === undefined ? tag.rawValues.slice(0, 1) : []
    return (
      <Wrap tag={tag} view={view}>
        <input
          type={tag.basetype}
          name={tag.name}
          className={controlClass(tag, view, 'wpcf7-validates-as-number')}
          {...numberBounds(tag)}
          step={numberOption(tag, 'step')}
          defaultValue={initialTexts(tag, view, own)[0] ?? ''}
          placeholder={placeholder}
          readOnly={readOnly}
          autoComplete={autoComplete}
          {...commonAttributes(tag, view)}
        />
      </Wrap>
    )
  },
}

const relativePattern = /^(today|now|tomorrow|yesterday)?((?:_?[+-]\d{1,4}_?(?:day|week|month|year)s?)*)$/

/** `2026-12-24`, or a day counted from today in the shop: `today+3_days`. Undefined if it is neither. */
export function dateOption(tag: FormTag, name: string, now: Date): string | undefined {
  const value = optionOf(tag, name)
  if (value === undefined || value === '') return undefined
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value
  const match = relativePattern.exec(value)
  if (!match) return undefined
  const day = new Date(`${toLocalIso(now).slice(0, 10)}T00:00:00Z`)
  const first = { tomorrow: 1, yesterday: -1 }[match[1] ?? ''] ?? 0
  day.setUTCDate(day.getUTCDate() + first)
  for (const [, sign, count, unit] of (match[2] ?? '').matchAll(/([+-])(\d+)_?(day|week|month|year)/g)) {
    const steps = Number(`${sign}${count}`)
    if (unit === 'day' || unit === 'week') day.setUTCDate(day.getUTCDate() + steps * (unit === 'week' ? 7 : 1))
    else day.setUTCMonth(day.getUTCMonth() + steps * (unit === 'year' ? 12 : 1))
  }
  return day.toISOString().slice(0, 10)
}

function CalendarInput({ tag, view }: ControlProps) {
  const { basetype } = tag
  const own = hasOption(tag, 'placeholder') ? [] : tag.rawValues.slice(0, 1)
  return (
    <Wrap tag={tag} view={view}>
      <input
        type={basetype}
        name={tag.name}
        className={controlClass(tag, view, `wpcf7-validates-as-${basetype}`)}
        min={dateOption(tag, 'min', view.now)}
        max={dateOption(tag, 'max', view.now)}
        step={numberOption(tag, 'step')}
        readOnly={hasOption(tag, 'readonly')}
        autoComplete={optionOf(tag, 'autocomplete')}
        defaultValue={initialTexts(tag, view, own)[0] ?? ''}
        {...commonAttributes(tag, view)}
      />
    </Wrap>
  )
}

export const dateKind: FieldKind = {
  rules: (tag, say, now) => [
    ...requiredRule(tag, say, now),
    { rule: 'date', field: tag.name, error: say.invalid_date },
    ...bound('mindate', tag.name, dateOption(tag, 'min', now), say.date_too_early),
    ...bound('maxdate', tag.name, dateOption(tag, 'max', now), say.date_too_late),
  ],
  Control: CalendarInput,
}

export const timeKind: FieldKind = {
  rules: (tag, say, now) => [
    ...requiredRule(tag, say, now),
    { rule: 'time', field: tag.name, error: 'Please enter a time in HH:MM format.' },
  ],
  Control: CalendarInput,
}
