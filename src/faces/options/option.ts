import type { RestError } from '../../platform/rest/response.ts'
import { plainText } from '../../platform/web/plain-text.ts'

/* An option as WooCommerce has them in `wc/v3/settings` and in the settings of payment gateways: its type, and values as text. */

export type OptionType = 'text' | 'safe_text' | 'textarea' | 'email' | 'color' | 'number' | 'checkbox' | ListType
type ListType = 'select' | 'radio' | 'multiselect'

/** The names of what may be chosen; those of a gateway are in groups. */
type Labels = Readonly<Record<string, string | Readonly<Record<string, string>>>>

export type OptionValue = string | readonly string[]

/** Why a value is not taken, after WooCommerce's sentence. */
export const invalidValue = (why = ''): RestError => ({
  status: 400,
  code: 'rest_setting_value_invalid',
  message: `An invalid setting value was passed.${why === '' ? '' : ` ${why}`}`,
})

const choices = (labels: Labels = {}): readonly string[] =>
  Object.entries(labels).flatMap(([name, label]) => (typeof label === 'string' ? [name] : Object.keys(label)))

/** A sent value as an option of the type takes it: markup is removed, and numbers are text. Null: it is none. */
export function parseOption(type: OptionType, value: unknown, labels?: Labels): OptionValue | null {
  if (type === 'multiselect') {
    const list = value === '' ? [] : value
    if (!Array.isArray(list)) return null
    return list.every((one) => typeof one === 'string' && choices(labels).includes(one)) ? (list as string[]) : null
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
