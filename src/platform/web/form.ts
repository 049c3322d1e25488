import type { Context } from 'hono'

/** Maximum size of a form in bytes. Uploads have their own routes. */
export const MAX_FORM_BYTES = 512 * 1024
const MAX_FIELDS = 500
/** PostgreSQL cannot store it. */
const NULL = '\0'

/** Text fields, the last of equal names. Ignores files, texts with a null character, and all after 500 fields. */
export async function formFields(context: Context): Promise<Record<string, string>> {
  const type = context.req.header('content-type') ?? ''
  if (/^application\/x-www-form-urlencoded/i.test(type)) return nestedFields(await context.req.text())
  if (!/^multipart\/form-data/i.test(type)) return {}
  return fieldsOf((await context.req.formData().catch(() => null)) ?? [])
}

/** Fields of a URL-encoded form within a text, such as the checkout's `post_data`. */
export const nestedFields = (text: string): Record<string, string> => fieldsOf(formPairs(text))

/** The pairs of such a form up to the limit: parsing half a megabyte of `a&` would take a second. */
export const formPairs = (text: string): URLSearchParams => new URLSearchParams(text.split('&', MAX_FIELDS).join('&'))

/** Text values of name and value pairs, as in `formFields`. */
export function fieldsOf(pairs: Iterable<readonly [string, unknown]>): Record<string, string> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  let count = 0
  for (const [name, value] of pairs) {
    count += 1
    if (count > MAX_FIELDS) break
    if (typeof value === 'string' && !`${name}${value}`.includes(NULL)) fields[name] = value
  }
  return fields
}

/** The id in a field; null without one. */
export const parseId = (text = ''): number | null => (/^[1-9][0-9]{0,8}$/.test(text.trim()) ? Number(text) : null)
