import { additionalSettings, type FormProperties } from './contact-form.ts'
import { type Rule, ruleNames } from './rules.ts'

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string' && value.length <= 500
const isNumber: Check = (value) => typeof value === 'number'
const isListOf =
  (max: number, isItem: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.length <= max && value.every(isItem)
const isTextOrNumber: Check = (value) => isText(value) || isNumber(value)

/** Plain checks instead of zod, which would enlarge the form editor's script. */
const parts: Readonly<Record<string, Check>> = {
  rule: (value) => typeof value === 'string' && ruleNames.includes(value),
  field: isText,
  error: isText,
  threshold: isTextOrNumber,
  accept: isListOf(500, isTextOrNumber),
  base: isNumber,
  interval: (value) => typeof value === 'number' && value > 0,
  rules: isListOf(50, isRule),
}

function isRule(value: unknown): value is Rule {
  if (typeof value !== 'object' || value === null || !('rule' in value)) return false
  return Object.entries(value).every(([name, part]) => Object.hasOwn(parts, name) && parts[name]?.(part))
}

/**
 * Rules that form-tags cannot express, such as weekdays or "one of several fields": the additional setting `rule`, with
 * a rule of the schema as JSON. Invalid ones are returned separately, for the editor.
 */
export function additionalRules(form: Pick<FormProperties, 'additional_settings'>) {
  const written = additionalSettings(form)
    .pairs.filter(({ name }) => name === 'rule')
    .map(({ value }) => ({ value, rule: ruleIn(value) }))
  return {
    rules: written.flatMap(({ rule }) => rule ?? []),
    unreadable: written.flatMap(({ rule, value }) => (rule ? [] : [value])),
  }
}

function ruleIn(json: string): Rule | null {
  try {
    const parsed: unknown = JSON.parse(json)
    return isRule(parsed) ? parsed : null
  } catch {
    return null
  }
}
