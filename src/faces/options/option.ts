import type { RestError } from '../../platform/rest/response.ts'
import { plainText } from '../../platform/web/plain-text.ts'

/* An option in the form of `wc/v3/settings` and of payment gateway settings: its type, and its value as text. */

export type OptionType = 'text' | 'safe_text' | 'textarea' | 'email' | 'color' | 'number' | 'checkbox' | ListType
type ListType = 'select' | 'radio' | 'multiselect'

/** Labels of the choices by value; a gateway's are in groups. */
type Labels = Readonly<Record<string, string | Readonly<Record<string, string>>>>

export type OptionValue = string | readonly string[]

/** The error for an invalid value, in WooCommerce's words and with an optional reason. */
export const invalidValue = (why = ''): RestError => ({
  status: 400,
  code: 'rest_setting_value_invalid',
  message: `An invalid setting value was passed.${why === '' ? '' : ` ${why}`}`,
})

const choices = (labels: Labels = {}): readonly string[] =>
  Object.entries(labels).flatMap(([name, label]) => (typeof label === 'string' ? [name] : Object.keys(label)))

/** Converts a sent value to the option's type: markup is removed, and numbers become text. Null if it is invalid. */
export function parseOption(type: OptionType, value: unknown, labels?: Labels): OptionValue | null {
  if (type === 'multiselect') {
    const list = value === '' ? [] : value
    if (!Array.isArray(list)) return null
    return list.every((one) => choices(labels).includes(one as string)) ? ([...new Set(list)] as string[]) : null
  }
  if (type === 'checkbox')
    return value === true || value === 'yes' ? 'yes' : value === false || value === 'no' ? 'no' : null
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
  if (type === 'select' || type === 'radio') return choices(labels).includes(text) ? text : null
  if (type === 'number') return /^-?\d{1,10}$/.test(text.trim()) ? text.trim() : null
  return text.length > 10_000
    ? null
    : type === 'textarea'
      ? text.split('\n').map(plainText).join('\n')
      : plainText(text)
}
