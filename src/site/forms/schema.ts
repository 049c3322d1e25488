import type { FormProperties } from './contact-form.ts'
import { type FormTag, templateOf } from './form-tag.ts'
import { allKinds, kindOf } from './kinds/kinds.ts'
import { ownRules } from './own-rules.ts'
import type { Rule } from './rules.ts'

const VERSION = 'Contact Form 7 SWV Schema 2024-10'

/** Rules of the tags of a form, by kinds in the recorded order; choices have to be known ones, and the form's own rules last. */
export function rulesOf(
  tags: readonly FormTag[],
  form: Pick<FormProperties, 'additional_settings' | 'messages'>,
  now: Date,
): Rule[] {
  const ofKinds = allKinds.map((kind) => ({ kind, tags: tags.filter(({ basetype }) => kindOf(basetype) === kind) }))
  return [
    ...ofKinds.flatMap((one) => one.tags.flatMap((tag) => one.kind.rules?.(tag, form.messages, now) ?? [])),
    ...withSharedChoices(ofKinds.flatMap((one) => one.tags.flatMap((tag) => one.kind.lateRules?.(tag) ?? []))),
    ...ownRules(form).rules,
  ]
}

/** Tags that share a field offer their choices together. */
function withSharedChoices(rules: readonly Rule[]): Rule[] {
  const byField = Map.groupBy(rules, ({ field }) => field)
  return [...byField.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, accept: [first, ...others].flatMap(({ accept = [] }) => accept) }] : [],
  )
}

/** What `feedback/schema` answers (contact-form-7.md §5). */
export const schemaOf = (form: FormProperties, now: Date) => ({
  version: VERSION,
  locale: form.locale,
  rules: rulesOf(templateOf(form).tags, form, now),
})
