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

/** Without a schema of zod, which the editor of forms would load. */
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
 * Rules that no tag makes, such as days of the week or one of several fields: an additional setting `rule` with a rule of
 * the schema as JSON on its line. Those that cannot be read are answered apart, for the editor.
 */
export function ownRules(form: Pick<FormProperties, 'additional_settings'>) {
  const rules: Rule[] = []
  const unreadable: string[] = []
  for (const { name, value } of additionalSettings(form).pairs) {
    if (name !== 'rule') continue
    const parsed = jsonOf(value)
    if (isRule(parsed)) rules.push(parsed)
    else unreadable.push(value)
  }
  return { rules, unreadable }
}

function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}
