import { z } from 'zod'
import { additionalSettings, type FormProperties } from './contact-form.ts'
import { type Rule, ruleNames } from './rules.ts'

const text = z.string().max(500)
const rule: z.ZodType<Rule> = z.lazy(() =>
  z.strictObject({
    rule: z.enum(ruleNames),
    field: text.optional(),
    error: text.optional(),
    threshold: z.union([z.number(), text]).optional(),
    accept: z
      .array(z.union([z.number(), text]))
      .max(500)
      .optional(),
    base: z.number().optional(),
    interval: z.number().positive().optional(),
    rules: z.array(rule).min(1).max(50).optional(),
  }),
)

/**
 * Rules that no tag makes, such as days of the week or one of several fields: an additional setting `rule` with a rule of
 * the schema as JSON on its line. Those that cannot be read are answered apart, for the editor.
 */
export function ownRules(form: Pick<FormProperties, 'additional_settings'>) {
  const rules: Rule[] = []
  const unreadable: string[] = []
  for (const { name, value } of additionalSettings(form).pairs) {
    if (name !== 'rule') continue
    const parsed = rule.safeParse(jsonOf(value))
    if (parsed.success) rules.push(parsed.data)
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
