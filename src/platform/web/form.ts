import type { Context } from 'hono'

/** Maximum size of a form in bytes. Uploads have their own routes. */
export const MAX_FORM_BYTES = 512 * 1024
const MAX_FIELDS = 500
/** Not storable in PostgreSQL. */
const NULL = '\0'

/** Texts of a form, the last of equal names. No files, no texts with a null character, nothing after 500 fields. */
export async function formFields(context: Context): Promise<Record<string, string>> {
  const type = context.req.header('content-type') ?? ''
  if (/^application\/x-www-form-urlencoded/i.test(type)) return nestedFields(await context.req.text())
  if (!/^multipart\/form-data/i.test(type)) return {}
  return fieldsOf((await context.req.formData().catch(() => null)) ?? [])
}

/** Fields of a form serialized in a text, as the checkout's `post_data`. */
export const nestedFields = (text: string): Record<string, string> => fieldsOf(formPairs(text))

/** The names and values of such a form up to the limit: all of half a megabyte of `a&` would take a second to read. */
export const formPairs = (text: string): URLSearchParams => new URLSearchParams(text.split('&', MAX_FIELDS).join('&'))

/** The text values of name and value pairs, by the rules of `formFields`. */
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
