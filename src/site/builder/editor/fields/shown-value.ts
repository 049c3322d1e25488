import type { OptionJson } from '../../../../things/blocks/option-json.ts'

// The words of zod's `stringbool`, with which the server reads flags (things/blocks/options.ts).
const on = /^(true|1|yes|on|y|enabled)$/i
const off = /^(false|0|no|off|n|disabled)$/i
const texts = new Set<OptionJson['control']>(['rich', 'markup', 'colour', 'address', 'video'])

/** The value of an option as pages show it: from any of its spellings, and the default in place of an invalid one. */
export function shownValue({ control, default: byDefault }: OptionJson, stored: unknown): unknown {
  const value = stored ?? byDefault
  if (control === 'flag') return on.test(wordOf(value)) || (byDefault === true && !off.test(wordOf(value)))
  if (control === 'pictures' && typeof value === 'string') return idsOf(value.split(','))
  if (control === 'entities' || control === 'pictures') return Array.isArray(value) ? idsOf(value) : byDefault
  return texts.has(control) && typeof value !== 'string' ? byDefault : value
}

const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? `${value}` : ''

/** The same list if it has only numbers, so that fields see no change. */
const idsOf = (list: readonly unknown[]): readonly unknown[] =>
  list.every(Number.isInteger) ? list : list.map(Number).filter((id) => Number.isInteger(id) && id > 0)
