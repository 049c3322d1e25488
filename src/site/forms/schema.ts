import type { FormMessages, FormProperties } from './contact-form.ts'
import { type FormTag, templateOf } from './form-tag.ts'
import { type FieldRule, isRequired } from './kinds/field-kind.tsx'
import { kindOf } from './kinds/kinds.ts'
import { additionalRules } from './own-rules.ts'
import type { Rule } from './rules.ts'

const VERSION = 'Contact Form 7 SWV Schema 2024-10'

/** Field types in the recorded order of their rules. */
const ruleOrder = ['checkbox radio', 'date', 'time', 'file', 'number range', 'select', 'text email url tel', 'textarea']

/** Rules of a form's tags in the recorded order, then accepted choices, then additional rules. */
export function rulesOf(
  tags: readonly FormTag[],
  form: Pick<FormProperties, 'additional_settings' | 'messages'>,
  now: Date,
): Rule[] {
  const ordered = ruleOrder.flatMap((types) => tags.filter(({ basetype }) => types.split(' ').includes(basetype)))
  return [
    ...ordered.flatMap((tag) => fieldRules(tag, form.messages, now)),
    ...choiceRules(ordered),
    ...additionalRules(form).rules,
  ]
}

function fieldRules(tag: FormTag, messages: FormMessages, now: Date): Rule[] {
  const required = { rule: tag.basetype === 'file' ? 'requiredfile' : 'required', error: messages.invalid_required }
  const kindRules = kindOf(tag.basetype).rules?.(tag, messages, now) ?? []
  return [...(isRequired(tag) ? [required] : []), ...kindRules].flatMap(({ rule, ...rest }: FieldRule) =>
    // Skips a bound that the tag does not name.
    'threshold' in rest && rest.threshold === undefined ? [] : [{ rule, field: tag.name, ...rest } as Rule],
  )
}

/** Merges the choices of tags that share a field. One that accepts any text has no rule. */
function choiceRules(tags: readonly FormTag[]): Rule[] {
  const error = 'Undefined value was submitted through this field.'
  return [...Map.groupBy(tags, ({ name }) => name)].flatMap(([field, ofField]) => {
    const choices = ofField.map((tag) => kindOf(tag.basetype).choices?.(tag) ?? [])
    const accept = choices.includes('any') ? [] : choices.flat()
    return accept.length > 0 ? [{ rule: 'enum', field, accept, error }] : []
  })
}

/** Response of `feedback/schema` (contact-form-7.md §5). */
export const schemaOf = (form: FormProperties, now: Date) => ({
  version: VERSION,
  locale: form.locale,
  rules: rulesOf(templateOf(form).tags, form, now),
})
